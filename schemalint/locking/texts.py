"""The texts behind the digests of a lock file, to show the words that changed: from the file itself, else from git."""

from __future__ import annotations

from pathlib import Path

from schemalint.canon import canonical_json
from schemalint.locking.drifts import Drift
from schemalint.locking.state import Lock, value_of
from schemalint.model import Json, Tool
from schemalint.record import dataclass, field
from schemalint.sources import Source, load


@dataclass(slots=True)
class OldTexts:
    """Where the texts are that a lock file has digests of: in the file, at HEAD, or at the commit that last changed it.

    Only a text with the very digest counts. What was read at a revision is kept: many fields of one file may have drifted.
    """

    path: Path
    locked: Lock
    read: dict[tuple[str, str], dict[str, list[Tool]]] = field(default_factory=dict)
    revisions: list[str] | None = None

    def both(self, drift: Drift) -> tuple[str, str] | None:
        """The text of a rewritten part before and after; None where the old one cannot be found."""
        if drift.new is None or drift.new.tool is None:
            return None
        old = self._old(drift)
        new = value_of(drift.new.tool, drift.field, None, self.locked.property_order)
        return (text_of(old[0]), text_of(new[0])) if old is not None and new is not None else None

    def _old(self, drift: Drift) -> tuple[Json] | None:
        if drift.old is None:
            return None
        expected = drift.old.fields.get(drift.field)
        if drift.old.tool is not None:
            return value_of(drift.old.tool, drift.field, expected, self.locked.property_order)
        for revision in self._revisions():
            for tool in self._tools(revision, drift.old.source).get(drift.old.name, ()):
                value = value_of(tool, drift.field, expected, self.locked.property_order)
                if value is not None:
                    return value
        return None

    def _revisions(self) -> list[str]:
        if self.revisions is None:
            from schemalint.sources.git_objects import changed_in

            self.revisions = ["HEAD", *filter(None, [changed_in(Path.cwd() / self.path)])]
        return self.revisions

    def _tools(self, revision: str, source: str) -> dict[str, list[Tool]]:
        """The tools of a source at a revision, by name."""
        key = (revision, source)
        if key not in self.read:
            self.read[key] = {}
            for item in load(f"git:{revision}:./{source}", cwd=(Path.cwd() / self.path).parent):
                for toolset in item.toolsets if isinstance(item, Source) else ():
                    for tool in toolset.tools:
                        self.read[key].setdefault(tool.name, []).append(tool)
        return self.read[key]


def text_of(value: Json) -> str:
    """A part as it is shown: a text as it is, everything else in canonical form."""
    return value if isinstance(value, str) else canonical_json(value).decode()
