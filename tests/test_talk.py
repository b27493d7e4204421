"""A child that is talked to: heard and said in time, and ended with all it started."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from subprocess import Popen

import pytest

from schemalint.edge import child, talk
from schemalint.edge.inbox import Late
from schemalint.edge.talk import NotStarted, Talk, end, hear, say, talking

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 0.15)
    monkeypatch.setattr(child, "LAST_WORDS", 0.2)


def argv(code: str) -> list[str]:
    return [sys.executable, "-S", "-I", "-c", code]


def soon() -> float:
    return time.monotonic() + 10


def is_running(process: Popen[bytes]) -> bool:
    return process.poll() is None


ECHO = "import sys\nfor line in sys.stdin:\n  print(line.strip()[::-1], flush=True)\nprint('bye', file=sys.stderr)"


def test_what_is_said_is_answered_until_the_input_is_closed() -> None:
    with talking(argv(ECHO)) as echo:
        for text in (b"abc", b"x" * 200_000, b""):
            say(echo, text)
            assert text[::-1] == hear(echo, soon(), 300_000)
    assert (0, b"bye\n") == (echo.process.returncode, echo.errors[0])


def test_a_child_that_leaves_by_itself_is_not_waited_for() -> None:
    begin = time.monotonic()
    with talking(argv(ECHO)):
        pass
    assert time.monotonic() - begin < 0.15


def test_folder_and_environment_are_those_that_were_given(tmp_path: Path) -> None:
    code = "import os; print(os.getcwd(), os.environ.get('A'), 'HOME' in os.environ, flush=True)"
    with talking(argv(code), env={"A": "b"}, cwd=tmp_path) as one:
        assert f"{tmp_path.resolve()} b False".encode() == hear(one, soon(), 1000)
        assert hear(one, soon(), 1000) is None


def test_a_child_that_says_nothing_is_late() -> None:
    with talking(argv("input()")) as one, pytest.raises(Late):
        hear(one, time.monotonic() + 0.05, 10)


def test_a_child_that_does_not_read_holds_nobody() -> None:
    begin = time.monotonic()
    with talking(argv("import time; print('up', flush=True); time.sleep(60)")) as one:
        hear(one, soon(), 10)
        for _ in range(50):
            say(one, b"x" * 20_000)
    assert -signal.SIGTERM == one.process.returncode
    assert time.monotonic() - begin < 3


def test_a_child_that_closed_its_input_is_still_heard() -> None:
    with talking(argv("import os; os.close(0); print('up', flush=True); print('more', flush=True)")) as one:
        assert b"up" == hear(one, soon(), 10)
        say(one, b"x")
        assert (b"more", None) == (hear(one, soon(), 10), hear(one, soon(), 10))


def test_a_child_that_is_asked_may_still_end_well() -> None:
    code = """
import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
print("up", flush=True)
time.sleep(60)
"""
    with talking(argv(code)) as one:
        hear(one, soon(), 10)
    assert 7 == one.process.returncode


def test_ending_twice_ends_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with talking(argv("raise SystemExit(5)")) as one:
        assert 5 == end(one)
        monkeypatch.setattr(child, "finish", lambda _: pytest.fail("a number that may be another's by now"))
        assert 5 == end(one)


def broken_off(code: str, error: BaseException, seen: list[Talk]) -> None:
    with talking(argv(code)) as one:
        seen.append(one)
        raise error


def test_an_error_inside_ends_the_child_politely() -> None:
    seen: list[Talk] = []
    with pytest.raises(ZeroDivisionError):
        broken_off(ECHO, ZeroDivisionError(), seen)
    assert (0, b"bye\n") == (seen[0].process.returncode, seen[0].errors[0])


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_ends_it_at_once(interrupt: type[BaseException]) -> None:
    seen: list[Talk] = []
    begin = time.monotonic()
    with pytest.raises(interrupt):
        broken_off("import time; time.sleep(60)", interrupt(), seen)
    assert (-signal.SIGKILL, True) == (seen[0].process.returncode, time.monotonic() - begin < 0.15)
    for thread in seen[0].threads:
        thread.join(5)


def test_threads_that_cannot_start_leave_no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Popen[bytes]] = []
    real = child.start

    def start(*words: object) -> Popen[bytes]:
        started.append(real(*words))  # type: ignore[arg-type]
        return started[0]

    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(child, "start", start)
    monkeypatch.setattr(child, "in_thread", refuse)
    with pytest.raises(RuntimeError, match="can't start"), talking(argv("input()")):
        pass
    [process] = started
    assert not is_running(process)
    for pipe in (process.stdin, process.stdout, process.stderr):
        assert pipe is not None
        pipe.close()


def test_what_cannot_be_started_is_said_by_name() -> None:
    with (
        pytest.raises(NotStarted, match=r"^`/no/such/program` cannot be started: No such file or directory$"),
        talking(["/no/such/program"]),
    ):
        pass
    with pytest.raises(NotStarted, match="cannot be started: no program is named"), talking([]):
        pass


def test_a_pipe_is_needed() -> None:
    with pytest.raises(ValueError, match="cannot be talked to"):
        talk._pipe(None)
