"""Strands Agents."""

from schemalint.frameworks.common.docstrings import Docstring, Taken
from schemalint.frameworks.common.part import Part, with_properties, without_title
from schemalint.frameworks.common.record import DOCSTRING, Framework, Objects
from schemalint.model import Tool

_ARGUMENTS = ("args:", "arguments:", "parameters:", "param:", "params:")
_OTHER_SECTIONS = (
    *("returns:", "return:", "yields:", "yield:", "raises:", "raise:", "except:", "exceptions:"),
    *("examples:", "example:", "note:", "notes:", "see also:", "seealso:", "references:", "ref:"),
)


def _without_arguments(doc: Docstring) -> Taken:
    """The docstring without its list of arguments, other sections kept (strands, tools/decorator.py)."""
    kept: list[str] = []
    skipping = False
    for line in doc.clean.split("\n"):
        start = line.strip().lower()
        if start.startswith(_ARGUMENTS):
            skipping = True
        elif start.startswith(_OTHER_SECTIONS):
            skipping = False
            kept.append(line)
        elif not skipping:
            kept.append(line)
    return "\n".join(kept).strip(), doc.parameters


def _reshape(root: Part, _: frozenset[str]) -> Part:
    """Nullable parameters lose their null, and open maps their openness (strands/tools/decorator.py)."""
    required = root.members.get("required", [])

    def change(name: str, part: Part) -> None:
        arms = part.members.get("anyOf")
        if isinstance(arms, list) and name not in required and len(arms) == 2:
            kept = [arm for arm in arms if arm.members.get("type") != "null"]
            if len(kept) == 1:
                del part.members["anyOf"]
                part.members.update(kept[0].members)
        part.members.pop("additionalProperties", None)
        without_title(part)

    return with_properties(root, change)


def _wrote(tool: Tool) -> bool:
    """Bedrock's `inputSchema.json` without Bedrock's `toolSpec` around it."""
    place = tool.places.get(("parameters",), ())
    return place[-2:] == ("inputSchema", "json") and "toolSpec" not in place


FRAMEWORK = Framework(
    "strands",
    "Strands",
    packages=("strands",),
    decorators=("tool",),
    arguments={"inputSchema": "input_schema"},
    key="inputSchema.json",
    reads=_without_arguments,
    undescribed="name",
    marks="texts",
    titles="nested",
    parameter_text="Parameter {}",
    injected_names=frozenset(("agent",)),
    reshape=_reshape,
    objects=Objects(
        ("strands.types.tools.AgentTool",),
        ("tool_spec", "tool_name", "stream"),
        read=({"toolSpec": "tool_spec"},),
        containers={"strands.agent.agent.Agent": "tool_registry.registry"},
        held=("_tool_func",),
    ),
    texts_from=DOCSTRING,
    habits={"null default": "Strands loses the null of `T | None`"},
    wrote=_wrote,
)
