"""What reading may run or ask beyond opening files: nothing that the user did not ask for.

A value only: made once from the command line and the configuration, handed to `sources.load`, obeyed by the readers that
start an interpreter or talk to a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from schemalint.record import dataclass, field

TIMEOUT: Final = 30.0
"""Seconds that an import, or the start of a server, may take (decisions.md 3)."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far reading may go. Naming a module or a server on the command line is the user's word; a file is only read.

    `allowed` is False for a source that a configuration names which was merely found: what would run is then `Broken` with a
    message that names `--trust`. `home` is the folder of the configuration, in which there may be a `.venv`. `timeout` is in
    seconds; None means each reader's own default.
    """

    allowed: bool = True
    importing: bool = False
    """`--import`: Python files are imported in a child process instead of being read."""
    python: str | None = None
    """The interpreter that imports: `--python`, or what a configuration names that may run things."""
    refused_python: str | None = None
    """An interpreter that a configuration names which may not: what would be imported is `Broken`."""
    timeout: float | None = None
    connect: bool = False
    """`--connect`: the servers of a client's configuration file are started."""
    servers: tuple[str, ...] = ()
    """`--server`: only these of them."""
    headers: tuple[str, ...] = ()
    """`--header`: `Name: value` lines for HTTP requests."""
    again: bool = False
    """Servers are asked for their tools twice in one session, and the second list counts."""
    pass_env: tuple[str, ...] = ()
    """`--pass-env`: names of environment variables that a started server gets."""
    home: Path = field(default_factory=Path)
    exclude: tuple[str, ...] = ()
    """Patterns of files that folders and globs leave out, as `.gitignore` writes them, below `home`."""
    include_tests: bool = True
    """Whether the tests below a folder are read."""
    force_exclude: bool = False
    """Whether named files are left out like others."""
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Classes the user taught us: `module.Class` to where an object keeps `name`, `description` and `parameters`."""
    makers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Decorators and base classes the user taught us: `module.name` to the framework that it is like (`as`), or to the
    arguments or attributes that hold `name`, `description` and `parameters`.
    """


NOTHING: Final = Reach(allowed=False)
"""Reading that opens files and does nothing else."""
