"""Which files are left out before they are read: those that the user excludes, and the tests below a folder."""

from __future__ import annotations

import os
from pathlib import Path

from schemalint.config.exclusions import TESTS
from schemalint.record import dataclass
from schemalint.sources.assemble import PassedOver
from schemalint.sources.find import is_glob
from schemalint.sources.ignores import IgnoreFile, excluded, patterns
from schemalint.sources.permissions import Reach


@dataclass(frozen=True, slots=True)
class Leaving:
    """What one walk leaves out."""

    exclusions: IgnoreFile | None
    tests: IgnoreFile | None

    def out(self, path: Path, cwd: Path) -> PassedOver | None:
        """Why a file is left out; None for one that is read."""
        real = os.path.realpath(cwd / path)
        if self.exclusions is not None and excluded(real, self.exclusions):
            return PassedOver(path.as_posix(), "is left out by `exclude`", unread={"excluded": 1})
        if self.tests is not None and excluded(real, self.tests):
            return PassedOver(path.as_posix(), "is a test, or belongs to some", unread={"tests": 1})
        return None


def leaving(reach: Reach, base: Path) -> Leaving:
    """What a walk below `base`, or a named file of a project at `base`, leaves out. A folder that is named is meant."""
    exclusions = patterns(os.path.realpath(reach.home), reach.exclude) if reach.exclude else None
    within = f"{os.path.realpath(base)}/anything"
    if exclusions is not None and not reach.force_exclude and excluded(within, exclusions):
        exclusions = None
    return Leaving(exclusions, None if reach.include_tests else patterns(os.path.realpath(base), TESTS))


def base_of(argument: str) -> Path:
    """The folder that an argument names: itself, or the part of a glob before its first pattern."""
    parts = Path(argument).parts
    first = next((index for index, part in enumerate(parts) if is_glob(part)), len(parts))
    return Path(*parts[:first])
