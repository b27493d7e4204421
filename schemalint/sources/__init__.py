"""The outside comes in: an argument of the command line -> `Source | Broken | PassedOver`. The one way in.

Knows what an argument can mean: a file, a folder, a glob, `-`, a name in a Python file, a path at a revision. Runs no code of
what it reads and asks no network unless `Reach` says so. Knows neither rules nor lint; one file's bytes are read by `file`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from schemalint.edge.read import MAX_FILE_SIZE
from schemalint.edge.show import nearest
from schemalint.sources.assemble import Outcome as Outcome
from schemalint.sources.assemble import PassedOver as PassedOver
from schemalint.sources.assemble import together as together
from schemalint.sources.reach import NOTHING
from schemalint.sources.reach import Reach as Reach
from schemalint.sources.source import Broken as Broken
from schemalint.sources.source import Source as Source

__all__ = ["Broken", "Outcome", "PassedOver", "Reach", "Source", "load", "together"]

_LIVE: Final = ("stdio:", "http://", "https://")
_SUFFIXES: Final = ("json", "jsonc", "jsonl", "ndjson", "yaml", "yml", "py", "toml", "txt", "md")
"""What ends the name of a file that is not there, and not the name of a module."""


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
    `reach` says what may run or be asked; by default nothing.
    """
    found = _outcomes(argument, stdin, stdin_filename, limit, cwd, reach, named=not ignore_unrecognized)
    for outcome, named in found:
        if isinstance(outcome, PassedOver) and named and not ignore_unrecognized:
            yield Broken(outcome.path, outcome.reason)
        else:
            yield outcome


def _outcomes(
    argument: str, stdin: BinaryIO | None, stdin_filename: str | None, limit: int, cwd: Path, reach: Reach, *, named: bool
) -> Iterator[tuple[Outcome, bool]]:
    """Each outcome, and whether the user named just that input."""
    from schemalint.sources import file

    if argument == "-":
        for outcome in file.read_standard_input(stdin, stdin_filename, limit, named=named):
            yield outcome, True
        return
    if not argument:
        yield Broken(argument, "names nothing: expected a file, a folder or a glob"), True
        return
    if argument.startswith(_LIVE) and not os.path.lexists(cwd / argument):
        from schemalint.sources import mcp

        yield mcp.live(argument, limit, cwd, reach), True
        return
    if argument.startswith("git:") and not os.path.lexists(cwd / argument):
        from schemalint.sources import git

        yield from git.read(argument, limit, cwd=cwd, named=named, timeout=reach.timeout)
        return
    path, attribute = argument, None
    if not os.path.lexists(cwd / argument):
        head, colon, tail = argument.rpartition(":")
        if colon and head.endswith(".py"):
            path, attribute = head, tail
    if os.path.isdir(cwd / path) or (not os.path.lexists(cwd / path) and _is_pattern(path)):  # noqa: PTH112
        yield from _several(path, limit, cwd, reach)
    elif not os.path.lexists(cwd / path):
        if _is_module(argument, importing=reach.importing):
            from schemalint.sources import imported

            for outcome in imported.module(argument, reach, cwd):
                yield outcome, True
            return
        yield Broken(argument, _missing(path, cwd)), True
    elif attribute is None and (found := _configuration(path, cwd, limit, reach)) is not None:
        yield from found
    elif reach.importing and path.endswith(".py"):
        from schemalint.sources import imported

        for outcome in imported.file(path, reach, cwd, attribute=attribute):
            yield outcome, True
    else:
        for outcome in file.read(path, cwd / path, limit, attribute=attribute, named=named):
            yield outcome, True


def _is_module(argument: str, *, importing: bool) -> bool:
    """Whether an argument that names no file means a module: `pkg.mod`, `mod:attr`, and with `--import` also `mod`."""
    dotted, colon, _ = argument.partition(":")
    parts = dotted.split(".")
    if not all(part.isidentifier() for part in parts) or parts[-1].lower() in _SUFFIXES:
        return False
    return len(parts) > 1 or bool(colon) or importing


def _is_pattern(path: str) -> bool:
    from schemalint.sources.find import is_glob

    return is_glob(path) and not path.startswith((*_LIVE, "git:"))


def _configuration(path: str, cwd: Path, limit: int, reach: Reach) -> Iterator[tuple[Outcome, bool]] | None:
    """What the servers of a client's configuration file list; None where the file is none, or nobody asked for them.

    Only a file that the user named gets here: one met in a folder is explained by `file`, and nothing is started.
    """
    if not (reach.connect or path.lower().endswith(".toml")):
        return None
    from schemalint.sources import mcp

    return mcp.configuration(path, cwd / path, limit, reach)


def _several(argument: str, limit: int, cwd: Path, reach: Reach) -> Iterator[tuple[Outcome, bool]]:
    """What the files of a folder or glob hold, in the order of their names."""
    from schemalint.sources import file
    from schemalint.sources.find import Unlisted, candidates

    seen, told = 0, False
    listed: Iterable[Path | Unlisted] = candidates(argument, cwd)
    if reach.importing:
        listed = list(listed)
    for candidate in listed:
        if isinstance(candidate, Unlisted):
            told = True
            yield Broken(candidate.path.as_posix(), candidate.reason), False
            continue
        seen += 1
        found = file.read(candidate.as_posix(), cwd / candidate, limit, named=False)
        if reach.importing and candidate.suffix == ".py":
            from schemalint.sources import imported

            found = imported.met(candidate, [one for one in listed if isinstance(one, Path)], reach, cwd)
        for outcome in found:
            told = told or not isinstance(outcome, PassedOver)
            yield outcome, False
    if not told:
        files = f"{seen} file{'' if seen == 1 else 's'}"
        what = f"holds no tool definitions: {files} looked at" if seen else "has no file that could hold tool definitions"
        yield PassedOver(argument, what), True


def _missing(path: str, cwd: Path) -> str:
    """Why an argument names nothing that is there, with the nearest name that is."""
    reason = "no such file or folder"
    near = _nearest(path, cwd)
    return f"{reason}; did you mean `{near}`?" if near else reason


def _nearest(path: str, cwd: Path) -> str | None:
    folder = Path(path).parent
    try:
        names = sorted(os.listdir(cwd / folder))  # noqa: PTH208 - names are wanted, not paths
    except (OSError, ValueError):
        return None
    near = nearest(Path(path).name, names)
    return (folder / near).as_posix() if near is not None else None
