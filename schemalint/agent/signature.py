"""A typed function -> the schema of its parameters, its documentation, and how its arguments are built.

Knows functions but not tools. A parameter without a default is required; one that cannot be passed by name is refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Final

from schemalint.agent.docs import docs_of
from schemalint.agent.errors import Unsupported
from schemalint.agent.hints import Scope, form_of, resolved
from schemalint.agent.members import MISSING, Member, Values, shape_of
from schemalint.model import Json
from schemalint.record import dataclass

_RECEIVERS: Final = ("self", "cls")


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function declares. `built` makes its keyword arguments of JSON that fits `parameters`."""

    description: str
    parameters: dict[str, Json]
    built: Callable[[Mapping[str, Json]], Values]


def signature_of(function: Callable[..., object], *, context: str | None = None, closed: bool = False) -> Signature:
    """Read a function. The parameter `context` does not concern the model and is left out.

    Errors: `Unsupported` with every fault of every parameter.
    """
    if not (inspect.isfunction(function) or inspect.ismethod(function)):
        raise Unsupported(f"must be made from a function, not from {_kind(function)}")
    hints = resolved(function)
    docs = docs_of(function.__doc__)
    found: list[str] = []
    members: list[Member] = []
    parameters = dict(inspect.signature(function).parameters)
    if context is not None and parameters.pop(context, None) is None:
        raise Unsupported(f"has no parameter `{context}` for its context")
    for index, (name, parameter) in enumerate(parameters.items()):
        fault = _fault(parameter, index, hints)
        if fault is not None:
            found.append(f"`{name}` {fault}")
            continue
        required = parameter.default is parameter.empty
        members.append(Member(name, hints[name], required, MISSING if required else parameter.default))
    scope = Scope(closed)
    try:
        shape = shape_of(members, docs.members, lambda hint: form_of(hint, scope), closed=closed)
    except Unsupported as error:
        raise Unsupported(*found, *error.faults) from None
    if found:
        raise Unsupported(*found)
    return Signature(docs.text, shape.schema, shape.built)


def _fault(parameter: inspect.Parameter, index: int, hints: Mapping[str, object]) -> str | None:
    if parameter.kind is parameter.POSITIONAL_ONLY:
        return "is positional-only, and a tool's arguments have names; remove the `/`"
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return "accepts any number of arguments, which a schema cannot name; declare each of them, or a list"
    if parameter.name not in hints:
        if index == 0 and parameter.name in _RECEIVERS:
            return f'is not a parameter of the tool; write `@tool(context="{parameter.name}")` and offer `.bound(...)` of it'
        return "has no type; annotate it"
    return None


def _kind(thing: object) -> str:
    if isinstance(thing, (staticmethod, classmethod)):
        return f"a {type(thing).__name__}; put `@tool` under its decorator"
    return "a class" if isinstance(thing, type) else f"a value of type `{type(thing).__name__}`"
