"""Stand-ins for the tools of agent frameworks: classes of our own with the same full names and the attributes that are read.

Recorded from the versions in tests/campaigns/frameworks.md. `STANDINS` maps what each one is to the object, and to what must be
read from it. A module under test may import this file; it needs none of the frameworks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

SCHEMA = {"type": "object", "properties": {"seats": {"type": "integer"}}, "required": ["seats"]}
TEXT = "Reserve a table."
T = TypeVar("T", bound=type)


def named(module: str, name: str | None = None) -> Callable[[T], T]:
    """Give a class the module, and where it differs the name, that the framework's own class has."""

    def rename(cls: T) -> T:
        cls.__module__ = module
        cls.__qualname__ = cls.__name__ = name or cls.__name__
        return cls

    return rename


def reserve(seats: int) -> str:
    """Reserve a table."""
    return str(seats)


class Dumped:
    """What has Pydantic's `model_dump`, and gives what it was made of."""

    def __init__(self, **members: Any) -> None:
        self.__dict__.update(members)
        self._members = members

    def model_dump(self, *, mode: str, by_alias: bool, exclude_none: bool) -> dict[str, Any]:
        assert (mode, by_alias, exclude_none) == ("json", True, True)
        return {key: member for key, member in self._members.items() if member is not None}


# --------------------------------------------------------------------------------------------------------------------- MCP


@named("mcp.types", "Tool")
class McpTool(Dumped):
    pass


@named("mcp_types._types", "Tool")
class McpTool2:
    def __init__(self, **members: Any) -> None:
        self.members = members

    def model_dump(self, *, mode: str, by_alias: bool, exclude_none: bool) -> dict[str, Any]:
        return Dumped(**self.members).model_dump(mode=mode, by_alias=by_alias, exclude_none=exclude_none)


@named("mcp.server.fastmcp.tools.base", "Tool")
class InnerTool:
    def __init__(self) -> None:
        self.name, self.description, self.parameters, self.fn = "reserve", TEXT, SCHEMA, reserve


class Manager:
    def __init__(self) -> None:
        self._tools = {"reserve": InnerTool()}


@named("mcp.server.fastmcp.server", "FastMCP")
class Server1:
    def __init__(self, name: str) -> None:
        self.name, self._tool_manager = name, Manager()

    async def list_tools(self) -> list[McpTool]:
        return [McpTool(name="reserve", description=TEXT, inputSchema=SCHEMA, title=None)]


@named("mcp.server.mcpserver.server", "MCPServer")
class Server2(Server1):
    pass


class Request:
    def __init__(self, *, method: str) -> None:
        self.method = method


@named("mcp.types")
class ListToolsRequest(Request):
    pass


class Answer:
    def __init__(self, tools: list[Any], next_cursor: str | None = None) -> None:
        self.tools, self.next_cursor = tools, next_cursor

    @property
    def root(self) -> Answer:
        return self


TOOLS = [McpTool(name="reserve", description=TEXT, inputSchema=SCHEMA)]


@named("mcp.server.lowlevel.server", "Server")
class LowLevel1:
    name = "low"

    def __init__(self) -> None:
        async def answer(request: Request) -> Answer:
            assert request.method == "tools/list"
            return Answer(TOOLS)

        self.request_handlers = {ListToolsRequest: answer}


@named("mcp.server.lowlevel.server", "Server")
class LowLevel2:
    def __init__(self, pages: dict[str | None, Answer] | None, name: str = "low") -> None:
        self.pages, self.name = pages, name

    def get_request_handler(self, method: str) -> object:
        return self.pages if method == "tools/list" else None


@named("mcp.client.client")
class Client:
    """What takes the place of the client of mcp 2 that lists the tools of a server in its own process."""

    def __init__(self, server: LowLevel2) -> None:
        self.server = server

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *problem: object) -> None:
        return None

    async def list_tools(self, cursor: str | None = None) -> Answer:
        assert self.server.pages is not None
        return self.server.pages[cursor]


@named("fastmcp.tools.tool", "Tool")
class FastTool:
    def __init__(self, name: str = "reserve", fn: Any = reserve) -> None:
        self.name, self.fn = name, fn

    def to_mcp_tool(self) -> McpTool:
        return McpTool(name=self.name, description=TEXT, inputSchema=SCHEMA)


@named("fastmcp.tools.function_tool", "FunctionTool")
class FastFunctionTool(FastTool):
    @classmethod
    def from_function(cls, fn: Any) -> FastFunctionTool:
        return cls(fn.__name__, fn)


@named("fastmcp.server.server", "FastMCP")
class FastServer2:
    def __init__(self, name: str) -> None:
        self.name, self._tool_manager = name, Manager()

    async def get_tools(self) -> dict[str, FastTool]:
        return {"reserve": FastTool()}


@named("fastmcp.server.server", "FastMCP")
class FastServer:
    def __init__(self, name: str) -> None:
        self.name = name

    async def list_tools(self) -> list[FastTool]:
        return [FastTool()]


# ------------------------------------------------------------------------------------------------------------------- tools


@named("langchain_core.tools.base")
class BaseTool:
    """Of langchain."""

    def __init__(self, schema: Any = SCHEMA) -> None:
        self.name, self.description, self.func = "reserve", TEXT, reserve
        self.args_schema = self.tool_call_schema = schema


@named("langchain_core.tools.structured")
class StructuredTool(BaseTool):
    pass


@named("pydantic.main")
class BaseModel:
    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        return SCHEMA


class Model(BaseModel):
    """Reserve a table."""


@named("agents.tool", "FunctionTool")
class AgentsTool:
    def __init__(self) -> None:
        self.name, self.description, self.params_json_schema = "reserve", TEXT, SCHEMA
        self.strict_json_schema, self.on_invoke_tool = False, object()


class Definition:
    name, description, parameters_json_schema, strict = "reserve", TEXT, SCHEMA, True


@named("pydantic_ai.tools", "Tool")
class PydanticAiTool:
    def __init__(self) -> None:
        self.function, self.function_schema = reserve, object()

    @property
    def tool_def(self) -> Definition:
        return Definition()


@named("anthropic.lib.tools._beta_functions")
class BaseFunctionTool:
    def __init__(self) -> None:
        self.func, self.input_schema = reserve, SCHEMA

    def to_dict(self) -> dict[str, Any]:
        return {"name": "reserve", "description": TEXT, "input_schema": SCHEMA}


@named("claude_agent_sdk")
class SdkMcpTool:
    def __init__(self, schema: Any, annotations: Any = None) -> None:
        self.name, self.description, self.input_schema, self.handler = "reserve", TEXT, schema, reserve
        self.annotations = annotations


@named("smolagents.tools", "Tool")
class SmolTool:
    name, description, output_type = "reserve", TEXT, "string"
    inputs: ClassVar[dict[str, Any]] = {"seats": {"type": "integer", "description": "How many."}}

    def forward(self, seats: int) -> str:
        return str(seats)


class Metadata:
    name, description = "reserve", TEXT

    def get_parameters_dict(self) -> dict[str, Any]:
        return SCHEMA


@named("llama_index.core.tools.types", "BaseTool")
class LlamaTool:
    metadata = Metadata()

    def __init__(self) -> None:
        self._metadata, self._real_fn = Metadata(), reserve


@named("autogen_core.tools._base", "BaseTool")
class AutogenTool:
    schema: ClassVar[dict[str, Any]] = {"name": "reserve", "description": TEXT, "parameters": SCHEMA, "strict": False}

    def __init__(self) -> None:
        self._func = reserve

    def args_type(self) -> None: ...

    def run_json(self) -> None: ...


@named("crewai.tools.base_tool", "BaseTool")
class CrewTool:
    def __init__(self) -> None:
        self.name, self.description, self.args_schema = "Reserve a table", TEXT, Model
        self.result_as_answer, self.func = True, reserve


@named("google.adk.tools.base_tool", "BaseTool")
class AdkTool:
    def __init__(self, declared: Any) -> None:
        self.declared, self.name, self.func = declared, "reserve", reserve

    def _get_declaration(self) -> Any:
        return self.declared


@named("google.genai.types")
class FunctionDeclaration(Dumped):
    parameters_json_schema = response_json_schema = None


@named("google.genai.types", "Tool")
class GenaiTool:
    def __init__(self, declarations: list[FunctionDeclaration] | None) -> None:
        self.function_declarations = declarations


@named("strands.types.tools")
class AgentTool:
    stream = None
    tool_spec: ClassVar[dict[str, Any]] = {"name": "reserve", "description": TEXT, "inputSchema": {"json": SCHEMA}}

    def __init__(self) -> None:
        self.tool_name, self._tool_func = "reserve", reserve


@named("haystack.tools.tool", "Tool")
class HaystackTool:
    tool_spec: ClassVar[dict[str, Any]] = {"name": "reserve", "description": TEXT, "parameters": SCHEMA}

    def __init__(self) -> None:
        self.parameters, self.outputs_to_string, self.function = SCHEMA, None, reserve


@named("agno.tools.function")
class Function:
    """Of agno: its parameters are empty before it is processed."""

    def __init__(self, entrypoint: Any = reserve) -> None:
        self.entrypoint, self.skip_entrypoint_processing = entrypoint, False
        self.parameters: dict[str, Any] = {}

    @classmethod
    def from_callable(cls, function: Any) -> Function:
        made = cls(function)
        made.parameters = SCHEMA
        return made

    def process_entrypoint(self) -> None:
        if not self.skip_entrypoint_processing:
            self.parameters = {**SCHEMA, "additionalProperties": False}

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.entrypoint.__name__, "description": TEXT, "parameters": self.parameters}


class Parameter:
    def __init__(self, name: str, schema: Any, *, required: bool, shown: bool = True) -> None:
        self.name, self.schema_data, self.is_required, self.include_in_function_choices = name, schema, required, shown


class KernelMetadata:
    fully_qualified_name, description = "bistro-reserve", TEXT
    parameters = (Parameter("seats", {"type": "integer"}, required=True), Parameter("kernel", {}, required=True, shown=False))


@named("semantic_kernel.functions.kernel_function")
class KernelFunction:
    metadata, invocation_duration_histogram = KernelMetadata(), object()

    def __init__(self, method: Any = reserve) -> None:
        self.method = method


@named("dspy.adapters.types.tool", "Tool")
class DspyTool:
    args: ClassVar[dict[str, Any]] = {"seats": {"type": "integer"}}

    def __init__(self) -> None:
        self.name, self.desc, self.arg_types, self.func = "reserve", TEXT, {"seats": int}, reserve


@named("dspy.adapters.types.tool", "Tool")
class DspyTool3(DspyTool):
    def format_as_litellm_function_call(self) -> dict[str, Any]:
        return {"type": "function", "function": {"name": "reserve", "description": TEXT, "parameters": SCHEMA}}


@named("agent_framework._tools", "FunctionTool")
class FrameworkTool:
    def __init__(self) -> None:
        self.func = reserve

    def parameters(self) -> dict[str, Any]:
        return SCHEMA

    def to_json_schema_spec(self) -> dict[str, Any]:
        return {"type": "function", "function": {"name": "reserve", "description": TEXT, "parameters": SCHEMA}}


class MirascopeParameters:
    def model_dump(self, *, by_alias: bool, exclude_none: bool) -> dict[str, Any]:
        assert by_alias
        assert exclude_none
        return {key: member for key, member in SCHEMA.items() if key != "type"}


@named("mirascope.llm.tools.tools", "Tool")
class MirascopeTool:
    def __init__(self) -> None:
        self.name, self.description, self.parameters, self.fn = "reserve", TEXT, MirascopeParameters(), reserve

    def execute(self) -> None: ...


DECLARATION = FunctionDeclaration(name="reserve", description=TEXT, parametersJsonSchema=SCHEMA, parameters=None)
PLAIN = {"name": "reserve", "description": TEXT, "parameters": SCHEMA}
MCP = {"name": "reserve", "description": TEXT, "inputSchema": SCHEMA}
CHAT = {"type": "function", "function": PLAIN}

STANDINS: dict[str, tuple[str, Any, Any]] = {
    "mcp 1 tool": ("mcp", McpTool(**MCP, title=None), MCP),
    "mcp 2 tool": ("mcp", McpTool2(**MCP), MCP),
    "mcp inner tool": ("mcp-sdk", InnerTool(), MCP),
    "fastmcp": ("fastmcp", FastTool(), MCP),
    "langchain, dictionary": ("langchain", StructuredTool(), PLAIN),
    "langchain, class": ("langchain", StructuredTool(Model), PLAIN),
    "openai-agents": ("openai-agents", AgentsTool(), {**PLAIN, "strict": False}),
    "pydantic-ai": ("pydantic-ai", PydanticAiTool(), {**PLAIN, "strict": True}),
    "anthropic": ("anthropic", BaseFunctionTool(), {"name": "reserve", "description": TEXT, "input_schema": SCHEMA}),
    "claude, map of types": ("claude-agent-sdk", SdkMcpTool({"seats": int}), MCP),
    "claude, schema": ("claude-agent-sdk", SdkMcpTool(SCHEMA), MCP),
    "claude, class": (
        "claude-agent-sdk",
        SdkMcpTool(Model, Dumped(readOnlyHint=True)),
        {**MCP, "annotations": {"readOnlyHint": True}},
    ),
    "smolagents": (
        "smolagents",
        SmolTool(),
        {"name": "reserve", "description": TEXT, "inputs": SmolTool.inputs, "output_type": "string"},
    ),
    "llama-index": ("llama-index", LlamaTool(), PLAIN),
    "autogen": ("autogen", AutogenTool(), AutogenTool.schema),
    "crewai": ("crewai", CrewTool(), {**PLAIN, "name": "Reserve a table"}),
    "google-adk": (
        "google-adk",
        AdkTool(DECLARATION),
        {"name": "reserve", "description": TEXT, "parametersJsonSchema": SCHEMA},
    ),
    "google-genai": ("google-genai", DECLARATION, {"name": "reserve", "description": TEXT, "parametersJsonSchema": SCHEMA}),
    "strands": ("strands", AgentTool(), {"toolSpec": AgentTool.tool_spec}),
    "haystack": ("haystack", HaystackTool(), PLAIN),
    "agno": ("agno", Function(), {**PLAIN, "parameters": {**SCHEMA, "additionalProperties": False}}),
    "semantic-kernel": ("semantic-kernel", KernelFunction(), {**PLAIN, "name": "bistro-reserve"}),
    "dspy 2": ("dspy", DspyTool(), {"name": "reserve", "desc": TEXT, "args": DspyTool.args}),
    "dspy 3": ("dspy", DspyTool3(), CHAT),
    "agent-framework": ("agent-framework", FrameworkTool(), CHAT),
    "mirascope": ("mirascope", MirascopeTool(), PLAIN),
}
"""What it is: the framework's name, an object, and what is read from it."""
