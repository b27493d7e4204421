"""Standard output and standard error: results to the one, notes to the other; a pipe that was closed early is no error."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from schemalint.edge.show import show


def emit(text: str) -> None:
    """Write a result to standard output. Bytes that its encoding lacks are written as escapes."""
    _write(sys.stdout, text)


def note(text: str) -> None:
    """Write a note for the user to standard error, sanitized; it may have several lines."""
    _write(sys.stderr, show(text, lines=True) + "\n")


def is_terminal() -> bool:
    """Whether results go to a terminal."""
    return sys.stdout.isatty()


def _write(stream: TextIO, text: str) -> None:
    try:
        encoding = (getattr(stream, "encoding", None) or "utf-8").lower()
        if encoding.replace("-", "") != "utf8" or not text.isascii():
            text = text.encode(encoding, "backslashreplace").decode(encoding)
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        # The reader went away (`| head`). Point the descriptor elsewhere, or the interpreter complains when it closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
