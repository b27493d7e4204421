"""The worker's answer -> sources and what is broken. Wire values go through `shapes` like those of every other kind of source.

The document of a module maps the names of what it holds to what that says: a tool, a list of tools, or `{"tools": [...]}` for a
server. It is written nowhere; where its places are in the Python file is up to `positions`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from schemalint.edge.read import MAX_FILE_SIZE, Refused, decode, read_file
from schemalint.model import Fidelity, Json, Origin, Pointer, Tool
from schemalint.record import dataclass, field, replace
from schemalint.sources.assemble import Outcome, PassedOver, Reading, assemble
from schemalint.sources.comments import comments
from schemalint.sources.imported import functions, messages, positions
from schemalint.sources.imported.messages import Case
from schemalint.sources.imported.process import Subject
from schemalint.sources.imported.unloaded import missing
from schemalint.sources.shapes import Recognized, recognize
from schemalint.sources.source import Broken
from schemalint.text.document import Document


@dataclass(frozen=True, slots=True)
class _Made:
    """What of an answer is tools: recognized values, what could not be read, notes, and each tool with its place."""

    document: dict[str, Json] = field(default_factory=dict)
    recognized: dict[str, Recognized] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    placed: list[positions.Placed] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Side:
    """What the worker says of a tool beside what the tool says of itself."""

    framework: str | None
    fidelity: Fidelity
    at: Mapping[str, Json] | None


def outcomes(subject: Subject, answer: Mapping[str, Json], python: str, cwd: Path) -> Iterator[Outcome]:
    """One `Source`, or a `Broken` for each thing that kept it from being one, or `PassedOver` where there are no tools."""
    case = Case(answer.get("trouble", {}), subject, python, answer.get("python"), cwd)
    shown = subject.file or subject.argument
    if case.trouble:
        yield Broken(shown, messages.sentence(case), *messages.line_and_column(case))
        return
    path, text = _file(subject, answer.get("file"), cwd)
    made = _Made()
    for item in answer["items"]:
        _take(item, case, path, made)
    _drop_parts(answer["items"], made)
    document = Document(
        made.document,
        positions.locator(text, str(answer.get("file")), made.placed) if text else lambda _: None,
        lambda _: None,
    )
    found = [(0, one) for one in made.recognized.values()]
    reading = Reading(path, text, [document], found, kind="python" if text else "", ignores=comments(text, "python"))
    source = assemble(reading, named=True)
    if source is not None:
        notes = tuple(dict.fromkeys((*source.skipped, *made.notes)))
        absent = tuple(missing(answer.get("unloaded", ()), cwd))
        yield replace(source, broken=(*source.broken, *made.broken), skipped=notes, missing=absent)
    elif made.broken:
        yield from made.broken
    elif made.notes:
        yield PassedOver(path, "; ".join(made.notes))
    else:
        yield PassedOver(path, messages.nothing(answer["functions"], answer["classes"], subject))


def _file(subject: Subject, file: Json, cwd: Path) -> tuple[str, str]:
    """The path that reports name, and the text that its lines are of: the module's file where it lies in this folder."""
    path = subject.file
    if path is None and isinstance(file, str) and Path(file).is_relative_to(os.path.realpath(cwd)):
        path = os.path.relpath(file, os.path.realpath(cwd))
    if path is None:
        return subject.argument, ""
    try:
        return Path(path).as_posix(), decode(read_file(cwd / path, MAX_FILE_SIZE))
    except Refused:
        return Path(path).as_posix(), ""


# --------------------------------------------------------------------------------------------------------- items of an answer


def _take(item: Mapping[str, Json], case: Case, path: str, made: _Made) -> None:
    """Recognize what one name of the module holds."""
    name, form = item["name"], item["form"]
    sides: dict[Pointer, _Side] = {}
    named = True
    if form == "value":
        value = item["value"]
        named = case.subject.attribute is not None
    else:
        wires = list(_wires(item, case, path, made, (name, "tools") if form == "server" else (name,), sides))
        if form == "server" and not wires:
            made.notes.append(f"the server `{item['server'] or name}` lists no tools")
        if not wires:
            return
        value = {"tools": wires} if form == "server" else wires
        if form == "one" and len(wires) == 1 and _shows_itself(wires[0]):
            value, place = wires[0], (name,)
            sides = dict.fromkeys([place], sides[name, 0])
    found = recognize(value, named=named, stem=name, at=(name,), origin=Origin(source=case.subject.argument))
    if not (found.groups or found.problems):
        if named and found.explanation is not None:
            made.broken.append(Broken(path, f"`{name}` {found.explanation}"))
        made.notes.extend(found.skipped if named else ())
        return
    made.document[name] = value
    server = item.get("server")
    groups = tuple(
        replace(group, tools=tuple(_with_side(tool, sides) for tool in group.tools), server=group.server or server)
        for group in found.groups
    )
    for tool in (tool for group in groups for tool in group.tools):
        side = sides.get(tool.places[()])
        made.placed.append(positions.placed(tool, name, side.at if side else None))
    made.recognized[name] = replace(found, groups=groups)


def _shows_itself(wire: Json) -> bool:
    """Whether what a tool sends is known for a tool when it stands alone; one without parameters is in a list only."""
    return not isinstance(wire, dict) or not wire.keys() <= {"name", "description"}


def _drop_parts(items: Sequence[Mapping[str, Json]], made: _Made) -> None:
    """Leave out the constants that are part of another one: they are found in it."""
    parts = {part for item in items if item["name"] in made.recognized for part in item.get("holds", ())}
    for part in parts & made.recognized.keys():
        del made.recognized[part], made.document[part]


def _with_side(tool: Tool, sides: Mapping[Pointer, _Side]) -> Tool:
    side = sides.get(tool.places[()])
    if side is None or side.framework is None:
        return tool
    fidelity = side.fidelity if tool.origin.fidelity == "exact" else tool.origin.fidelity
    return replace(tool, origin=replace(tool.origin, framework=side.framework, fidelity=fidelity))


def _wires(
    item: Mapping[str, Json], case: Case, path: str, made: _Made, at: Pointer, sides: dict[Pointer, _Side]
) -> Iterator[Json]:
    """What each tool of an item says; what is not a tool is noted or broken."""
    count = 0
    for entry in item["entries"]:
        if "note" in entry:
            made.notes.append(entry["note"])
            continue
        if "trouble" in entry:
            where = entry.get("at") or {}
            entry_case = replace(
                case, trouble={**entry["trouble"], **{key: where[key] for key in ("file", "line") if key in where}}
            )
            line, _ = messages.line_and_column(entry_case)
            made.broken.append(Broken(path, messages.sentence(entry_case), line, tool=entry.get("name")))
            continue
        if "function" in entry:
            facts = entry["function"]
            # A parameter whose type says nothing stays in the schema as it is known, and the rule on missing types finds it.
            made.notes.extend(messages.gap(facts["name"], gap) for gap in facts["gaps"])
            side = _Side("function", "derived", entry["at"])
            wire: Json = functions.tool_of(facts)
        else:
            fidelity: Fidelity = "derived" if entry["framework"] == "pydantic" else "exact"
            side, wire = _Side(entry["framework"], fidelity, entry["at"]), entry["wire"]
        place: Pointer = (*at, count)
        sides[place] = side
        count += 1
        yield wire
