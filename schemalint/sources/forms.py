"""One tool object: whose form it is written in, and where in it name, description and schema are.

Knows the forms of providers, MCP and frameworks by keys and types, never by file names. Does not know where in a document
the tool objects are (that is `shapes`), and judges no schema: a schema of the wrong kind is kept for the rules to find.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from schemalint.model import MEMBERS, Json, Origin, Pointer, Tool
from schemalint.record import dataclass, replace
from schemalint.schema.keywords import SHOWING_A_SCHEMA
from schemalint.schema.pointer import value_at

SCHEMA_KEYS: Final[Mapping[str, str]] = {
    "inputSchema": "mcp",
    "input_schema": "anthropic",
    "parametersJsonSchema": "gemini",
    "parameters_json_schema": "gemini",
    "parameters": "function",
    "params_json_schema": "openai-agents",
    "args_schema": "args-schema",
    "run_params_schema": "crewai-specs",
}
"""The member that holds the parameters, and the form it speaks for; the first one present counts."""

DECLARATIONS: Final = ("functionDeclarations", "function_declarations")
_WRAPPERS: Final = ("toolSpec", "function")
_STRUCTURE: Final = ("function", "custom", "function_tool")
"""Values of `type` that only say "this is a function"; any other `type` is a member of the tool."""
_OUTPUT_KEYS: Final = ("outputSchema", "output_schema")
_RESPONSE_KEYS: Final = ("response", "responseJsonSchema", "response_json_schema")
_KINDS: Final[Mapping[type, str]] = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", int: "a number"}


@dataclass(frozen=True, slots=True)
class Problem:
    """An entry among tools that is none. `at` is its place in the document; `reason` names what was expected."""

    at: Pointer
    reason: str
    name: str | None = None


def kind_word(value: Json) -> str:
    """What a JSON value is, in a word: `an object`, `a list`, `null`."""
    return "null" if value is None else _KINDS.get(type(value), "a number")


def parts(value: Mapping[str, Json]) -> tuple[Json, str | None]:
    """The object that names the function inside a tool object, and the member that holds it (None: the object itself)."""
    for key in _WRAPPERS:
        if isinstance(value.get(key), dict):
            return value[key], key
    return value, None


def _schema_key(inner: Mapping[str, Json]) -> str | None:
    """The member that holds the parameters. Much else is called `params`: there an object schema and a text have to be."""
    found = next((key for key in SCHEMA_KEYS if key in inner), None)
    return "params" if found is None and _is_typed(inner.get("params")) and isinstance(inner.get("description"), str) else found


def _is_typed(value: Json) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str) and isinstance(value.get("properties"), dict)


def looks_like_tool(value: Json) -> bool:
    """Whether an entry of a list means to be a tool: a broken one is then named and not passed over."""
    if not isinstance(value, dict):
        return False
    inner, key = parts(value)
    if key is not None or any(name in inner for name in SCHEMA_KEYS):
        return True
    return isinstance(value.get("name"), str) and ("description" in value or _flat(value) is not None)


def _flat(value: Mapping[str, Json]) -> tuple[str, str] | None:
    """The member in which a framework dumps a map of parameters without an object schema around it, and its form."""
    if isinstance(value.get("inputs"), dict) and "output_type" in value:
        return "inputs", "smolagents"
    if isinstance(value.get("args"), dict) and "desc" in value:
        return "args", "dspy"
    return None


def is_tool(value: Json, *, named: bool = False) -> bool:
    """Whether an object alone is certainly a tool. `named`: a name is given from outside, as in a name map."""
    if not isinstance(value, dict):
        return False
    inner, key = parts(value)
    if not named and not isinstance(inner.get("name"), str):
        return False
    if key == "toolSpec":
        return True
    described = isinstance(inner.get("description"), str)
    if key == "function":
        return value.get("type") == "function" or described or isinstance(inner.get("parameters"), dict)
    if any(isinstance(value.get(name), dict) for name in SCHEMA_KEYS if name != "parameters"):
        return True
    if _schema_key(value) == "params":
        return True
    parameters = value.get("parameters")
    if value.get("type") == "function" and "parameters" in value:
        return True
    if not isinstance(parameters, dict):
        return _flat(value) is not None
    declared = parameters.get("type")
    if declared in ("object", "OBJECT", "dict") or isinstance(parameters.get("properties"), dict):
        return True
    if isinstance(parameters.get("$ref"), str):
        return True
    return described and all(map(_is_flat_parameter, parameters.values()))  # also an empty object


def _is_flat_parameter(value: Json) -> bool:
    # Google's discovery documents have `name`, `description` and `parameters` of HTTP, each with its `location`.
    return isinstance(value, dict) and isinstance(value.get("type"), str) and not (value.keys() & {"location", "in"})


def _is_canonical(value: Mapping[str, Json]) -> bool:
    """Whether a tool is written as `canon` prints it, with the members that it does not know together in `extra`."""
    return isinstance(value.get("extra"), dict) and value.keys() <= {"name", *MEMBERS, "extra"}


def is_flat(parameters: Json) -> bool:
    """Whether parameters are a map from names to schemas without an object schema around it (xLAM and the like)."""
    return (
        isinstance(parameters, dict)
        and bool(parameters)
        and SHOWING_A_SCHEMA.isdisjoint(parameters)
        and all(isinstance(sub, dict) for sub in parameters.values())
    )


def read_tool(
    value: Mapping[str, Json], at: Pointer, origin: Origin, *, name: str | None = None, form: str | None = None
) -> Tool | Problem:
    """The tool that an object at `at` defines, or what is wrong with it. `name` is the key it has in a name map.

    Every member is kept as it was written. `places` covers the object itself and each member that is present.
    """
    inner, wrapper = parts(value)
    inner_at = at if wrapper is None else (*at, wrapper)
    named = _name(value, inner, at, inner_at, name)
    if isinstance(named, Problem):
        return named
    own_name, name_at = named
    if not looks_like_tool(value) and name is None:
        expected = "`description`, `parameters`, `inputSchema` or `input_schema` beside `name`"
        return Problem(at, f"not a tool: expected {expected}", own_name)
    schema_key = _schema_key(inner)
    form = _form(value, wrapper, schema_key) if form is None else form
    keys = _keys(inner, form)
    members = {member: inner[key] for member, key in keys.items()}
    places: dict[Pointer, Pointer] = {(): at, ("name",): name_at}
    places.update({(member,): (*inner_at, key) for member, key in keys.items()})

    fidelity = origin.fidelity
    flat_key = _flat_key(inner, schema_key)
    if flat_key is not None:
        schema_key, where = flat_key, (*inner_at, flat_key)
        members["parameters"] = _wrapped(inner[flat_key], with_required=form == "smolagents")
        places.update({("parameters", *steps): where for steps in ((), ("type",), ("properties",), ("required",))})
        fidelity = "derived" if fidelity == "exact" else fidelity
        form = "flat-parameters" if form == "function" else form
    elif schema_key is not None:
        steps = (schema_key, "json") if _is_in_json(inner, schema_key) else (schema_key,)
        members["parameters"] = value_at(inner, steps)
        places["parameters",] = (*inner_at, *steps)

    used = {"name", *keys.values(), wrapper, schema_key}
    beside = {wrapper, "name"} if name_at == (*at, "name") else {wrapper}  # what is used of the members around the wrapper
    extra: dict[str, Json] = {}
    for holder, holder_at, known in ((inner, inner_at, used), (value, at, beside))[: 1 if wrapper is None else 2]:
        if _is_canonical(holder):
            extra.update(holder["extra"])
            places.update({("extra", key): (*holder_at, "extra", key) for key in holder["extra"]})
            known = {*known, "extra"}
        for key, member in holder.items():
            if key not in known and key not in extra and not (key == "type" and member in _STRUCTURE):
                extra[key] = member
                places["extra", key] = (*holder_at, key)
    return Tool(own_name, **members, extra=extra, places=places, origin=replace(origin, framework=form, fidelity=fidelity))


def _name(
    value: Mapping[str, Json], inner: Mapping[str, Json], at: Pointer, inner_at: Pointer, key: str | None
) -> tuple[str, Pointer] | Problem:
    """The name of a tool and its place: inside a wrapper or beside it, else the key of the tool in a name map."""
    for holder, where in ((inner, inner_at), (value, at)):
        if isinstance(holder.get("name"), str):
            return holder["name"], (*where, "name")
    if key is not None:
        return key, at
    if "name" in inner:
        return Problem((*inner_at, "name"), f"the name of a tool must be a string, not {kind_word(inner['name'])}")
    entry = f"`{inner_at[-1]}`" if inner_at != at else "this entry"
    return Problem(inner_at, f"{entry} has no `name`: a tool needs a string `name`")


def _keys(inner: Mapping[str, Json], form: str) -> Mapping[str, str]:
    """The members of a tool that are present, apart from name and parameters, and the keys under which they are written."""
    # Gemini and BFCL call it `response`. A schema is one in any form: else fixing a type would change the reading.
    responses = [key for key in _RESPONSE_KEYS if form in ("gemini", "bfcl") or _is_typed(inner.get(key))]
    output_key = next((key for key in (*_OUTPUT_KEYS, *responses) if key in inner), _OUTPUT_KEYS[0])
    description = "desc" if form == "dspy" else "description"
    keys = {"description": description, "annotations": "annotations", "title": "title", "output_schema": output_key}
    return {member: key for member, key in keys.items() if key in inner}


def _flat_key(inner: Mapping[str, Json], schema_key: str | None) -> str | None:
    """The member that holds a map of parameters without an object schema around it."""
    if schema_key is None:
        flat = _flat(inner)
        return flat[0] if flat is not None else None
    return schema_key if schema_key == "parameters" and is_flat(inner["parameters"]) else None


def _is_in_json(inner: Mapping[str, Json], schema_key: str) -> bool:
    """Whether a schema is the only member, `json`, of an `inputSchema`, as Bedrock writes it."""
    schema = inner[schema_key]
    return schema_key == "inputSchema" and isinstance(schema, dict) and list(schema) == ["json"]


def _form(value: Mapping[str, Json], wrapper: str | None, schema_key: str | None) -> str:
    """Whose form a tool object is in."""
    inner = value[wrapper] if wrapper else value
    if wrapper == "toolSpec":
        return "bedrock"
    schema = inner[schema_key] if schema_key else None
    declared = schema.get("type") if isinstance(schema, dict) else None
    if declared == "dict":
        return "bfcl"
    if schema_key == "parameters" and declared == "OBJECT":
        return "gemini"
    if wrapper == "function":
        return "openai-chat"
    if schema_key is not None and _is_in_json(inner, schema_key):
        return "bedrock"
    if schema_key == "input_schema" and "output_schema" in inner:
        return "mcp-snake-case"
    if value.get("type") == "function" and schema_key in ("parameters", None):
        return "openai-responses"
    if schema_key is None:
        flat = _flat(inner)
        return flat[1] if flat is not None else "name-and-description"
    return SCHEMA_KEYS.get(schema_key, "function")


def _wrapped(properties: Mapping[str, Json], *, with_required: bool) -> Json:
    schema: dict[str, Json] = {"type": "object", "properties": properties}
    if with_required:
        # smolagents passes every input that is not marked nullable (smolagents.tools, validate_arguments).
        schema["required"] = [
            key for key, sub in properties.items() if not (isinstance(sub, dict) and sub.get("nullable") is True)
        ]
    return schema


_GEMINI_BUILTINS: Final = frozenset(
    "googleSearch google_search googleSearchRetrieval google_search_retrieval codeExecution code_execution urlContext"
    " url_context googleMaps google_maps enterpriseWebSearch enterprise_web_search computerUse computer_use fileSearch"
    " file_search retrieval cachePoint systemTool".split()
)
"""Members that switch on a tool of Gemini or Bedrock, each the only one of its entry or beside function declarations."""
_BUILTIN_TYPES: Final = frozenset(
    "web_search web_search_preview web_fetch file_search code_interpreter code_execution computer computer_use"
    " computer_use_preview image_generation local_shell shell apply_patch bash text_editor memory mcp mcp_toolset tool_search"
    " tool_search_tool_regex tool_search_tool_bm25 browser_search google_search retrieval".split()
)
"""Values of `type`, without the date that versions them, of tools that OpenAI and Anthropic define."""


def builtin(value: Mapping[str, Json]) -> str | None:
    """The provider's own tool that an entry of a list switches on, such as `web_search_20250305` or `googleSearch`."""
    inner, key = parts(value)
    if key is not None or any(name in inner for name in SCHEMA_KEYS):
        return None
    kind = value.get("type")
    if isinstance(kind, str) and _undated(kind) in _BUILTIN_TYPES:
        return kind
    if value and value.keys() <= _GEMINI_BUILTINS:
        return next(iter(value))
    return None


def _undated(kind: str) -> str:
    """A built-in's type without the date that versions it: `bash_20250124` and `web_search_2025_08_26` lose theirs."""
    return "_".join(word for word in kind.split("_") if not (word.isascii() and word.isdigit()))


def every_place(tool: Tool, at: Pointer) -> Mapping[Pointer, Pointer]:
    """Places for a tool whose text is inside one string of the document: every pointer into it ends at that string."""
    return dict.fromkeys((*tool.places, *_pointers(tool.members(), ())), at)


def _pointers(value: Json, at: Pointer) -> Iterator[Pointer]:
    stack: list[tuple[Pointer, Json]] = [(at, value)]
    while stack:
        where, here = stack.pop()
        yield where
        if isinstance(here, dict):
            stack.extend(((*where, key), sub) for key, sub in here.items())
        elif isinstance(here, list):
            stack.extend(((*where, i), sub) for i, sub in enumerate(here))
