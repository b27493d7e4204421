"""What differs from system to system beside processes and files: how words are split, what a program is called, what it needs.

Everything that asks which system this is stands in this part, so that a test can pretend to be another one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

_PASSED: Final = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
_PASSED_ON_WINDOWS: Final = (
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERNAME",
    "USERPROFILE",
)


def on_windows() -> bool:
    return sys.platform == "win32"


def passed() -> tuple[str, ...]:
    """The few variables that programs need to run at all."""
    return _PASSED_ON_WINDOWS if on_windows() else _PASSED


def words(text: str) -> list[str]:
    """The words of a command line, as a POSIX shell splits them and with nothing else that a shell does. Errors: ValueError."""
    import shlex

    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    if on_windows():
        lexer.escape = ""  # a backslash separates folders there
    return list(lexer)


def program(name: str, path: str | None) -> str:
    """What to start for the name of a program: on Windows the file that PATH has for it, as `npx` is `npx.cmd` there."""
    if not on_windows():
        return name
    from shutil import which

    return which(name, path=path) or name


def python_of(environment: Path) -> str | None:
    """The Python of a virtual environment, if it is one."""
    # Not resolved: the link inside an environment is what tells Python that it is one.
    path = environment / ("Scripts/python.exe" if on_windows() else "bin/python")
    return os.path.abspath(path) if os.path.isfile(path) else None  # noqa: PTH100, PTH113
