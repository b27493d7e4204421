"""Classes that are tools or hold some: by their base, by their shape, with what is sent of them; nothing is invented."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_python_tools import names, notes, read, tools

LANGCHAIN = """
from typing import List, Optional, Type
from langchain_core.callbacks import CallbackManagerForToolRun
from langchain_core.tools import BaseTool
from pydantic import BaseModel, Field

class FindInput(BaseModel):
    query: str = Field(description="What to look for.")
    limit: int = Field(default=5, ge=1, le=50)
"""


RUN = "    def _run(self, q: str): ...\n"
FOUND = "    name: str = 'find_note'\n    description: str = 'Find.'\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"class A(BaseTool):\n{FOUND}    args_schema: Type = FindInput\n", ["find_note"]),
        (f"class A(BaseTool):\n    name = 'find_note'\n{RUN}", ["find_note"]),
        (
            f"class A(BaseTool):\n    name: str = Field(default='a_b')\n{RUN}class C(A):\n    name: str = 'c_d'\n",
            ["a_b", "c_d"],
        ),
        ("class Base(BaseTool):\n    def _run(self): ...\nclass A(Base):\n    name: str = 'a_b'\n", ["a_b"]),
        ("class A(BaseTool):\n    name: str = ''\n    def _run(self): ...\n", []),
        ("class A(BaseTool):\n    wind: int = 3\n", []),
    ],
)
def test_a_class_derived_from_a_tool_base_is_a_tool_where_it_has_a_name(text: str, expected: list[str]) -> None:
    assert expected == names(LANGCHAIN + text)


def test_a_langchain_class_sends_its_model_and_texts() -> None:
    text = LANGCHAIN + (
        "class A(BaseTool):\n"
        "    '''Not sent.'''\n"
        "    name: str = 'find_note'\n"
        "    description: str = ('Find notes '\n        'by word.')\n"
        "    args_schema: Type[BaseModel] = FindInput\n"
        "    def _run(self, query: str, run_manager: Optional[CallbackManagerForToolRun] = None) -> str:\n"
        "        '''Nor this.'''\n"
    )
    [tool] = tools(read(text))
    assert ("Find notes by word.", "langchain", "derived") == (tool.text, tool.origin.framework, tool.origin.fidelity)
    assert tool.parameters == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for."},
            "limit": {"type": "integer", "default": 5, "minimum": 1, "maximum": 50},
        },
        "required": ["query"],
    }


def test_without_a_model_the_method_gives_the_parameters_and_the_manager_is_none() -> None:
    text = LANGCHAIN + (
        "class A(BaseTool):\n    name: str = 'count'\n    description: str = 'C.'\n"
        "    def _run(self, words: List[str], *, upper: bool = False,\n"
        "             run_manager: Optional[CallbackManagerForToolRun] = None): ...\n"
    )
    [tool] = tools(read(text))
    assert ["words", "upper"] == list(tool.parameters["properties"])
    assert ["words"] == tool.parameters["required"]


def test_the_texts_of_a_class_have_their_places() -> None:
    [found] = read(
        LANGCHAIN + "class A(BaseTool):\n    name: str = 'a_b'\n    description: str = 'Find.'\n    def _run(self): ...\n"
    ).recognized
    [tool] = found.groups[0].tools
    assert {"name", "description"} <= {at[0] for at in tool.places if at}


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("    name: str = 'a_b'\n    description: str = make()\n    args_schema: Type = FindInput\n", "is not a literal"),
        ("    name: str = 'a_b'\n    args_schema: Type = FindInput\n", "is not a literal"),
        (f"{FOUND}    args_schema: Type = Elsewhere\n", "is a schema that is not followed"),
        ("    name: str = NAME\n    description: str = 'F.'\n    args_schema: Type = FindInput\n", "is not a literal"),
        (FOUND, "is a schema that is not followed"),
    ],
)
def test_what_a_class_takes_from_elsewhere_makes_it_approximate(lines: str, reason: str) -> None:
    module = read(f"{LANGCHAIN}class A(BaseTool):\n{lines}")
    assert ["approximate"] == [tool.origin.fidelity for tool in tools(module)]
    assert reason in notes(module)[0]


CREWAI = "from crewai.tools import BaseTool\nfrom pydantic import BaseModel\nclass In(BaseModel):\n    path: str\n"
SMOLAGENTS = "from smolagents import Tool\n"
SHELF = "class Shelf(Toolkit):\n    def __init__(self, **k):\n"


SMOL = """
class A(Tool):
    name = 'sum_up'
    description = 'S.'
    inputs = {'x': {'type': 'string', 'description': 'X.'}}
    output_type = 'string'
    def forward(self, x): ...
"""
APPENDED = """
        tools = [self.find]
        tools.append(self.lend)
        super().__init__(name='s', tools=tools)
    def find(self, q: str): ...
    def lend(self, q: str): ...
    def other(self): ...
"""
REGISTERED = """
        super().__init__(name='s')
        self.register(self.find)
    def find(self, q: str): ...
"""
SPEC = """
from llama_index.core.tools.tool_spec.base import BaseToolSpec
class Shelf(BaseToolSpec):
    spec_functions = ['find', ('lend', 'alend')]
    def find(self, q: str): ...
    def lend(self, q: str): ...
    async def alend(self, q: str): ...
"""
CAMEL = """
from camel.toolkits.base import BaseToolkit
from camel.toolkits import FunctionTool
class Shelf(BaseToolkit):
    def find(self, q: str): ...
    def get_tools(self):
        return [FunctionTool(self.find)]
"""
FILES = "class A(BaseTool):\n    name: str = 'Read a File'\n    description: str = 'R.'\n    args_schema: type = In\n"
AGNO = f"from agno.tools import Toolkit\n{SHELF}"


@pytest.mark.parametrize(
    ("text", "framework", "expected"),
    [
        (CREWAI + FILES, "crewai", ["read_a_file"]),
        (SMOLAGENTS + SMOL, "smolagents", ["sum_up"]),
        (AGNO + APPENDED, "agno", ["find", "lend"]),
        (AGNO + REGISTERED, "agno", ["find"]),
        (SPEC, "llama-index", ["find", "lend"]),
        (CAMEL, "camel", ["find"]),
    ],
    ids=["crewai", "smolagents", "agno-list", "agno-register", "llama-index", "camel"],
)
def test_classes_and_toolkits_of_each_framework(text: str, framework: str, expected: list[str]) -> None:
    found = tools(read(text))
    assert (expected, {framework}) == ([tool.name for tool in found], {tool.origin.framework for tool in found})


def test_smolagents_inputs_are_properties_of_which_nullable_ones_may_be_left_out() -> None:
    inputs = "{'x': {'type': 'string', 'description': 'X.'}, 'y': {'type': 'integer', 'description': 'Y.', 'nullable': True}}"
    text = f"class A(Tool):\n    name = 'a_b'\n    description = 'A.'\n    inputs = {inputs}\n    output_type = 'string'\n"
    [tool] = tools(read(SMOLAGENTS + text))
    assert (["x", "y"], ["x"]) == (list(tool.parameters["properties"]), tool.parameters["required"])


@pytest.mark.parametrize(
    ("imports", "body", "framework"),
    [
        ("from ..rag import RagTool\nfrom pydantic import BaseModel\n", "    args_schema: type = In\n", "crewai"),
        ("from .base import MyTool\nfrom langchain_core.callbacks import X\n", "    args_schema: type = In\n", "langchain"),
        ("from .tools import Tool\n", "    inputs = {'x': {'type': 'string'}}\n    output_type = 'string'\n", "smolagents"),
    ],
)
def test_a_class_whose_base_is_out_of_sight_is_known_by_attributes_that_only_tools_have(
    imports: str, body: str, framework: str
) -> None:
    base = imports.split("import ")[1].split("\n")[0]
    text = f"{imports}class In(dict): ...\nclass A({base}):\n    name: str = 'a_b'\n    description: str = 'A.'\n{body}"
    [tool] = tools(read(text))
    assert (framework, "approximate") == (tool.origin.framework, tool.origin.fidelity)


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    name = 'a'\n    description = 'A.'\n    args_schema = None\n",
        "from out import Page\nclass A(Page):\n    name = 'a'\n    description = 'A.'\n",
        "from dataclasses import dataclass\n@dataclass\nclass A:\n    name: str = 'a'\n    description: str = 'A.'\n",
    ],
)
def test_a_class_with_a_name_and_a_text_alone_is_no_tool(text: str) -> None:
    assert [] == names(text)


def test_a_tool_class_that_is_named_is_never_read_as_a_model() -> None:
    text = (
        LANGCHAIN + "class A(BaseTool):\n    name: str = 'a_b'\n    description: str = 'A.'\n    def _run(self, q: str): ...\n"
    )
    [tool] = tools(read(text, "A"))
    assert ("a_b", ["q"]) == (tool.name, list(tool.parameters["properties"]))


def test_two_classes_with_one_method_are_two_tools() -> None:
    text = LANGCHAIN + (
        "class Base(BaseTool):\n    def _run(self, q: str): ...\n"
        "class A(Base):\n    name: str = pick('a')\nclass B(Base):\n    name: str = pick('b')\n"
    )
    assert 2 == len(tools(read(text)))


@pytest.mark.slow
def test_langchain_sends_what_is_read_of_its_classes(tmp_path: Path) -> None:
    pytest.importorskip("langchain_core")
    text = LANGCHAIN + (
        f"class A(BaseTool):\n{FOUND}    args_schema: Type[BaseModel] = FindInput\n"
        "    def _run(self, query: str, limit: int = 5) -> str: ...\n"
        "class B(BaseTool):\n    name: str = 'count'\n    description: str = 'Count.'\n"
        "    def _run(self, words: List[str], upper: bool = False) -> str: ...\n"
    )
    (tmp_path / "t.py").write_text(text, encoding="utf-8")
    code = (
        "import json, t; from langchain_core.utils.function_calling import convert_to_openai_tool as c;"
        " print(json.dumps([c(one())['function'] for one in (t.A, t.B)]))"
    )
    sent = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    ours = [{"name": one.name, "description": one.description, "parameters": one.parameters} for one in tools(read(text))]
    assert ours == json.loads(sent.stdout)
