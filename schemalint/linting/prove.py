"""Run the examples of a rule's page: that one rule, through the real reader, must find what the page promises.

This is what `schemalint rules --test` and our own tests of the built-in rules do. Complaints are values, worded for the author
of the rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from schemalint.linting.page import Example, PageError, cases, examples
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported, lint
from schemalint.model import Target, Toolset
from schemalint.record import dataclass
from schemalint.schema.pointer import Json, parse_pointer, pointer_text, value_at
from schemalint.text.edit.patch import patched

if TYPE_CHECKING:
    from schemalint.text.document import Document

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is untrue in a file, and the line on which the example begins; None where it is about the page as a whole."""

    path: str
    line: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}" if self.line is not None else f"{self.path}: {self.message}"


def prove(rule: Rule, case_file: Path | None = None) -> Iterator[Complaint]:
    """What is untrue on a rule's page, and in its file of cases where there is one; nothing when all of it holds."""
    try:
        shown = list(examples(rule.page))
    except PageError as error:
        yield Complaint(rule.path, error.line, error.reason)
        return
    try:
        further = list(cases(case_file.read_text(encoding="utf-8"))) if case_file is not None else []
    except PageError as error:
        yield Complaint(str(case_file), error.line, error.reason)
        return
    if all(example.ok for example in shown):
        yield Complaint(rule.path, None, "the page has no example that the rule finds something in")
    if not any(example.ok for example in shown):
        yield Complaint(rule.path, None, "the page has no example marked `ok`")
    offered = False
    for path, example in [*((rule.path, example) for example in shown), *((str(case_file), example) for example in further)]:
        complaints, fixes = _run(rule, example)
        offered = offered or fixes
        title = f"{example.title}: " if example.title else ""
        yield from (Complaint(path, example.line, f"{title}{complaint}") for complaint in complaints)
    if offered and all(example.after is None for example in shown):
        yield Complaint(rule.path, None, "the rule offers a fix, but no example of its page shows one after `---`")


def offered_fix(rule: Rule) -> str | None:
    """`"safe"` or `"unsafe"` where an example of the page is fixed so, else None; evidence, not a claim."""
    for example in examples(rule.page):
        if example.after is not None:
            document, toolset, _ = read_example(example)
            found = _lint(rule, example, toolset) if document is not None and toolset is not None else []
            kinds = {reported.fix.safe for reported in found if reported.fix is not None}
            if kinds:
                return "safe" if kinds == {True} else "unsafe"
    return None


def _lint(rule: Rule, example: Example, toolset: Toolset) -> list[Reported]:
    return list(lint(toolset, [rule.configured(options=example.options)]))


def _run(rule: Rule, example: Example) -> tuple[list[str], bool]:
    """The complaints about one example, and whether a fix was offered in it."""
    document, toolset, complaints = read_example(example)
    if document is None or toolset is None:
        return complaints, False
    if unknown := [name for name in example.options if name not in rule.options]:
        return [f"`{unknown[0]}` is not an option of {rule.id}"], False
    found = _lint(rule, example, toolset)
    said = {(reported.at, reported.message) for reported in found}
    for reported in _lint(rule.declaring_nothing(), example, toolset):
        if (reported.at, reported.message) not in said:
            complaints.append(f"what the rule declares hides a finding: {reported.message}")
    for reported in found:
        if reported.tool is not None and value_at(reported.tool.members(), reported.at, _MISSING) is _MISSING:
            complaints.append(f"a finding is at {pointer_text(reported.at)}, where nothing is")
    if example.language == "json":
        places = [reported.tool.document(reported.at) if reported.tool else () for reported in found]
        complaints += _differences(
            [pointer_text(parse_pointer(pointer, document.value) or ()) for pointer in example.pointers],
            [pointer_text(place) for place in places],
            lambda pointer: f"a finding at {pointer or 'the whole document'}",
        )
    else:
        complaints += _differences(
            example.findings,
            [(_line(document, reported), reported.message) for reported in found],
            lambda at: f"`# finding: {at[1]}` on its line {at[0]}",
        )
    fixes = [reported for reported in found if reported.fix is not None]
    if example.after is not None:
        complaints += _fix_complaints(example, document, fixes)
    return complaints, bool(fixes)


def _differences(expected: Sequence[Json], found: Sequence[Json], words: Callable[[Json], str]) -> list[str]:
    missing, extra = list(expected), []
    for item in found:
        if item in missing:
            missing.remove(item)
        else:
            extra.append(item)
    return [f"promised and not found: {words(item)}" for item in missing] + [f"not promised: {words(item)}" for item in extra]


def _fix_complaints(example: Example, document: Document, fixes: Sequence[Reported]) -> list[str]:
    if not fixes:
        return ["the example shows a fix, and the rule offers none"]
    edits = [
        (reported.tool.document(edit.at), edit.value)
        for reported in fixes
        if reported.fix is not None and reported.tool is not None
        for edit in reported.fix.edits
    ]
    after = _parse(example.after or "", example.language)
    if isinstance(after, str):
        return [f"the text after `---` cannot be read: {after}"]
    fixed = patched(document.value, edits)
    if _text(fixed) != _text(after.value):
        return [f"the fix makes {_text(fixed)}, the example shows {_text(after.value)}"]
    return []


def _text(value: Json) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _line(document: Document, reported: Reported) -> int:
    place = reported.tool.document(reported.at) if reported.tool is not None else ()
    span = document.locate(place)
    return span.line if span is not None else 0


def _parse(text: str, language: str) -> Document | str:
    from schemalint.text import json_text, yaml_text
    from schemalint.text.document import Malformed

    parsed = [json_text.parse(text)] if language == "json" else yaml_text.parse(text)
    if len(parsed) != 1:
        return f"{len(parsed)} documents where one is expected"
    document = parsed[0]
    if isinstance(document, Malformed):
        return f"line {document.line}: {document.reason}"
    if document.faults:
        return document.faults[0].reason
    return document


def read_example(example: Example) -> tuple[Document | None, Toolset | None, list[str]]:
    """An example as a document and its one toolset, or the complaints why it is none."""
    from schemalint.sources import shapes

    document = _parse(example.before, example.language)
    if isinstance(document, str):
        return None, None, [document]
    recognized = shapes.recognize(document.value, named=True)
    if recognized.problems or len(recognized.groups) != 1:
        reasons = [problem.reason for problem in recognized.problems] or ["one list of tools is expected"]
        return None, None, reasons
    tools = recognized.groups[0].tools
    try:
        targets = _targets(example.targets)
    except ValueError as error:
        return None, None, [str(error)]
    return document, Toolset(tools, server=example.server, configured=example.server, trust=example.trust, targets=targets), []


def _targets(words: Sequence[str]) -> tuple[Target, ...]:
    """The targets that an example is checked for. Errors: `ValueError` for a name that is none."""
    if not words:
        return ()
    from schemalint.targets import find

    return tuple(find(word) for word in words)
