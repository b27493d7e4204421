"""A baseline: the findings that a team knows of, so that only later ones are reported. Its text, and what it holds. Pure.

One sorted line a finding and no line numbers, so that two branches merge; an entry is a source and a fingerprint, and the rest
of the line is for its reader. A source that is a file is named from the folder of the baseline.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from schemalint.errors import Failure
from schemalint.linting.run import Reported
from schemalint.model import Json
from schemalint.record import replace
from schemalint.reports.report import Report
from schemalint.schema.pointer import pointer_text

VERSION = 1
Naming: TypeAlias = Callable[[str], str]
"""How the baseline names a source that a report names by this path."""


class BaselineError(Failure):
    """A baseline that cannot be read."""


class Entry(NamedTuple):
    """A known finding. `tool` is empty for one on a whole set, `at` is canonical."""

    path: str
    rule: str
    tool: str
    at: str
    fingerprint: str

    @property
    def identity(self) -> tuple[str, str]:
        return (self.path, self.fingerprint)


def entries(findings: Iterable[Reported], named: Naming) -> list[Entry]:
    """The findings as entries, sorted."""
    found = {
        Entry(named(finding.path), finding.rule, finding.tool_name or "", pointer_text(finding.at), finding.fingerprint)
        for finding in findings
    }
    return sorted(found)


def text(known: Iterable[Entry]) -> str:
    """The baseline as a file holds it."""
    listed = ",\n".join(json.dumps(entry._asdict()) for entry in sorted(set(known)))
    return (
        f'{{"version": {VERSION}, "findings": [\n{listed}\n]}}\n' if listed else f'{{"version": {VERSION}, "findings": []}}\n'
    )


def read(name: str, content: str) -> list[Entry]:
    """The entries of a file; `name` is for messages. Errors: `BaselineError`."""
    try:
        value: Json = json.loads(content)
    except (ValueError, RecursionError) as error:
        line = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise BaselineError(f"{name}{line}: is not a baseline: it is not JSON; --write-baseline writes it anew") from None
    version = value.get("version") if isinstance(value, dict) else None
    if version != VERSION:
        raise BaselineError(f"{name}: is not a baseline of version {VERSION}; --write-baseline writes one")
    listed = value.get("findings")
    if not isinstance(listed, list) or not all(map(_is_entry, listed)):
        raise BaselineError(f"{name}: `findings` must be a list of objects with {', '.join(Entry._fields)}, all strings")
    return [Entry(*(item[member] for member in Entry._fields)) for item in listed]


def _is_entry(item: Json) -> bool:
    return isinstance(item, dict) and all(isinstance(item.get(member), str) for member in Entry._fields)


def compared(report: Report, known: Sequence[Entry], named: Naming) -> Report:
    """The report without the findings that are known."""
    identities = {entry.identity for entry in known}
    new = [one for one in report.findings if (named(one.path), one.fingerprint) not in identities]
    return replace(report, findings=tuple(new), baselined=len(report.findings) - len(new))


def removed(
    report: Report, known: Iterable[Entry], named: Naming, *, read: Collection[str], exists: Callable[[str], bool]
) -> list[Entry]:
    """The entries of which nothing is found any longer: of sources that this run `read`, or whose file does not exist, and of
    rules that ran. What the run did not look at stays."""
    found = {entry.identity for entry in entries(report.findings, named)}
    looked_at = {named(path) for path in read}
    return [
        entry
        for entry in known
        if entry.identity not in found
        and (
            (entry.path in looked_at and entry.rule in report.rules) or (entry.path not in looked_at and not exists(entry.path))
        )
    ]
