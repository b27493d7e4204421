"""Campaign: every agent framework in an environment of its own, read by `--import` from outside, against what it sends itself.

    python tests/frameworks.py --envs DIR [NAME ...]    build what is missing, compare, and write tests/campaigns/frameworks.md

schemalint runs in the interpreter that runs this script and is not installed in any of the environments. Each framework is
given the same function; `sends` asks the framework for its wire form, by the code that talks to a provider or client wherever
that can be reached. The canonical bytes and the catalogs of both must be equal.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schemalint.api import catalog
from schemalint.canon import canonical
from schemalint.model import Toolset
from schemalint.sources import Broken, Reach, Source, load
from schemalint.sources.shapes import recognize

TABLE = Path(__file__).with_name("campaigns") / "frameworks.md"

MODELS = '''
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, Literal, Optional

from pydantic import BaseModel, Field


class Meal(str, Enum):
    LUNCH = "lunch"
    DINNER = "dinner"


class Guest(BaseModel):
    """Somebody who comes."""

    name: str
    email: str = Field(description="Where the confirmation goes")
    phone: Optional[str] = None


class Dish(BaseModel):
    code: str
    portions: int = 1
'''
FUNCTION = '''

def reserve_table(
    restaurant: str,
    host: Guest,
    dishes: list[Dish],
    remark: Annotated[str, Field(description="Shown to the kitchen", max_length=120)] = "",
    seats: int = 2,
    area: Literal["inside", "terrace"] = "inside",
    meal: Meal = Meal.DINNER,
    voucher: Optional[str] = None,
    wishes: dict[str, Any] | None = None,
    until: datetime | None = None,
) -> str:
    """Reserve a table in a restaurant.

    Call it once the guest has chosen a time.

    Args:
        restaurant: Id of the restaurant.
        host: Who the table is for.
        dishes: Dishes that are ordered ahead.
        seats: Number of seats.
        area: Where to sit.
        meal: Which meal it is.
        voucher: Code of a voucher.
        wishes: Further wishes, free in form.
        until: When the table is needed back.

    Returns:
        The number of the reservation.
    """
    return "1"
'''
NO_FIELD = FUNCTION.replace(
    'Annotated[str, Field(description="Shown to the kitchen", max_length=120)]', 'Annotated[str, "Shown to the kitchen"]'
)
SMALL = '''

def reserve_table(restaurant: str, seats: int = 2, voucher: str | None = None) -> str:
    """Reserve a table in a restaurant.

    Args:
        restaurant: Id of the restaurant.
        seats: Number of seats.
        voucher: Code of a voucher.
    """
    return "1"
'''
DUMP = """
import asyncio, json
import module
from module import *
dump = lambda one: one.model_dump(mode="json", by_alias=True, exclude_none=True)
"""


@dataclass(frozen=True)
class Framework:
    """`source` is the user's module after the function; `sends` sets `tools`, a list of what the framework sends."""

    name: str
    requirements: tuple[str, ...]
    source: str
    sends: str
    function: str = MODELS + FUNCTION
    attribute: str | None = None
    note: str = ""


FRAMEWORKS = (
    Framework(
        "mcp 1",
        ("mcp<2",),
        'from mcp.server.fastmcp import FastMCP\nserver = FastMCP("bistro")\nserver.tool()(reserve_table)\n',
        "from mcp.shared.memory import create_connected_server_and_client_session as connect\n"
        "async def ask():\n    async with connect(server._mcp_server) as client:\n"
        "        return (await client.list_tools()).tools\n"
        "tools = [dump(tool) for tool in asyncio.run(ask())]\n",
    ),
    Framework(
        "mcp 1, low level",
        ("mcp<2",),
        "import mcp.types\nfrom mcp.server.lowlevel import Server\nserver = Server('bistro')\n"
        "TOOLS = [mcp.types.Tool(name='reserve_table', description='Reserve a table.',"
        " inputSchema={'type': 'object', 'properties': {'seats': {'type': 'integer'}}})]\n"
        "@server.list_tools()\nasync def listed():\n    return TOOLS\n",
        "from mcp.shared.memory import create_connected_server_and_client_session as connect\n"
        "async def ask():\n    async with connect(server) as client:\n        return (await client.list_tools()).tools\n"
        "tools = [dump(tool) for tool in asyncio.run(ask())]\n",
    ),
    Framework(
        "mcp 2",
        ("mcp>=2,<3",),
        'from mcp.server.mcpserver import MCPServer\nserver = MCPServer("bistro")\nserver.tool()(reserve_table)\n',
        "from mcp import Client\nasync def ask():\n    async with Client(server) as client:\n"
        "        return (await client.list_tools()).tools\ntools = [dump(tool) for tool in asyncio.run(ask())]\n",
    ),
    Framework(
        "mcp 2, low level",
        ("mcp>=2,<3",),
        "import mcp_types\nfrom mcp.server.lowlevel import Server\n"
        "TOOLS = [mcp_types.Tool(name='reserve_table', description='Reserve a table.',"
        " input_schema={'type': 'object', 'properties': {'seats': {'type': 'integer'}}})]\n"
        "async def listed(context, parameters):\n    return mcp_types.ListToolsResult(tools=TOOLS)\n"
        "server = Server('bistro', on_list_tools=listed)\n",
        "from mcp import Client\nasync def ask():\n    async with Client(server) as client:\n"
        "        return (await client.list_tools()).tools\ntools = [dump(tool) for tool in asyncio.run(ask())]\n",
    ),
    *(
        Framework(
            f"fastmcp {major}",
            (f"fastmcp>={major},<{major + 1}",),
            'from fastmcp import FastMCP\nserver = FastMCP("bistro")\nserver.tool(reserve_table)\n',
            "from fastmcp import Client\nasync def ask():\n    async with Client(server) as client:\n"
            "        return await client.list_tools()\ntools = [dump(tool) for tool in asyncio.run(ask())]\n",
        )
        for major in (2, 3, 4)
    ),
    Framework(
        "langchain-core",
        ("langchain-core",),
        "from langchain_core.tools import tool\nplain = tool(reserve_table)\n",
        "from langchain_core.utils.function_calling import convert_to_openai_tool\ntools = [convert_to_openai_tool(plain)]\n",
    ),
    Framework(
        "langgraph (ToolNode)",
        ("langgraph",),
        "from langgraph.prebuilt import ToolNode\nnode = ToolNode([reserve_table])\n",
        "from langchain_core.utils.function_calling import convert_to_openai_tool\n"
        "tools = [convert_to_openai_tool(one) for one in node.tools_by_name.values()]\n",
    ),
    Framework(
        "openai-agents",
        ("openai-agents",),
        "from agents import Agent, function_tool\nagent = Agent(name='host', tools=[function_tool(reserve_table,"
        " strict_mode=False)])\n",
        "from agents.models.openai_responses import Converter\n"
        "tools = [dict(tool) for tool in Converter.convert_tools(agent.tools, handoffs=[]).tools]\n",
    ),
    Framework(
        "pydantic-ai",
        ("pydantic-ai-slim",),
        "from pydantic_ai import Agent\nagent = Agent('test', tools=[reserve_table])\n",
        "from pydantic_ai.models.test import TestModel\nmodel = TestModel(call_tools=[])\n"
        "agent.run_sync('hello', model=model)\n"
        "tools = [{'name': one.name, 'description': one.description, 'parameters': one.parameters_json_schema}"
        " for one in model.last_model_request_parameters.function_tools]\n",
    ),
    Framework(
        "anthropic (beta_tool)",
        ("anthropic",),
        "from anthropic import beta_tool\nreserve = beta_tool(reserve_table)\n",
        "tools = [reserve.to_dict()]\n",
    ),
    Framework(
        "claude-agent-sdk",
        ("claude-agent-sdk",),
        "from claude_agent_sdk import create_sdk_mcp_server, tool\n"
        "@tool('reserve_table', 'Reserve a table.', {'restaurant': str, 'seats': int, 'sure': bool})\n"
        "async def reserve(arguments): ...\nserver = create_sdk_mcp_server('bistro', tools=[reserve])\n",
        "from mcp import Client\nasync def ask():\n    async with Client(server['instance']) as client:\n"
        "        return (await client.list_tools()).tools\ntools = [dump(tool) for tool in asyncio.run(ask())]\n",
    ),
    Framework(
        "google-genai",
        ("google-genai",),
        "from google.genai import types\ntool = types.Tool(function_declarations=[types.FunctionDeclaration("
        "name='reserve_table', description='Reserve a table.', parameters_json_schema={'type': 'object', 'properties':"
        " {'seats': {'type': 'integer'}}})])\n",
        "tools = [dump(tool)]\n",
        note="functions are converted at the call; declarations are compared",
    ),
    Framework(
        "google-adk",
        ("google-adk",),
        "from google.adk.agents import LlmAgent\nagent = LlmAgent(name='host', model='m', tools=[reserve_table])\n",
        "from google.adk.models.llm_request import LlmRequest\nfrom google.adk.tools import FunctionTool\n"
        "request = LlmRequest()\nrequest.append_tools([FunctionTool(reserve_table)])\n"
        "tools = [dump(one) for one in request.config.tools]\n",
    ),
    Framework(
        "smolagents",
        ("smolagents",),
        "from smolagents import tool\nreserve = tool(reserve_table)\n",
        "from smolagents.models import get_tool_json_schema\ntools = [get_tool_json_schema(reserve)]\n",
        function=SMALL,
        note="a smaller function: it refuses the other",
    ),
    Framework(
        "strands-agents",
        ("strands-agents",),
        "from strands import tool\nreserve = tool(reserve_table)\n",
        "from strands.tools.registry import ToolRegistry\nregistry = ToolRegistry()\nregistry.process_tools([reserve])\n"
        "tools = [{'toolSpec': one} for one in registry.get_all_tool_specs()]\n",
        function=MODELS + NO_FIELD,
        note="without `Field` in `Annotated`, which it refuses",
    ),
    Framework(
        "haystack-ai",
        ("haystack-ai",),
        "from haystack.tools import create_tool_from_function\nreserve = create_tool_from_function(reserve_table)\n",
        "tools = [{'type': 'function', 'function': reserve.tool_spec}]\n",
        function=MODELS + NO_FIELD,
        note="without `Field` in `Annotated`, which it refuses",
    ),
    Framework(
        "agno",
        ("agno",),
        "from agno.agent import Agent\nfrom agno.tools import Toolkit, tool\n"
        "def cancel(number: str) -> str:\n    'Cancel a reservation.'\n\n"
        "@tool\ndef confirm(number: str) -> str:\n    'Confirm a reservation.'\n\n"
        "agent = Agent(tools=[Toolkit(name='bistro', tools=[reserve_table]), cancel, confirm])\n",
        "from types import SimpleNamespace\nfrom agno.agent._tools import parse_tools\nfrom agno.models.base import Model\n"
        "model = SimpleNamespace(supports_native_structured_outputs=False, _tool_name=Model._tool_name)\n"
        "tools = Model._format_tools(model, parse_tools(agent, agent.tools, model))\n",
    ),
    Framework(
        "llama-index-core",
        ("llama-index-core",),
        "from llama_index.core.tools import FunctionTool\nreserve = FunctionTool.from_defaults(reserve_table)\n",
        "tools = [reserve.metadata.to_openai_tool()]\n",
        note="its description repeats the signature",
    ),
    Framework(
        "autogen-core",
        ("autogen-core",),
        "from autogen_core.tools import FunctionTool\nreserve = FunctionTool(reserve_table, description='Reserve a table.')\n",
        "tools = [dict(reserve.schema)]\n",
        function=MODELS + NO_FIELD,
        note="without `Field` in `Annotated`, which it refuses",
    ),
    Framework(
        "agent-framework-core",
        ("agent-framework-core",),
        "from agent_framework import tool\nreserve = tool(reserve_table)\n",
        "tools = [reserve.to_json_schema_spec()]\n",
    ),
    Framework(
        "semantic-kernel",
        ("semantic-kernel",),
        "from semantic_kernel.functions import KernelPlugin, kernel_function\n"
        "bistro = KernelPlugin.from_object('bistro', {'reserve_table': kernel_function(reserve_table)})\n",
        "from semantic_kernel.connectors.ai.function_calling_utils import kernel_function_metadata_to_function_call_format\n"
        "tools = [kernel_function_metadata_to_function_call_format(one.metadata) for one in bistro.functions.values()]\n",
    ),
    Framework(
        "dspy",
        ("dspy",),
        "import dspy\nreserve = dspy.Tool(reserve_table)\n",
        "tools = [reserve.format_as_litellm_function_call()]\n",
    ),
    Framework(
        "crewai",
        ("crewai",),
        "from crewai.tools import tool\nreserve = tool('Reserve a table')(reserve_table)\n",
        "from crewai.utilities.agent_utils import convert_tools_to_openai_schema\n"
        "tools = convert_tools_to_openai_schema([reserve])[0]\n",
    ),
    Framework(
        "mirascope",
        ("mirascope", "anthropic", "google-genai", "openai"),
        "from mirascope import llm\nreserve = llm.tool(reserve_table)\n",
        "tools = [{'name': reserve.name, 'description': reserve.description, 'parameters': {'type': 'object',"
        " **reserve.parameters.model_dump(by_alias=True, exclude_none=True)}}]\n",
    ),
    Framework(
        "openai (pydantic_function_tool)",
        ("openai",),
        "import openai\nreserve = openai.pydantic_function_tool(Guest)\n",
        "tools = [reserve]\n",
    ),
    Framework(
        "instructor",
        ("instructor",),
        "from instructor import openai_schema\nTOOLS = [openai_schema(Guest)]\n",
        "tools = [TOOLS[0].openai_schema]\n",
    ),
    Framework(
        "pydantic (class)",
        ("pydantic",),
        "",
        "tools = [{'name': 'Guest', 'description': 'Somebody who comes.', 'parameters': Guest.model_json_schema()}]\n",
        attribute="Guest",
    ),
    Framework(
        "pydantic (plain function)",
        ("pydantic",),
        "",
        "from pydantic import TypeAdapter\nschema = TypeAdapter(reserve_table).json_schema()\n"
        "def bare(one):\n"
        "    if isinstance(one, list): return [bare(sub) for sub in one]\n"
        "    return {k: bare(v) for k, v in one.items() if k != 'title'} if isinstance(one, dict) else one\n"
        "schema = bare(schema)\n"
        "for line in reserve_table.__doc__.splitlines():\n"
        "    name, found, text = line.strip().partition(': ')\n"
        "    if found: schema['properties'][name]['description'] = text\n"
        "tools = [{'name': 'reserve_table', 'description': 'Reserve a table in a restaurant.\\n\\nCall it once the guest has"
        " chosen a time.', 'parameters': schema}]\n",
        attribute="reserve_table",
        note="titles left out, texts of the docstring added",
    ),
    Framework(
        "marvin",
        ("marvin",),
        "import marvin\n",
        "tools = []\n",
    ),
)


def build(one: Framework, folder: Path) -> str | None:
    """Install a framework where that has not been done; why it could not be, or None."""
    done = folder / ".done"
    if done.exists():
        return None
    steps = (
        [sys.executable, "-m", "venv", str(folder)],
        [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", *one.requirements],
    )
    for step in steps:
        result = subprocess.run(step, capture_output=True, text=True)
        if result.returncode != 0:
            return "not installable: " + (result.stderr.strip().splitlines() or ["?"])[-1][:200]
    done.touch()
    return None


def version(one: Framework, python: Path) -> str:
    package = one.requirements[0].partition("<")[0].partition(">")[0]
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    return subprocess.run([str(python), "-c", code], capture_output=True, text=True).stdout.strip()


def sent(one: Framework, python: Path, folder: Path) -> list[Any] | str:
    """What the framework sends, or why it sends nothing."""
    code = DUMP + one.sends + "import sys\njson.dump(tools, open(sys.argv[1], 'w'))\n"
    out = folder / "sent.json"
    out.unlink(missing_ok=True)
    result = subprocess.run([str(python), "-c", code, str(out)], cwd=folder, capture_output=True, text=True, timeout=300)
    if not out.exists():
        return (result.stderr.strip().splitlines() or ["?"])[-1][:200]
    tools: list[Any] = json.loads(out.read_text())
    return tools


def compare(one: Framework, python: Path, folder: Path) -> str:
    """The outcome in a few words; "equal" where every canonical byte is."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "module.py").write_text(one.function + "\n\n" + one.source)
    theirs = sent(one, python, folder)
    argument = "module.py" if one.attribute is None else f"module.py:{one.attribute}"
    reach = Reach(importing=True, python=str(python), timeout=120, home=folder)
    found = list(load(argument, cwd=folder, reach=reach))
    broken = [item for item in found if isinstance(item, Broken)]
    if isinstance(theirs, str):
        said = broken[0].reason.rpartition(" ")[2] if broken else "nothing"
        return f"it does not import: {theirs.partition(' (')[0]}; schemalint says {said}"
    ours = [toolset for item in found if isinstance(item, Source) for toolset in item.toolsets]
    if broken or not ours:
        return f"not read: {broken[0].reason[:200] if broken else 'no tools'}"
    tools = tuple(tool for toolset in ours for tool in toolset.tools)
    expected = [Toolset(group.tools) for group in recognize(theirs, named=True).groups]
    mine, other = canonical(Toolset(tools)), canonical(Toolset(tuple(tool for one in expected for tool in one.tools)))
    if mine == other and catalog(ours) == catalog(expected):
        return f"equal ({len(tools)} tool{'' if len(tools) == 1 else 's'}, {len(mine)} bytes)"
    (folder / "ours.txt").write_bytes(mine)
    (folder / "theirs.txt").write_bytes(other)
    return "DIFFERENT"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--envs", type=Path, required=True, help="where the environments are, or will be")
    parser.add_argument("--write", action="store_true", help="write the table")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    rows = []
    for one in FRAMEWORKS:
        if options.names and one.name not in options.names:
            continue
        env = options.envs / "-".join(one.requirements).replace(">", "").replace("<", "_").replace("=", "").replace(",", "")
        reason = build(one, env)
        python = env / "bin" / "python"
        outcome = reason or compare(one, python, options.envs / "modules" / one.name.replace(" ", "_"))
        rows.append((one.name, version(one, python) if reason is None else "", outcome, one.note))
        print(" | ".join(rows[-1]), flush=True)
    if options.write:
        TABLE.write_text(table(rows), encoding="utf-8")
    return int(any(outcome.startswith(("DIFFERENT", "not read")) for _, _, outcome, _ in rows))


def table(rows: list[tuple[str, str, str, str]]) -> str:
    today = dt.datetime.now(dt.timezone.utc).date()
    head = (
        "# Frameworks, read by import\n\n"
        f"Made by `tests/frameworks.py` on {today}, Python {sys.version.split()[0]}. Each framework has an environment of its\n"
        "own and schemalint another. Outcome: whether the canonical bytes and the catalog of what schemalint reads are\n"
        "equal to those of what the framework itself sends.\n\n"
        "| framework | version | outcome | note |\n| --- | --- | --- | --- |\n"
    )
    return head + "".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |\n" for row in rows)


if __name__ == "__main__":
    sys.exit(main())
