"""Modules that are imported: what becomes of their tools, and of everything else that a module can do."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from schemalint.canon import canonical
from schemalint.cli.main import main
from schemalint.edge.child import Result
from schemalint.model import Tool, Toolset
from schemalint.sources import Broken, Outcome, PassedOver, Reach, Source, load
from schemalint.sources.imported import functions, messages, process
from schemalint.sources.imported.build import outcomes
from schemalint.sources.imported.messages import Case
from schemalint.sources.imported.process import Subject, ask, interpreter

STANDINS = Path(__file__).with_name("standins")
TOOL: dict[str, Any] = {
    "name": "read_file",
    "description": "Read a text file.",
    "parameters": {"type": "object", "properties": {}},
}


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)


def read(argument: str, folder: Path, *, timeout: float = 20, **more: Any) -> list[Outcome]:
    return list(load(argument, cwd=folder, reach=Reach(importing=True, home=folder, timeout=timeout, **more)))


def source(argument: str, folder: Path, **more: Any) -> Source:
    found = read(argument, folder, **more)
    assert [Source] == [type(one) for one in found], found
    assert isinstance(found[0], Source)
    return found[0]


def reason(argument: str, folder: Path, **more: Any) -> str:
    found = read(argument, folder, **more)
    assert [Broken] == [type(one) for one in found], found
    assert isinstance(found[0], Broken)
    return found[0].reason


def tools(read: Source) -> list[Tool]:
    return [tool for toolset in read.toolsets for tool in toolset.tools]


def test_the_worker_runs_from_a_folder_with_spaces_and_leaves_nothing_in_it_or_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "site packages" / "the worker"
    shutil.copytree(process.WORKER, place, ignore=shutil.ignore_patterns("__pycache__"))
    before = sorted(place.rglob("*"))
    monkeypatch.setattr(process, "WORKER", place)
    (tmp_path / "desk.py").write_text(
        "import sys\nfrom mcp_names import NAMES\n"
        "NAMES.append(str(sum(one.endswith('the worker') for one in sys.path)))\n"
        "TOOLS = [{'name': name, 'parameters': {'type': 'object'}} for name in NAMES]\n"
    )
    (tmp_path / "mcp_names.py").write_text("NAMES = ['lend_book']\n")
    assert ["lend_book", "0"] == [tool.name for tool in tools(source("desk.py", tmp_path))]
    assert before == sorted(place.rglob("*"))


# ---------------------------------------------------------------------------------------------------------------- end to end


MODULE = '''
"""Tools of a bistro."""
import asyncio, sys, threading, time
sys.path.insert(0, STANDINS)
import standin_tools as S

print("noise on standard output")
sys.stdout.flush()
threading.Thread(target=time.sleep, args=(60,)).start()

server = S.FastServer("bistro")


def reserve_table(
    restaurant: str,
    seats: int = 2,
) -> str:
    """Reserve a table.

    Args:
        restaurant: Id of the restaurant.
    """


TOOLS = [
    {"name": "read_menu", "description": "Read the menu.", "parameters": {"type": "object",
        "properties": {"day": {"type": "string"}}}},
    reserve_table,
]


def make_tools():
    return (tool for tool in TOOLS)
'''


def test_a_module_is_imported_beside_threads_and_noise_and_its_tools_have_their_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "agent.py").write_text(f"STANDINS = {str(STANDINS)!r}\n{MODULE}")
    read = source("agent", tmp_path)
    assert ("", "") == capfd.readouterr()
    assert ("agent.py", ["bistro", None]) == (read.path, [toolset.server for toolset in read.toolsets])
    origins = [(tool.name, tool.origin.framework, tool.origin.fidelity) for tool in tools(read)]
    assert [
        ("reserve", "fastmcp", "exact"),
        ("read_menu", "function", "exact"),
        ("reserve_table", "function", "derived"),
    ] == origins
    lines = (tmp_path / "agent.py").read_text().splitlines()
    menu, table = tools(read)[1:]

    def at(tool: Tool, *place: str) -> str:
        span = read.locate(0, tool.document(place))
        assert span is not None
        return lines[span.line - 1][span.column - 1 :]

    assert at(table).startswith("reserve_table(")
    assert at(table, "parameters", "properties", "seats").startswith("seats: int")
    assert at(table, "parameters", "properties", "restaurant", "description").startswith("restaurant: Id")
    assert at(menu, "parameters", "properties", "day").startswith('"day"')
    assert "Id of the restaurant." == table.parameters["properties"]["restaurant"]["description"]
    assert ["read_menu", "reserve_table"] == [tool.name for tool in tools(source("agent:make_tools()", tmp_path))]


def test_a_catalog_by_import_is_that_of_the_servers_own_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "agent.py").write_text(f"STANDINS = {str(STANDINS)!r}\n{MODULE}")
    monkeypatch.chdir(tmp_path)
    schema = {"type": "object", "properties": {"seats": {"type": "integer"}}, "required": ["seats"]}
    listed = {"tools": [{"name": "reserve", "description": "Reserve a table.", "inputSchema": schema}]}
    Path("tools.json").write_text(json.dumps({"jsonrpc": "2.0", "id": 1, "result": listed}))
    texts = []
    for argument in ("agent:server", "tools.json"):
        assert 0 == main(["catalog", argument, "--isolated"])
        place = f"[`{argument}`]({argument})" if argument.endswith(".json") else f"`{argument}`"
        texts.append(capsys.readouterr().out.replace(f" · {place}", ""))
    assert "reserve" in texts[0]
    assert texts[0] == texts[1]
    assert 0 == main(["canon", "agent:server", "--isolated"])
    assert json.dumps(
        [{"description": "Reserve a table.", "name": "reserve", "parameters": schema}], sort_keys=True, separators=(",", ":")
    ) + "\n" == (capsys.readouterr().out)


def test_findings_name_the_file_and_the_line_and_fixes_stay_out_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """TOOLS = [
    {"name": "read_file", "description": "Read a text file.",
     "parameters": {"type": "object", "properties": {"tags": {"type": "array", "description": "Tags to look for."}}}},
    {"name": "write_file", "description": "Write a text file.",  # schemalint: ignore[array-without-items] as upstream has it
     "parameters": {"type": "object", "properties": {"tags": {"type": "array", "description": "Tags to look for."}}}},
]
"""
    (tmp_path / "agent.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert 1 == main(["check", "agent:TOOLS", "--isolated", "--select", "array-without-items", "--fix", "--unsafe-fixes"])
    out = capsys.readouterr()
    assert out.out.startswith("agent.py:3:54: error array-without-items:")
    assert "1 suppressed" in out.out
    assert text == (tmp_path / "agent.py").read_text()


def test_files_of_a_folder_are_imported_and_scripts_and_tests_are_not(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("from .base import TOOL\n")
    (package / "base.py").write_text(f"TOOL = {TOOL!r}\n")
    (package / "setup.py").write_text("raise SystemExit(9)\n")
    (package / "test_it.py").write_text("raise SystemExit(9)\n")
    (package / "data.json").write_text(json.dumps([{**TOOL, "name": "write_file"}]))
    found = {one.path: one for one in read("shop", tmp_path)}
    assert ["shop/__init__.py", "shop/base.py", "shop/data.json", "shop/setup.py", "shop/test_it.py"] == sorted(found)
    kinds = {path: type(one) for path, one in found.items()}
    assert {"shop/base.py", "shop/data.json"} == {path for path, kind in kinds.items() if kind is Source}
    assert {"shop/setup.py", "shop/test_it.py", "shop/__init__.py"} == {
        path for path, kind in kinds.items() if kind is PassedOver
    }


def test_only_the_users_own_word_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "agent.py").write_text("open('ran', 'w').close()\nTOOLS = [" + json.dumps(TOOL) + "]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert 0 == main(["check", "agent.py", "--isolated", "-q"])
    (tmp_path / "schemalint.toml").write_text('sources = ["agent.py"]\npython = "none/python"\n')
    assert 2 == main(["check", "--import", "-q"])
    assert "would import `agent.py`; a configuration may ask for that only with --trust" in capsys.readouterr().out
    assert 2 == main(["check", "agent.py", "--import", "-q"])
    assert "which is started only with --trust, or when --python names it" in capsys.readouterr().out
    assert 2 == main(["check", "--import", "--isolated", "-q"])
    assert "--import: needs files or modules to import" in capsys.readouterr().err
    assert 2 == main(["check", "--import", "--trust", "-q"])
    assert "the interpreter `" in capsys.readouterr().out
    assert not (tmp_path / "ran").exists()
    assert 0 == main(["check", "--import", "--trust", "--python", sys.executable, "-q"])
    assert (tmp_path / "ran").exists()


def test_a_class_that_the_configuration_knows_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "acme.py").write_text(
        "class Action:\n    def __init__(self):\n        self.title, self.doc = 'read_file', 'Read a text file.'\n"
        "    def args(self):\n        return {'type': 'object', 'properties': {}}\nread = Action()\n"
    )
    (tmp_path / "schemalint.toml").write_text(
        '[tool-classes."acme.Action"]\nname = "title"\ndescription = "doc"\nparameters = "args()"\n'
    )
    monkeypatch.chdir(tmp_path)
    assert 0 == main(["canon", "acme.py", "--import"])
    assert (
        canonical(Toolset((Tool("read_file", TOOL["description"], TOOL["parameters"]),))).decode() + "\n"
        == capsys.readouterr().out
    )


# --------------------------------------------------------------------------------------------- what else a module can do


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import sys; sys.exit(0)", 'called sys.exit(0); guard it with `if __name__ == "__main__"`'),
        ("import os; os._exit(0)", "ended the interpreter with code 0 before it could answer"),
        ("import os; os.abort()", "ended the interpreter by signal SIGABRT before it could answer"),
        (
            "import os; os.write(2, b'last words'); os.kill(os.getpid(), 9)",
            "SIGKILL before it could answer; its last output: last words",
        ),
        ("raise ValueError('no \\x1b[2J way')", "raised ValueError: no \x1b[2J way"),
        ("import os\nos.environ['NO_SUCH']", "raised KeyError: 'NO_SUCH'; set the environment variable"),
        ("import no_such_package.inner", "needs the package `no_such_package`, which "),
        ("def broken(:", "not valid Python: invalid syntax"),
        ("x = input()", "asks for input, and there is none"),
        (
            "def tools():\n    while True:\n        yield {}",
            "holds no tool objects (saw 1 function, 0 classes); name one, as in `bad.py:function`",
        ),
        ("print(open('/dev/stdout', 'w').write('x' * 9999)); import os; os.close(1); sys", "raised NameError"),
        ("import os\nfor fd in range(3, 64):\n    try: os.close(fd)\n    except OSError: pass", "ended the interpreter"),
    ],
)
def test_a_module_that_does_not_let_itself_be_imported_is_one_message(tmp_path: Path, code: str, expected: str) -> None:
    (tmp_path / "bad.py").write_text(code)
    [one] = read("bad.py", tmp_path)
    assert isinstance(one, Broken)
    assert expected in one.reason
    assert "bad.py" == one.path
    assert (one.line is None) == any(word in one.reason for word in ("ended the interpreter", "no tool objects"))


def is_gone(pid: int) -> bool:
    for _ in range(200):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.01)
    return False


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
def test_a_module_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "import os, subprocess, sys\nchild = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])\n"
        "open('pids', 'w').write(f'{os.getpid()} {child.pid}')\nwhile True: pass\n"
    )
    assert "importing `bad.py` did not finish within 0.6 s and was ended; --timeout gives it longer" == reason(
        "bad.py", tmp_path, timeout=0.6
    )
    assert [True, True] == [is_gone(int(pid)) for pid in (tmp_path / "pids").read_text().split()]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux only")
def test_a_module_that_eats_memory_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("kept = []\nwhile True:\n    kept.append(bytearray(2**24))\n")
    subject = Subject("bad.py", None, "bad.py")
    answer = ask(subject, sys.executable, Reach(), tmp_path, memory=2**28)
    [one] = outcomes(subject, answer, sys.executable, tmp_path)
    assert isinstance(one, Broken)
    assert ("importing `bad.py` takes more memory than it may", 3) == (one.reason, one.line)


def test_a_factory_and_its_troubles(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(
        "import itertools\ndef endless():\n    return ({'name': str(n), 'parameters': {}} for n in itertools.count())\n"
        "def fails():\n    raise OSError('no disk')\nnumber = 5\n"
        "TOOLS = [{'name': 'a', 'parameters': {'default': float('nan')}}]\n"
        "def takes(x: 'Nowhere', y: int): 'Take.'\n"
    )
    for attribute, expected in {
        "endless()": "importing `shop` and calling `endless()` gives more than 10000 tools; only what ends can be",
        "fails()": "importing `shop` and calling `fails()` raised OSError: no disk at shop.py:5",
        "nothing": "`shop` has no `nothing`; tools are found in: `TOOLS`",
        "number": "`number` is a builtins.int, which is not a known tool form: ",
        "TOOLS": "holds nan at /parameters/default, which is not a JSON number",
    }.items():
        assert expected in reason(f"shop:{attribute}", tmp_path)
    taken = source("shop:takes", tmp_path)
    assert [("derived", {})] == [(tool.origin.fidelity, tool.parameters["properties"]["x"]) for tool in tools(taken)]
    told = (
        "annotation `Nowhere` of parameter `x` of `takes` cannot be resolved (name 'Nowhere' is not defined), so it is read as"
    )
    assert told in taken.skipped[0]
    told = reason("shp:x", tmp_path)
    assert "cannot find module `shp` (looked in: . and the packages of " in told
    assert "; did you mean `shop`?" in told


# ------------------------------------------------------------------------------------------------------------ interpreters


def environment(folder: Path) -> Path:
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    python.parent.mkdir(parents=True)
    python.touch()
    return python


def test_the_interpreter_is_the_one_named_else_the_active_else_the_projects_else_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach = Reach(home=tmp_path)
    assert sys.executable == interpreter(reach, tmp_path)
    for name in ("venv", ".venv", "active"):
        python = environment(tmp_path / name)
        if name == "active":
            monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / name))
        assert str(python) == interpreter(reach, tmp_path)
    for named in ("venv/bin/python", "venv", str(tmp_path / "venv" / "bin" / "python")):
        assert str(tmp_path / "venv" / "bin" / "python") == interpreter(Reach(python=named), tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert sys.executable == interpreter(Reach(python=Path(sys.executable).name), tmp_path)
    assert None is interpreter(Reach(python="no-such-python"), tmp_path)
    assert None is interpreter(Reach(python="none/python"), tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "active"))
    assert str(tmp_path / "active" / "bin" / "python") == interpreter(reach, tmp_path)
    monkeypatch.setenv("PRE_COMMIT", "1")
    assert str(tmp_path / ".venv" / "bin" / "python") == interpreter(reach, tmp_path)
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "gone"))
    assert str(tmp_path / ".venv" / "bin" / "python") == interpreter(reach, tmp_path)


def test_an_interpreter_that_cannot_be_started_is_said_with_the_remedies(tmp_path: Path) -> None:
    python = environment(tmp_path / ".venv")
    (tmp_path / "agent.py").write_text("TOOLS = []")
    told = reason("agent.py", tmp_path)
    assert f"`{python}` cannot be started: Permission denied; name one with --python PATH" in told
    assert told.endswith("additional_dependencies`")
    assert "the interpreter `x/y` is not there; name one with --python PATH" == reason("agent.py", tmp_path, python="x/y")


# ------------------------------------------------------------------------------------------------------------- the record


def signed(payload: bytes, length: int | None = None) -> bytes:
    return b"\nschemalint-worker-1 %d %s\n" % (length or len(payload), hashlib.sha256(payload).hexdigest().encode()) + payload


def test_a_record_counts_only_when_it_is_whole() -> None:
    payload = b'{"items": []}'
    assert {"items": []} == process._record(b"printed before\n" + signed(b'{"a": 1}') + signed(payload))
    for output in (
        b"",
        payload,
        signed(payload)[:-1],
        signed(payload) + b"x",
        signed(payload, 5),
        signed(b"[]"),
        b"\nschemalint-worker-1 \n",
    ):
        assert None is process._record(output)


def test_silence_has_a_reason() -> None:
    assert {"kind": "start", "message": "m"} == process._silence(Result(None, b"", b"", "start", "m"), 1)
    assert {"kind": "timeout", "seconds": 2} == process._silence(Result(-15, b"", b"", "deadline", "m"), 2)
    assert {"kind": "died", "code": 3, "lines": ["b", "c", "d"]} == process._silence(Result(3, b"", b"a\nb\n\nc\nd\n"), 1)


# ----------------------------------------------------------------------------------------------------------- the sentences


def case(subject: Subject = Subject("m", "m", None), cwd: Path = Path(), **facts: Any) -> Case:  # noqa: B008 - a frozen value
    return Case(facts, subject, "/venv/bin/python", "3.9.1", cwd)


CALLED = Subject("m:make()", "m", None, "make()")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (case(kind="missing", name="m"), "cannot find module `m` (looked in: . and the packages of /venv/bin/python)"),
        (
            case(kind="missing", name="a", parent=False),
            "importing `m` needs the package `a`, which /venv/bin/python does not have;",
        ),
        (case(kind="missing", name="a.b", parent=True), "importing `m` needs the module `a.b`, which is not there"),
        (case(kind="raised", type="E", message="", environment=False), "importing `m` raised E"),
        (
            case(CALLED, kind="raised", type="E", message="x", environment=False),
            "importing `m` and calling `make()` raised E: x",
        ),
        (case(kind="raised", type="E", message="y" * 500, environment=False), f"raised E: {'y' * 297}..."),
        (
            case(kind="raised", type="MemoryError", message="", file="/else/f.py", line=3),
            "takes more memory than it may at /else/f.py:3",
        ),
        (case(kind="exit", code="None"), "called sys.exit(); guard it"),
        (case(kind="syntax", message="bad", file="gone.py", line=4, column=2), "not valid Python at gone.py:4: bad"),
        (
            case(kind="not-callable", attribute="x", type="list"),
            "`x` of `m` is a list and cannot be called; leave the parentheses off",
        ),
        (case(kind="no-attribute", attribute="x", found=[]), "`m` has no `x`; no tools are found in it"),
        (
            case(kind="refused", framework="strands", type="E", message="no"),
            "strands could not make a definition of it: E: no",
        ),
        (case(kind="surrogate", at=["name"]), "holds half of a surrogate pair at /name, which is not a character"),
        (case(kind="not-json", at=[], type="set"), "holds a set, which is not a JSON value"),
        (case(kind="too-much", limit="9 bytes"), "holds more than 9 bytes"),
        (case(kind="too-much", limit="128 levels", at=["a", 1]), "holds more than 128 levels at /a/1"),
    ],
)
def test_a_trouble_is_one_sentence_with_its_id(told: Case, expected: str) -> None:
    assert expected in messages.sentence(told)


def test_a_syntax_that_another_python_knows_names_the_one_in_use(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text("match = 1\n")
    told = case(cwd=tmp_path, kind="syntax", message="invalid syntax", file=str(tmp_path / "new.py"), line=1)
    assert "; the interpreter in use is Python 3.9.1 (/venv/bin/python), and Python 3" in messages.sentence(told)


def test_a_module_that_is_not_there_is_told_with_the_nearest_that_is(tmp_path: Path) -> None:
    (tmp_path / "src" / "shop").mkdir(parents=True)
    (tmp_path / "src" / "shop" / "orders.py").touch()
    (tmp_path / "menu.data").touch()
    for module, name, nearest in (
        ("shop.ordes", "shop.ordes", "`shop.orders`"),
        ("shp.orders", "shp", "`shop.orders`"),
        ("menu.dat", "menu", "the file `menu.data`"),
    ):
        told = messages.sentence(case(Subject(module, module, None), tmp_path, kind="missing", name=name))
        assert f"cannot find module `{module}` (looked in: ., src and" in told
        assert f"; did you mean {nearest}?" in told


def test_gaps_are_told_as_notes() -> None:
    told = messages.gap("f", {"why": "no-json", "parameter": "p", "type": "Socket"})
    assert "parameter `p` of `f` has type Socket, which has no JSON form, so it is read as any value" == told


# ------------------------------------------------------------------------------------------------- answers and what they make


def made(folder: Path, *items: Mapping[str, Any], file: str | None = None, attribute: str | None = None) -> list[Outcome]:
    answer = {"python": "3.11.0", "module": "m", "file": file, "functions": 2, "classes": 1, "items": list(items)}
    return list(outcomes(Subject("m", "m", None, attribute), answer, "python", folder))


def item(*entries: Mapping[str, Any], name: str = "T", form: str = "list", server: str | None = None) -> dict[str, Any]:
    return {"name": name, "form": form, "server": server, "entries": list(entries)}


def wire(name: str = "read_file", **more: Any) -> dict[str, Any]:
    return {"wire": {**TOOL, "name": name}, "framework": "strands", "at": None, **more}


def test_a_module_outside_of_the_folder_has_no_lines_and_is_named_as_it_was_written(tmp_path: Path) -> None:
    [one] = made(tmp_path, item(wire()), file="/somewhere/m.py")
    assert isinstance(one, Source)
    [tool] = tools(one)
    assert ("m", "", None, "m") == (one.path, one.text, one.locate(0, tool.places[()]), tool.origin.source)


def test_what_a_function_defined_in_another_file_says_has_no_line_here(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("read_file = 1\n@x\ndef other(): ...\n")
    file = str(tmp_path.resolve() / "m.py")
    elsewhere = {"file": "/else.py", "line": 1, "name": "read_file"}
    here = {"file": file, "line": 2, "name": "other"}
    [one] = made(tmp_path, item(wire(at=elsewhere), wire("two", at=here), wire(), wire("nowhere")), file=file)
    assert isinstance(one, Source)
    spans = [one.locate(0, tool.document(("description",))) for tool in tools(one)]
    assert [None, (3, 5), (1, 1), None] == [span and (span.line, span.column) for span in spans]


def test_a_file_that_is_no_python_for_us_gives_tools_without_lines(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def (:\n")
    [one] = made(tmp_path, item(wire()), file=str(tmp_path.resolve() / "m.py"))
    assert isinstance(one, Source)
    assert None is one.locate(0, tools(one)[0].places[()])
    (tmp_path / "m.py").write_bytes(b"\xff")
    assert ["m.py"] == [one.path for one in made(tmp_path, item(wire()), file=str(tmp_path.resolve() / "m.py"))]


def test_troubles_and_notes_stand_beside_the_tools_that_are_good(tmp_path: Path) -> None:
    trouble = {"trouble": {"kind": "refused", "framework": "x", "type": "E", "message": "no"}, "name": "bad"}
    [one] = made(
        tmp_path, item(wire(), trouble, {"note": "passed over something"}), item(name="S", form="server", server="bistro")
    )
    assert isinstance(one, Source)
    assert [("bad", "x could not make a definition of it: E: no")] == [(b.tool, b.reason) for b in one.broken]
    assert ("passed over something", "the server `bistro` lists no tools") == one.skipped
    assert [Broken] == [type(one) for one in made(tmp_path, item(trouble))]
    [empty] = made(tmp_path, item(name="S", form="server", server="bistro"))
    assert PassedOver("m", "the server `bistro` lists no tools") == empty
    [nothing] = made(tmp_path)
    assert isinstance(nothing, PassedOver)
    assert "holds no tool objects (saw 2 functions, 1 class)" in nothing.reason
    [named] = made(tmp_path, {"name": "T", "form": "value", "value": {"a": 1}}, attribute="T")
    assert isinstance(named, Broken)
    assert "`T` holds no tool definitions: found an object with `a`" in named.reason


def test_a_tool_without_parameters_is_read_where_its_framework_sends_none(tmp_path: Path) -> None:
    bare = {"wire": {"name": "get_time", "description": "Return the time."}, "framework": "google-adk", "at": None}
    [found] = made(tmp_path, item(bare, form="one"))
    assert isinstance(found, Source)
    assert [("get_time", "google-adk")] == [(tool.name, tool.origin.framework) for tool in tools(found)]


def test_a_constant_that_is_part_of_another_counts_once(tmp_path: Path) -> None:
    one = {"name": "ONE", "form": "value", "value": TOOL, "holds": []}
    everything = {"name": "ALL", "form": "value", "value": [TOOL], "holds": ["ONE"]}
    data = {"name": "DATA", "form": "value", "value": {"parameters": 1}, "holds": ["ALL"]}
    [found] = made(tmp_path, one, everything, data)
    assert isinstance(found, Source)
    assert [("ALL", 0)] == [tool.places[()] for tool in tools(found)]


def test_a_function_is_told_by_its_docstring_and_without_titles_that_nobody_wrote() -> None:
    schema = {
        "properties": {
            "user_id": {"title": "User Id", "type": "string"},
            "title": {"title": "Heading", "type": "string"},
            "rows": {"items": {"$ref": "#/$defs/Row"}, "title": "Rows", "type": "array"},
        },
        "$defs": {"Row": {"properties": {"title": {"title": "Title", "type": "string"}}, "title": "Row", "type": "object"}},
    }
    doc = "Find.\n\nCarefully.\n\nParameters\n----------\nuser_id : str\n    Whose.\n*rest\n    More.\n"
    assert {
        "name": "find",
        "description": "Find.\n\nCarefully.",
        "parameters": {
            "type": "object",
            "properties": {
                "user_id": {"type": "string", "description": "Whose."},
                "title": {"title": "Heading", "type": "string"},
                "rows": {"items": {"$ref": "#/$defs/Row"}, "type": "array"},
            },
            "$defs": {"Row": {"properties": {"title": {"type": "string"}}, "type": "object"}},
        },
    } == functions.tool_of({"name": "find", "doc": doc, "parameters": schema})
    assert {"name": "f", "parameters": {"type": "object", "properties": {}}} == functions.tool_of(
        {"name": "f", "doc": None, "parameters": {}}
    )
    union = {"properties": {"a": {"anyOf": [{"type": "string"}, True]}, "b": False}}
    assert (
        union["properties"] == functions.tool_of({"name": "f", "doc": "Find.", "parameters": union})["parameters"]["properties"]
    )
    bad = "Find.\n\nArgs:\n    : x\n:param"
    assert functions.tool_of({"name": "f", "doc": bad, "parameters": {}})["description"].startswith("Find.")


def test_signals_have_names() -> None:
    told = messages.sentence(case(kind="died", code=-signal.SIGSEGV, lines=[]))
    assert "importing `m` ended the interpreter by signal SIGSEGV before it could answer" == told


def test_the_table_of_frameworks_holds_no_difference() -> None:
    rows = [
        line.split(" | ") for line in (Path(__file__).with_name("campaigns") / "frameworks.md").read_text().splitlines()[8:]
    ]
    outcomes_by_name = {row[0].strip("| "): row[2] for row in rows}
    assert {"marvin"} == {name for name, outcome in outcomes_by_name.items() if not outcome.startswith("equal (")}
    assert 25 <= len(outcomes_by_name)
