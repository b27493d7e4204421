"""What was recognized in the documents of one input -> one `Source`, its broken tools named, its tools grouped into sets.

Decides which tools form a set and which are lost to a fault; reads no bytes and recognizes nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Final, TypeAlias

from schemalint.edge.read import MAX_FILE_SIZE
from schemalint.model import Pointer, Tool, Toolset
from schemalint.record import dataclass, field, replace
from schemalint.sources.comments import Comment
from schemalint.sources.forms import SCHEMA_KEYS
from schemalint.sources.limits import most_tool_values, most_tools, most_values_of, too_many, values_in
from schemalint.sources.shapes import Recognized
from schemalint.sources.source import Broken, Source
from schemalint.sources.unread import Cause, unread_text
from schemalint.text.document import Document, Malformed, Parsed


@dataclass(frozen=True, slots=True)
class PassedOver:
    """An input without tools that nobody asked to hold any; `reason` completes "PATH: ...". Counted, never an error.

    `is_input` is false for a remark on the search, such as one on a line of a `.gitignore`: it is shown and not counted.
    """

    path: str
    reason: str
    is_input: bool = True
    unread: Mapping[Cause, int] = field(default_factory=dict)
    """What was recognized in it all the same, by cause."""


def without_tools(path: str, reason: str, demanded: bool) -> Broken | PassedOver:
    """The outcome for an input without tools: broken where it had to hold some."""
    return Broken(path, reason) if demanded else PassedOver(path, reason)


def nothing_in(folder: str, files: int, demanded: bool, unread: Mapping[Cause, int] | None = None) -> Broken | PassedOver:
    """The outcome for a folder or glob in whose files there is no tool."""
    what = f"holds no tool definitions: {files} file{'' if files == 1 else 's'} looked at"
    if unread:
        what = f"holds no tool definitions that can be read; {unread_text(unread)}"
    elif not files:
        what = "has no file that could hold tool definitions"
    return without_tools(folder, what, demanded)


_WHOLE: Final = {"description", "properties", "json", "**", *SCHEMA_KEYS}
"""Steps that lead from a tool to what a model reads of it."""

Outcome: TypeAlias = Source | Broken | PassedOver


@dataclass(frozen=True, slots=True)
class Gap:
    """A part of a value that cannot be read without running it (Python only). `lost`: it was left out of the value.

    The last step of a lost place may be `-` (an element) or `**` (members): nobody can know where they would be.
    """

    at: Pointer
    reason: str
    line: int
    lost: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """One input as it was read: its documents, and what each of them, or each part of one, was recognized as.

    `recognized` pairs a document's index among those that have a value with what was found there.
    """

    path: str
    text: str
    parsed: Parsed
    recognized: Sequence[tuple[int, Recognized]]
    kind: str = ""
    """`json`, `jsonc`, `lines`, `yaml` or `python`; empty where the documents come from no text."""
    gaps: Sequence[Gap] = ()
    ignores: Mapping[int, tuple[Comment, ...]] = field(default_factory=dict)
    limit: int = MAX_FILE_SIZE
    """Bytes that a document may have, from which the other limits follow."""


def assemble(reading: Reading, *, named: bool) -> Source | None:
    """The source of an input in which tools, or entries that mean to be tools, were found; None where there are none."""
    if not any(found.groups or found.problems for _, found in reading.recognized):
        return None
    documents = [document for document in reading.parsed if isinstance(document, Document)]
    broken = [Broken(reading.path, one.reason, one.line, one.column) for one in reading.parsed if isinstance(one, Malformed)]
    notes: list[str] = []
    lost: set[int] = set()
    for index, found in reading.recognized:
        document = documents[index]
        tools = [tool for group in found.groups for tool in group.tools]
        for broke, inside in (*faults(reading.path, document, tools), *_oversized(reading, document, tools)):
            broken.append(broke)
            lost.update(id(tool) for tool in inside)
        for problem in found.problems:
            if any(fault.at[: len(problem.at)] == problem.at for fault in document.faults):
                continue  # the fault inside the entry is reported, and is why it is not a tool
            if gap := _gap_in(reading.gaps, problem.at):
                notes.append(f"line {gap.line}: an entry is not read, {gap.reason}")
                continue
            span = _span(document, problem.at)
            broken.append(Broken(reading.path, problem.reason, *span, tool=problem.name, pointer=problem.at))
        notes += found.skipped
        if found.explanation is not None and not (found.skipped or found.shape.startswith("empty") or document.faults):
            line, column = _span(document, ())
            if named or reading.kind == "lines":
                broken.append(Broken(reading.path, found.explanation, line, column))
            else:
                notes.append(f"line {line}: {found.explanation}")
    changed, gap_notes = _approximate(
        reading.gaps, [tool for _, found in reading.recognized for group in found.groups for tool in group.tools]
    )
    toolsets = tuple(_toolsets(reading, lost, changed))
    shapes = dict.fromkeys(found.shape for _, found in reading.recognized if found.groups or found.problems)
    broken.sort(key=lambda one: (one.line or 0, one.column or 0))
    return Source(
        reading.path,
        ("JSONL, " if reading.kind == "lines" else "") + "; ".join(shapes),
        toolsets,
        tuple(broken),
        documents,
        reading.text,
        (*dict.fromkeys(notes), *gap_notes),
        reading.ignores,
        kind=reading.kind,
    )


def _span(document: Document, at: Pointer) -> tuple[int | None, int | None]:
    span = document.nearest(at)
    return (span.line, span.column) if span is not None else (None, None)


def faults(path: str, document: Document, tools: Sequence[Tool] = ()) -> Iterator[tuple[Broken, Sequence[Tool]]]:
    """Each fault of a document, with the tools that are lost to it because it is inside them."""
    if not document.faults:
        return
    by_place: dict[Pointer, list[Tool]] = {}
    for tool in tools:
        by_place.setdefault(tool.places[()], []).append(tool)
    for fault in document.faults:
        inside = next((by_place[at] for n in range(len(fault.at), -1, -1) if (at := fault.at[:n]) in by_place), ())
        line, column = fault.span.line, fault.span.column
        name = inside[0].name if len(inside) == 1 else None
        yield Broken(path, fault.reason, line, column, tool=name, pointer=fault.at), inside


def _oversized(reading: Reading, document: Document, tools: Sequence[Tool]) -> Iterator[tuple[Broken, Sequence[Tool]]]:
    """What a document holds more of than can be checked in good time, with the tools that are lost to it."""
    most = most_tools(reading.limit)
    if len(tools) > most:
        yield Broken(reading.path, too_many(most, "tools"), *_span(document, ()), pointer=()), tools
        return
    if reading.text and len(reading.text) <= most_tool_values(reading.limit) and reading.kind != "yaml":
        return  # no value is shorter than a character, where no alias repeats it
    most, total = most_tool_values(reading.limit), 0
    for tool in tools:
        count = values_in(tool.members(), most)
        if count > most:
            at = tool.document(())
            broken = Broken(reading.path, too_many(most, "values"), *_span(document, at), tool=tool.name, pointer=at)
            yield broken, (tool,)
        else:
            total += count
    if total > (most := most_values_of(len(tools), reading.limit)):
        yield Broken(reading.path, too_many(most, "values in its tools"), *_span(document, ()), pointer=()), tools


def _gap_in(gaps: Sequence[Gap], at: Pointer) -> Gap | None:
    return next((gap for gap in gaps if gap.at[: len(at)] == at or at[: len(gap.at)] == gap.at), None)


def _approximate(gaps: Sequence[Gap], tools: Sequence[Tool]) -> tuple[Mapping[int, Tool | None], Sequence[str]]:
    """What becomes of tools with gaps, by identity, and the notes on them.

    A tool whose text or parameters are lost as a whole cannot be judged and is left out (None): a rule would call missing what
    is only out of sight. Every other gap leaves its tool `approximate`.
    """
    changed: dict[int, Tool | None] = {}
    notes: dict[str, None] = {}
    for gap in gaps:
        inside = [tool for tool in tools if gap.at[: len(tool.places[()])] == tool.places[()]]
        around = [] if inside or gap.lost else [tool for tool in tools if tool.places[()][: len(gap.at)] == gap.at]
        for tool in (*inside, *around):
            if gap.lost and _is_whole(tool, gap):
                changed[id(tool)] = None
                notes[f"line {gap.line}: `{tool.name}` is not checked, {gap.reason}"] = None
            else:
                changed.setdefault(id(tool), replace(tool, origin=replace(tool.origin, fidelity="approximate")))
                notes[f"line {gap.line}: `{tool.name}` is read in part, {gap.reason}"] = None
        if not inside and not around:
            notes[f"line {gap.line}: not everything is read, {gap.reason}"] = None
    return changed, list(notes)


def _is_whole(tool: Tool, gap: Gap) -> bool:
    """Whether a lost place takes away a whole member that a model reads: the description or the parameters."""
    steps = gap.at[len(tool.places[()]) :]
    if steps[0] in ("function", "toolSpec"):
        steps = steps[1:]
    return 1 <= len(steps) <= 2 and set(steps) <= _WHOLE


# ----------------------------------------------------------------------------------------------------------------- toolsets


def _is_alone(toolset: Toolset) -> bool:
    """Whether a set is one tool that is not in a list: its file, line or constant holds nothing else."""
    return (
        len(toolset.tools) == 1
        and not toolset.registry
        and not any(isinstance(step, int) for step in toolset.tools[0].places[()])
    )


def _toolsets(reading: Reading, lost: set[int], changed: Mapping[int, Tool | None]) -> Iterator[Toolset]:
    """One set for each list; the tools that are alone in lines, documents or constants of one input form one together."""
    alone: list[Toolset] = []
    for _, found in reading.recognized:
        for group in found.groups:
            kept = (changed.get(id(tool), tool) for tool in group.tools if id(tool) not in lost)
            toolset = Toolset(tuple(tool for tool in kept if tool is not None), group.server, registry=group.registry)
            if _is_alone(toolset):
                alone.append(toolset)
            elif toolset.tools:
                yield toolset
    if alone:
        yield replace(_merged(alone), independent=reading.kind == "lines")


def _merged(toolsets: Sequence[Toolset]) -> Toolset:
    servers = {toolset.server for toolset in toolsets}
    tools = tuple(tool for toolset in toolsets for tool in toolset.tools)
    return replace(toolsets[0], tools=tools, server=servers.pop() if len(servers) == 1 else None)


def together(sources: Sequence[Source]) -> tuple[Toolset, ...]:
    """The sets of several sources as models see them: files of one folder that hold a single tool each form one set,
    and so do the tools that files register with one object.

    Every other set stays as it is, in the order of the sources; `tool.origin.source` is the source that a tool is of.
    """
    sets: list[list[Toolset]] = []
    of_folder: dict[str, list[Toolset]] = {}
    for source in sources:
        for toolset in source.toolsets:
            if len(source.toolsets) == 1 and _is_alone(toolset) and not toolset.independent:
                folder = PurePath(source.path).parent.as_posix()
                if folder not in of_folder:
                    sets.append(of_folder.setdefault(folder, []))
                of_folder[folder].append(toolset)
            elif toolset.registry:
                if toolset.registry not in of_folder:
                    sets.append(of_folder.setdefault(toolset.registry, []))
                of_folder[toolset.registry].append(toolset)
            else:
                sets.append([toolset])
    return tuple(_merged(members) if len(members) > 1 else members[0] for members in sets)
