"""A plain function's facts -> the tool that they make: its schema, with the texts of its docstring merged in. Pure.

The schema comes from the worker, made by the user's Pydantic or by the standard library. Titles that Pydantic makes of names
are left out: nobody wrote them, and nothing that takes plain functions sends them.
"""

from __future__ import annotations

from collections.abc import Mapping

from schemalint.model import Json
from schemalint.schema.keywords import subschemas


def tool_of(facts: Mapping[str, Json]) -> dict[str, Json]:
    """Name, description and parameters. The description is the docstring in front of its sections."""
    description, texts = _docstring(facts["doc"])
    made: dict[str, Json] = {"name": facts["name"]}
    if description:
        made["description"] = description
    schema = _untitled(facts["parameters"])
    properties = {
        name: {**sub, "description": texts[name]}
        if name in texts and isinstance(sub, dict) and "description" not in sub
        else sub
        for name, sub in schema.get("properties", {}).items()
    }
    return {**made, "parameters": {"type": "object", **schema, "properties": properties}}


def _docstring(text: Json) -> tuple[str, Mapping[str, str]]:
    """What a cleaned docstring (Google, NumPy or reST) says of the function, and of each parameter."""
    if not isinstance(text, str) or "\n" not in text:
        return text or "", {}
    import docstring_parser

    try:
        parsed = docstring_parser.parse(text)
    except (docstring_parser.ParseError, ValueError, RecursionError):
        return text, {}
    gap = "\n\n" if parsed.blank_after_short_description else "\n"
    description = gap.join(filter(None, (parsed.short_description, parsed.long_description)))
    texts = {one.arg_name.lstrip("*"): (one.description or "").strip() for one in parsed.params}
    return description, {name: words for name, words in texts.items() if words}


def _untitled(schema: Json, name: str = "") -> Json:
    """A schema without the titles that repeat the name of a parameter or of a definition."""
    if not isinstance(schema, dict):
        return schema
    made: Json = {key: member for key, member in schema.items() if key != "title" or not _repeats(member, name)}
    for steps, sub in subschemas(schema):
        made = _put(made, steps, _untitled(sub, str(steps[-1])))
    return made


def _put(holder: Json, steps: tuple[str | int, ...], value: Json) -> Json:
    """The same value with another one at a place."""
    if not steps:
        return value
    if isinstance(holder, list):
        return [_put(one, steps[1:], value) if i == steps[0] else one for i, one in enumerate(holder)]
    return {key: _put(one, steps[1:], value) if key == steps[0] else one for key, one in holder.items()}


def _repeats(title: Json, name: str) -> bool:
    return isinstance(title, str) and title.replace(" ", "_").casefold() == name.casefold()
