"""A child that is talked to: lines in, lines out, each waited for no longer than to a moment; then ended, politely first.

Knows no shell and no protocol. Its errors are drained beside it and their end is kept, since a full pipe would stop it.
Starting, killing and the process group are those of `child`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Final

from schemalint.edge import child
from schemalint.edge.inbox import Inbox, close, fill, line
from schemalint.record import dataclass

if TYPE_CHECKING:
    from pathlib import Path
    from queue import SimpleQueue
    from subprocess import Popen
    from threading import Thread

STDERR_LIMIT: Final = 64 * 2**10

_SHORT_STEP: Final = 0.001
_STEP: Final = 0.02


class NotStarted(Exception):
    """A program that could not be started; the message says why and names it."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A child that runs. Said things go to a thread of their own: a child that does not read must not hold us."""

    process: Popen[bytes]
    inbox: Inbox
    outbox: SimpleQueue[bytes | None]
    errors: list[bytes]
    """One element: the end of what came on standard error so far."""
    threads: list[Thread]


@contextmanager
def talking(argv: Sequence[str], *, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Iterator[Talk]:
    """A running program, ended when the block is left: its input is closed, after the grace it is asked, then it is killed.

    `env` replaces the environment. Leaving takes at most twice the grace and about a second; after an interrupt, none of it.
    What the program started and left in its group ends with it. Errors: `NotStarted`.
    """
    from queue import SimpleQueue
    from threading import Event

    try:
        process = child.start(argv, cwd, env, True)  # noqa: FBT003 - it is fed
    except (OSError, ValueError) as error:
        raise NotStarted(child.not_started(argv, env, error)) from None
    talk = Talk(process, Inbox(), SimpleQueue(), [b""], [])
    try:
        chunks = child.chunks(_pipe(process.stdout))
        talk.threads.append(child.in_thread(fill, talk.inbox, chunks))
        talk.threads.append(child.in_thread(child.keep_tail, process.stderr, talk.errors, STDERR_LIMIT, Event()))
        talk.threads.append(child.in_thread(_write, process.stdin, talk.outbox))
        try:
            yield talk
        except Exception:
            end(talk)
            raise
        end(talk)
    except BaseException:
        if process.returncode is None:  # an interrupt: no grace, somebody is waiting
            close(talk.inbox)
            talk.outbox.put(None)
            child.kill(process)
        raise


def say(talk: Talk, data: bytes) -> None:
    """Send one line. What cannot be sent any more is dropped: that the child is gone shows in what it says."""
    talk.outbox.put(data + b"\n")


def hear(talk: Talk, until: float, limit: int) -> bytes | None:
    """The next line of the child without its end; None once it has closed its output. Errors: `inbox.Late`, `inbox.TooLong`."""
    return line(talk.inbox, until, limit)


def end(talk: Talk) -> int | None:
    """End the child as the end of the block does; its return code, negative for a signal's number. May be called again."""
    if talk.process.returncode is not None:
        return talk.process.returncode
    close(talk.inbox)
    talk.outbox.put(None)
    step = _SHORT_STEP
    last = time.monotonic() + child.GRACE
    while not child.has_ended(talk.process) and (left := last - time.monotonic()) > 0:
        time.sleep(min(left, step))
        step = min(2 * step, _STEP)
    child.finish(talk.process)
    last = time.monotonic() + child.LAST_WORDS
    for thread in talk.threads:
        thread.join(max(last - time.monotonic(), 0))
    return talk.process.returncode


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise ValueError("a child without this pipe cannot be talked to")
    return pipe


def _write(pipe: IO[bytes], outbox: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError), pipe:  # the child may end, or close its input, at any moment
        while (data := outbox.get()) is not None:
            rest = memoryview(data)
            while rest:
                rest = rest[pipe.write(rest) :]
