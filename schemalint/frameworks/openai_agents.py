"""The OpenAI Agents SDK."""

from collections.abc import Mapping

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.docstrings import Docstring, Taken
from schemalint.frameworks.common.finish import Inliner
from schemalint.frameworks.common.part import Part, children, mapped, target
from schemalint.frameworks.common.record import DOCSTRING, Framework, Objects, Reads
from schemalint.frameworks.common.signs import root_titled
from schemalint.model import Json


def _nothing(_: Docstring) -> Taken:
    return "", {}


def _forced(style: str) -> Reads:
    """A docstring in another style than the one that was asked for is all text."""
    return lambda doc: docstrings.griffe_with_args(doc) if doc.style in ("", style) else (doc.clean, {})


def _complete(wire: Part, settings: Mapping[str, Json]) -> str | None:
    """The schema in the strict form, unless it was switched off; a schema that the strict form refuses stays as it is."""
    wanted = settings.get("strict_mode", True) is not False
    wire.members["strict"] = wanted
    if wanted and _is_open(wire.members["parameters"]):
        return "openai-agents refuses an object with members that are not declared unless strict_mode=False"
    if wanted:
        wire.members["parameters"] = _strict(wire.members["parameters"])
    return None


def _strict(root: Part) -> Part:
    """The strict form: closed objects, everything required, no null defaults."""
    definitions = root.members.get("$defs", {})
    inliner = Inliner(definitions)

    def ends(name: str) -> bool:
        """Whether a class that refers to itself can stand in the place of a reference: none in it has more beside it."""
        return inliner.recursive.get(name, False) and not any(map(_says_more, children(definitions[name])))

    def close(part: Part) -> Part:
        name = target(part)
        if name is not None and len(part.members) > 1 and (inliner.takes(name) or ends(name)):
            inner = mapped(definitions[name], close)
            beside = {key: one for key, one in part.members.items() if key != "$ref"}
            part = Part({**inner.members, **beside}, part.where, part.body, part.texts)
        if part.members.get("type") == "object":
            part.members.setdefault("additionalProperties", False)
        if isinstance(part.members.get("properties"), dict):
            part.members["required"] = list(part.members["properties"])
        if "default" in part.members and part.members["default"] is None:
            del part.members["default"]
        return part

    closed: Part = mapped(root, close)
    if not closed.members.get("properties"):
        closed.members["required"] = []
    return closed


def _says_more(built: Json) -> bool:
    """Whether a reference in a schema has something beside it."""
    is_more = isinstance(built, Part) and target(built) is not None and len(built.members) > 1
    return is_more or any(map(_says_more, children(built)))


def _is_open(built: Json) -> bool:
    """Whether an object in a schema accepts members that are not declared."""
    is_open = isinstance(built, Part) and built.members.get("additionalProperties", False) is not False
    return is_open or any(map(_is_open, children(built)))


FRAMEWORK = Framework(
    "openai-agents",
    "the OpenAI Agents SDK",
    packages=("agents",),
    decorators=("function_tool", "decorators.tool"),
    arguments={"name_override": "name", "description_override": "description"},
    reads=docstrings.griffe_with_args,
    switches={
        ("use_docstring_info", False): _nothing,
        ("docstring_style", "google"): _forced("google"),
        ("docstring_style", "numpy"): _forced("numpydoc"),
        ("docstring_style", "sphinx"): _forced("rest"),
    },
    refuses=frozenset(("underscore",)),
    documented_first=True,
    undescribed="empty",
    root_title=lambda name, _: f"{name}_args",
    marks="texts",
    injected=frozenset(("RunContextWrapper", "ToolContext")),
    complete=_complete,
    settings=("strict_mode",),
    definitions=("FunctionTool",),
    unfollowed=("FunctionTool",),
    members={
        "params_json_schema": "parameters",
        "strict_json_schema": "strict_mode",
        "on_invoke_tool": None,
        "is_enabled": None,
        "tool_input_guardrails": None,
        "tool_output_guardrails": None,
    },
    objects=Objects(
        ("agents.tool.FunctionTool",),
        ("params_json_schema", "on_invoke_tool"),
        read=(
            {
                "name": "name",
                "description": "description?",
                "parameters": "params_json_schema",
                "strict": "strict_json_schema",
            },
        ),
    ),
    texts_from=DOCSTRING,
    habits={"required default": "the OpenAI Agents SDK requires everything unless strict_mode=False"},
    wrote=root_titled("_args"),
)
