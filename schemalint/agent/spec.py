"""A specification dictionary -> a JSON Schema: each parameter states whether it is required.

    {"path": {"type": "string", "required": True, "description": "..."}, "limit": {"type": "integer", "default": 10}}

Pure. It stops at the first fault, as an author fixes one thing at a time; the schema shares nothing with the specification.
"""

from __future__ import annotations

from typing import Final, NoReturn

from schemalint.agent.errors import Unsupported
from schemalint.agent.json_values import Trail, Walk, copied, described, losses, place, run
from schemalint.agent.subset import ANNOTATIONS, SCALARS
from schemalint.model import Json

_OWN: Final = {
    **dict.fromkeys(SCALARS, ("type", "enum", "const")),
    "array": ("type", "items"),
    "object": ("type", "properties", "additionalProperties"),
    "json": ("type",),
    "oneOf": ("oneOf",),
}
"""The words of each kind of node beside the annotations; `json` is any value, and `oneOf` has no type."""


def compiled_parameters(parameters: Json, *, root: str = "parameters") -> dict[str, Json]:
    """The schema of an object with these parameters; `required` is in the order of declaration, and the object is open.

    Errors: `Unsupported` at the first fault.
    """
    made: dict[str, Json] = {"type": "object"}
    run(_properties(parameters, None, root, set(), made))
    return made


def compiled_value(node: Json, *, root: str = "schema") -> dict[str, Json]:
    """The schema of one value, such as a result. Errors: `Unsupported` at the first fault."""
    made: dict[str, Json] = {}
    run(_node(node, None, root, set(), made, named=False))
    return made


def _fail(root: str, at: Trail, fault: str) -> NoReturn:
    raise Unsupported(f"{place(root, at)} {fault}")


def _properties(members: Json, at: Trail, root: str, above: set[int], made: dict[str, Json]) -> Walk:
    if not isinstance(members, dict):
        _fail(root, at, f"must be a dictionary of names, not {described(members)}")
    _enter(members, at, root, above)
    properties: dict[str, Json] = {}
    made["properties"] = properties
    required = [name for name, member in members.items() if isinstance(member, dict) and member.get("required") is True]
    for name, member in members.items():
        if not isinstance(name, str):
            _fail(root, at, f"has a name that is {described(name)}")
        properties[name] = {}
        yield _node(member, (at, name), root, above, properties[name], named=True)
    if required:
        made["required"] = required
    above.discard(id(members))


def _node(node: Json, at: Trail, root: str, above: set[int], made: dict[str, Json], *, named: bool) -> Walk:
    if not isinstance(node, dict):
        _fail(root, at, f"must be a dictionary that describes a value, not {described(node)}")
    _enter(node, at, root, above)
    kind = _kind(node, at, root)
    _vocabulary(node, kind, at, root, named=named)
    if kind not in ("oneOf", "json"):
        made["type"] = kind
    for word in ANNOTATIONS:
        if word in node:
            if word in ("description", "title") and not isinstance(node[word], str):
                _fail(root, (at, word), f"must be a string, not {described(node[word])}")
            made[word] = _copied(node[word], (at, word), root)
    yield from _rest(node, kind, at, root, above, made)
    above.discard(id(node))


def _enter(node: dict[str, Json], at: Trail, root: str, above: set[int]) -> None:
    if id(node) in above:
        _fail(root, at, "holds itself; a schema is written out in full")
    above.add(id(node))


def _kind(node: dict[str, Json], at: Trail, root: str) -> str:
    if "oneOf" in node:
        if "type" in node:
            _fail(root, at, "has both type and oneOf; the branches have the types")
        return "oneOf"
    if "type" not in node:
        _fail(root, at, f"has no type; give one of {_kinds()}, or oneOf")
    kind = node["type"]
    if not isinstance(kind, str) or kind not in _OWN or kind == "oneOf":
        _fail(root, (at, "type"), f"must be one of {_kinds()}")
    return kind


def _kinds() -> str:
    return ", ".join(kind for kind in _OWN if kind != "oneOf")


def _vocabulary(node: dict[str, Json], kind: str, at: Trail, root: str, *, named: bool) -> None:
    known = (*_OWN[kind], *ANNOTATIONS)
    for word in node:
        if not isinstance(word, str):
            _fail(root, at, f"has a key that is {described(word)}")
        if word == "required":
            if not named:
                _fail(root, (at, word), "belongs to parameters and members of objects, not to items, branches and whole values")
            if node[word] is not True:
                _fail(root, (at, word), "must be True or left out: what does not say it is optional")
        elif word not in known:
            _fail(root, (at, word), f"is not supported here; the keywords are {', '.join(known)}")
    if kind == "object" and not isinstance(node.get("additionalProperties"), bool):
        _fail(root, (at, "additionalProperties"), "must be True or False: say whether the object takes members not declared")


def _copied(value: Json, at: Trail, root: str) -> Json:
    for inside, loss in losses(value):
        _fail(place(root, at), inside, loss)
    return copied(value)


def _rest(node: dict[str, Json], kind: str, at: Trail, root: str, above: set[int], made: dict[str, Json]) -> Walk:
    if kind == "oneOf":
        branches = node["oneOf"]
        if not isinstance(branches, list) or len(branches) < 2:
            _fail(root, (at, "oneOf"), "must be a list of two branches or more")
        made["oneOf"] = [{} for _ in branches]
        for index, branch in enumerate(branches):
            yield _node(branch, ((at, "oneOf"), index), root, above, made["oneOf"][index], named=False)
    elif kind == "array" and "items" in node:
        made["items"] = {}
        yield _node(node["items"], (at, "items"), root, above, made["items"], named=False)
    elif kind == "object":
        if "properties" in node:
            yield _properties(node["properties"], (at, "properties"), root, above, made)
        made["additionalProperties"] = node["additionalProperties"]
    elif kind in SCALARS:
        if "enum" in node and not isinstance(node["enum"], list):
            _fail(root, (at, "enum"), f"must be a list, not {described(node['enum'])}")
        made.update((word, _copied(node[word], (at, word), root)) for word in ("enum", "const") if word in node)
