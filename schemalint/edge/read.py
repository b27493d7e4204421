"""Bytes from outside, bounded and strict, as text; and where an offset of that text stands in its lines.

Never reads more than the limit, never waits for a file that is no file, never guesses an encoding. Knows nothing of what
the text means; an empty text is a text.
"""

from __future__ import annotations

import os
import stat
from bisect import bisect_right
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING, BinaryIO, Final

from schemalint.record import dataclass, field

if TYPE_CHECKING:
    from pathlib import Path

MAX_FILE_SIZE: Final = 16 * 2**20
"""Bytes of one document that are read when nobody asks for more."""

_CHUNK: Final = 2**16
# Non-blocking, so that opening a FIFO which nobody writes returns; the flags are missing on some systems.
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)


class Refused(Exception):
    """An input that this door does not let in. `reason` completes "PATH: ..." for the user; line and column count from 1."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column


def read_file(path: Path, limit: int = MAX_FILE_SIZE) -> bytes:
    """The bytes of a regular file of at most `limit` bytes.

    Errors: `Refused` for what is missing, not permitted, larger, or not a regular file (directory, FIFO, device, socket);
    at once, without waiting and without reading more than `limit` + 1 bytes.
    """
    try:
        # Before the open, because opening a device can do something; after it, because the name may have changed hands.
        _demand_regular(path.stat().st_mode)
        descriptor = os.open(path, _FLAGS)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            status = os.fstat(descriptor)
            _demand_regular(status.st_mode)
            if status.st_size > limit:
                raise _too_large(limit)
            # One byte more than the size, so that one read is enough; files of /proc have size 0 and are read all the same.
            return _bounded(file.read, limit, status.st_size + 1)
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the path, or a lone surrogate that no file name can hold
        raise Refused(f"cannot be read: {error}") from error


def read_stdin(stream: BinaryIO, limit: int = MAX_FILE_SIZE) -> bytes:
    """All bytes of a stream that ends within `limit` bytes.

    Errors: `Refused` for more, for a stream that is closed or fails, and for one in non-blocking mode that has run dry
    before its end (what is missing then would be missed silently).
    """
    try:
        return _bounded(stream.read, limit, _CHUNK)
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise Refused(f"cannot be read: {error}") from error


def kind_of_file(mode: int) -> str:
    """What a file that is not regular is, in words: "a directory", "a FIFO", ..."""
    for test, words in (
        (stat.S_ISDIR, "a directory"),
        (stat.S_ISFIFO, "a FIFO"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a character device"),
        (stat.S_ISBLK, "a block device"),
    ):
        if test(mode):
            return words
    return "a special file"


def _demand_regular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise Refused(f"is {kind_of_file(mode)}, not a regular file")


def _too_large(limit: int) -> Refused:
    return Refused(f"holds more than {limit} bytes; --max-file-size raises the limit")


def _bounded(read: Callable[[int], bytes | None], limit: int, first: int) -> bytes:
    chunks: list[bytes] = []
    left, want = limit + 1, first
    while left > 0:
        chunk = read(min(left, want))
        if chunk is None:
            raise Refused("cannot be read: the stream is in non-blocking mode and ran dry before its end")
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
        left -= len(chunk)
        want = _CHUNK
    raise _too_large(limit)


# ------------------------------------------------------------------------------------------------------------ bytes to text


def decode(data: bytes) -> str:
    """The text of UTF-8 bytes; a byte order mark in front is dropped, line ends stay as they are.

    Errors: `Refused` for UTF-16 and UTF-32 (told by their mark or by their NULs) and for any byte that is not UTF-8.
    """
    if looks := _other_encoding(data):
        raise Refused(f"not UTF-8 (looks like {looks}); save it as UTF-8", 1, 1)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line, column = Lines(data[: error.start].decode("utf-8").removeprefix("\ufeff")).at(error.start)
        what = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        if error.reason == "unexpected end of data":
            what = f"the text ends inside a character, at offset {error.start}"
        raise Refused(f"not UTF-8: {what}", line, column) from error


def _other_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32, by the mark, or by where NULs stand among the first two characters (RFC 4627, section 3)."""
    if data.startswith(BOM_UTF8):
        return None
    for mark, name in (
        (BOM_UTF32_LE, "UTF-32 LE"),  # before UTF-16, whose mark it begins with
        (BOM_UTF32_BE, "UTF-32 BE"),
        (BOM_UTF16_LE, "UTF-16 LE"),
        (BOM_UTF16_BE, "UTF-16 BE"),
    ):
        if data.startswith(mark):
            return name
    zeros = tuple(byte == 0 for byte in data[:4])
    names = {
        (True, True, True, False): "UTF-32 BE",
        (False, True, True, True): "UTF-32 LE",
        (True, False, True, False): "UTF-16 BE",
        (False, True, False, True): "UTF-16 LE",
        (True, False): "UTF-16 BE",
        (False, True): "UTF-16 LE",
    }
    return names.get(zeros)


# ---------------------------------------------------------------------------------------------------- offsets to lines


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a text; nothing is counted before the first question.

    A line ends with LF, CRLF or CR and with nothing else: U+2028, U+0085 and form feed are characters of their line, as in
    the language server protocol. Lines and columns count from 1, columns and offsets in code points.
    """

    text: str
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def at(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset; past the end counts as the end."""
        offset = min(offset, len(self.text))
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of a line and column that `at` gave."""
        return self._line_starts()[line - 1] + column - 1

    def line_text(self, line: int) -> str:
        """The text of a line without its end; empty for a line that is not there."""
        starts = self._line_starts()
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].removesuffix("\n").removesuffix("\r")

    def __len__(self) -> int:
        """How many lines there are; after a final line end stands one more, empty."""
        return len(self._line_starts())

    def _line_starts(self) -> list[int]:
        if not self._starts:
            # Both replacements keep the length, so the offsets stay those of the text.
            even = self.text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in self.text else self.text
            lengths = [len(line) + 1 for line in even.split("\n")]
            # A slice, so that two threads that ask first at the same time leave one list, not two in a row.
            self._starts[:] = accumulate(lengths[:-1], initial=0)
        return self._starts
