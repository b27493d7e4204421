"""What a registry could not hold: the tools in modules of its package that nothing had loaded when it was asked.

Reads their files as files of a folder are read, and runs nothing. Only what certainly defines a tool is reported.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from schemalint.edge.read import MAX_FILE_SIZE
from schemalint.sources.source import Missing, Source

SCRIPTS: Final = ("setup.py", "conftest.py", "__main__.py")


def missing(files: Sequence[str], cwd: Path) -> Iterator[Missing]:
    """The modules among files that define tools, each with their names."""
    from schemalint.sources import file

    for path in files:
        if is_script(Path(path).name):
            continue
        shown = os.path.relpath(path, os.path.realpath(cwd))
        for outcome in file.read(shown, Path(path), MAX_FILE_SIZE, named=False):
            if isinstance(outcome, Source):
                names = tuple(dict.fromkeys(tool.name for toolset in outcome.toolsets for tool in toolset.tools))
                yield Missing(shown, names)


def is_script(name: str) -> bool:
    """Whether a file is run and not imported."""
    return name in SCRIPTS or name.startswith("test_") or name.endswith("_test.py")
