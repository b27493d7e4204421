"""Nothing that a server or an imported module started outlives the command, on Linux not even in a session of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux makes us the parent of orphans")

# Starts a process in a session of its own, behind a parent that ends at once, and writes down its number.
LEAVES = """
import os, subprocess, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open({pids!r}, "a").write(str(os.getpid()) + "\\n")
        for number in (0, 1, 2):
            os.close(number)
        time.sleep(300)
    os._exit(0)
os.wait()
while not os.path.exists({pids!r}):
    time.sleep(0.01)
"""
TOOLS = 'TOOLS = [{"name": "read_page", "description": "Read a page.", "parameters": {"type": "object", "properties": {}}}]\n'


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def survivors(pids: Path) -> list[int]:
    left: list[int] = []
    for _ in range(50):
        left = [int(line) for line in pids.read_text().split() if lives(int(line))]
        if not left:
            return []
        time.sleep(0.02)
    for pid in left:
        os.kill(pid, 9)
    return left


def schemalint(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "schemalint", *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)


def test_a_process_that_an_imported_module_left_in_its_own_session_is_ended(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    (tmp_path / "leaves.py").write_text(LEAVES.format(pids=str(pids)) + TOOLS)
    done = schemalint("check", "--isolated", "--import", "leaves:TOOLS", cwd=tmp_path)
    assert "1 tool in 1 file" in done.stdout
    assert [] == survivors(pids)


@pytest.mark.parametrize("ending", ["answers", "ignores SIGTERM", "crashes"])
def test_a_process_that_a_server_left_in_its_own_session_is_ended(tmp_path: Path, ending: str) -> None:
    pids, stub = tmp_path / "pids", Path(__file__).with_name("stub_server.py")
    then = {"answers": "", "ignores SIGTERM": "import signal; signal.signal(15, signal.SIG_IGN)\n", "crashes": "sys.exit(3)\n"}
    run = f"import runpy; sys.argv = ['stub', 'honest']; runpy.run_path({str(stub)!r}, run_name='__main__')\n"
    (tmp_path / "server.py").write_text(LEAVES.format(pids=str(pids)) + then[ending] + run)
    done = schemalint("check", "--isolated", f"stdio:{sys.executable} server.py", cwd=tmp_path)
    assert (ending == "crashes") == (done.returncode == 2), done.stdout + done.stderr
    assert [] == survivors(pids)


def test_a_program_that_calls_the_functions_keeps_its_own_children(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(TOOLS)
    code = (
        "import subprocess, sys\n"
        "mine = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "from schemalint.cli.main import main\n"
        "main(['check', '--isolated', '--import', 'mine:TOOLS'])\n"
        "print('alive', mine.poll() is None)\n"
        "mine.kill()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.endswith("alive True\n"), done
