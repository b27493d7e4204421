"""The register of frameworks: one file is enough, and nothing of it is loaded before it is needed."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemalint import frameworks
from schemalint.cli.main import main
from schemalint.frameworks.common import hints
from schemalint.frameworks.common.hints import hint
from schemalint.model import Origin, Tool
from schemalint.sources import Reach, Source, load

ACME = """
from schemalint.frameworks.common.record import FIELD, Framework, Objects

FRAMEWORK = Framework(
    "acme",
    "ACME Agents",
    packages=("acme",),
    decorators=("action",),
    key="inputSchema",
    titles="none",
    injected=frozenset(("Shift",)),
    objects=Objects(("acme.Action",), read=({"name": "label", "description": "text", "inputSchema": "schema()"},)),
    texts_from=FIELD,
    habits={"null default": "ACME writes null for what is not given"},
)
"""
MODULE = '''
from acme import Shift, action


@action(name="lend_book")
def lend(book: str, shift: Shift, days: int = 14) -> None:
    """Lend a book.

    Args:
        book: Shelf mark of the book.
    """
'''


def forget() -> None:
    """Let the register be read anew."""
    for answer in (*vars(frameworks).values(), *vars(hints).values()):
        if hasattr(answer, "cache_clear"):
            answer.cache_clear()


@pytest.fixture
def acme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The register with one more file, in a folder beside the others."""
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "acme.py").write_text(ACME, encoding="utf-8")
    monkeypatch.setattr(frameworks, "__path__", [*frameworks.__path__, str(folder)])
    forget()
    yield
    monkeypatch.undo()
    sys.modules.pop("schemalint.frameworks.acme", None)
    forget()


@pytest.mark.usefixtures("acme")
def test_check_finds_a_habit_of_a_framework_of_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "desk.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)
    assert 0 == main(["check", "desk.py", "--isolated", "--select", "param-description-missing", "--show", "info"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "1 tool in 1 file" in shown
    assert "; ACME Agents reads Annotated[..., Field(description=...)]" in shown


@pytest.mark.usefixtures("acme")
def test_a_framework_of_one_file_is_read_statically(tmp_path: Path) -> None:
    (tmp_path / "desk.py").write_text(MODULE, encoding="utf-8")
    [source] = load("desk.py", cwd=tmp_path)
    assert isinstance(source, Source)
    [tool] = source.toolsets[0].tools
    assert ("lend_book", "Lend a book.", "acme", "derived") == (
        tool.name,
        tool.description,
        tool.origin.framework,
        tool.origin.fidelity,
    )
    assert {
        "type": "object",
        "properties": {
            "book": {"type": "string", "description": "Shelf mark of the book."},
            "days": {"type": "integer", "default": 14},
        },
        "required": ["book"],
    } == tool.parameters


OBJECT = """
class Action:
    label, text = "lend_book", "Lend a book."

    def schema(self):
        return {"type": "object", "properties": {"book": {"type": "string"}}}


Action.__module__ = "acme"
lend = Action()
"""


@pytest.mark.usefixtures("acme")
def test_a_framework_of_one_file_is_read_by_importing(tmp_path: Path) -> None:
    (tmp_path / "desk.py").write_text(OBJECT, encoding="utf-8")
    [source] = load("desk.py", cwd=tmp_path, reach=Reach(importing=True, home=tmp_path))
    assert isinstance(source, Source)
    [tool] = source.toolsets[0].tools
    assert ("lend_book", "Lend a book.", "acme", "exact") == (
        tool.name,
        tool.description,
        tool.origin.framework,
        tool.origin.fidelity,
    )
    assert {"type": "object", "properties": {"book": {"type": "string"}}} == tool.parameters


def test_without_the_file_the_same_module_holds_no_tools(tmp_path: Path) -> None:
    (tmp_path / "desk.py").write_text(MODULE, encoding="utf-8")
    [outcome] = load("desk.py", cwd=tmp_path)
    assert not isinstance(outcome, Source)


@pytest.mark.usefixtures("acme")
def test_a_framework_of_one_file_has_its_hints() -> None:
    tool = Tool("lend_book", "Lend a book.", {"type": "object"}, origin=Origin(framework="acme"))
    assert "; ACME writes null for what is not given" == hint("null default", tool)
    assert "; ACME Agents reads Annotated[..., Field(description=...)]" == hint("undescribed", tool)


@pytest.mark.usefixtures("acme")
def test_a_framework_of_one_file_is_in_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent)
    docs = runpy.run_path(str(Path(__file__).with_name("docs.py")))
    readme = docs["documents"]()[docs["ROOT"] / "README.md"]
    assert "- exactly as they are sent: ACME Agents, Anthropic" in readme


def test_each_file_bears_the_name_of_its_framework() -> None:
    files = {path.stem for folder in frameworks.__path__ for path in Path(folder).glob("*.py")} - {"__init__"}
    assert files == {one.name.replace("-", "_") for one in frameworks.known()}
    assert len(files) > 20


def test_a_clean_json_file_is_checked_without_any_framework(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(
        '[{"name": "lend_book", "description": "Lends a book to a reader of the library for two weeks.",'
        ' "inputSchema": {"type": "object", "properties": {}}}]',
        encoding="utf-8",
    )
    code = (
        "import atexit, sys\nfrom schemalint.__main__ import main\nsys.argv = ['schemalint', 'check', 'tools.json']\n"
        "atexit.register(lambda: print([name for name in sys.modules if name.startswith('schemalint.frameworks.')]))\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    light = ["schemalint.frameworks.common", "schemalint.frameworks.common.hints", "schemalint.frameworks.common.signs"]
    [loaded] = [line for line in done.stdout.splitlines() if line.startswith("[")]
    assert set(eval(loaded)) <= set(light), done.stdout
