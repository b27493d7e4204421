"""What changed, as far as digests tell: for a lock file that holds no texts. Pure.

A digest says that a part differs and not how, so whatever could break is told as undecidable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from schemalint.change.drift import Drift
from schemalint.change.kinds import GRADE_OF, Change, Kind
from schemalint.model import Pointer

_WHY = "a lock file without texts (`lock --store-text`) does not say how"


def changes(drifts: Iterable[Drift]) -> Iterator[Change]:
    """The changes behind the differences between two locks; what only concerns sources and names of sets is left out."""
    for one in drifts:
        found = _change(one)
        if found is not None:
            kind, at, message = found
            yield Change(one.tool, kind, GRADE_OF[kind], at, message)


def _change(one: Drift) -> tuple[Kind, Pointer, str] | None:
    at = tuple(step.replace("~1", "/").replace("~0", "~") for step in one.field.split("/")[1:])
    if one.tool is None:
        if one.field == "order":
            return "order-changed", (), f"the tools stand in another order, from `{one.detail}` on"
        return ("tool-removed", (), f"the set `{one.set}` with {one.detail} tools is gone") if one.field == "/" else None
    if one.field == "/":
        if one.kind == "changed":
            return "undecidable", (), f"the tool differs; {_WHY}"
        word = "added" if one.kind == "added" else "removed"
        return ("tool-added" if word == "added" else "tool-removed"), (), f"the tool `{one.tool}` was {word}"
    if not one.field.startswith("/"):
        return None
    if len(at) == 3 and at[:2] == ("parameters", "properties"):
        if one.kind == "changed":
            return "undecidable", at, f"the parameter `{at[2]}` differs; {_WHY}"
        word = "added" if one.kind == "added" else "removed"
        return ("parameter-added" if word == "added" else "parameter-removed"), at, f"the parameter `{at[2]}` was {word}"
    match at[0]:
        case "description" | "title":
            return "description-changed", at, f"the {at[0]} differs"
        case "extra":
            return "annotation-changed", at, f"`{at[1]}` differs"
        case "parameters" if len(at) == 2:
            return "order-changed", at, "the parameters stand in another order"
        case _:
            return "undecidable", at, f"the {at[0].replace('_', ' ')} differ{'' if at[0].endswith('s') else 's'}; {_WHY}"
