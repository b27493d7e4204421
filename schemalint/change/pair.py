"""Which thing of the old side became which of the new: sets, tools, names. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Final, TypeAlias, TypeVar

from schemalint.canon import canonical, canonical_json, in_order
from schemalint.change.grade import Pair
from schemalint.change.schemas import same_text
from schemalint.model import Json, Tool, Toolset
from schemalint.schema.members import properties

ALIKE: Final = 0.7
"""How alike the words of two texts must be (Ratcliff and Obershelp's measure) to be taken for one that was edited."""
_MOST_PAIRS: Final = 400
"""Pairs of names whose texts are compared; beyond, only those with equal schemas are found."""
_LONGEST: Final = 2_000
_MOST_WORDS: Final = 150
"""Characters and words of a text that are compared."""
_ENOUGH: Final = 5
"""Words by which a text is recognized that goes on behind them."""
_MOST_DUPLICATES: Final = 20
"""Things with equal schemas that are candidates for one that was removed."""
_MOST_PARTS: Final = 50
"""New tools among which the parts of a removed one are looked for."""

Item = TypeVar("Item")


# -------------------------------------------------------------------------------------------------------------------- sets


def matched(old: Sequence[Toolset], new: Sequence[Toolset]) -> tuple[list[tuple[Toolset, Toolset]], str | None]:
    """The sets of two sides by server, else by the name of their file, where both sides have the same names; else all as one.

    Sets without tools do not count. Beside the pairs a note says how they were matched, where it had to be guessed.
    """
    before, after = ([one for one in side if one.tools] for side in (old, new))
    if len(before) == len(after) == 1:
        return [(before[0], after[0])], None
    if len(before) == len(after):
        for key, names in (("server", _servers), ("file", _files)):
            one, other = names(before), names(after)
            if one is not None and other is not None and one.keys() == other.keys():
                pairs = [(one[name], other[name]) for name in sorted(one)]
                return pairs, f"{len(pairs)} sets on each side, matched by {key}"
    note = f"{_counted(before)} before and {_counted(after)} after do not match one by one; their tools are compared as one set"
    return [(as_one(before), as_one(after))], note


def _servers(sets: Sequence[Toolset]) -> dict[str, Toolset] | None:
    found = {one.server: one for one in sets if one.server}
    return found if len(found) == len(sets) else None


def _files(sets: Sequence[Toolset]) -> dict[str, Toolset] | None:
    found = {PurePath(one.tools[0].origin.source).name: one for one in sets}
    return found if len(found) == len(sets) else None


def as_one(sets: Sequence[Toolset]) -> Toolset:
    """All tools of several sets, as a request that offers them all would send them."""
    return Toolset(tuple(tool for one in sets for tool in one.tools))


def _counted(sets: Sequence[Toolset]) -> str:
    return "1 set" if len(sets) == 1 else f"{len(sets)} sets"


# ------------------------------------------------------------------------------------------------------------------- tools


def tools(old: Sequence[Tool], new: Sequence[Tool]) -> list[Pair]:
    """Every tool with what it was or became, in the order of the new names (the old ones, for what was removed)."""
    before, after = _by_name(old), _by_name(new)
    pairs: list[tuple[str, Pair]] = []
    removed: dict[str, Tool] = {}
    added: dict[str, Tool] = {}
    for name in in_order({*before, *after}):
        olds, news = before.get(name, []), after.get(name, [])
        if olds and news:
            if len(olds) > 1 or len(news) > 1:
                olds, news = _equal_first(olds, news)
        elif olds:
            removed[name], *olds = olds
        else:
            added[name], *news = news
        common = min(len(olds), len(news))
        pairs += [(name, Pair(one, other)) for one, other in zip(olds, news, strict=False)]
        pairs += [(name, Pair(one, news[-1] if news else None, duplicate=bool(news))) for one in olds[common:]]
        pairs += [(name, Pair(None, one, duplicate=bool(olds))) for one in news[common:]]
    became = renamed(removed, added, meaning=_parameters, text=lambda tool: tool.text)
    pairs += [(other, Pair(removed[name], added[other])) for name, other in became.items()]
    pairs += [(name, Pair(tool, None)) for name, tool in removed.items() if name not in became]
    taken = set(became.values())
    pairs += [(name, Pair(None, tool)) for name, tool in added.items() if name not in taken]
    order = {name: i for i, name in enumerate(in_order({name for name, _ in pairs}))}
    return [pair for _, pair in sorted(pairs, key=lambda one: order[one[0]])]


def splits(pairs: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
    """Old name to new names, where a tool was removed and several tools were added that together have its parameters.

    Certain cases only: each new tool has none but parameters of the old one, with the same schemas; together they have all but
    one closed set, which chose between them; and each is named for one of its values.
    """
    pairs = list(pairs)
    added = [pair.new for pair in pairs if pair.old is None and pair.new is not None and not pair.duplicate]
    found: dict[str, tuple[str, ...]] = {}
    for pair in pairs:
        if pair.old is None or pair.new is not None or pair.duplicate or len(added) < 2 or len(added) > _MOST_PARTS:
            continue
        own = {name: same_text(schema, "schema") for name, schema in properties(pair.old.parameters).items()}
        parts = [tool for tool in added if _is_part(tool, own)]
        left = own.keys() - {name for tool in parts for name in properties(tool.parameters)}
        values = _choices(pair.old, left)
        named = [tool.name for tool in parts if any(spelling(value) in spelling(tool.name) for value in values)]
        if 1 < len(named) == len(parts):
            found[pair.old.name] = tuple(named)
    return found


def _is_part(tool: Tool, whole: Mapping[str, str]) -> bool:
    return all(whole.get(name) == same_text(schema, "schema") for name, schema in properties(tool.parameters).items())


def _choices(tool: Tool, names: Iterable[str]) -> list[str]:
    """The values of the one parameter of these names, where it is a closed set of words."""
    schemas = [properties(tool.parameters)[name] for name in names]
    values = schemas[0].get("enum") if len(schemas) == 1 and isinstance(schemas[0], dict) else None
    return [value for value in values if isinstance(value, str) and spelling(value)] if isinstance(values, list) else []


def _by_name(tools: Sequence[Tool]) -> dict[str, list[Tool]]:
    found: dict[str, list[Tool]] = {}
    for tool in tools:
        found.setdefault(tool.name, []).append(tool)
    return found


def _equal_first(old: list[Tool], new: list[Tool]) -> tuple[list[Tool], list[Tool]]:
    """Duplicates of one name in an order in which equal ones face each other."""
    pairs, olds, news = by_key(lambda tool: canonical(tool).decode(), old, new)
    return [one for one, _ in pairs] + olds, [other for _, other in pairs] + news


def _parameters(tool: Tool) -> str:
    """The parameters by which a tool is recognized; empty where there are none."""
    return canonical_json(tool.parameters, "schema").decode() if properties(tool.parameters) else ""


# ------------------------------------------------------------------------------------------------------------------- names


def renamed(
    removed: Mapping[str, Item],
    added: Mapping[str, Item],
    *,
    meaning: Callable[[Item], str],
    text: Callable[[Item], str],
) -> dict[str, str]:
    """Old name to new name, where something was removed and its like was added under another name.

    Equal `meaning` makes two alike, and so does a nearly equal `text`; names that differ only in case and separators are one
    where each side has one such. Of several candidates the one with the likest text is
    taken, then the first by name; no name is used twice. An empty meaning or text says nothing.
    """
    if not removed or not added:
        return {}
    spelled, spelled_new = _by_spelling(removed), _by_spelling(added)
    pairs = {old: spelled_new[key] for key, old in spelled.items() if key in spelled_new}
    taken = set(pairs.values())
    by_meaning: dict[str, list[str]] = {}
    for name, item in added.items():
        by_meaning.setdefault(meaning(item), []).append(name)
    few = len(removed) * len(added) <= _MOST_PAIRS
    texts = {name: text(item) for name, item in added.items()}
    found: list[tuple[float, str, str]] = []
    for old, item in removed.items():
        own, own_text = meaning(item), text(item)
        equal = by_meaning.get(own, ())[:_MOST_DUPLICATES] if own else ()
        for new in added if few else equal:
            close = likeness(own_text, texts[new]) if few and own_text and texts[new] else 0.0
            if close or new in equal:
                found.append((-close - (new in equal), old, new))
    for _, old, new in sorted(found):
        if old not in pairs and new not in taken:
            pairs[old] = new
            taken.add(new)
    return pairs


def spelling(name: str) -> str:
    """The letters and digits of a name, which stay when its case or separators change."""
    return re.sub(r"[\W_]", "", name).casefold()


def _by_spelling(names: Iterable[str]) -> dict[str, str]:
    """Names by their letters and digits in lower case, those that no other shares."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(spelling(name), []).append(name)
    return {key: alike[0] for key, alike in found.items() if key and len(alike) == 1}


def likeness(one: str, other: str) -> float:
    """How alike the words of two texts are, from 0 to 1; 0 for what is below `ALIKE`."""
    from difflib import SequenceMatcher

    first, second = (re.findall(r"\w+", text[:_LONGEST])[:_MOST_WORDS] for text in (one, other))
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) >= _ENOUGH and longer[: len(shorter)] == shorter:
        return max(ALIKE, 2 * len(shorter) / (len(shorter) + len(longer)))  # the text was continued
    matcher = SequenceMatcher(None, first, second)
    quick = matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE
    ratio = matcher.ratio() if quick else 0.0
    return ratio if ratio >= ALIKE else 0.0


def described(value: Json) -> str:
    """The description of a schema, or the empty text."""
    text = value.get("description") if isinstance(value, dict) else None
    return text if isinstance(text, str) else ""


# ------------------------------------------------------------------------------------------------------------ anything else

Paired: TypeAlias = tuple[list[tuple[Item, Item]], list[Item], list[Item]]
"""What belongs together, then what is left over on the old side and on the new one."""


def by_key(key: Callable[[Item], str], old: Sequence[Item], new: Sequence[Item]) -> Paired[Item]:
    """Items with equal keys, the first with the first; an empty key says nothing."""
    left: dict[str, list[Item]] = {}
    for item in new:
        left.setdefault(key(item), []).append(item)
    pairs: list[tuple[Item, Item]] = []
    removed: list[Item] = []
    for item in old:
        name = key(item)
        if name and left.get(name):
            pairs.append((item, left[name].pop(0)))
        else:
            removed.append(item)
    taken = {id(other) for _, other in pairs}
    return pairs, removed, [item for item in new if id(item) not in taken]
