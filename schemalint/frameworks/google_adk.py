"""Google ADK."""

from collections.abc import Mapping

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.part import Part
from schemalint.frameworks.common.record import FIELD, Framework, Objects
from schemalint.frameworks.common.signs import root_titled
from schemalint.model import Json


def _complete(wire: Part, _: Mapping[str, Json]) -> None:
    """A function without parameters is sent without a schema."""
    if not wire.members["parametersJsonSchema"].members["properties"]:
        wire.members.pop("parametersJsonSchema")


FRAMEWORK = Framework(
    "google-adk",
    "Google ADK",
    packages=("google.adk",),
    calls=("FunctionTool", "LongRunningFunctionTool"),
    hosts=("Agent", "LlmAgent"),
    key="parametersJsonSchema",
    reads=docstrings.clean,
    root_title=lambda _, function: f"{function}Params",
    complete=_complete,
    injected=frozenset(("ToolContext", "InvocationContext")),
    objects=Objects(
        ("google.adk.tools.base_tool.BaseTool",),
        ("_get_declaration",),
        read=("_get_declaration()",),
        wraps=("google.adk.", "google.adk.tools.function_tool.FunctionTool"),
    ),
    texts_from=FIELD,
    wrote=root_titled("Params"),
)
