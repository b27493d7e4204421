"""A process with a deadline: started, fed, drained, ended, and everything it started ended with it.

Knows no shell and no protocol. The child gets a session of its own; on POSIX its whole process group is ended. On Linux a
command line of ours also becomes the parent of whatever loses its own (prctl(2), PR_SET_CHILD_SUBREAPER), and so ends what
left the group on purpose; elsewhere that survives, and nothing here waits for it. On Windows the child alone is ended.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import IO, TYPE_CHECKING, Final, Literal, TypeAlias

from schemalint import edge
from schemalint.record import dataclass

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import Popen
    from threading import Event, Thread

Reason: TypeAlias = Literal["start", "deadline", "output"]

STDOUT_LIMIT: Final = 16 * 2**20
STDERR_LIMIT: Final = 64 * 2**10
GRACE: Final = 2.0
"""Seconds between the request to end and the end."""

LAST_WORDS: Final = 1.0
"""Seconds to wait for the end of the output of a child that is gone, while something still holds its pipes open."""
_CHUNK: Final = 2**16
_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows knows one way to end a process
_SHORT_STEP: Final = 0.001
_STEP: Final = 0.02


@dataclass(frozen=True, slots=True)
class Result:
    """How a child ended. `reason` is None where it ended by itself, whatever its return code (negative: a signal's number).

    "start": it could not be started; "deadline": it took too long; "output": it wrote more than was asked for. `message`
    says so in words, and names the program. `stdout` holds what came up to the limit, `stderr` the end of what came.
    """

    returncode: int | None
    stdout: bytes
    stderr: bytes
    reason: Reason | None = None
    message: str = ""


def run(
    argv: Sequence[str],
    *,
    deadline: float,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    input: bytes | None = None,  # noqa: A002 - the name that subprocess.run gives it
    stdout_limit: int = STDOUT_LIMIT,
    stderr_limit: int = STDERR_LIMIT,
) -> Result:
    """Run a program to its end, at most `deadline` seconds, and return what it wrote.

    `env` replaces the environment; without it the child gets ours. Standard input is empty unless given. The call returns
    within the deadline, the grace and about a second more, whatever the child does. When the child ends, what it left
    running is ended too. Never raises for what the child or the program's name does.
    """
    import threading

    try:
        process = start(argv, cwd, env, input is not None)
    except (OSError, ValueError) as error:  # ValueError: a NUL or a lone surrogate in an argument
        return Result(None, b"", b"", "start", not_started(argv, env, error))
    end = time.monotonic() + deadline
    head: list[bytes] = []
    tail = [b""]
    over, wake = threading.Event(), threading.Event()
    reason: Reason | None = None
    try:
        readers = [
            in_thread(_keep_head, process.stdout, head, stdout_limit, over, wake),
            in_thread(keep_tail, process.stderr, tail, stderr_limit, wake),
        ]
        if input is not None:
            in_thread(_feed, process.stdin, input)
        reason = _wait(process, end, over, wake)
        finish(process)
    except BaseException:  # an interrupt: no grace, somebody is waiting
        kill(process)
        raise
    last = time.monotonic() + LAST_WORDS
    for reader in readers:
        reader.join(max(last - time.monotonic(), 0))
    if over.is_set():
        reason = reason or "output"
    message = {
        None: "",
        "deadline": f"`{argv[0]}` did not end within {deadline:g} s",
        "output": f"`{argv[0]}` wrote more than {stdout_limit} bytes to standard output",
    }[reason]
    return Result(process.returncode, b"".join(tuple(head)), tail[0], reason, message)


def start(argv: Sequence[str], cwd: Path | None, env: Mapping[str, str] | None, fed: bool) -> Popen[bytes]:
    """A started child with its pipes; `fed` opens its standard input. Errors: OSError or ValueError, see `not_started`."""
    import subprocess

    if not argv:
        raise ValueError("no program is named")
    _adopt()
    process = subprocess.Popen(  # noqa: S603 - no shell; the caller's word is what unlocks a program
        list(argv),
        bufsize=0,
        stdin=subprocess.PIPE if fed else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=None if env is None else dict(env),
        start_new_session=sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    _others.update(_children() - _started - {process.pid})
    _started.add(process.pid)
    return process


def not_started(argv: Sequence[str], env: Mapping[str, str] | None, error: OSError | ValueError) -> str:
    """In words, why `start` failed; names the program, or the folder that is not there."""
    program = argv[0] if argv else ""
    # The system's error names the program, or the folder to start it in where that is what is missing.
    name = getattr(error, "filename", None) or program
    words = getattr(error, "strerror", None) or error
    if isinstance(error, PermissionError) and name == program and not os.path.dirname(program):  # noqa: PTH120
        from shutil import which

        # One folder of PATH that may not be searched makes "permission denied" of every program that is nowhere.
        path = (os.environ if env is None else env).get("PATH")
        if which(program, os.F_OK, path) is None:
            words = "no such program on PATH"
    return f"`{name}` cannot be started: {words}"


# --------------------------------------------------------------------------------------------------------------- its pipes


def in_thread(work: Callable[..., None], *values: object) -> Thread:
    """Start work beside us; nothing waits for it when the program ends."""
    from threading import Thread

    # A daemon: what holds a pipe open for ever must not hold us.
    thread = Thread(target=work, args=values, daemon=True)
    thread.start()
    return thread


def chunks(pipe: IO[bytes]) -> Iterator[bytes]:
    """What comes out of a pipe until its end; then the pipe is closed."""
    with pipe:
        while chunk := pipe.read(_CHUNK):
            yield chunk


def _keep_head(pipe: IO[bytes], kept: list[bytes], limit: int, over: Event, wake: Event) -> None:
    """Keep what comes up to the limit; drop the rest, but read it: a full pipe would keep the child from ending."""
    left = limit
    for chunk in chunks(pipe):
        kept.append(chunk[: max(left, 0)])
        left -= len(chunk)
        if left < 0:
            over.set()
            wake.set()
    wake.set()


def keep_tail(pipe: IO[bytes], kept: list[bytes], limit: int, wake: Event) -> None:
    """Read a pipe to its end; `kept[0]` is always the last `limit` bytes of what came."""
    for chunk in chunks(pipe):
        both = kept[0] + chunk
        kept[0] = both[max(len(both) - limit, 0) :]
    wake.set()


def _feed(pipe: IO[bytes], data: bytes) -> None:
    rest = memoryview(data)
    with suppress(OSError), pipe:  # a child may end, or close its input, without having read it
        while rest:
            rest = rest[pipe.write(rest) :]


# ----------------------------------------------------------------------------------------------------------------- its end


def _wait(process: Popen[bytes], end: float, over: Event, wake: Event) -> Reason | None:
    """Wait for the child to end, or for a reason to end it."""
    step = _SHORT_STEP
    while not has_ended(process):
        if over.is_set():
            return "output"
        left = end - time.monotonic()
        if left <= 0:
            return "deadline"
        # Woken by the end of the output, soon after which mostly comes the end of the child.
        step = _SHORT_STEP if wake.wait(min(left, step)) else min(2 * step, _STEP)
        wake.clear()
    return None


def has_ended(process: Popen[bytes]) -> bool:
    """Whether the child has ended. It is not reaped yet, where the system can tell without: its number stays its group's."""
    if sys.platform != "win32" and hasattr(os, "waitid"):
        with suppress(ChildProcessError):  # no status is kept where SIGCHLD is ignored
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return process.poll() is not None


def finish(process: Popen[bytes]) -> None:
    """End the child and what it started: ask, wait for the grace, kill."""
    from subprocess import TimeoutExpired

    _signal(process, signal.SIGTERM)
    last = time.monotonic() + GRACE
    step = _SHORT_STEP
    while time.monotonic() < last:
        if process.poll() is not None and not _group_lives(process):
            _end_adopted(process)
            return
        time.sleep(step)
        step = min(2 * step, _STEP)
    _signal(process, _KILL)
    with suppress(TimeoutExpired):  # a process inside a call that nothing interrupts, such as one to a lost file server
        process.wait(LAST_WORDS)
    _end_adopted(process)


def kill(process: Popen[bytes]) -> None:
    """End the child and what it started, at once."""
    _signal(process, _KILL)
    process.wait()
    _end_adopted(process)


def _signal(process: Popen[bytes], number: int) -> None:
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):  # all gone; or gone but for the unreaped child, on macOS
        os.killpg(process.pid, number)


def _group_lives(process: Popen[bytes]) -> bool:
    if sys.platform == "win32":
        return False
    try:
        os.killpg(process.pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return not _only_zombies(process.pid)


# ----------------------------------------------------------------------------------------------------- what left its group

_SUBREAPER: Final = 36
"""PR_SET_CHILD_SUBREAPER of <linux/prctl.h>."""

_started: set[int] = set()
"""Children that were started here and have not been ended."""

_others: set[int] = set()
"""Children that were there before one was started here, such as workers of ours."""


@cache
def _adopt() -> None:
    """Become the parent of processes whose own has ended; only where all children of this process are ours."""
    if edge.alone and sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _children() -> set[int]:
    """The children of this process as Linux lists them; none where it does not."""
    if not edge.alone:
        return set()
    from pathlib import Path

    found: set[int] = set()
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # the thread has ended
            found.update(map(int, listed.read_text(encoding="ascii").split()))
    return found


def _end_adopted(process: Popen[bytes]) -> None:
    """End what a child that has ended left to us; what they had started comes to us in turn."""
    _started.discard(process.pid)
    last = time.monotonic() + LAST_WORDS
    while (left := _children() - _started - _others) and time.monotonic() < last:
        for number in left:
            with suppress(OSError):
                os.kill(number, _KILL)
            with suppress(OSError):
                os.waitpid(number, os.WNOHANG)
        time.sleep(_SHORT_STEP)


def _only_zombies(group: int) -> bool:
    """Whether what is left of a group has ended and waits for an init that reaps late or, as in many containers, never."""
    from pathlib import Path

    states = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # ended while we looked
            # proc(5): the name in parentheses may hold anything; after it stand state, parent, group
            state, _, its_group = status.read_bytes().rpartition(b")")[2].split()[:3]
            if int(its_group) == group:
                states.append(state)
    return bool(states) and set(states) <= {b"Z", b"X"}
