"""Sources of which some are lock files: what was read, with the sets that a lock holds among it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from schemalint.cli.inputs import Inputs, collect
from schemalint.cli.table import Reading
from schemalint.config import Config
from schemalint.errors import Failure
from schemalint.locking import is_lock_file, read_lock, toolsets
from schemalint.sources import Source


def collect_with_locks(options: Reading, config: Config, sources: Sequence[str]) -> Inputs:
    """As `collect`, which reads no lock files. Errors: `Failure` for a lock that has digests only."""
    locks = [name for name in sources if is_lock_file(Path(name), config.max_file_size)]
    if not locks:
        return collect(options, config, sources)
    rest = [name for name in sources if name not in locks]
    read = collect(options, config, rest) if rest else Inputs((), (), (), ())
    found: list[Source] = []
    for name in locks:
        sets = toolsets(read_lock(name))
        if sets is None:
            raise Failure(f"{name}: holds digests only; `schemalint lock --store-text` stores the tools too")
        found.append(Source(name, "lock file", sets))
    held = tuple(toolset for source in found for toolset in source.toolsets)
    return Inputs((*read.sources, *found), read.broken, read.passed_over, (*read.toolsets, *held))
