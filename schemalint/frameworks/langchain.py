"""LangChain (langchain-core); LangGraph's agents hold its tools."""

from typing import Final

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.docstrings import Docstring, Taken
from schemalint.frameworks.common.part import Part
from schemalint.frameworks.common.record import Framework, Objects, ToolClass
from schemalint.frameworks.common.signs import RAW, root_of, signature
from schemalint.model import Json, Tool
from schemalint.schema.keywords import KEYWORDS


def _google_blocks(doc: Docstring) -> Taken:
    """The text on one line and the arguments of a Google docstring (langchain_core/utils/function_calling.py)."""
    texts: list[str] = []
    arguments: dict[str, str] = {}
    past = False
    for block in doc.clean.split("\n\n"):
        if block.startswith("Args:"):
            arguments = _google_arguments(block)
            break
        past = past or block.startswith(("Returns:", "Example:"))
        if not past:
            texts.append(block)
    return " ".join(texts).strip(), arguments


def _google_arguments(block: str) -> dict[str, str]:
    found: dict[str, str] = {}
    name: str | None = None
    base: int | None = None
    for line in block.split("\n")[1:]:
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        if base is None and ":" in line:
            base = indent
        if name is not None and base is not None and indent > base:
            found[name] += " " + line.strip()
        elif ":" in line:
            head, _, text = line.partition(":")
            name = head.strip()
            if "(" in name:
                name = name.split(maxsplit=1)[0]
            found[name] = text.strip()
        elif name is not None:
            found[name] += " " + line.strip()
    return found


def _plainer(built: Json) -> Json:
    """A schema without titles, but for those inside lists, which the converter does not enter."""
    if isinstance(built, Part):
        members = {key: _plainer(one) for key, one in built.members.items() if key != "title"}
        return Part(members, built.where, built.body, dict(built.texts))
    if isinstance(built, dict):
        return {key: _plainer(one) for key, one in built.items()}
    return built


_COPIED: Final = KEYWORDS - {"examples", "deprecated"} | {"ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length"}
"""What of a field is copied into the model that is sent: not what `json_schema_extra` adds, and bounds whatever the type."""


def _reshape(root: Part, references: frozenset[str]) -> Part:
    plain: Part = _plainer(root)
    plain.members.pop("description", None)  # that of a class; the tool's own is sent
    for name, part in plain.members["properties"].items():
        if name not in references:  # those have what their class says
            part.members = {key: one for key, one in part.members.items() if key in _COPIED}
    return plain


def _wrote(tool: Tool) -> bool:
    """The root repeats the tool's name as its title and the docstring as its description; older: the signature, a dash."""
    text, root = root_of(tool).get("description"), root_of(tool)
    if tool.text.strip() and isinstance(text, str) and text.split() == tool.text.split():
        return root.get("title") == tool.name and tool.name.islower()
    found = signature(tool.text, tool.name)
    return found is not None and tool.text[len(found) :].startswith(" - ")


FRAMEWORK = Framework(
    "langchain",
    "LangChain",
    packages=("langchain", "langchain_core", "langgraph"),
    binds=("bind_tools",),
    hosts=("create_agent", "create_react_agent", "ToolNode"),
    decorators=("tool",),
    calls=("StructuredTool.from_function", "StructuredTool"),
    unfollowed=("Tool", "Tool.from_function"),
    bases=("BaseTool",),
    subclass=ToolClass(shape=("args_schema",)),
    reads=docstrings.clean,
    switches={("parse_docstring", True): _google_blocks},
    marks="texts",
    references="inlined",
    recursive=False,
    unlike=frozenset(("positional", "underscore")),
    by_alias=False,
    reshape=_reshape,
    injected=frozenset(
        "ToolRuntime RunnableConfig InjectedToolArg InjectedState InjectedStore InjectedToolCallId CallbackManagerForToolRun"
        " AsyncCallbackManagerForToolRun".split()
    ),
    injected_names=frozenset(("run_manager", "callbacks", "runtime", "config")),
    objects=Objects(
        ("langchain_core.tools.base.BaseTool",),
        ("tool_call_schema", "args_schema"),
        # What goes to a model is what the converter makes: without titles, with references resolved.
        read=({"name": "name", "description": "description?", "parameters": "tool_call_schema"},),
        converter="langchain_core.utils.function_calling.convert_to_openai_tool",
        containers={
            "langgraph.prebuilt.tool_node.ToolNode": "tools_by_name",
            "langchain_core.tools.base.BaseToolkit": "get_tools()",
        },
    ),
    habits={
        "block": "LangChain leaves it there without parse_docstring=True",
        "undescribed": "LangChain reads the docstring only with parse_docstring=True",
        "raw docstring": RAW.format("LangChain"),
        "signature": "older versions of LangChain put it there unless description=... is given",
    },
    origins=("langchain", "langgraph"),
    wrote=_wrote,
)
