"""Hostile input: whatever is fed, every command ends with one of its codes, soon, with clean output and nothing changed.

The big files are made here; the small ones are `fixtures/broken`. No socket may be opened, nothing on disk may change.
"""

# ruff: noqa: E501 - the table of hostile texts is one line a text
from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from schemalint.model import Json

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"

COMMANDS = (
    ["check"],
    ["check", "--output-format", "json", "--set", "strict"],
    ["check", "--color", "always", "--show", "info"],
    ["canon"],
    ["canon", "--check"],
    ["canon", "--digest"],
    ["catalog"],
)
UNSAFE = re.compile("[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]|\x1b(?!\\[[0-9;]*m)")
"""What must not come out: control and bidirectional characters, tags, and escape sequences other than our own colours."""

# Runs all commands in one process, with sockets and new processes forbidden; prints the codes and what came out, as JSON.
RUNNER = """
import contextlib, io, json, resource, socket, subprocess, sys, time
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
def forbidden(*args, **more):
    raise SystemExit("forbidden: " + repr(args))
socket.socket = socket.create_connection = socket.getaddrinfo = subprocess.Popen = forbidden
from schemalint.cli.main import main
results = []
for words in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    start = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    results.append([words, code, out.getvalue(), err.getvalue(), time.process_time() - start])
sys.stdout.write(json.dumps(results))
"""


def deep(levels: int) -> str:
    return '[{"name": "a", "description": "A.", "inputSchema": ' + '{"items": ' * levels + "{}" + "}" * levels + "}]"


def tool(**members: object) -> str:
    return json.dumps([{"name": "read", "description": "Read.", "inputSchema": {"type": "object"}, **members}])


def refs(levels: int) -> str:
    defs = {
        f"d{i}": {"properties": {"l": {"$ref": f"#/$defs/d{i + 1}"}, "r": {"$ref": f"#/$defs/d{i + 1}"}}} for i in range(levels)
    }
    return tool(inputSchema={"$ref": "#/$defs/d0", "$defs": {**defs, f"d{levels}": {"type": "string"}}})


WRONG: tuple[Json, ...] = (1, None, {}, [], [[]], "x", [{}], True, 1.5)
LONG: dict[str, Callable[[], str]] = {
    "deep_600.json": lambda: deep(600),
    "deep_100000.json": lambda: deep(100_000),
    "deep_brackets.json": lambda: "[" * 200_000,
    "long_integer.json": lambda: f'[{{"name": "a", "description": {"1" * 5_000}}}]',
    "long_number.json": lambda: f'[{{"name": "a", "description": {"1" * 5_000_000}.5}}]',
    "long_line.json": lambda: tool(description="x" * 5_000_000),
    "long_name.json": lambda: tool(name="n" * 200_000),
    "quotes.json": lambda: tool(description="'\" `" * 60_000),
    "commas.json": lambda: tool(inputSchema={"properties": {"f": {"type": "string", "description": "one of: " + "a, " * 60_000}}}),
    "spaces.json": lambda: tool(description="default " + " " * 300_000 + "is"),
    "args.json": lambda: tool(description="Args:\n" + "    x (str): y\n" * 20_000),
    "many_properties.json": lambda: tool(inputSchema={"properties": {f"p{i}": {"type": "string"} for i in range(20_000)}}),
    "many_enum_objects.json": lambda: tool(inputSchema={"properties": {"e": {"enum": [{"i": i} for i in range(50_000)]}}}),
    "many_tools.json": lambda: json.dumps([{"name": f"read_{i}", "description": "Read."} for i in range(5_000)]),
    "same_tools.json": lambda: json.dumps([{"name": "read", "description": "Read it all."}] * 5_000),
    "ref_fan_out.json": lambda: refs(40),
    "ref_chain.json": lambda: tool(inputSchema={"$defs": {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(20_000)}, "$ref": "#/$defs/d0"}),
    "ref_self.json": lambda: tool(inputSchema={"$ref": "#"}),
    "ref_mutual.json": lambda: tool(inputSchema={"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
    "ref_remote.json": lambda: tool(inputSchema={"properties": {"a": {"$ref": "http://127.0.0.1:9/x"}, "b": {"$ref": "file:///etc/passwd"}}}),
    "schema_remote.json": lambda: tool(inputSchema={"$schema": "http://127.0.0.1:9/s", "$id": "http://127.0.0.1:9/i", "type": "object"}),
    "redos.json": lambda: tool(inputSchema={"properties": {"a": {"type": "string", "pattern": "^(a+)+$", "default": "a" * 40 + "!"}}}),
    "zero.json": lambda: tool(inputSchema={"properties": {"a": {"type": "number", "multipleOf": 0, "default": 3, "examples": [1]}}}),
    "any_of_bomb.json": lambda: tool(inputSchema={"anyOf": [{"anyOf": [{"type": "string"}] * 300} for _ in range(300)]}),
    "wrong_types.json": lambda: json.dumps([{"name": "a", "description": v, "inputSchema": w} for v in WRONG for w in WRONG]),
    "wrong_inside.json": lambda: tool(inputSchema={"properties": {k: {k: v} for k in ("type", "enum", "default", "required", "anyOf", "$ref") for v in WRONG}}),
    "wrong_keywords.json": lambda: tool(inputSchema={k: v for k in ("properties", "required", "$defs", "allOf", "items") for v in (7,)}),
    "dunder.json": lambda: tool(inputSchema={"properties": {"__proto__": {"type": "string"}, "__class__": {}, "constructor": {}, "$ref": {}}}),
    "markup.json": lambda: tool(name="[bold]x[/nope]", description="[link=javascript:x]y[/link] :smile: %(a)s {0} {{x}} ${HOME} `id` $(id)"),
    "markdown.json": lambda: tool(name="a|b`c", description="<script>alert(1)</script>\n![x](http://127.0.0.1:9/x.png)\n```\n# h\n-->\n<!-- end -->\n| a | b |"),
    "ansi.json": lambda: tool(name="re\x1b[31mad", description="\x1b]52;c;QUJD\x07 \x9b31m \u202egpj.exe \U000e0041 \x00", title="\x1b[2J"),
    "command.json": lambda: tool(name="\n::error::x", description="\n##[error]x\n::set-output name=a::b"),
    "laughs.yaml": lambda: "- name: read\n  x0: &x0 [l]\n" + "".join(f"  x{i}: &x{i} [{', '.join([f'*x{i - 1}'] * 10)}]\n" for i in range(1, 30)),
    "recursive.yaml": lambda: "- &a\n  name: read\n  parameters: *a\n",
    "python_tag.yaml": lambda: "- name: read\n  description: !!python/object/apply:os.system ['touch MARKER']\n",
    "flow_deep.yaml": lambda: "[" * 20_000,
    "block_deep.yaml": lambda: "".join(" " * i + "a:\n" for i in range(3_000)),
    "scalars.yaml": lambda: "- name: read\n  description: 2026-11-30\n  parameters: {type: object, default: 1e400, n: .nan, yes: no, 1: 2, o: 0o7, s: 1:30, u: 1_000}\n",
    "evil.py": lambda: "import os\nos.system('touch MARKER')\nopen('MARKER', 'w')\nTOOLS = [{'name': 'read', 'description': 'Read.', 'parameters': {'type': 'object'}}]\n",
    "deep.py": lambda: "TOOLS = " + "[" * 5_000 + "]" * 5_000 + "\n",
    "deep_sum.py": lambda: "TOOLS = [] " + "+ [1]" * 20_000 + "\n",
    "nul.py": lambda: "TOOLS = [{'name': 'read'}]\x00\n",
    "empty.json": lambda: "",
    "blank.jsonl": lambda: "\n\n \n",
    "lines.jsonl": lambda: tool()[1:-1] + "\n{oops\n" + "[" * 500 + "\n" + tool(name="b")[1:-1] + "\n",
}  # fmt: skip


def run(folder: Path, words: list[list[str]]) -> list[tuple[list[str], int, str, str, float]]:
    result = subprocess.run(
        [sys.executable, "-c", RUNNER, json.dumps(words)], cwd=folder, capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 0, result.stderr
    return [(w, c, o, e, t) for w, c, o, e, t in json.loads(result.stdout)]


def state(folder: Path) -> dict[str, str]:
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir() if p.is_file()}


def endures(folder: Path, name: str) -> None:
    before = state(folder)
    for words, code, out, err, seconds in run(folder, [[*command, "--isolated", name] for command in COMMANDS]):
        said = out + err
        assert code in (0, 1, 2), (words, said[:500])
        assert "Traceback" not in said, words
        assert "schemalint failed" not in said, (words, err[:500])
        assert "crashed" not in said, (words, err[:500])
        if words[0] != "canon" or "--digest" in words:  # the canonical bytes are exact, and only for files and pipes
            assert not UNSAFE.search(said), (words, UNSAFE.search(said))
        assert not re.search(r"^(::|##\[)", said, re.M), words
        assert seconds < 10, (words, seconds)
    assert state(folder) == before


# Each of these keeps seven commands busy for five seconds and more.
HEAVY = (
    "any_of_bomb.json",
    "long_line.json",
    "many_enum_objects.json",
    "many_properties.json",
    "many_tools.json",
    "same_tools.json",
)


@pytest.mark.parametrize("name", [pytest.param(one, marks=pytest.mark.slow) if one in HEAVY else one for one in LONG])
def test_a_hostile_file_is_endured_by_every_command(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(LONG[name](), encoding="utf-8")
    endures(tmp_path, name)


@pytest.mark.parametrize("name", sorted(path.name for path in (FIXTURES / "broken").iterdir()))
def test_a_broken_file_is_endured_by_every_command(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes((FIXTURES / "broken" / name).read_bytes())
    endures(tmp_path, name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("deep_600.json", "deeper than 128"),
        ("deep_100000.json", "deeper than 128"),
        ("laughs.yaml", "holds more than 65,536 values once its aliases are written out"),
        ("recursive.yaml", "lies inside what it names"),
        ("python_tag.yaml", "tag"),
        ("empty.json", "empty"),
    ],
)
def test_the_refusal_says_what_is_too_much(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(LONG[name](), encoding="utf-8")
    [(_, code, out, _, _)] = run(tmp_path, [["check", "--isolated", name]])
    assert code == 2
    assert said in out


def test_special_files_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.json")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "loop.json").symlink_to("loop.json")
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    with (tmp_path / "sparse.json").open("wb") as file:
        file.truncate(8 << 30)
    start = time.monotonic()
    names = ["fifo.json", "folder.json", "loop.json", "zero.json", "sparse.json", "gone.json"]
    for words, code, out, err, _ in run(tmp_path, [["check", "--isolated", name] for name in names]):
        assert code == 2, words
        assert words[-1] in out + err
    assert time.monotonic() - start < 20


def test_odd_file_names_are_checked_and_shown_safely(tmp_path: Path) -> None:
    good = json.dumps([{"name": "read_file", "description": "", "inputSchema": {"type": "object"}}])
    for name in ("a\nb.json", "-rf.json", "--select=ALL.json", "@x.json", "\x1b[31m.json", "é.json", "a b.json", "'.json"):
        (tmp_path / name).write_text(good)
    (tmp_path / os.fsdecode(b"\xff.json")).write_text(good)
    [(_, code, out, err, _)] = run(tmp_path, [["check", "--isolated", "."]])
    assert (code, err) == (1, "")
    assert "9 tools in 9 files" in out
    assert not UNSAFE.search(out.replace("\n", ""))
    [(_, code, out, _, _)] = run(tmp_path, [["check", "--isolated", "--", "-rf.json", "--select=ALL.json"]])
    assert code == 1
    assert "2 tools in 2 files" in out


def test_the_same_input_gives_the_same_bytes_whatever_is_around_it(tmp_path: Path) -> None:
    source = FIXTURES / "demo"
    outputs = set()
    for variables in (
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "2", "LC_ALL": "C", "TZ": "Pacific/Kiritimati"},
        {"LC_ALL": "tr_TR.UTF-8"},
    ):
        for command in (["check", "--output-format", "json"], ["canon"], ["catalog"]):
            environment = {**{k: v for k, v in os.environ.items() if k != "HOME"}, **variables}
            result = subprocess.run(
                [sys.executable, "-m", "schemalint", *command, "--isolated", str(source)],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                timeout=60,
            )
            outputs.add((command[0], result.stdout))
    assert len(outputs) == 3
