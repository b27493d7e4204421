"""What type checkers make of a tool: the function's own signature, and errors where a call or a tool does not fit it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = '''
from schemalint import Registry, define_tool, register_builtin, tool


@register_builtin
@tool
def read(path: str, *, limit: int = 10) -> list[str]:
    """Read lines."""
    return [path] * limit


@tool(name="count_lines", closed=True)
async def count(path: str) -> int:
    """Count lines."""
    return len(path)


class Notes:
    @tool(context="self")
    def find(self, word: str) -> bool:
        """Find a word."""
        return bool(word)


found = define_tool("find_note", "Find a note.", {"word": {"type": "string"}}, run=lambda arguments: len(arguments))
plain = define_tool("find_note", "Find a note.")
registry = Registry([read, count, Notes.find.bound(Notes()), found, plain])

reveal_type(read)
reveal_type(read("a", limit=3))
reveal_type(read.invoke({"path": "a"}))
reveal_type(count)
reveal_type(Notes.find(Notes(), "a"))
reveal_type(found.invoke({}))
reveal_type(found)
reveal_type(plain)

read(3)  # wrong
read("a", 3)  # wrong
count()  # wrong
read("a", limit="b")  # wrong
Registry([len])  # wrong


@tool(closed="yes")  # wrong
def other(path: str) -> None:
    """Do it."""
'''
REVEALED = {
    "mypy": [
        "Defined[[path: str, *, limit: int =], list[str]]",
        "list[str]",
        "list[str]",
        "Defined[[path: str], Coroutine[Any, Any, int]]",
        "bool",
        "int",
        "Defined[[Mapping[str, Any]], int]",
        "Defined[[Mapping[str, Any]], object]",
    ],
    "pyright": [
        "Defined[(path: str, *, limit: int = 10), list[str]]",
        "list[str]",
        "list[str]",
        "Defined[(path: str), CoroutineType[Any, Any, int]]",
        "bool",
        "int",
        "Defined[(Mapping[str, Any]), int]",
        "Defined[(Mapping[str, Any]), object]",
    ],
}
COMMANDS = {"mypy": ["mypy", "--strict", "--no-incremental"], "pyright": ["pyright", "--pythonpath", sys.executable]}


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_tool_has_the_type_of_its_function_and_wrong_calls_are_errors(checker: str, tmp_path: Path) -> None:
    pytest.importorskip(checker, reason=f"{checker} is not installed")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "-m", *COMMANDS[checker], "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    text = done.stdout
    revealed = re.findall(r'(?:Revealed type is|Type of ".*" is) "(.+)"', text)
    assert REVEALED[checker] == [re.sub(r"builtins\.|typing\.|schemalint\.agent\.define\.", "", one) for one in revealed]
    wrong = [number for number, line in enumerate(PROGRAM.splitlines(), 1) if line.endswith("# wrong")]
    errors = re.findall(r"program\.py:(\d+)(?::\d+)?(?: -|:) error", text)
    assert wrong == sorted({int(line) for line in errors})
