"""The running door: a child ends in time, with all it started, whatever it does."""

from __future__ import annotations

import _thread
import errno
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import Popen

import pytest

from schemalint.edge import child
from schemalint.edge.child import Result, run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 0.2)
    monkeypatch.setattr(child, "LAST_WORDS", 0.2)


def python(code: str, *words: object, deadline: float = 10, **more: object) -> Result:
    return run([sys.executable, "-S", "-c", code, *map(str, words)], deadline=deadline, **more)  # type: ignore[arg-type]


def is_gone(pid: int) -> bool:
    """Whether a process has ended; a zombie, which only waits for its parent, has."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.01)
    return False


# ------------------------------------------------------------------------------------------------------------ an honest child


def test_a_child_that_ends_gives_its_code_and_what_it_wrote() -> None:
    done = python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
    assert Result(3, b"out\n", b"err\n") == done


def test_a_child_that_a_signal_ends_gives_its_number() -> None:
    assert (-signal.SIGABRT, None) == (lambda done: (done.returncode, done.reason))(python("import os; os.abort()"))


def test_standard_input_is_empty_unless_given() -> None:
    code = "import sys; sys.stdout.write(repr(sys.stdin.read()))"
    assert b"''" == python(code).stdout
    assert b"'hello'" == python(code, input=b"hello").stdout


def test_megabytes_go_in_and_come_out_at_one_time() -> None:
    data = os.urandom(3_000_000)
    code = "import shutil, sys; sys.stderr.write('e' * 1_000_000); shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)"
    done = python(code, input=data)
    assert (0, None) == (done.returncode, done.reason)
    assert data == done.stdout


def test_a_child_that_does_not_read_its_input_is_no_error() -> None:
    assert Result(0, b"done\n", b"") == python("print('done')", input=b"x" * 1_000_000)


def test_no_shell_reads_the_words() -> None:
    words = ["$HOME", "; echo no", "`id`", "*", "a b", ""]
    done = python("import sys; print(sys.argv[1:])", *words)
    assert f"{words}\n".encode() == done.stdout


def test_folder_and_environment_are_those_that_were_given(tmp_path: Path) -> None:
    code = "import os; print(os.getcwd()); print(os.environ.get('WORD'), os.environ.get('HOME'))"
    done = python(code, cwd=tmp_path, env={"WORD": "w"})
    assert f"{tmp_path.resolve()}\nw None\n".encode() == done.stdout


def test_without_an_environment_the_child_gets_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORD", "ours")
    assert b"ours\n" == python("import os; print(os.environ['WORD'])").stdout


def test_the_child_leads_a_session_of_its_own() -> None:
    done = python("import os; print(os.getpid() == os.getsid(0) == os.getpgrp())")
    assert b"True\n" == done.stdout


def test_a_quick_child_is_not_waited_for_longer_than_it_takes() -> None:
    def taken() -> float:
        start = time.monotonic()
        assert Result(0, b"", b"") == run(["true"], deadline=10)
        return time.monotonic() - start

    assert min(taken() for _ in range(10)) < 0.25  # the machine may be busy at any one of them


def test_a_child_that_closes_its_output_and_works_on_is_waited_for() -> None:
    done = python("import os, time; os.close(1); os.close(2); time.sleep(0.2); os._exit(5)")
    assert Result(5, b"", b"") == done


def test_no_descriptor_is_left_open() -> None:
    python("pass", input=b"x")
    gc.collect()  # what other tests left open is closed now, and not while this one counts
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(3):
        python("print(1)", input=b"x")
    time.sleep(0.05)
    gc.collect()
    assert before == len(list(Path("/dev/fd").iterdir()))


# ------------------------------------------------------------------------------------------------------- what does not start


@pytest.mark.parametrize("program", ["no-such-program-here", "/no/such/program"])
def test_a_missing_program_is_an_error_by_name(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.defpath)  # all of which may be searched
    done = run([program, "x"], deadline=5)
    assert Result(None, b"", b"", "start", f"`{program}` cannot be started: No such file or directory") == done


def test_a_missing_program_is_said_to_be_missing_though_a_folder_of_the_path_may_not_be_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def denied(argv: Sequence[str], *_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), argv[0])  # what execvp(3) says then

    monkeypatch.setattr(child, "start", denied)
    assert (
        "`no-such-program-here` cannot be started: no such program on PATH" == run(["no-such-program-here"], deadline=5).message
    )


def test_a_program_on_the_path_that_may_not_be_run_is_not_said_to_be_missing(tmp_path: Path) -> None:
    (tmp_path / "tool").write_text("#!/bin/sh\n")
    done = run(["tool"], deadline=5, env={"PATH": str(tmp_path)})
    assert ("start", "`tool` cannot be started: Permission denied") == (done.reason, done.message)


def test_a_file_that_is_no_program_is_an_error_by_name(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    (tmp_path / "junk").write_bytes(b"\0junk")
    (tmp_path / "junk").chmod(0o755)
    assert f"`{tmp_path / 'text'}` cannot be started: Permission denied" == run([str(tmp_path / "text")], deadline=5).message
    assert f"`{tmp_path / 'junk'}` cannot be started: Exec format error" == run([str(tmp_path / "junk")], deadline=5).message


def test_a_missing_folder_is_an_error_by_its_name(tmp_path: Path) -> None:
    done = python("pass", cwd=tmp_path / "nope")
    assert ("start", f"`{tmp_path / 'nope'}` cannot be started: No such file or directory") == (done.reason, done.message)


@pytest.mark.parametrize("argv", [[], ["a\0b"], [""], [sys.executable, "a\0b"], [sys.executable, "\ud800"]])
def test_words_that_make_no_command_are_an_error(argv: list[str]) -> None:
    done = run(argv, deadline=5)
    assert ("start", None) == (done.reason, done.returncode)
    assert "cannot be started: " in done.message


# ----------------------------------------------------------------------------------------------------------- what does not end


def test_a_child_past_its_deadline_is_ended_and_what_it_wrote_is_kept() -> None:
    start = time.monotonic()
    done = python("import time; print('before', flush=True); time.sleep(60)", deadline=1.5)
    assert time.monotonic() - start < 20
    assert (-signal.SIGTERM, b"before\n", "deadline") == (done.returncode, done.stdout, done.reason)
    assert f"`{sys.executable}` did not end within 1.5 s" == done.message


def test_a_child_that_is_asked_to_end_has_time_for_it() -> None:
    code = """
import signal, sys, time
def bye(*_):
    time.sleep(0.1); print("bye", flush=True); sys.exit(0)
signal.signal(signal.SIGTERM, bye)
print("ready", flush=True)
time.sleep(60)
"""
    done = python(code, deadline=1.5)
    assert (0, b"ready\nbye\n", "deadline") == (done.returncode, done.stdout, done.reason)


def test_a_child_that_ignores_the_request_is_killed_after_the_grace() -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(60)"
    start = time.monotonic()
    done = python(code, deadline=1.5)
    assert 1.7 <= time.monotonic() - start < 20
    assert (-signal.SIGKILL, b"ready\n", "deadline") == (done.returncode, done.stdout, done.reason)


def test_a_stopped_child_is_killed() -> None:
    done = python("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", deadline=1.5)
    assert (-signal.SIGKILL, "deadline") == (done.returncode, done.reason)


STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
PARENT = """
import os, subprocess, sys, time
kin = subprocess.Popen([sys.executable, "-S", "-c", sys.argv[1]], stdout=subprocess.PIPE)
kin.stdout.readline()
print(kin.pid, flush=True)
time.sleep(float(sys.argv[2]))
os._exit(0)
"""


def test_grandchildren_that_ignore_the_request_are_killed_at_the_deadline() -> None:
    done = python(PARENT, STUBBORN, 60, deadline=2)
    assert "deadline" == done.reason
    assert is_gone(int(done.stdout))


def test_grandchildren_left_behind_by_a_child_that_ended_well_are_killed() -> None:
    done = python(PARENT, STUBBORN, 0)
    assert (0, None) == (done.returncode, done.reason)
    assert is_gone(int(done.stdout))


def test_a_grandchild_that_ends_when_asked_costs_no_grace_even_where_nobody_reaps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 5)
    start = time.monotonic()
    done = python(PARENT, "import time; print('up', flush=True); time.sleep(60)", 0)
    assert time.monotonic() - start < 2
    assert (0, None) == (done.returncode, done.reason)
    assert is_gone(int(done.stdout))


ESCAPED = """
import os, sys, time
print("mine", flush=True)
if os.fork() == 0:
    os.setsid()
    print(os.getpid(), flush=True)
    time.sleep(float(sys.argv[1]))
    os._exit(0)
time.sleep(0.2)
os._exit(4)
"""


def test_a_grandchild_that_left_the_group_and_holds_the_pipes_does_not_hold_us() -> None:
    start = time.monotonic()
    done = python(ESCAPED, 30)
    try:
        assert time.monotonic() - start < 3
        assert (4, None, b"mine") == (done.returncode, done.reason, done.stdout.split()[0])
    finally:
        os.kill(int(done.stdout.split()[1]), signal.SIGKILL)


# ------------------------------------------------------------------------------------------------------------- too much output


def test_endless_output_is_cut_at_the_limit_and_its_writer_ended() -> None:
    code = "import os\nwhile True: os.write(1, b'x' * 65536)"
    start = time.monotonic()
    done = python(code, stdout_limit=1_000_000, deadline=30)
    assert time.monotonic() - start < 5
    assert (1_000_000, "output") == (len(done.stdout), done.reason)
    assert f"`{sys.executable}` wrote more than 1000000 bytes to standard output" == done.message


def test_output_of_exactly_the_limit_is_whole() -> None:
    done = python("print('12345', end='')", stdout_limit=5)
    assert Result(0, b"12345", b"") == done


def test_output_past_the_limit_by_a_child_that_ends_at_once_is_said_too() -> None:
    done = python("print('123456', end='')", stdout_limit=5)
    assert (b"12345", "output", 0) == (done.stdout, done.reason, max(done.returncode or 0, 0))


def test_of_a_flood_of_errors_the_end_is_kept_and_the_child_is_not_blocked() -> None:
    code = "import sys\nfor n in range(100_000): print(n, file=sys.stderr)\nprint('done')"
    done = python(code)
    assert (0, b"done\n", None) == (done.returncode, done.stdout, done.reason)
    assert 64 * 1024 == len(done.stderr)
    assert done.stderr.endswith(b"\n99998\n99999\n")


@pytest.mark.parametrize(("limit", "kept"), [(0, b""), (3, b"789"), (100, b"123456789")])
def test_the_ring_has_the_size_that_was_asked_for(limit: int, kept: bytes) -> None:
    assert kept == python("import sys; sys.stderr.write('123456789')", stderr_limit=limit).stderr


# ------------------------------------------------------------------------------------------------------------------ interrupts


def test_an_interrupt_goes_on_its_way_after_the_child_is_gone(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"import os, pathlib; pathlib.Path({str(note)!r}).write_text(str(os.getpid()));" + STUBBORN

    def interrupt() -> None:
        while not (note.exists() and note.read_text()):
            time.sleep(0.01)
        _thread.interrupt_main()

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        python(code, deadline=30)
    thread.join()
    assert is_gone(int(note.read_text()))


def test_a_system_that_cannot_look_without_reaping_gives_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "waitid")
    assert Result(3, b"out\n", b"") == python("print('out'); raise SystemExit(3)")


def test_a_child_that_even_the_kill_does_not_end_in_time_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    started: list[Popen[bytes]] = []
    real = child.start

    def start(argv: Sequence[str], cwd: Path | None, env: Mapping[str, str] | None, fed: bool) -> Popen[bytes]:
        started.append(real(argv, cwd, env, fed))
        return started[0]

    monkeypatch.setattr(child, "start", start)
    monkeypatch.setattr(child, "_signal", lambda _, number: sent.append(number))
    try:
        done = python("import time; time.sleep(20)", deadline=0.3)
    finally:
        started[0].kill()
        started[0].wait()
    assert [signal.SIGTERM, signal.SIGKILL] == sent
    assert (None, "deadline") == (done.returncode, done.reason)


def test_where_sigchld_is_ignored_a_child_is_still_known_to_have_ended() -> None:
    old = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        done = python("print('out')", deadline=5)
    finally:
        signal.signal(signal.SIGCHLD, old)
    assert (b"out\n", None) == (done.stdout, done.reason)


def test_without_proc_a_group_that_exists_is_taken_for_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "glob", lambda *_: iter(()))
    assert not child._only_zombies(os.getpgrp())
