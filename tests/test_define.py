"""`@tool` and `define_tool` as an author and an agent use them."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from schemalint import (
    ArgumentsError,
    DefinitionError,
    Registry,
    Tool,
    Toolset,
    canonical,
    catalog,
    define_tool,
    lint,
    load,
    register_builtin,
    tool,
)
from schemalint.agent import builtin
from schemalint.agent.define import Defined
from schemalint.model import Json

ROOT = Path(__file__).resolve().parents[1]
GOOD: list[Json] = json.loads((ROOT / "fixtures" / "good" / "guidance.json").read_text(encoding="utf-8"))


# ----------------------------------------------------------------------------------------------- the good tools of the guidance


@tool
def read(
    file_path: Annotated[str, "File to read, as the file system backend resolves it."],
    offset: Annotated[float, "First line to return, counted from 1. Defaults to 1."] = 1,
    limit: Annotated[float, "Most lines to return. Defaults to 2000."] = 2000,
) -> None:
    """Read a text file, or the asked-for lines of it."""


@tool
def write(
    file_path: Annotated[str, "File to write, as the file system backend resolves it."],
    content: Annotated[str, "The whole new text, UTF-8."],
) -> None:
    """Create a UTF-8 text file or replace all of it."""


@tool
def edit(file_path: str, old_string: str, new_string: str, replace_all: bool = False) -> None:
    """Replace a literal piece of text in one file.

    Args:
        file_path: File to change, as the file system backend resolves it.
        old_string: Text that stands there now; must be found exactly once unless replace_all is set.
        new_string: Text that shall stand there instead.
        replace_all: Change every place and not only one. Defaults to false.
    """


@tool
def grep(pattern: str, path: str | None = None, include: str | None = None) -> None:
    """Search file contents with a regular expression and return matching lines with their files and line numbers.

    Parameters
    ----------
    pattern : str
        Regular expression in ripgrep syntax.
    path : str
        Folder or file to search. Defaults to the working folder.
    include : str
        One glob that file names must match, such as *.py. Takes no list and no negation.
    """


@tool
def glob(pattern: str, path: str | None = None) -> None:
    """Find files by name, newest first.

    :param pattern: Glob. Without a slash it is matched against base names at every depth, so *.ts searches the whole tree;
        a slash anchors it.
    :param path: Folder to start in. Defaults to the working folder.
    """


@tool(name="read_image", description="Read an image file so that it can be looked at.")
def look(file_path: Annotated[str, "PNG or JPEG file, as the file system backend resolves it."]) -> None: ...


@tool
def export_report(format: Annotated[Literal["json", "text", "csv"], "File format."]) -> None:  # noqa: A002
    """Write the current report to a file and return its path."""


@tool
def bash(
    command: Annotated[str, "Command line for bash -c."],
    description: Annotated[
        str,
        "What the command does, in five to ten words, shown in the activity log; for ls: List files in the working folder.",
    ],
    workdir: Annotated[str | None, "Folder to run in. Defaults to the project folder."] = None,
    run_in_background: Annotated[bool, "Return a job id at once and go on running. Defaults to false."] = False,
    timeoutMs: Annotated[float, "Milliseconds after which the command is stopped. Defaults to 120000."] = 120000,  # noqa: N803
) -> None:
    """Run a command with bash -c and return its standard output and error. Each call starts a fresh shell: no working
    folder, variable or function survives, so pass workdir rather than using cd. A non-zero exit is reported as
    [exit code: N]. Long output is cut to its end and the whole is saved to a file whose path is given. For a command that
    keeps running set run_in_background; it returns a job id at once."""


GUIDANCE: list[Defined[..., None]] = [read, write, edit, grep, glob, look, export_report]
DEFAULTS: dict[str, dict[str, Json]] = {
    "read": {"offset": 1, "limit": 2000},
    "edit": {"replace_all": False},
    "bash": {"run_in_background": False, "timeoutMs": 120000},
}


def with_defaults(wire: Json) -> Tool:
    """A definition of the page with the keyword for the defaults that it states."""
    for name, value in DEFAULTS.get(wire["name"], {}).items():
        wire["parameters"]["properties"][name]["default"] = value
    return Tool(wire["name"], wire["description"], wire["parameters"])


def test_the_good_tools_of_the_guidance_pass_without_warning_and_error() -> None:
    found = lint(Registry(GUIDANCE).toolset())
    assert [] == [(one.rule, one.message) for one in found if one.severity != "info"]
    assert {"optional-without-default"} >= {one.rule for one in found}  # `default-only-in-prose` is mended by the keyword


def test_the_good_tools_of_the_guidance_are_the_definitions_of_its_page_with_defaults() -> None:
    assert [one["name"] for one in GOOD] == [one.definition.name for one in GUIDANCE]
    for page, made in zip(GOOD, GUIDANCE, strict=True):
        assert canonical(with_defaults(page)) == canonical(made.definition)


def test_bash_is_the_definition_of_its_page_and_gets_its_one_warning() -> None:
    page = json.loads((ROOT / "fixtures" / "good" / "guidance_bash.json").read_text(encoding="utf-8"))
    assert canonical(with_defaults(page)) == canonical(bash.definition)
    assert ["param-name-style"] == [one.rule for one in lint(Toolset((bash.definition,))) if one.severity != "info"]


def test_the_good_tools_pass_the_rules_at_definition_and_check_on_the_command_line(tmp_path: Path) -> None:
    for made in GUIDANCE:
        again = tool(name=made.definition.name, description=made.definition.text, lint=True)(made.function)
        assert canonical(made.definition) == canonical(again.definition)
    wire = tmp_path / "tools.json"
    wire.write_text(json.dumps(Registry(GUIDANCE).__schemalint__()), encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "schemalint", "check", str(wire)], capture_output=True, text=True, timeout=60)
    assert (0, "") == (done.returncode, done.stderr)


# --------------------------------------------------------------------------------------------------------- a tool is a function


def test_a_tool_is_called_as_the_function_that_it_is() -> None:
    @tool
    def add(first: int, second: int = 2) -> int:
        """Add two numbers."""
        return first + second

    assert (5, 3, 3) == (add(2, 3), add(1), add.invoke({"first": 1}))
    assert ("add", "Add two numbers.") == (add.__name__, add.__doc__)  # type: ignore[attr-defined]
    assert ["first", "second"] == list(inspect.signature(add).parameters)
    assert add.function is inspect.unwrap(add)
    assert repr(add).startswith("Defined(definition=Tool(name='add'")


def test_arguments_that_do_not_fit_raise_an_exception_with_every_fault() -> None:
    with pytest.raises(ArgumentsError) as caught:
        export_report.invoke({"format": "pdf", "x": float("nan")})
    assert ("INVALID_ARGS", "export_report") == (caught.value.code, caught.value.tool)
    assert (
        'format must be one of "json", "text", "csv", not "pdf"',
        "x is nan, and numbers of JSON are finite",
    ) == caught.value.faults
    assert "; ".join(caught.value.faults) == str(caught.value)


def test_arguments_that_are_no_object_are_refused() -> None:
    assert ["arguments must be an object, not a list"] == export_report.faults([])


def test_an_async_function_gives_what_is_awaited() -> None:
    @tool
    async def wait(seconds: float = 0) -> str:
        """Wait."""
        await asyncio.sleep(seconds)
        return "done"

    assert "done" == asyncio.run(wait.invoke({}))


def test_without_docstring_there_is_no_description() -> None:
    @tool
    def add(first: int) -> int:
        return first

    assert not add.definition.has("description")
    assert "Given." == tool(description="Given.")(add.function).definition.description


def test_annotations_of_the_protocol_are_copied_and_must_be_json() -> None:
    hints: dict[str, Json] = {"readOnlyHint": True}
    made = tool(annotations=hints)(read.function)
    hints["readOnlyHint"] = False
    assert {"readOnlyHint": True} == made.definition.annotations
    with pytest.raises(DefinitionError, match=r"annotations\.x is a Python set, which JSON does not have"):
        define_tool("read", "Read a file.", annotations={"x": set()})


@pytest.mark.usefixtures("no_builtins")
def test_the_program_in_the_readme_does_what_it_says() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [program] = re.findall(r"^```python\n(from typing import .*?)^```", readme, re.S | re.M)
    names: dict[str, Any] = {}
    exec(program, names)
    told = re.findall(r"^(registry\..+?)  # (.+)$", program, re.M)
    assert 2 == len(told)
    for expression, expected in told:
        assert expected == repr(eval(expression, names))


# ---------------------------------------------------------------------------------------------------------------------- context


@dataclass
class Notes:
    texts: dict[str, str]

    @tool(context="self")
    def read_note(self, name: str) -> str:
        """Read one note."""
        return self.texts[name]


@tool(context="session")
def count_calls(word: str, session: list[str]) -> int:
    """Count the calls."""
    session.append(word)
    return len(session)


def test_a_context_is_no_parameter_of_the_model_and_given_by_the_program() -> None:
    assert ["word"] == list(count_calls.definition.parameters["properties"])
    mine = count_calls.bound(["x"])
    assert (2, 3) == (mine.invoke({"word": "a", "session": []}), mine.invoke({"word": "b"}))
    assert 1 == count_calls("a", [])
    assert mine.definition is count_calls.definition


def test_a_method_is_a_tool_of_an_object() -> None:
    note = Notes.read_note.bound(Notes({"a": "text"}))
    assert "text" == note.invoke({"name": "a"})
    assert "text" == Registry([note]).dispatch("read_note", {"name": "a"}).value


def test_a_context_that_is_missing_or_not_there_is_told() -> None:
    with pytest.raises(TypeError, match=r"`count_calls` needs its `session`: offer what `\.bound\(\.\.\.\)` returns"):
        count_calls.invoke({"word": "a"})
    with pytest.raises(TypeError, match="`read` has no context"):
        read.bound(3)
    with pytest.raises(DefinitionError, match="has no parameter `ctx` for its context"):
        tool(context="ctx")(read.function)


# ------------------------------------------------------------------------------------------------------------------ define_tool


def test_a_specified_tool_runs_with_the_arguments_as_they_are() -> None:
    made = define_tool("find_note", "Find a note.", {"word": {"type": "string", "required": True}}, run=dict)
    assert {"word": "a", "more": 1} == made.invoke({"word": "a", "more": 1})
    assert {"word": "a"} == made({"word": "a"})
    with pytest.raises(ArgumentsError, match="word is required, and missing"):
        made.invoke({})


def test_a_specified_tool_without_a_function_is_only_a_definition() -> None:
    made = define_tool("find_note", "Find a note.")
    assert {"type": "object", "properties": {}} == made.definition.parameters
    with pytest.raises(TypeError, match=r"`find_note` was defined without a function to run"):
        made.invoke({})
    assert "x" == Registry_with(made, lambda _: "x").dispatch("find_note", {}).value


def Registry_with(made: Defined[..., object], call: Callable[[Any], object]) -> Registry:  # noqa: N802
    registry = Registry()
    registry.add(made, call)
    return registry


def test_a_schema_and_a_result_may_be_given() -> None:
    schema: Json = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
    made = define_tool("find_note", "Find a note.", schema=schema, returns={"type": "array", "items": {"type": "string"}})
    assert (schema, {"type": "array", "items": {"type": "string"}}) == (
        made.definition.parameters,
        made.definition.output_schema,
    )
    schema["properties"]["a"]["type"] = "integer"
    assert [] == made.faults({"a": "x"})
    # Ours validates what was given as a schema too; in the seed, such tools validate their own arguments.
    assert ["b is not declared; declared are a"] == made.faults({"a": "x", "b": 1})


@pytest.mark.parametrize(
    ("expected", "options"),
    [
        ("give `parameters` or `schema`, not both", {"parameters": {}, "schema": {}}),
        ("returns.type must be one of", {"returns": {"type": "text"}}),
        ("returns.enum[0] must be a string, not an integer", {"returns": {"type": "string", "enum": [1]}}),
        ("schema.oneOf must be a list of two branches or more", {"schema": {"type": "object", "oneOf": 1}}),
    ],
)
def test_what_cannot_be_specified_is_refused(expected: str, options: Any) -> None:
    with pytest.raises(DefinitionError) as caught:
        define_tool("find_note", "Find a note.", **options)
    assert "UNSUPPORTED_SCHEMA" == caught.value.code
    assert any(fault.startswith(expected) for fault in caught.value.faults)


def test_both_ways_of_defining_a_tool_give_the_same_bytes() -> None:
    specified = define_tool(
        "export_report",
        "Write the current report to a file and return its path.",
        {"format": {"type": "string", "enum": ["json", "text", "csv"], "description": "File format.", "required": True}},
    )
    assert canonical(specified.definition) == canonical(export_report.definition)


# ------------------------------------------------------------------------------------------------------------------------- lint


def test_a_tool_that_the_recommended_rules_reject_is_refused_where_they_are_asked() -> None:
    def do_search(query: str, mode: str = "fast") -> None:
        """Does search."""

    assert "do_search" == tool(do_search).definition.name
    with pytest.raises(DefinitionError) as caught:
        tool(lint=True)(do_search)
    assert "REFUSED_BY_RULES" == caught.value.code
    expected = {one.rule for one in lint(Toolset((tool(do_search).definition,))) if one.severity != "info"}
    assert expected == {one.rule for one in caught.value.findings}
    assert {"vague-verb", "param-description-missing"} <= expected
    assert any(fault.startswith("warning vague-verb at /name: ") for fault in caught.value.faults)
    with pytest.raises(DefinitionError, match="REFUSED_BY_RULES"):
        define_tool("do_search", "Does search.", lint=True)


def test_infos_refuse_nothing() -> None:
    @tool(lint=True)
    def convert_image(
        file_path: Annotated[str, "PNG or JPEG file, by its path in the project."],
        quality: Annotated[int | None, "How much of the detail is kept, from 1 to 100."] = None,
    ) -> None:
        """Write a smaller copy of an image next to it."""

    found = [(one.severity, one.rule) for one in lint(Toolset((convert_image.definition,)))]
    assert [("info", "bound-only-in-prose"), ("info", "optional-without-default")] == sorted(found)


# -------------------------------------------------------------------------------------------------------- registries and others


@pytest.fixture
def no_builtins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtin, "_builtins", {})


@pytest.mark.usefixtures("no_builtins")
def test_a_tool_registers_itself_and_a_registry_calls_it() -> None:
    @register_builtin
    @tool
    def double(number: int) -> int:
        """Double a number."""
        return 2 * number

    registry = Registry(builtin.builtins())
    assert (4, None) == (registry.dispatch("double", {"number": 2.0}).value, registry.dispatch("double", {"number": 2}).code)
    answer = registry.dispatch("double", {"number": "2"})
    assert ("INVALID_ARGS", "number must be an integer, not a string") == (answer.code, answer.message)
    assert 6 == double(3)


def test_a_tool_and_a_registry_say_what_they_are_in_plain_json() -> None:
    full = Tool("find", "Find it.", {"type": "object"}, {"readOnlyHint": True}, {"type": "object"}, "Find", {"_meta": {"a": 1}})
    registry = Registry([read, full])
    assert [full.name, read.definition.name] == [one["name"] for one in json.loads(json.dumps(registry.__schemalint__()))]
    [back] = load(registry.__schemalint__())
    assert registry.canonical() == canonical(back)
    [alone] = load(read.__schemalint__())
    assert canonical(read.definition) == canonical(alone.tools[0])
    assert "Read a text file" in catalog(registry.toolset())


def test_only_what_is_offered_is_said() -> None:
    registry = Registry([read, write])
    registry.set_visible(["write"])
    assert ["write"] == [one["name"] for one in registry.__schemalint__()]
    assert [] == Registry().__schemalint__()


def test_a_definition_says_that_it_was_made_here_and_exactly() -> None:
    for one in (bash, define_tool("find_note", "Find a note.")):
        assert ("schemalint", "exact") == (one.definition.origin.framework, one.definition.origin.fidelity)


class _Least:
    def __init__(self, **bounds: object) -> None:
        vars(self).update(bounds)


def test_bounds_in_a_signature_are_in_the_schema_and_are_checked() -> None:
    @tool
    def take(
        n: Annotated[int, _Least(ge=1, le=9)],
        name: Annotated[str, _Least(min_length=2)] = "ab",
        tags: Annotated[list[str], _Least(metadata=[_Least(max_length=1)])] = [],  # noqa: B006 - a default of a schema
    ) -> int:
        """Take some."""
        return n

    properties = take.definition.parameters["properties"]
    assert ({"type": "integer", "minimum": 1, "maximum": 9}, 2, 1) == (
        properties["n"],
        properties["name"]["minLength"],
        properties["tags"]["maxItems"],
    )
    assert [
        "n is above its maximum 9",
        "name is shorter than its minLength 2",
        "tags has more elements than its maxItems 1",
    ] == take.faults({"n": 10, "name": "a", "tags": ["a", "b"]})


@pytest.mark.parametrize(
    ("hint", "name"),
    [
        (Annotated[str, _Least(pattern="^a")], "pattern"),
        (Annotated[bool, _Least(ge=1)], "ge"),
        (Annotated[int | str, _Least(le=1)], "le"),
        (Annotated[dict[str, int], _Least(max_length=3)], "max_length"),
    ],
)
def test_a_bound_that_the_schema_cannot_state_is_refused_by_name(hint: object, name: str) -> None:
    def take(x: object) -> None:
        """Take."""

    take.__annotations__["x"] = hint
    with pytest.raises(DefinitionError, match=f"has the bound `{name}`"):
        tool(take)
