"""What an argument of the command line means: a table of what recognizes it and what reads it.

A file, a folder, a glob, `-`, a name in a Python file, a module, a path at a revision, a live server. Whatever is there on disk
is a path, whatever it looks like.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Final

from schemalint.edge.show import nearest
from schemalint.record import dataclass
from schemalint.sources import file
from schemalint.sources.assemble import Outcome, PassedOver, nothing_in, without_tools
from schemalint.sources.find import SCRIPTS, Remark, Unlisted, candidates, is_glob
from schemalint.sources.leaving import base_of, leaving
from schemalint.sources.permissions import Reach
from schemalint.sources.source import Broken
from schemalint.sources.unread import Cause, unread_in

_LIVE: Final = ("stdio:", "http://", "https://")
_SUFFIXES: Final = ("json", "jsonc", "jsonl", "ndjson", "yaml", "yml", "py", "toml", "txt", "md")
"""What ends the name of a file that is not there, and not the name of a module."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument, and what is known of it without opening anything.

    `path` is the argument without the `:NAME` of `file.py:NAME`, which is `attribute`; `exists` is about `path`. `named`: the
    user named this very input, so that it must hold tools.
    """

    text: str
    path: str
    attribute: str | None
    exists: bool
    named: bool
    stdin: BinaryIO | None
    stdin_filename: str | None
    limit: int
    cwd: Path
    reach: Reach

    @property
    def is_path(self) -> bool:
        """Whether there is something on disk under just this name."""
        return self.exists and self.attribute is None


def parsed(
    text: str, stdin: BinaryIO | None, stdin_filename: str | None, limit: int, cwd: Path, reach: Reach, *, named: bool
) -> Argument:
    """The argument of one `load`."""
    path, attribute = text, None
    exists = bool(text) and os.path.lexists(cwd / text)
    if not exists:
        head, colon, tail = text.rpartition(":")
        if colon and head.endswith(".py"):
            path, attribute, exists = head, tail, os.path.lexists(cwd / head)
    return Argument(text, path, attribute, exists, named, stdin, stdin_filename, limit, cwd, reach)


def read(asked: Argument) -> Iterator[Outcome]:
    """What an argument holds, lazily."""
    for recognizes, reads in _MEANINGS:
        if recognizes(asked) and (found := reads(asked)) is not None:
            yield from found
            return


def _demanded(asked: Argument, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes of an input that the user named: one without tools is broken, unless such inputs may be passed over."""
    return (without_tools(one.path, one.reason, asked.named) if isinstance(one, PassedOver) else one for one in outcomes)


# ------------------------------------------------------------------------------------- what is neither a file nor a folder


def _standard_input(asked: Argument) -> Iterator[Outcome]:
    return _demanded(asked, file.read_standard_input(asked.stdin, asked.stdin_filename, asked.limit, named=asked.named))


def _server(asked: Argument) -> Iterable[Outcome]:
    from schemalint.sources import mcp

    return [mcp.live(asked.text, asked.limit, asked.cwd, asked.reach)]


def _revision(asked: Argument) -> Iterator[Outcome]:
    from schemalint.sources import git

    return git.read(asked.text, asked.limit, cwd=asked.cwd, named=asked.named, timeout=asked.reach.timeout)


def _is_module(asked: Argument) -> bool:
    """Whether an argument that names no file means a module: `pkg.mod`, `mod:attr`, and with `--import` also `mod`."""
    dotted, colon, _ = asked.text.partition(":")
    parts = dotted.split(".")
    if asked.exists or not all(part.isidentifier() for part in parts) or parts[-1].lower() in _SUFFIXES:
        return False
    return len(parts) > 1 or bool(colon) or asked.reach.importing


def _module(asked: Argument) -> Iterator[Outcome]:
    from schemalint.sources import imported

    return _demanded(asked, imported.module(asked.text, asked.reach, asked.cwd))


def _missing(asked: Argument) -> Iterable[Outcome]:
    reason = "no such file or folder"
    if asked.text.startswith(("http:", "https:", "http/", "https/")):
        reason += "; the address of a server begins with http:// or https://"
    path = Path(asked.path)
    try:
        near = nearest(path.name, sorted(os.listdir(asked.cwd / path.parent)))  # noqa: PTH208 - names are wanted, not paths
    except (OSError, ValueError):
        near = None
    if near is not None:
        reason += f"; did you mean `{(path.parent / near).as_posix()}`?"
    return [Broken(asked.text, reason)]


# --------------------------------------------------------------------------------------------------------- files and folders


def _is_several(asked: Argument) -> bool:
    return is_glob(asked.path) if not asked.exists else os.path.isdir(asked.cwd / asked.path)  # noqa: PTH112


def _several(asked: Argument) -> Iterator[Outcome]:
    """What the files of a folder or glob hold, in the order of their names."""
    files, silent = 0, True
    unread: list[Mapping[Cause, int]] = []
    leaves = leaving(asked.reach, asked.cwd / base_of(asked.path))
    listed: Iterable[Path | Unlisted | Remark] = candidates(asked.path, asked.cwd)
    if asked.reach.importing:
        listed = list(listed)
    for candidate in listed:
        if isinstance(candidate, Unlisted):
            silent = False
            yield Broken(candidate.path.as_posix(), candidate.reason)
            continue
        if isinstance(candidate, Remark):
            yield PassedOver(candidate.path.as_posix(), candidate.reason, is_input=False)
            continue
        if (left := leaves.out(candidate, asked.cwd)) is not None:
            unread.append(left.unread)
            yield left
            continue
        files += candidate.suffix.lower() not in SCRIPTS
        found = file.read(candidate.as_posix(), asked.cwd / candidate, asked.limit, named=False, makers=asked.reach.makers)
        if asked.reach.importing and candidate.suffix == ".py":
            from schemalint.sources import imported

            found = imported.met(candidate, [one for one in listed if isinstance(one, Path)], asked.reach, asked.cwd)
        for outcome in found:
            silent = silent and isinstance(outcome, PassedOver)
            unread.append(outcome.unread if isinstance(outcome, PassedOver) else {})
            yield outcome
    if silent:
        yield nothing_in(asked.path, files, asked.named, unread_in(unread))


def _may_be_configuration(asked: Argument) -> bool:
    """Whether a file may be a client's configuration whose servers the user asked for.

    Only a file that the user named gets here: one met in a folder is explained by `file`, and nothing is started.
    """
    return asked.is_path and (asked.reach.connect or asked.path.lower().endswith(".toml"))


def _configuration(asked: Argument) -> Iterable[Outcome] | None:
    """What the servers of a client's configuration file list; None where the file is none."""
    from schemalint.sources import mcp

    return mcp.configuration(asked.path, asked.cwd / asked.path, asked.limit, asked.reach, named=asked.named)


def _imported_file(asked: Argument) -> Iterator[Outcome]:
    from schemalint.sources import imported

    return _demanded(asked, imported.file(asked.path, asked.reach, asked.cwd, attribute=asked.attribute))


def _file(asked: Argument) -> Iterator[Outcome]:
    path = asked.cwd / asked.path
    if asked.reach.force_exclude and (left := leaving(asked.reach, asked.reach.home).out(Path(asked.path), asked.cwd)):
        return iter((left,))
    return _demanded(
        asked, file.read(asked.path, path, asked.limit, attribute=asked.attribute, named=asked.named, makers=asked.reach.makers)
    )


_MEANINGS: Final[tuple[tuple[Callable[[Argument], bool], Callable[[Argument], Iterable[Outcome] | None]], ...]] = (
    (lambda asked: asked.text == "-", _standard_input),
    (lambda asked: not asked.text, lambda _: [Broken("", "names nothing: expected a file, a folder or a glob")]),
    (lambda asked: asked.text.startswith(_LIVE) and not asked.is_path, _server),
    (lambda asked: asked.text.startswith("git:") and not asked.is_path, _revision),
    (_is_several, _several),
    (_is_module, _module),
    (lambda asked: not asked.exists, _missing),
    (_may_be_configuration, _configuration),
    (lambda asked: asked.reach.importing and asked.path.endswith(".py"), _imported_file),
    (lambda _: True, _file),
)
"""The first that recognizes an argument reads it, unless it finds on reading that the argument is something else (None)."""
