"""Tools out of Python modules that are imported: in a child process, under the user's own interpreter. The one way in.

Only a user's word leads here: a module named on the command line, or `--import`. Nothing of the user's runs in this process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from schemalint.sources.assemble import Outcome, PassedOver
from schemalint.sources.imported.build import outcomes
from schemalint.sources.imported.process import Subject, ask, interpreter
from schemalint.sources.imported.unloaded import is_script
from schemalint.sources.permissions import Reach
from schemalint.sources.source import Broken

__all__ = ["file", "met", "module"]


def module(argument: str, reach: Reach, cwd: Path) -> Iterator[Outcome]:
    """What `pkg.mod`, `pkg.mod:attr` or `pkg.mod:factory()` holds."""
    dotted, _, attribute = argument.partition(":")
    yield from _ask(Subject(argument, dotted, None, attribute or None), reach, cwd)


def file(path: str, reach: Reach, cwd: Path, *, attribute: str | None = None) -> Iterator[Outcome]:
    """What a Python file holds, or the object in it that `attribute` names."""
    argument = path if attribute is None else f"{path}:{attribute}"
    yield from _ask(Subject(argument, None, path, attribute), reach, cwd)


def met(path: Path, others: Sequence[Path], reach: Reach, cwd: Path) -> Iterator[Outcome]:
    """What a Python file met in a folder among `others` holds. Scripts and tests are passed over.

    Each file is imported in a process of its own; what it only imports from another one of them is found there.
    """
    if is_script(path.name):
        yield PassedOver(path.as_posix(), "is a script or a test, and no module to import from; name it to import it")
        return
    scanned = [os.path.realpath(cwd / other) for other in others if other.suffix == ".py"]
    yield from _ask(Subject(path.as_posix(), None, path.as_posix(), None), reach, cwd, scanned)


def _ask(subject: Subject, reach: Reach, cwd: Path, scanned: Sequence[str] = ()) -> Iterator[Outcome]:
    if not reach.allowed:
        what = f"would import `{subject.argument}`; a configuration may ask for that only with --trust"
        yield Broken(subject.file or subject.argument, what)
        return
    if reach.refused_python is not None:
        what = f"the configuration names the interpreter `{reach.refused_python}`"
        yield Broken(subject.file or subject.argument, f"{what}, which is started only with --trust, or when --python names it")
        return
    python = interpreter(reach, cwd)
    if python is None:
        reason = f"the interpreter `{reach.python}` is not there; name one with --python PATH"
        yield Broken(subject.file or subject.argument, reason)
        return
    answer = ask(subject, python, reach, cwd, scanned=scanned)
    yield from outcomes(subject, answer, python, cwd)
