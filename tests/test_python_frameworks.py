"""What is read of functions without running them is what their frameworks send, for each framework that is followed.

`static/` holds the functions and what twelve frameworks sent for them (static/record.py), each under the name of its file in
`schemalint/frameworks/`; the samples beside the project hold one function in 29 versions of frameworks.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schemalint import frameworks
from schemalint.frameworks.common import docstrings
from schemalint.model import Tool
from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at
from schemalint.sources.python import Module, parse

HERE = Path(__file__).resolve().parent / "static"
RECORD = runpy.run_path(str(HERE / "record.py"))
FOLLOWED = sorted({path.name.split(".")[0] for path in HERE.glob("*.py.txt")} - {"functions"})
APPROXIMATE = {("langchain", "move"): "`move` takes a class that refers to itself"}
"""Tools that the reader itself calls approximate, and why."""


def read(text: str, attribute: str | None = None) -> tuple[Module, dict[str, Tool]]:
    module = parse(text, attribute)
    assert isinstance(module, Module), module
    return module, {tool.name: tool for found in module.recognized for group in found.groups for tool in group.tools}


def wire(module: Module, tool: Tool) -> Json:
    return value_at(module.document.value, tool.places[()])


def even(value: Json) -> Json:
    """The same with `required` as a set, which it is, and docstrings without indentation, which Python drops since 3.13."""
    if isinstance(value, dict):
        made = {key: even(inner) for key, inner in value.items()}
        if isinstance(made.get("required"), list):
            made["required"] = sorted(made["required"])
        if isinstance(made.get("description"), str):
            made["description"] = docstrings.dedented(made["description"])
        return made
    return [even(inner) for inner in value] if isinstance(value, list) else value


def record(framework: str) -> Json:
    return json.loads((HERE / "sent" / f"{framework}.json").read_text(encoding="utf-8"))


def rows(part: str) -> Iterator[tuple[str, str]]:
    for framework in RECORD["CALLS"]:
        yield from ((framework, name) for name, tool in record(framework)[part].items() if "refused" not in tool)


@pytest.fixture(scope="module")
def common() -> Callable[[str], tuple[Module, dict[str, Tool]]]:
    known: dict[str, tuple[Module, dict[str, Tool]]] = {}

    def reading(framework: str) -> tuple[Module, dict[str, Tool]]:
        if framework not in known:
            text, lines = RECORD["module_of"](framework)
            known[framework] = read(text + "\n".join(lines) + "\n")
        return known[framework]

    return reading


@pytest.mark.parametrize(("framework", "name"), list(rows("functions")))
def test_a_function_is_read_as_its_framework_sends_it(
    framework: str, name: str, common: Callable[[str], tuple[Module, dict[str, Tool]]]
) -> None:
    module, tools = common(framework)
    tool = tools[name]
    if (framework, name) in APPROXIMATE:
        assert "approximate" == tool.origin.fidelity
        assert any(APPROXIMATE[framework, name] in note for note in module.recognized[0].skipped)
        return
    assert even(record(framework)["functions"][name]) == even(wire(module, tool))
    assert "derived" == tool.origin.fidelity


@pytest.mark.parametrize("framework", FOLLOWED)
def test_a_module_is_read_as_its_framework_sends_it(framework: str) -> None:
    module, tools = read((HERE / f"{framework}.py.txt").read_text(encoding="utf-8"))
    sent = record(framework)["own"]
    assert even(sent) == even({name: wire(module, tools[name]) for name in sent})
    assert (set(sent), {"derived"}, ()) == (
        set(tools),
        {tool.origin.fidelity for tool in tools.values()},
        module.recognized[0].skipped,
    )


def test_every_framework_that_must_be_followed_has_a_record_of_some_tools() -> None:
    assert {"mcp_sdk": 5, "fastmcp": 4, "langchain": 5, "openai_agents": 4, "pydantic_ai": 4, "anthropic": 3, "strands": 3} == {
        framework: len(record(framework)["own"]) for framework in FOLLOWED
    }
    assert 80 < len(list(rows("functions")))


def test_tools_of_one_server_form_a_set_with_its_name() -> None:
    module, _ = read((HERE / "fastmcp.py.txt").read_text(encoding="utf-8"))
    assert [("library", 4)] == [(group.server, len(group.tools)) for group in module.recognized[0].groups]
    module, _ = read((HERE / "pydantic_ai.py.txt").read_text(encoding="utf-8"))
    assert [(None, 3), (None, 1)] == [(group.server, len(group.tools)) for group in module.recognized[0].groups]


def test_a_schema_that_strict_mode_refuses_stays_open_and_is_told(
    common: Callable[[str], tuple[Module, dict[str, Tool]]],
) -> None:
    module, tools = common("openai_agents")
    assert "refused" in record("openai_agents")["functions"]["move"]
    assert "additionalProperties" not in tools["move"].parameters
    assert any(note.startswith("`move`: openai-agents refuses") for note in module.recognized[0].skipped)


def test_each_framework_that_is_read_exactly_has_a_record_under_its_name() -> None:
    exact = {one.name.replace("-", "_") for one in frameworks.known() if one.exact and one.title}
    recorded = {path.stem for path in (HERE / "sent").glob("*.json")}
    # A tool of the Claude Agent SDK is its arguments; a sample beside the project has one.
    assert exact == recorded | {"claude_agent_sdk"}


# ------------------------------------------------------------------------------------------------------------------- samples


def named(key: str) -> Callable[[Json], Json]:
    return lambda tool: {"name": tool["name"], "description": tool["description"], "parameters": tool[key]}


def inside(*at: str) -> Callable[[Json], Json]:
    return lambda tool: value_at(tool, at)


FIELD = 'Field(description="Text shown to the courier", max_length=200)'
TEXT = (FIELD, '"Text shown to the courier"')
DOCUMENTED = "customer items priority mode unit coupon extra due".split()

SAMPLES: dict[str, tuple[int, Callable[[Json], Json], tuple[tuple[str, str], ...], set[str]]] = {
    # file: which tool of it, how to take its wire form, what to change in its source to get that tool, known differences
    "mcp": (0, inside(), (), set()),
    "mcp-sdk-v1": (0, inside(), (), set()),
    # Version 2 took the whole docstring for the description and read no texts of parameters from it.
    "fastmcp-v2": (
        0,
        inside(),
        (),
        {
            *(f"/inputSchema/properties/{name}/description" for name in [*DOCUMENTED, "ship_to"]),
            *("/description", "/inputSchema/additionalProperties", "/title", "/outputSchema/description"),
        },
    ),
    "fastmcp-v3": (0, inside(), (), {"/title"}),  # version 4 makes a title of the name
    "fastmcp-v4": (0, inside(), (), set()),
    "langchain-core": (0, inside("openai", "function"), (), set()),
    "openai-agents": (
        1,
        lambda tool: {**named("params_json_schema")(tool), "strict": tool["strict_json_schema"]},
        (("a = function_tool(create_order)  ", ""),),
        set(),
    ),
    "pydantic-ai": (0, named("parameters_json_schema"), (), set()),
    "anthropic-beta-tool": (0, inside(), (), set()),
    "strands-agents": (1, inside(), (TEXT,), set()),
    "autogen-core": (1, inside(), (TEXT,), set()),
    "haystack-ai": (1, inside(), (TEXT,), set()),
    "google-adk": (0, inside(), (), set()),
    "agent-framework": (1, inside("schema", "function"), (), set()),
    "dspy": (1, inside("schema", "function"), (), set()),
    # The type of the whole is implied there.
    "mirascope": (0, inside(), (), {"/parameters/type"}),
}
APART = {
    "agno": 1,
    "crewai": 0,
    "llama-index-core": 0,
    "semantic-kernel": 0,
    "smolagents": 1,
}
"""Frameworks with schemas of their own making, whose tools are approximate; and the tool of the sample."""
NAMED: dict[str, tuple[str, Callable[[Json], Json] | None, set[str]]] = {
    # What is made of the function or class when the user names it; nothing in these modules says that it is a tool.
    "pydantic-model": ("CreateOrder", lambda tool: tool["schema"], set()),
    "instructor": ("CreateOrder", lambda tool: tool["schema"]["parameters"], {"/description", "/title"}),
    "openai-pydantic-function-tool": ("CreateOrder", None, set()),
    "plain-function-typeadapter": (
        "create_order",
        lambda tool: tool["schema"],
        {f"/properties/{name}/description" for name in [*DOCUMENTED, "ship_to"]},
    ),
    "schema-from-function-libs": ("create_order", None, set()),
    "ollama": ("create_order", None, set()),
    "google-genai": ("create_order", None, set()),
}


def sample(shared: Path, name: str) -> Json:
    return json.loads((shared / "samples" / "frameworks" / f"{name}.json").read_text(encoding="utf-8"))


def differences(one: Json, other: Json, at: Pointer = ()) -> Iterator[str]:
    """The places in which two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            if key not in one or key not in other:
                yield pointer_text((*at, key))
            else:
                yield from differences(one[key], other[key], (*at, key))
    elif one != other:
        yield pointer_text(at)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_read_as_its_framework_sent_it(name: str, shared: Path) -> None:
    index, take, changes, known = SAMPLES[name]
    source = sample(shared, name)
    text = source["python_source"]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    module, tools = read(text)
    sent = take(source["tools"][index])
    sent = {key: value for key, value in sent.items() if key != "_meta"}
    assert known == set(differences(even(wire(module, tools[sent["name"]])), even(sent)))


@pytest.mark.parametrize("name", APART)
def test_a_sample_with_schemas_of_its_own_making_has_the_names_and_is_approximate(name: str, shared: Path) -> None:
    source = sample(shared, name)
    module, tools = read(source["python_source"])
    sent = source["tools"][APART[name]]
    schema = sent.get("parameters", sent.get("get_parameters_dict", {"properties": sent.get("inputs")}))
    schema = sent["function"]["parameters"] if "function" in sent else sent.get("args_schema", schema)
    tool = tools["create_order"]
    assert (list(schema["properties"]), "approximate") == (list(tool.parameters["properties"]), tool.origin.fidelity)
    assert any("in a way of its own" in note for note in module.recognized[0].skipped)


@pytest.mark.parametrize("name", NAMED)
def test_a_sample_is_read_when_the_user_names_the_function_or_class(name: str, shared: Path) -> None:
    attribute, take, known = NAMED[name]
    source = sample(shared, name)
    _, tools = read(source["python_source"], attribute)
    (tool,) = tools.values()
    assert (10, "derived") == (len(tool.parameters["properties"]), tool.origin.fidelity)
    if take is not None:
        assert known == set(differences(even(tool.parameters), even(take(source["tools"][0]))))


def test_the_rest_of_the_samples_is_a_map_of_types(shared: Path) -> None:
    names = {path.stem for path in (shared / "samples" / "frameworks").glob("*.json")}
    assert {"claude-agent-sdk"} == names - {*SAMPLES, *APART, *NAMED}
    module, tools = read(sample(shared, "claude-agent-sdk")["python_source"])
    schema = {"customer": {"type": "string"}, "priority": {"type": "integer"}}
    assert {
        "name": "create_order",
        "description": "Create a shipping order.",
        "inputSchema": {"type": "object", "properties": schema, "required": ["customer", "priority"]},
    } == wire(module, tools["create_order"])
