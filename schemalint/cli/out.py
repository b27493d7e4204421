"""Standard output and standard error: results to the one, notes to the other; a pipe that was closed early is not an error."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final, TextIO

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


def deliver(text: str, file: str | None) -> None:
    """Write a result to the file that was named for it, or to standard output, which `-` and `/dev/stdout` mean too.

    Errors: `Unwritten`, `WriteRefused`.
    """
    if file is None or file in STANDARD_OUTPUT:
        emit(text)
    elif file != os.devnull:
        from pathlib import Path

        from schemalint.edge.write import write_inside

        write_inside(Path(file), text.encode("utf-8", "backslashreplace"))


STANDARD_OUTPUT: Final = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def harmless(text: str) -> str:
    """A text of several lines whose lines no CI takes for commands; as it is where no CI reads it.

    GitHub trims a line before it looks for `::`, and finds `##[` anywhere in it, as Azure finds `##vso[`.
    """
    if not any(os.environ.get(name) for name in ("CI", "GITHUB_ACTIONS", "TF_BUILD")):
        return text
    import re

    return re.sub(r"(?m)^([+\-]?[^\S\n]*):(?=:)", r"\1\\x3a", text).replace("##[", r"#\x23[").replace("##vso[", r"#\x23vso[")


def note(text: str) -> None:
    """Write a note for the user to standard error, sanitized; it may have several lines."""
    with suppress(OSError):  # nobody is left to read it
        _write(sys.stderr, harmless(show(text, lines=True)) + "\n")


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
