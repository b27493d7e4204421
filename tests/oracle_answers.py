"""What the packages of providers and engines say of schemas and payloads: run by `tests/oracles.py` with each package's Python.

Reads `{kind: {id: value}}` from standard input and writes `{kind: {id: [answer, why]}}`; an answer is `accepted`, `refused` or
`changed`. Imports nothing of schemalint and one package at a time, by name, since no environment has all of them.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

Answer = tuple[str, str]


class Changed(Exception):
    """The package took the value and made another one of it."""


def same(before: Any, after: Any) -> None:
    if before != after:
        raise Changed(json.dumps(after, ensure_ascii=False, sort_keys=True))


# ---------------------------------------------------------------------------------------------------------------- the packages


def openai_helper(schema: Any) -> None:
    given = copy.deepcopy(schema)
    after = import_module("openai.lib._pydantic")._ensure_strict_json_schema(given, path=(), root=given)
    same(sorted_sets(schema), sorted_sets(after))


def openai_chat(tool: Any) -> None:
    validate(import_module("openai.types.chat").ChatCompletionFunctionToolParam, tool)


def openai_responses(tool: Any) -> None:
    validate(import_module("openai.types.responses").FunctionToolParam, tool)


def anthropic_helper(schema: Any) -> None:
    after = import_module("anthropic.lib._parse._transform").transform_schema(copy.deepcopy(schema))
    same(told(sorted_sets(schema)), told(sorted_sets(after)))


def anthropic_tool(tool: Any) -> None:
    validate(import_module("anthropic.types").ToolParam, tool)


def google_declaration(declaration: Any) -> None:
    import_module("google.genai.types").FunctionDeclaration.model_validate(declaration)
    refuse = import_module("google.genai._transformers")._raise_for_unsupported_mldev_properties
    for schema in objects(declaration.get("parameters")):
        refuse(schema, Developer)


class Developer:
    """What the check for the developer API asks of a client."""

    vertexai = False


def google_tools(tools: Any) -> None:
    for tool in tools:
        import_module("google.genai.types").Tool.model_validate(tool)


def botocore_converse(tools: Any) -> None:
    session = import_module("botocore.session").get_session()
    shape = session.get_service_model("bedrock-runtime").shape_for("ToolConfiguration")
    report = import_module("botocore.validate").ParamValidator().validate({"tools": tools}, shape)
    if report.has_errors():
        raise ValueError(report.generate_report())
    for tool in tools:  # the validator leaves patterns to the service
        name = tool["toolSpec"]["name"]
        pattern = session.get_service_model("bedrock-runtime").shape_for("ToolName").metadata.get("pattern", "[a-zA-Z0-9_-]+")
        if import_module("re").fullmatch(pattern, name) is None:
            raise ValueError(f"name {name} breaks {pattern}")


def llguidance_grammar(schema: Any) -> None:
    matcher = import_module("llguidance").LLMatcher
    error = matcher.validate_grammar(matcher.grammar_from_json_schema(json.dumps(schema)))
    if error:
        raise ValueError(error)


def outlines_regex(schema: Any) -> None:
    import_module("outlines_core.json_schema").build_regex_from_schema(json.dumps(schema))


def outlines_ignores(pair: Any) -> None:
    """Whether a schema and the same without a keyword give one expression; `changed` where they differ."""
    build = import_module("outlines_core.json_schema").build_regex_from_schema
    same(build(json.dumps(pair[0])), build(json.dumps(pair[1])))


def mcp_list(answer: Any) -> None:
    import_module("mcp.types").ListToolsResult.model_validate(answer)


# --------------------------------------------------------------------------------------------------------------------- helpers


def validate(kind: Any, value: Any) -> None:
    """Check a value against a TypedDict of an SDK, without members that it does not have."""
    kind.__pydantic_config__ = {"extra": "forbid"}
    import_module("pydantic").TypeAdapter(kind).validate_python(value, strict=True)


def objects(value: Any) -> list[Any]:
    """Every object in a schema, the names of properties taken for what they are."""
    found: list[Any] = []
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            found.append(here)
            members = here.get("properties")
            waiting.extend(members.values() if isinstance(members, dict) else ())
            waiting.extend(sub for key, sub in here.items() if key in ("items", "anyOf"))
        elif isinstance(here, list):
            waiting.extend(here)
    return found


def sorted_sets(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: sorted(sub) if is_names(key, sub) else sorted_sets(sub) for key, sub in value.items()}
    return [sorted_sets(sub) for sub in value] if isinstance(value, list) else value


def is_names(key: str, value: Any) -> bool:
    return key in ("required", "type") and isinstance(value, list) and all(isinstance(one, str) for one in value)


def told(value: Any) -> Any:
    """A schema without what the helper of Anthropic writes another way and means alike: `type` beside the values, and empty
    `properties`.
    """
    if isinstance(value, list):
        return [told(sub) for sub in value]
    if not isinstance(value, dict):
        return value
    kept = {key: told(sub) for key, sub in value.items()}
    if "enum" in kept or "const" in kept:
        kept.pop("type", None)
    if kept.get("type") == "object" and kept.get("properties") == {}:
        del kept["properties"]
    return kept


KINDS: dict[str, Callable[[Any], None]] = {
    "openai helper": openai_helper,
    "openai chat": openai_chat,
    "openai responses": openai_responses,
    "anthropic helper": anthropic_helper,
    "anthropic tool": anthropic_tool,
    "google declaration": google_declaration,
    "google tools": google_tools,
    "botocore converse": botocore_converse,
    "llguidance grammar": llguidance_grammar,
    "outlines regex": outlines_regex,
    "outlines ignores": outlines_ignores,
    "mcp list": mcp_list,
}


def answer(kind: str, value: Any) -> Answer:
    try:
        KINDS[kind](value)
    except Changed as changed:
        return "changed", str(changed)
    except ModuleNotFoundError:
        raise
    except Exception as error:  # whatever a package raises is its refusal
        return "refused", f"{type(error).__name__}: {error}"
    return "accepted", ""


def main() -> None:
    questions: dict[str, dict[str, Any]] = json.load(sys.stdin)
    answers = {kind: {key: answer(kind, value) for key, value in own.items()} for kind, own in questions.items()}
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
