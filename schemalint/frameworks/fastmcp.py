"""FastMCP, the package of that name; the class `FastMCP` of the MCP Python SDK is in `mcp_sdk`."""

from collections.abc import Mapping

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.docstrings import Docstring, Taken
from schemalint.frameworks.common.part import Part
from schemalint.frameworks.common.record import Framework, Objects, Results
from schemalint.model import Json


def _after_text(doc: Docstring) -> Taken:
    """A Google docstring that opens with a section, and has no text behind it, is all text."""
    text, parameters = docstrings.griffe(doc)
    return (text, parameters) if text or doc.style != "google" else (doc.clean, {})


def _complete(wire: Part, _: Mapping[str, Json]) -> None:
    if "title" not in wire.members:
        wire.members["title"] = str(wire.members["name"]).replace("_", " ").replace("-", " ").title()


def _hides(schema: Part, postponed: bool) -> bool:
    kind = schema.members.get("type")
    if kind == "null":
        # `-> None` is not a type for FastMCP, unless the module postpones annotations, which are then evaluated to one.
        return not postponed
    if schema.members.get("format") == "binary":
        return True
    return kind == "array" and not schema.members.get("items", Part()).members


FRAMEWORK = Framework(
    "fastmcp",
    "FastMCP",
    packages=("fastmcp",),
    decorators=("tool",),
    calls=("Tool.from_function", "FunctionTool.from_function"),
    servers=("FastMCP",),
    methods=("tool", "add_tool"),
    mounts=("mount", "import_server"),
    hosts=("FastMCP",),
    key="inputSchema",
    reads=_after_text,
    textless=frozenset(("rest",)),
    refuses=frozenset(("positional",)),
    unlike=frozenset(("alias",)),
    marks="texts",
    closed=True,
    titles="none or bare",
    references="inlined unless circular",
    injected=frozenset(("Context", "CurrentContext", "Depends")),
    complete=_complete,
    sent=("title",),
    annotated=True,
    results=Results(_hides, members={"x-fastmcp-wrap-result": True}, serialized=True),
    objects=Objects(
        ("fastmcp.tools.tool.Tool", "fastmcp.tools.base.Tool"),
        ("to_mcp_tool",),
        read=("to_mcp_tool()",),
        servers=("fastmcp.server.server.FastMCP",),
        marker=("__fastmcp__.type", "tool"),
    ),
    habits={"block": "FastMCP leaves it there before version 3"},
)
