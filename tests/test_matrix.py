"""Every hostile input through every command, as a file, in a folder, on standard input and from a server: one of the codes,
words on exit 2, no character that acts, nothing written but what was named, no socket, no process, bounded memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import rows
from test_hostile import LONG, UNSAFE

from schemalint.cli import table

HERE = Path(__file__).parent
FIXTURES = HERE.parent / "fixtures"
GOOD = (FIXTURES / "good" / "single_anthropic.json").read_text(encoding="utf-8")
MEGABYTES = 512

CONFIGURATION = """
sources = ["stdio:touch STARTED", "http://127.0.0.1:9/mcp", "evil:TOOLS", "../outside.json", "/etc/hostname"]
python = "./python"
rule-folders = ["rules"]
baseline = "../baseline.json"
"""


def small(name: str, text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass") if len(text) < 60_000 else b""


INPUTS: dict[str, bytes] = {
    **{path.name: path.read_bytes() for path in sorted((FIXTURES / "broken").iterdir()) if path.is_file()},
    **{path.name: path.read_bytes() for path in sorted((HERE / "corpus" / "broken").iterdir())},
    **{name: data for name, text in LONG.items() if (data := small(name, text()))},
    "page.html": b"<!doctype html><script>alert(1)</script>",
    "name\n::error::x.json": GOOD.encode(),
    "-rf.json": GOOD.encode(),
    "lock.lock.json": (
        b'{"lock": 1, "canonical": "canonical-1", "property_order": "sorted", "sets": {"": {"order": [""], "tools": {"": {}}}}}'
    ),
}
WAYS = ("file", "folder", "stdin")


THIN = 1 if os.environ.get("SCHEMALINT_MATRIX") == "all" else 24
"""One row of so many meets an input, another one each; `SCHEMALINT_MATRIX=all` makes every row meet every input."""


def calls(way: str, name: str) -> list[list[str]]:
    """The command lines for one input. A folder and standard input are read by the same code once they are read."""
    turn = list(INPUTS).index(name)
    if way == "stdin":
        chosen = [row for command in sorted(rows.READING) for row in rows.ROWS[command] if row.count("{in}") == 1]
        thinned = [row for number, row in enumerate(chosen) if (number + turn) % (2 * THIN) == 0]
        return [[*rows.filled(row, "-"), "--stdin-filename", name, "--isolated"] for row in thinned]
    every = [row for command in rows.ROWS.values() for row in command if way == "file" or "{in}" in row]
    step = THIN if way == "file" else 3 * THIN
    where = name if way == "file" else "folder"
    words = [rows.filled(row, "{in}") for number, row in enumerate(every) if (number + turn) % step == 0]
    # A name that could be an option stands behind `--`, as a hook hands it over.
    return [
        [*(word for word in line if word != "{in}"), "--isolated", "--", *(where for word in line if word == "{in}")]
        if line.count("{in}") and line[0] not in ("diff", "explain", "history", "lock")
        else [word.replace("{in}", f"./{where}") for word in line]
        for line in words
    ]


def attack(folder: Path, commands: list[list[str]], stdin: str | None, restore: dict[str, str]) -> dict[str, Any]:
    given = json.dumps({"commands": commands, "stdin": stdin, "restore": restore})
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent), "HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("GITHUB_ACTIONS", None)
    done = subprocess.run(
        [sys.executable, str(HERE / "attacked.py")],
        input=given, capture_output=True, text=True, cwd=folder, env=environment, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


def judge(result: dict[str, Any], folder: Path, name: str) -> None:
    words, code, out, err = (result[key] for key in ("words", "code", "out", "err"))
    assert code in (0, 1, 2), words
    assert "This is a bug" not in err, (words, err)
    assert "Traceback" not in out + err, (words, err)
    assert code != 2 or (out + err).strip(), words
    assert UNSAFE.search(err) is None, words
    if not any(word in rows.BYTES_COUNT for word in words):
        assert UNSAFE.search(out) is None, words
    if "json" in words and "check" in words and "-" not in words and code != 2:
        json.loads(out)
    own = {folder / "out.json", folder / name, folder / "folder" / name}
    if words[0] == "init":
        own |= {folder / written for written in rows.WRITTEN_BY_INIT}
    writes = any(word in words for word in ("--fix", "--write", "init", "-o", "--file")) or "--write-baseline=out.json" in words
    for what, detail in result["seen"]:
        assert what == "write", (words, what, detail)
        path = Path(detail)
        temporary = (
            path.name.startswith(".schemalint-") and path.suffix == ".tmp" and path.parent in {one.parent for one in own}
        )
        assert writes, (words, detail)
        assert path in own or temporary or path == Path(os.devnull), (words, detail)


@pytest.mark.slow
@pytest.mark.parametrize("name", INPUTS)
def test_no_input_gets_more_out_of_a_command_than_an_answer(tmp_path: Path, name: str) -> None:
    data = INPUTS[name]
    text = data.decode("utf-8", "surrogateescape")
    (tmp_path / "folder").mkdir()
    (tmp_path / name).write_bytes(data)
    (tmp_path / "folder" / name).write_bytes(data)
    (tmp_path / "good.json").write_text(GOOD)
    (tmp_path / ".git").mkdir()
    before = tree(tmp_path)
    restore = {name: text, f"folder/{name}": text}
    found = attack(tmp_path, [line for way in WAYS for line in calls(way, name)], text, restore)
    for result in found["results"]:
        judge(result, tmp_path, name)
    assert found["megabytes"] <= MEGABYTES
    after = tree(tmp_path)
    for path in ("out.json", *rows.WRITTEN_BY_INIT):
        after.pop(path, None)
    assert before == after


# Answers `tools/list` with a text as it is.
SERVER = """
import json, sys
raw = open(sys.argv[1], encoding="utf-8", errors="surrogateescape").read().replace("\\n", " ")
for line in sys.stdin:
    request = json.loads(line)
    if request.get("method") == "initialize":
        value = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": value}), flush=True)
    elif request.get("method") == "tools/list":
        text = '{"jsonrpc": "2.0", "id": %s, "result": {"tools": %s}}\\n' % (request["id"], raw)
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
        sys.stdout.buffer.flush()
"""
FROM_A_SERVER = [
    ["check", "{in}"],
    ["canon", "{in}"],
    ["catalog", "{in}"],
    ["lock", "--file", "out.json", "{in}"],
    ["diff", "good.json", "{in}"],
]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in INPUTS if name.endswith(".json")][::THIN])
def test_no_server_gets_more_out_of_a_command_than_an_answer(tmp_path: Path, name: str) -> None:
    (tmp_path / "server.py").write_text(SERVER)
    (tmp_path / "raw").write_bytes(INPUTS[name])
    (tmp_path / "good.json").write_text(GOOD)
    where = f"stdio:{sys.executable} server.py raw"
    commands = [[where if word == "{in}" else word for word in line] for line in FROM_A_SERVER]
    found = attack(tmp_path, [[*line, "--timeout", "5"] for line in commands], None, {})
    for result in found["results"]:
        result["seen"] = [
            (what, detail) for what, detail in result["seen"] if what not in ("subprocess.Popen", "os.posix_spawn")
        ]
        judge(result, tmp_path, "out.json")
    assert found["megabytes"] <= MEGABYTES
    assert {"server.py", "raw", "good.json", "out.json"} >= tree(tmp_path).keys()


def test_every_command_has_its_rows_in_the_matrix() -> None:
    assert {command.name for command in table.COMMANDS} == rows.ROWS.keys()


def test_the_matrix_is_this_large(record_property: Any) -> None:
    sizes = {way: sum(len(calls(way, name)) for name in INPUTS) for way in WAYS}
    sizes["server"] = len([name for name in INPUTS if name.endswith(".json")][::THIN]) * len(FROM_A_SERVER)
    record_property("calls", sizes)
    sys.stdout.write(
        f"{len(INPUTS)} inputs, {sum(map(len, rows.ROWS.values()))} rows; calls: {sizes}, {sum(sizes.values())} in all\n"
    )
    assert sum(sizes.values()) > 5_000 / THIN


# -------------------------------------------------------------------------------------------------- what a sound run does


@pytest.mark.parametrize("configured", [False, True], ids=["bare", "hostile configuration"])
def test_a_command_on_files_is_one_process_without_a_socket_that_writes_what_it_names(tmp_path: Path, configured: bool) -> None:
    clone = tmp_path / "clone"
    (clone / "rules").mkdir(parents=True)
    (clone / ".git").mkdir()
    (clone / "in.json").write_text(GOOD)
    (clone / "good.json").write_text(GOOD)
    if configured:
        (clone / "schemalint.toml").write_text(CONFIGURATION)
        (clone / "evil.py").write_text("open('STARTED', 'w')\nTOOLS = []\n")
        (clone / "rules" / "evil.py").write_text("open('STARTED', 'w')\n")
        for name in ("json.py", "conftest.py", "sitecustomize.py", "schemalint.py"):
            (clone / name).write_text("open('STARTED', 'w')\n")
    commands = [rows.filled(row, "in.json") for command in rows.ROWS.values() for row in command]
    found = attack(clone, [*commands, ["check"], ["check", "."]], None, {"in.json": GOOD})
    assert {0, 1} <= {result["code"] for result in found["results"]} or configured
    for result in found["results"]:
        judge(result, clone, "in.json")
    assert not (clone / "STARTED").exists()
    assert ["clone"] == [path.name for path in tmp_path.iterdir()]
