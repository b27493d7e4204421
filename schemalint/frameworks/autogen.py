"""AutoGen (autogen-core)."""

from collections.abc import Mapping

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.part import Part, with_properties
from schemalint.frameworks.common.record import TEXT, Framework, Objects
from schemalint.frameworks.common.signs import properties_of, root_of
from schemalint.model import Json, Tool


def _reshape(root: Part, references: frozenset[str]) -> Part:
    """A parameter without a text gets its name for one; a definition keeps its own and loses its default (autogen_core 0.7)."""

    def change(name: str, part: Part) -> None:
        if name in references:
            part.members.pop("default", None)
        else:
            part.members.setdefault("description", name)

    return with_properties(root, change)


def _complete(wire: Part, settings: Mapping[str, Json]) -> None:
    wire.members["strict"] = settings.get("strict", False)


def _wrote(tool: Tool) -> bool:
    """`strict` beside the parameters, a closed root without a title, titles in it, and names for descriptions."""
    root, properties = root_of(tool), properties_of(tool)
    return (
        isinstance(tool.extra.get("strict"), bool)
        and root.get("additionalProperties") is False
        and "title" not in root
        and any(part.get("description") == name for name, part in properties.items())
        and any("title" in part for part in properties.values())
    )


FRAMEWORK = Framework(
    "autogen",
    "AutoGen",
    packages=("autogen_core",),
    calls=("FunctionTool",),
    reads=docstrings.clean,
    marks="texts",
    references="inlined alone",
    closed=True,
    reshape=_reshape,
    complete=_complete,
    objects=Objects(
        ("autogen_core.tools._base.BaseTool",), ("args_type", "schema", "run_json"), read=("schema",), held=("_func",)
    ),
    texts_from=TEXT,
    habits={"name as text": f"AutoGen fills in the name without {TEXT}"},
    wrote=_wrote,
)
