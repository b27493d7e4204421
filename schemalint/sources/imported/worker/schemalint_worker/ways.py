"""The ways in which an object says what it sends: as the record of its framework has it, by its own method, as a model.

A way is data: a path of attributes, members and calls (`schema.json()`), or a member each from one. A framework that needs more
has a file of its own in `frameworks`, with `read` and whatever else its record speaks of.
"""

from __future__ import annotations

import functools
import importlib
import types
from collections.abc import Callable, Mapping
from typing import Any

from .objects import follow, has, loaded
from .type_map import has_schema, own_doc
from .values import listed, waited

Read = Callable[[Any], Any]
"""An object to what it says as a dictionary, or a list of those."""


def own(framework: str) -> Any:
    """The file of a framework."""
    return importlib.import_module(f"{__package__}.frameworks.{framework.replace('-', '_')}")


def reading(record: Mapping[str, Any]) -> Read:
    """How a tool of a framework is read."""
    return own(record["name"]).read if record["read"] is None else functools.partial(_read, record)


def _read(record: Mapping[str, Any], tool: Any) -> Any:
    convert = loaded(record["converter"]) if record["converter"] else None
    if convert is not None:
        return convert(tool)
    *ways, last = record["read"]
    way = next((way for way in ways if has(tool, _first(way))), last)
    if not isinstance(way, str):
        members = {member: shown(follow(tool, path.rstrip("?"))) for member, path in way.items()}
        return {member: value for member, value in members.items() if value is not None or not way[member].endswith("?")}
    sent = follow(tool, way) if way else tool
    if sent is None:
        raise ValueError("it has no declaration: the provider's own tool, or one that is made at run time")
    return shown(sent)


def _first(way: Any) -> str:
    path = way if isinstance(way, str) else next(iter(way.values()))
    return str(path).partition(".")[0].partition("(")[0]


def shown(value: Any) -> Any:
    """A class as its schema, a Pydantic object as it goes over the wire, anything else as it is."""
    if isinstance(value, type):
        return json_schema(value) if has_schema(value) else value
    return dumped(value) if hasattr(value, "model_dump") else value


def dumped(tool: Any) -> Any:
    return tool.model_dump(mode="json", by_alias=True, exclude_none=True)


def json_schema(model: Any) -> Any:
    """The schema of a Pydantic class of either version."""
    return model.model_json_schema() if hasattr(model, "model_json_schema") else model.schema()


def function_form(name: Any, description: Any, parameters: Any) -> dict[str, Any]:
    made = {"name": name, "description": description, "parameters": parameters}
    return {key: member for key, member in made.items() if member is not None}


def guessed(read: Read, value: Any) -> Any:
    """What an object says that only looks like a tool: nothing where it turns out not to be one."""
    try:
        made = read(value)
    except Exception:
        return []
    wires = made if isinstance(made, list) else [made]
    inner = [one.get("function", one.get("toolSpec", one)) for one in wires if isinstance(one, dict)]
    return made if inner and all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in inner) else []


def pydantic(model: Any) -> Any:
    if any(cls.__module__.split(".")[0] == "instructor" for cls in model.__mro__) and has(model, "openai_schema"):
        return model.openai_schema
    return function_form(model.__name__, own_doc(model), json_schema(model))


def hook(value: Any) -> Any:
    made = waited(value.__schemalint__())
    return listed(made) if isinstance(made, (list, tuple, types.GeneratorType)) else made


def taught(form: Mapping[str, str], value: Any) -> Any:
    """A tool of a class that the user's configuration knows: where its name, description and parameters are."""
    return {member: follow(value, path) for member, path in form.items()}
