"""`schemalint check --since REV`: a report without what the same sources had at a revision already."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from schemalint.cli.inputs import Inputs, gather
from schemalint.cli.table import Check
from schemalint.config import Config
from schemalint.edge.write import repository
from schemalint.errors import Failure
from schemalint.record import replace
from schemalint.reports import baseline
from schemalint.reports.report import Report
from schemalint.sources.ignores import file_of


def without_known(options: Check, config: Config, result: Report, checked: Callable[[Inputs], Report], revision: str) -> Report:
    """The report without the findings of the revision. A file that was not there had none. Errors: `Failure`."""
    from schemalint.sources.git_objects import Unreadable, tree_of
    from schemalint.sources.permissions import TIMEOUT

    try:
        tree_of(revision, Path(), TIMEOUT)
    except Unreadable as error:
        raise Failure(f"--since {revision}: {error.reason}") from None
    before = gather(options, config, tuple(_then(options.sources or config.sources or (".",), revision)))
    top = repository()

    def named(path: str) -> str:
        """A source as both sides name it: a file by where it is now."""
        then = path.removeprefix(f"git:{revision}:")
        return os.path.relpath(top / then) if then != path else os.path.relpath(path) if file_of(path) is not None else path

    known = baseline.entries(checked(before).findings, named)
    return replace(baseline.compared(result, known, named), known=f"at {revision}")


def _then(sources: tuple[str, ...], revision: str) -> Iterator[str]:
    """The sources as they were; what is no file or folder of the repository had no earlier state."""
    for source in sources:
        if source.startswith("git:"):
            raise Failure(f"--since compares with the files that are here, and `{source}` is at a revision itself")
        if file_of(source) is not None and not Path(source).is_absolute():
            yield f"git:{revision}:./{source}"
