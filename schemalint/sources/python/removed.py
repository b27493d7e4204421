"""Tools that a program takes away again: `server.remove_tool("name")`, `mcp.disable(tags={"admin"})`, `enabled=False`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from schemalint.record import dataclass
from schemalint.sources.python.reader import Outline, Placed
from schemalint.sources.python.registered import Registration, named_by
from schemalint.sources.python.servers import made_by, registry_of

_CALLS: Final = ("remove_tool", "disable", "delete_tool")
_SWITCHES: Final = ("enabled", "is_enabled")


@dataclass(frozen=True, slots=True, eq=False)
class Removed:
    """Registrations that stay, and what is said of those that do not, or of which it is not known."""

    kept: list[Registration]
    notes: tuple[str, ...] = ()


def without_removed(registrations: Sequence[Registration], outline: Outline) -> Removed:
    """The registrations of a module without those that it takes away again, as far as that can be seen."""
    gone: dict[int, int] = {}
    notes: list[str] = []
    for one in registrations:
        if _is_off(one):
            gone[id(one)] = one.node.lineno
    for placed, call in _calls(outline):
        server = call.func.value  # type: ignore[attr-defined]
        registry = registry_of(server, outline)
        maker = made_by(server, outline)[0]
        of_server = [one for one in registrations if one.server is maker and one.registry == registry and one.method]
        chosen = [one for one in of_server if _is_meant(one, call)]
        known = _is_known(call)
        if known and _is_certain(placed):
            gone.update((id(one), call.lineno) for one in chosen)
        elif chosen if known else of_server:
            notes.append(f"tools may be taken away on line {call.lineno}; --import lists those that stay")
    lost = [(name_of(one), gone[id(one)]) for one in registrations if id(one) in gone]
    if lost:
        names = ", ".join(f"`{name}`" for name, _ in lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
        is_one = len(lost) == 1
        notes.insert(0, f"{names} {'is' if is_one else 'are'} not listed: taken away on line {lost[0][1]}")
    return Removed([one for one in registrations if id(one) not in gone], tuple(dict.fromkeys(notes)))


def name_of(one: Registration) -> str:
    return named_by(one) or one.node.name


def _is_off(one: Registration) -> bool:
    """Whether the call that makes a tool says that it is not listed."""
    given = one.settings.keywords if one.settings is not None else []
    return any(
        keyword.arg in _SWITCHES and isinstance(keyword.value, ast.Constant) and keyword.value.value is False
        for keyword in given
    )


def _calls(outline: Outline) -> Iterator[tuple[Placed, ast.Call]]:
    """The calls that take tools of a known server away, each a statement of its own."""
    for placed in outline.placed:
        match placed.statement:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=attr)) as call) if attr in _CALLS:
                if made_by(owner, outline)[1] is not None:
                    yield placed, call
            case _:
                pass


def _is_certain(placed: Placed) -> bool:
    """Whether a statement runs whenever its module or the function around it does: not below an `if` or in a loop."""
    if not placed.around:
        return placed.statement.col_offset == 0
    return placed.statement in placed.around[-1].body


def _is_known(call: ast.Call) -> bool:
    """Whether all that says which tools a call takes away is written out."""
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    return bool(values) and all(_texts(value) is not None for value in values)


def _texts(node: ast.expr) -> frozenset[str] | None:
    """The texts that a literal holds; None for what is no literal of texts."""
    elements = node.elts if isinstance(node, ast.Set | ast.List | ast.Tuple) else [node]
    texts = [one.value for one in elements if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return frozenset(texts) if len(texts) == len(elements) else None


def _is_meant(one: Registration, call: ast.Call) -> bool:
    name = name_of(one)
    wanted = [(None, value) for value in call.args] + [(keyword.arg, keyword.value) for keyword in call.keywords]
    for kind, node in wanted:
        texts = _texts(node) or frozenset()
        if kind == "tags":
            if _tags(one) & texts:
                return True
        elif kind in (None, "name", "names", "keys", "tool_name"):
            if name in {text.removeprefix("tool:").removesuffix("@") for text in texts}:
                return True
        elif kind == "components" and "tool" in texts and len(wanted) == 1:
            return True
    return False


def _tags(one: Registration) -> frozenset[str]:
    given = one.settings.keywords if one.settings is not None else []
    return next((_texts(keyword.value) or frozenset() for keyword in given if keyword.arg == "tags"), frozenset())
