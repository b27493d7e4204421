"""The outside comes in: an argument of the command line -> `Source | Broken | PassedOver`. The one way in.

Runs no code of what it reads and asks no network unless `Reach` allows it. Knows neither rules nor lint; what an argument can
mean is in `argument`, and one file's bytes are read by `file`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from schemalint.edge.read import MAX_FILE_SIZE
from schemalint.sources import argument as arguments
from schemalint.sources.assemble import Outcome as Outcome
from schemalint.sources.assemble import PassedOver as PassedOver
from schemalint.sources.assemble import together as together
from schemalint.sources.permissions import NOTHING
from schemalint.sources.permissions import Reach as Reach
from schemalint.sources.source import Broken as Broken
from schemalint.sources.source import Source as Source

__all__ = ["Broken", "Outcome", "PassedOver", "Reach", "Source", "load", "together"]


def load(
    argument: str,
    *,
    stdin: BinaryIO | None = None,
    stdin_filename: str | None = None,
    limit: int = MAX_FILE_SIZE,
    ignore_unrecognized: bool = False,
    cwd: Path = Path(),
    reach: Reach = NOTHING,
) -> Iterator[Outcome]:
    """What one SOURCE of the command line holds, lazily. Paths are shown as written, members of a folder as `folder/name`.

    A file named here must hold tools, or it is `Broken`. A file met in a folder, and with `ignore_unrecognized` also a named
    one, is taken for a tool definition only when it certainly is one, and else is `PassedOver`. A folder or glob without
    any tool is `Broken` (`PassedOver` with `ignore_unrecognized`). `limit` counts the bytes of one document.
    `reach` is what may run or be asked; by default nothing.
    """
    asked = arguments.parsed(argument, stdin, stdin_filename, limit, cwd, reach, named=not ignore_unrecognized)
    yield from arguments.read(asked)
