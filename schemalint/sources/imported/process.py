"""A module, asked for by the worker under the user's interpreter -> the worker's answer, or what became of it instead.

Knows which interpreter is meant and what a signed-off record looks like; runs nothing but through `edge.child`. Words nothing
and builds no tools: an answer is the worker's JSON, and whatever is not an answer is a `trouble` of the same form.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from schemalint import frameworks
from schemalint.edge.child import Result, run
from schemalint.edge.system import python_of
from schemalint.model import Json
from schemalint.record import dataclass
from schemalint.sources.permissions import TIMEOUT, Reach

WORKER: Final = Path(__file__).with_name("worker")
MEMORY: Final = 4 * 2**30
"""Bytes that the import may write to, where the system can bound that (Linux; elsewhere only the deadline holds)."""
ANSWER_LIMIT: Final = 64 * 2**20
_MAGIC: Final = b"\nschemalint-worker-1 "
_CHATTER: Final = 2**20
"""Bytes that an interpreter may print before the worker has taken its standard output away from everybody."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is imported: the argument as the user wrote it, and the dotted name or the file in it, and the attribute."""

    argument: str
    module: str | None
    file: str | None
    attribute: str | None = None

    @property
    def name(self) -> str:
        """The module as messages name it."""
        return self.module or self.file or self.argument


def interpreter(reach: Reach, cwd: Path) -> str | None:
    """The Python that imports: `--python` or the configuration's, the active environment, the project's, else ours.

    None where the one that was named is not there.
    """
    if reach.python is not None:
        return _named(reach.python, cwd)
    active = os.environ.get("VIRTUAL_ENV")
    # pre-commit activates the environment that it made for its hook: that is ours, and tells nothing about the project.
    ours = os.environ.get("PRE_COMMIT") == "1" and active == sys.prefix
    folders = [Path(active)] if active and not ours else []
    for folder in (*folders, reach.home / ".venv", reach.home / "venv"):
        if (found := python_of(folder)) is not None:
            return found
    return sys.executable


def _named(python: str, cwd: Path) -> str | None:
    """The interpreter at a path, in an environment's folder, or on PATH."""
    from shutil import which

    if os.sep not in python and "/" not in python and not os.path.lexists(cwd / python):
        return which(python)
    path = cwd / python
    if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises on a name that is too long
        return python_of(path)
    return str(path) if os.path.isfile(path) else None  # noqa: PTH113


def ask(
    subject: Subject, python: str, reach: Reach, cwd: Path, *, scanned: Sequence[str] = (), memory: int = MEMORY
) -> Mapping[str, Json]:
    """The worker's answer. Its `trouble` says what went wrong, also when the worker itself is gone."""
    paths = [str(path) for path in (cwd.absolute(), cwd.absolute() / "src") if path.is_dir()]
    request: dict[str, Json] = {
        "module": subject.module,
        "file": None if subject.file is None else str((cwd / subject.file).absolute()),
        "attribute": subject.attribute,
        "paths": paths,
        "roots": [*paths, *([] if subject.file is None else [str((cwd / subject.file).absolute().parent)])],
        "forms": {name: dict(form) for name, form in reach.forms.items()},
        "frameworks": records(),
        "injected": sorted(frameworks.injected()),
        "scanned": list(scanned),
        "memory": memory,
        "limit": ANSWER_LIMIT,
    }
    seconds = TIMEOUT if reach.timeout is None else reach.timeout
    done = run(
        [python, str(WORKER), json.dumps(request)],
        deadline=seconds,
        cwd=cwd,
        env=_environment(),
        stdout_limit=ANSWER_LIMIT + _CHATTER,
    )
    return _record(done.stdout) or {"trouble": _silence(done, seconds)}


def records() -> list[dict[str, Json]]:
    """What the worker has to know of frameworks."""
    return [{"name": one.name, **asdict(one.objects)} for one in frameworks.known() if one.objects is not None]


def _environment() -> dict[str, str]:
    fixed = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    return {**os.environ, **fixed}


def _record(output: bytes) -> dict[str, Any] | None:
    """The answer at the end of the output; None unless it is there whole."""
    _, magic, rest = output.rpartition(_MAGIC)
    head, _, payload = rest.partition(b"\n")
    if not magic or head.split() != [str(len(payload)).encode(), hashlib.sha256(payload).hexdigest().encode()]:
        return None
    answer = json.loads(payload)
    return answer if isinstance(answer, dict) else None


def _silence(done: Result, seconds: float) -> dict[str, Json]:
    """Why there is no answer, as facts."""
    if done.reason == "start":
        return {"kind": "start", "message": done.message}
    if done.reason == "deadline":
        return {"kind": "timeout", "seconds": seconds}
    last = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()][-3:]
    return {"kind": "died", "code": done.returncode, "lines": last}
