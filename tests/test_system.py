"""What differs on Windows and macOS, tried here with fakes: nothing outside of `edge` asks which system this is."""

from __future__ import annotations

import io
import re
import shutil
import sys
from pathlib import Path

import pytest

from schemalint.cli import out
from schemalint.edge import child, system
from schemalint.edge.read import Lines, decode
from schemalint.edge.write import WriteRefused, write_atomic

PACKAGE = Path(__file__).resolve().parents[1] / "schemalint"
QUESTION = re.compile(r"sys\.platform|os\.name\b|platform\.system|os\.fork\b|os\.uname")


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


def test_only_the_edge_asks_which_system_this_is() -> None:
    # The worker runs in the interpreter of the project, without this package.
    inside = (PACKAGE / "edge", PACKAGE / "sources" / "imported" / "worker")
    asking = [path for path in PACKAGE.rglob("*.py") if QUESTION.search(path.read_text(encoding="utf-8"))]
    assert [] == [str(path) for path in asking if not any(path.is_relative_to(home) for home in inside)]


@pytest.mark.usefixtures("windows")
def test_a_backslash_is_part_of_a_path_on_windows() -> None:
    assert ["C:\\a b\\npx.cmd", "-y", "x"] == system.words(r'"C:\a b\npx.cmd" -y x')


@pytest.mark.usefixtures("windows")
def test_a_program_is_started_by_its_full_name_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {("npx", r"C:\bin"): r"C:\bin\npx.cmd"}
    monkeypatch.setattr(shutil, "which", lambda name, path: found.get((name, path)))
    assert r"C:\bin\npx.cmd" == system.program("npx", r"C:\bin")
    assert "missing" == system.program("missing", r"C:\bin")


def test_a_program_keeps_its_name_elsewhere() -> None:
    assert "npx" == system.program("npx", "/nowhere")


@pytest.mark.parametrize(
    ("name", "place"), [("win32", "Scripts/python.exe"), ("darwin", "bin/python"), ("linux", "bin/python")]
)
def test_the_interpreter_of_an_environment_is_where_the_system_puts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, place: str
) -> None:
    monkeypatch.setattr(sys, "platform", name)
    assert system.python_of(tmp_path) is None
    (tmp_path / place).parent.mkdir()
    (tmp_path / place).write_text("")
    assert str(tmp_path / place) == system.python_of(tmp_path)


@pytest.mark.usefixtures("windows")
def test_without_process_groups_the_child_alone_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "GRACE", 0.1)
    done = child.run([sys.executable, "-S", "-c", "import time; time.sleep(60)"], deadline=0.3)
    assert "deadline" == done.reason
    assert done.returncode is not None


def test_a_console_of_windows_is_written_in_its_own_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    console = io.TextIOWrapper(buffer, "cp1252", newline="\r\n", write_through=True)
    monkeypatch.setattr(sys, "stdout", console)
    out.emit("Größe → 5\n")
    assert b"Gr\xf6\xdfe \\u2192 5\r\n" == buffer.getvalue()


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
def test_lines_end_as_each_system_ends_them(newline: str) -> None:
    text = decode(newline.join(("a", "b", "c")).encode())
    assert ["a", "b", "c"] == [Lines(text).line_text(number) for number in (1, 2, 3)]


@pytest.mark.parametrize("error", [OSError(22, "Invalid argument"), ValueError("embedded null byte")])
def test_a_name_that_a_system_reserves_is_refused_in_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr("schemalint.edge.write.os.open", refuse)  # what Windows does for CON, AUX and a trailing dot
    with pytest.raises(WriteRefused, match=r"AUX: cannot be written: (Invalid argument|embedded null byte)"):
        write_atomic(tmp_path / "AUX", b"x")
