"""Text to a file: all of it or none of it, and not outside the root.

A file is replaced by a complete new one or stays as it was, whatever fails and however many write at once; the last writer
that completes wins. The name is replaced, so a second hard link to the old file keeps the old content. Knows nothing of
what is written.
"""

from __future__ import annotations

import os
import re
import stat
import time
from codecs import BOM_UTF8
from contextlib import suppress
from pathlib import Path
from typing import Final

from schemalint.edge.read import Refused, kind_of_file, read_file
from schemalint.errors import Failure


class WriteRefused(Failure):
    """A file was not written; what stood there stands there still. `reason` names the path and says the system's words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write_atomic(path: Path, data: bytes, *, root: Path | None = None) -> None:
    """Make `data` the content of a file.

    A new file gets the mode that the umask allows, an old one keeps its mode, and its owner where the system permits.
    A symbolic link stays and its target is written. With `root`, a path that leads outside it is refused, through links
    too. Errors: `WriteRefused`, also for what is no regular file, for a file without write permission and for a missing
    folder; an interrupt goes on its way after the temporary file is gone.
    """
    _write(path, data, root, None)


def write_inside(path: Path, data: bytes) -> None:
    """As `write_atomic`, for a path that a user named: one in the repository, or in the working folder where there is none,
    may not lead out of it. A link may be a stranger's; a path that is outside by its own words is the user's.
    """
    write_atomic(path, data, root=root_of(path))


def root_of(path: Path) -> Path | None:
    """The folder that a path lies in by its words and may not leave through links; None for a path outside of it."""
    top = repository()
    return top if Path(os.path.normpath(Path.cwd() / path)).is_relative_to(top) else None


def repository() -> Path:
    """The folder of the repository; without one the current folder."""
    current = Path.cwd()
    return next((folder for folder in (current, *current.parents) if os.path.lexists(folder / ".git")), current)


def write_if_unchanged(path: Path, data: bytes, expected: bytes, *, root: Path | None = None) -> None:
    """As `write_atomic`, but `WriteRefused` unless the file still holds `expected`, the bytes that `data` was made from.

    The comparison is the last thing before the exchange; between these two another program can still write unseen.
    """
    _write(path, data, root, expected)


def replace_text(path: Path, old: str, new: str) -> None:
    """Make a text the content of a file that still holds the old one. A byte order mark is not part of the text, and stays.

    Errors: `WriteRefused`.
    """
    try:
        mark = BOM_UTF8 if read_file(path, len(old) * 4 + 4).startswith(BOM_UTF8) else b""
    except Refused as error:
        raise WriteRefused(f"{path}: not written: it {error.reason}") from None
    write_if_unchanged(path, mark + new.encode(), expected=mark + old.encode(), root=root_of(path))


def _write(path: Path, data: bytes, root: Path | None, expected: bytes | None) -> None:
    try:
        target = _target(path, root)
        old = _old_status(path, target)
        # Not named after the target: a name of 255 bytes has no room for more. Not guessable: others may write the folder.
        temporary = target.with_name(f"{_PREFIX}{os.urandom(12).hex()}{_SUFFIX}")
        _remove_leftovers(target.parent)
        try:
            _fill(temporary, data, old)
            if expected is not None and not _holds(target, expected):
                raise WriteRefused(f"{path}: not written, the file has changed since it was read")
            os.replace(temporary, target)  # noqa: PTH105
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        raise WriteRefused(f"{path}: cannot be written: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the path, or a lone surrogate that no file name can hold
        raise WriteRefused(f"{path}: cannot be written: {error}") from error


_PREFIX: Final = ".schemalint-"
_SUFFIX: Final = ".tmp"
_FORGOTTEN: Final = 3600
"""Seconds after which a temporary file is not that of a run beside this one."""


def _remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of runs that were killed while they wrote into a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            ours = re.fullmatch(rf"{re.escape(_PREFIX)}[0-9a-f]{{24}}{re.escape(_SUFFIX)}", entry.name) is not None
            if ours and entry.is_file(follow_symlinks=False) and time.time() - entry.stat().st_mtime > _FORGOTTEN:
                with suppress(OSError):
                    os.unlink(entry.path)  # noqa: PTH108


def _target(path: Path, root: Path | None) -> Path:
    """The path with every link in it followed, the last one too."""
    target = type(path)(os.path.realpath(path))
    if root is not None and not target.is_relative_to(os.path.realpath(root)):
        leads = "is" if target == path.absolute() else f"leads to {target},"
        raise WriteRefused(f"{path}: not written, it {leads} outside {root}")
    return target


def _old_status(path: Path, target: Path) -> os.stat_result | None:
    """What stands at the target now, None where nothing does."""
    try:
        old = path.stat()  # of the path, not the target: a loop of links is an error here
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(old.st_mode):
        raise WriteRefused(f"{path}: not written, it is {kind_of_file(old.st_mode)}, not a regular file")
    if not os.access(target, os.W_OK):  # replacing asks only the folder; whoever took the permission away meant the file
        raise WriteRefused(f"{path}: cannot be written: the file is read-only")
    return old


def _fill(temporary: Path, data: bytes, old: os.stat_result | None) -> None:
    # An old file's content may be private: nobody else can read its successor before the mode is set.
    mode = 0o666 if old is None else 0o600
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        if old is not None:
            _keep_owner(temporary, old)
            temporary.chmod(stat.S_IMODE(old.st_mode))
        os.fsync(descriptor)


def _keep_owner(temporary: Path, old: os.stat_result) -> None:
    """A tool that runs as root in a container must not take the files of a checkout away from their owner."""
    now = temporary.stat()
    if (now.st_uid, now.st_gid) != (old.st_uid, old.st_gid) and hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(temporary, old.st_uid, old.st_gid)


def _holds(target: Path, expected: bytes) -> bool:
    try:
        return read_file(target, len(expected)) == expected
    except Refused:
        return False
