"""The part of JSON Schema that tools are defined in, and where a schema leaves it.

Eight keywords that constrain and four that describe: every provider accepts them, and a sentence explains each to a caller.
Pure; every violation is collected, in the order of the schema.
"""

from __future__ import annotations

from typing import Final

from schemalint.agent.json_values import Trail, Walk, described, losses, place, run, steps
from schemalint.agent.validate import TYPES, type_fault
from schemalint.model import Json
from schemalint.schema.equal import same

CONSTRAINTS: Final = ("type", "oneOf", "properties", "required", "additionalProperties", "items", "enum", "const")
ANNOTATIONS: Final = ("description", "title", "default", "examples")
SCALARS: Final = ("string", "number", "integer", "boolean", "null")

_OBJECT_WORDS: Final = ("properties", "required", "additionalProperties")
_WORDS: Final = f"{', '.join(CONSTRAINTS)}, {', '.join(ANNOTATIONS)}"

Found = list[tuple[Trail, str]]


def violations(schema: Json, *, root: str = "schema", object_root: bool = False) -> list[str]:
    """Everything for which a JSON Schema is not accepted, one text each, with places such as `schema.properties.a.type`.

    With `object_root` the whole must be an object, as the parameters of a tool are.
    """
    found: Found = []
    if object_root and isinstance(schema, dict) and schema.get("type") != "object":
        found.append((None, "must have the type object, as arguments are named"))
    run(_node(schema, None, set(), found))
    return [f"{place(root, at)} {text}" for at, text in found]


def _node(schema: Json, at: Trail, above: set[int], found: Found) -> Walk:
    if not isinstance(schema, dict):
        found.append((at, f"must be an object that describes a value, not {described(schema)}"))
        return
    if id(schema) in above:
        found.append((at, "holds itself; write each level out"))
        return
    above.add(id(schema))
    for word in schema:
        if not isinstance(word, str):
            found.append((at, f"has a key that is {described(word)}"))
        elif word not in CONSTRAINTS and word not in ANNOTATIONS:
            found.append(((at, word), f"is not supported; the keywords are {_WORDS}"))
    _annotations(schema, at, found)
    _kind(schema, at, found)
    yield from _members(schema, at, above, found)
    above.discard(id(schema))


def _annotations(schema: dict[str, Json], at: Trail, found: Found) -> None:
    for word in ("description", "title"):
        if word in schema and not isinstance(schema[word], str):
            found.append(((at, word), f"must be a string, not {described(schema[word])}"))
    for word in ("default", "examples"):
        for inside, loss in losses(schema[word]) if word in schema else ():
            where: Trail = (at, word)
            for step in steps(inside):
                where = (where, step)
            found.append((where, loss))


def _kind(schema: dict[str, Json], at: Trail, found: Found) -> None:
    """Which kind of value is described, and the words that do not go with it."""
    others = [word for word in CONSTRAINTS[2:] if word in schema]
    if "type" in schema:
        _type(schema["type"], at, found)
    if "oneOf" in schema:
        branches = schema["oneOf"]
        if "type" in schema:
            found.append(((at, "type"), "cannot be beside oneOf; move it into the branches"))
        if not isinstance(branches, list) or len(branches) < 2:
            found.append(((at, "oneOf"), "must be a list of two branches or more"))
        found.extend(((at, word), "cannot be beside oneOf; move it into the branches") for word in others)
    elif "type" not in schema:
        found.extend(((at, word), "needs a type beside it") for word in others)
    elif schema["type"] in list(TYPES):
        kind = schema["type"]
        for word in others:
            if word in _OBJECT_WORDS and kind != "object":
                found.append(((at, word), f"belongs to objects, and the type is {kind}"))
            elif word == "items" and kind != "array":
                found.append(((at, word), f"belongs to arrays, and the type is {kind}"))
            elif word in ("enum", "const") and kind not in SCALARS:
                found.append(((at, word), f"belongs to scalars, and the type is {kind}"))
    _choice(schema, at, found)
    _openness(schema, at, found)


def _type(kind: Json, at: Trail, found: Found) -> None:
    if isinstance(kind, list):
        found.append(((at, "type"), "is a list; give one type, or oneOf with a branch for each"))
    elif kind not in list(TYPES):
        found.append(((at, "type"), f"must be one of {', '.join(TYPES)}"))


def _choice(schema: dict[str, Json], at: Trail, found: Found) -> None:
    kind = schema.get("type")
    known = kind if isinstance(kind, str) and kind in SCALARS else None
    values = schema.get("enum")
    if "enum" in schema and (not isinstance(values, list) or not values):
        found.append(((at, "enum"), "must be a list of one value or more"))
    wrong = False
    for index, value in enumerate(values if known and isinstance(values, list) else ()):
        fault = type_fault(known or "", value)
        if fault is not None:
            found.append((((at, "enum"), index), fault))
            wrong = True
    if "const" in schema and known:
        fault = type_fault(known, schema["const"])
        if fault is not None:
            found.append(((at, "const"), fault))
        elif isinstance(values, list) and values and not wrong and not any(same(schema["const"], one) for one in values):
            found.append(((at, "const"), "is not one of the values of enum"))


def _openness(schema: dict[str, Json], at: Trail, found: Found) -> None:
    properties = schema.get("properties")
    if "properties" in schema and not isinstance(properties, dict):
        found.append(((at, "properties"), f"must be an object of names, not {described(properties)}"))
    required = schema.get("required", [])
    if not isinstance(required, list):
        found.append(((at, "required"), f"must be a list of names, not {described(required)}"))
    else:
        for index, name in enumerate(required):
            if not isinstance(name, str):
                found.append((((at, "required"), index), f"must be a string, not {described(name)}"))
            elif not isinstance(properties, dict) or name not in properties:
                found.append((((at, "required"), index), f"names `{name}`, which properties does not declare"))
    if "additionalProperties" in schema and not isinstance(schema["additionalProperties"], bool):
        found.append(((at, "additionalProperties"), "must be true or false"))


def _members(schema: dict[str, Json], at: Trail, above: set[int], found: Found) -> Walk:
    branches, properties = schema.get("oneOf"), schema.get("properties")
    for index, branch in enumerate(branches if isinstance(branches, list) else ()):
        yield _node(branch, ((at, "oneOf"), index), above, found)
    for name, member in properties.items() if isinstance(properties, dict) else ():
        if isinstance(name, str):
            yield _node(member, ((at, "properties"), name), above, found)
        else:
            found.append(((at, "properties"), f"has a name that is {described(name)}"))
    if "items" in schema:
        yield _node(schema["items"], (at, "items"), above, found)
