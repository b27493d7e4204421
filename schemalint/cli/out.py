"""Standard output and standard error: results to the one, notes to the other; a pipe that was closed early is not an error."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from schemalint.edge.show import show
from schemalint.errors import Failure


class Unwritten(Failure):
    """Standard output that cannot be written, such as one on a full disk; the text has the reason."""


def emit(text: str) -> None:
    """Write a result to standard output. Bytes that its encoding lacks are written as escapes. Errors: `Unwritten`."""
    try:
        _write(sys.stdout, text)
    except OSError as error:
        raise Unwritten(f"standard output cannot be written: {error.strerror or error}") from None


def emit_exact(text: str) -> None:
    """Write a text whose bytes count; a terminal only shows it, so hidden characters become escapes there."""
    emit(show(text, lines=True) if is_terminal() else text)


def note(text: str) -> None:
    """Write a note for the user to standard error, sanitized; it may have several lines."""
    with suppress(OSError):  # nobody is left to read it
        _write(sys.stderr, show(text, lines=True) + "\n")


def is_terminal() -> bool:
    """Whether results go to a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:  # closed before we began, as by `>&-`
        raise OSError("it is closed")
    try:
        encoding = (getattr(stream, "encoding", None) or "utf-8").lower()
        if encoding.replace("-", "") != "utf8" or not text.isascii():
            text = text.encode(encoding, "backslashreplace").decode(encoding)
        stream.write(text)
        stream.flush()
    except OSError as error:
        # Point the descriptor elsewhere, or the interpreter complains when it closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if not isinstance(error, BrokenPipeError):  # the reader went away (`| head`)
            raise
