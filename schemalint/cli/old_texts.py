"""The texts that a lock file has digests of, for the words of a drift: from the lock file itself, else from git."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from schemalint.change.drift import Drift
from schemalint.change.lock import Lock, value_of
from schemalint.model import Json, Tool
from schemalint.sources import Source, load


@dataclass(slots=True)
class OldTexts:
    """Where the texts are that the lock file has digests of: in itself, at HEAD, or at the commit that wrote it.

    What was read at a revision is kept: many fields of one file may have drifted.
    """

    path: Path
    locked: Lock
    read: dict[tuple[str, str], dict[str, list[Tool]]] = field(default_factory=dict)
    revisions: list[str] | None = None

    def of(self, one: Drift) -> tuple[Json] | None:
        if one.old is None:
            return None
        expected = one.old.fields.get(one.field)
        if one.old.tool is not None:
            return value_of(one.old.tool, one.field, expected, self.locked.property_order)
        for revision in self._revisions():
            for tool in self._tools(revision, one.old.source).get(one.old.name, ()):
                value = value_of(tool, one.field, expected, self.locked.property_order)
                if value is not None:
                    return value
        return None

    def _revisions(self) -> list[str]:
        if self.revisions is None:
            from schemalint.sources.objects import changed_in

            self.revisions = ["HEAD", *filter(None, [changed_in(Path.cwd() / self.path)])]
        return self.revisions

    def _tools(self, revision: str, source: str) -> dict[str, list[Tool]]:
        """What a source held at a revision, by name."""
        key = (revision, source)
        if key not in self.read:
            self.read[key] = {}
            for item in load(f"git:{revision}:./{source}", cwd=(Path.cwd() / self.path).parent):
                for toolset in item.toolsets if isinstance(item, Source) else ():
                    for tool in toolset.tools:
                        self.read[key].setdefault(tool.name, []).append(tool)
        return self.read[key]
