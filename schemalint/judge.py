"""Whether a value fits the schema of a position, in words: scalars by our own code, the rest by `jsonschema` behind guards.

Patterns are never run and formats never asserted. `jsonschema` is imported only for a value that is an object or a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from schemalint.model import Node, Tool
from schemalint.schema.equal import same
from schemalint.schema.forms import dialect, faults
from schemalint.schema.keywords import IN_PLACE, REFERENCES, having
from schemalint.schema.pointer import Json, pointer_text
from schemalint.schema.references import dead_ends
from schemalint.schema.values import TYPES, has_type, is_number, shown

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


def mismatch(value: Json, node: Node, *, partial: bool = False) -> str | None:
    """Why a value does not fit the schema of a position, in words that follow the value; None where it fits or is not told.

    With `partial`, an object may lack members that are required.
    """
    view = node.view
    if value is None and node.nullable:
        return None
    declared = view.get("type")
    names = [declared] if isinstance(declared, str) else declared if isinstance(declared, list) else []
    if names and all(name in TYPES for name in names) and not any(has_type(value, name) for name in names):
        return f"is not of type {' or '.join(names)}"
    if isinstance(value, (dict, list)):
        if not value and _REFUSES_EMPTY.isdisjoint(view):
            return None  # the commonest default of its kind, and not worth the import of a library
        return _mismatch_inside(value, node, partial)
    enum = view.get("enum")
    if isinstance(enum, list) and enum and not any(same(value, one) for one in enum):
        return "is not among its enum values"
    if "const" in view and not same(value, view["const"]):
        return "is not its const"
    return out_of_bounds(value, view)


_REFUSES_EMPTY: Final = IN_PLACE | REFERENCES | having("probe", "values", "least") | {"required"}
"""Keywords that an empty object or list may break."""


def out_of_bounds(value: Json, view: Mapping[str, Json]) -> str | None:
    """Which bound of a schema a number, a text or a list breaks, in words that follow the value; None where it breaks none."""

    def bound(keyword: str) -> float | None:
        stated = view.get(keyword)
        return stated if is_number(stated) else None

    if is_number(value):
        if (least := bound("minimum")) is not None and value < least:
            return f"is below its minimum {shown(least)}"
        if (most := bound("maximum")) is not None and value > most:
            return f"is above its maximum {shown(most)}"
        if (least := bound("exclusiveMinimum")) is not None and value <= least:
            return f"is not above {shown(least)}"
        if (most := bound("exclusiveMaximum")) is not None and value >= most:
            return f"is not below {shown(most)}"
        step = bound("multipleOf")
        if step is not None and step > 0 and not _is_multiple(value, step):
            return f"is not a multiple of {shown(step)}"
    if isinstance(value, str):
        if (least := bound("minLength")) is not None and len(value) < least:
            return f"is shorter than its minLength {shown(least)}"
        if (most := bound("maxLength")) is not None and len(value) > most:
            return f"is longer than its maxLength {shown(most)}"
    if isinstance(value, list):
        if (least := bound("minItems")) is not None and len(value) < least:
            return f"has fewer elements than its minItems {shown(least)}"
        if (most := bound("maxItems")) is not None and len(value) > most:
            return f"has more elements than its maxItems {shown(most)}"
    return None


def _is_multiple(value: float, step: float) -> bool:
    """Whether a number is a multiple of another as both are written: 0.3 is one of 0.1, though not to a computer's floats."""
    if isinstance(value, int) and isinstance(step, int):
        return value % step == 0
    from decimal import Decimal, InvalidOperation

    try:
        return Decimal(repr(value)) % Decimal(repr(step)) == 0
    except InvalidOperation:  # too many digits between the two, or a number that JSON does not have
        return True


# ------------------------------------------------------------------------------------------------------- objects and lists

_DEEPEST: Final = 64
_LARGEST: Final = 10_000
_MOST_STEPS: Final = 50_000
"""Keywords judged for the values of one tool; forty small definitions can ask for a million million."""
_LONGEST_SET: Final = 100
"""Elements up to which `uniqueItems` is judged: jsonschema compares all pairs where the elements cannot be sorted."""

_steps_left: ContextVar[list[int]] = ContextVar("steps_left")


class _Endless(Exception):
    """The values of a tool take too many steps to judge."""


def _mismatch_inside(value: Json, node: Node, partial: bool) -> str | None:
    """What `jsonschema` says of an object or list. It recurses, asks the network, runs patterns and can take for ever."""
    judge = _judge(node.tool, str(node.at[0]), partial) if _is_small(value) else None
    if judge is None:
        return None
    from urllib.parse import quote

    from jsonschema.exceptions import best_match

    validator, steps = judge
    here = validator.evolve(schema={"$ref": f"{_ADDRESS}#{quote(pointer_text(node.at[1:]))}"})
    token = _steps_left.set(steps)
    try:
        error = best_match(here.iter_errors(value))
    except Exception:
        # A reference may lead to what no dialect calls a schema, which nobody has judged: no verdict, whatever breaks there.
        return None
    finally:
        _steps_left.reset(token)
    if error is None:
        return None
    place = pointer_text(tuple(error.absolute_path))
    said = error.message if len(error.message) <= 60 else f"{error.message[:59]}…"
    return f"does not fit its schema: {said}" + (f" at {place}" if place else "")


def checker(tool: Tool) -> Callable[[Json], list[tuple[tuple[str | int, ...], str]]]:
    """A function that finds all that is wrong with arguments of a tool, each with its place in them.

    It finds nothing for a schema that is broken or out of bounds.
    """
    made: list[tuple[Validator, list[int]] | None] = []

    def check(arguments: Json) -> list[tuple[tuple[str | int, ...], str]]:
        if not made:
            made.append(_judge.__wrapped__(tool, "parameters", partial=False))
        judge = made[0] if _is_small(arguments) else None
        if judge is None:
            return []
        token = _steps_left.set([_MOST_STEPS])
        try:
            errors = list(judge[0].evolve(schema={"$ref": f"{_ADDRESS}#"}).iter_errors(arguments))
        except Exception:
            return []  # as above: no verdict, whatever breaks there
        finally:
            _steps_left.reset(token)
        return [(tuple(error.absolute_path), _cut(error.message)) for error in errors]

    return check


def _cut(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:199]}…"


_ADDRESS: Final = "urn:schemalint:root"


@lru_cache(maxsize=8)
def _judge(tool: Tool, member: str, partial: bool) -> tuple[Validator, list[int]] | None:
    """A validator for the places of one schema, and the steps it may still take; None for a schema that it is not given."""
    root = tool.parameters if member == "parameters" else tool.output_schema
    if not _is_small(root) or _switches(root) or any(True for _ in faults(root)) or any(True for _ in dead_ends(root)):
        return None
    from referencing import Registry
    from referencing.jsonschema import DRAFT7, DRAFT202012

    # The registry is given so that a remote `$ref` is not fetched: without one, jsonschema asks the network (4.26).
    contents = root if not isinstance(root, dict) else {key: root[key] for key in root if key not in ("$id", "$schema")}
    draft_7 = dialect(root) == "draft-07"
    resource = (DRAFT7 if draft_7 else DRAFT202012).create_resource(contents)
    registry: Registry[Json] = Registry().with_resource(_ADDRESS, resource)
    return _validator(draft_7, partial)({}, registry=registry), [_MOST_STEPS]


_Keyword = Callable[[Any, Any, Any, Any], "Iterable[Any] | None"]


@cache
def _validator(draft_7: bool, partial: bool) -> type[Validator]:
    """A validator of `jsonschema` that counts its steps and leaves out what this module does not judge."""
    from jsonschema import Draft7Validator, Draft202012Validator, validators

    extend: Any = validators.extend  # its stubs lack types
    base: Any = Draft7Validator if draft_7 else Draft202012Validator
    left_out = ("pattern", "patternProperties", "format", *(("required", "dependentRequired") if partial else ()))
    judged = {keyword: _counted(judge) for keyword, judge in base.VALIDATORS.items()}
    judged |= dict.fromkeys(left_out, _nothing)
    judged["uniqueItems"] = _unless(lambda _, instance: len(instance) > _LONGEST_SET, judged["uniqueItems"])
    # These two run the patterns that stand beside them, or behind a reference.
    judged["additionalProperties"] = _unless(lambda schema, _: "patternProperties" in schema, judged["additionalProperties"])
    if "unevaluatedProperties" in judged:
        judged["unevaluatedProperties"] = _nothing
    made: type[Validator] = extend(base, judged)
    return made


def _nothing(*_: Any) -> Iterator[Any]:
    yield from ()


def _counted(judge: _Keyword) -> _Keyword:
    def counted(validator: Any, value: Any, instance: Any, schema: Any) -> Iterable[Any] | None:
        left = _steps_left.get()
        left[0] -= 1
        if left[0] < 0:
            raise _Endless
        return judge(validator, value, instance, schema)

    return counted


def _unless(too_much: Callable[[Any, Any], bool], judge: _Keyword) -> _Keyword:
    def guarded(validator: Any, value: Any, instance: Any, schema: Any) -> Iterable[Any] | None:
        if isinstance(instance, (dict, list)) and too_much(schema, instance):
            return ()
        return judge(validator, value, instance, schema)

    return guarded


def _switches(root: Json) -> bool:
    """Whether a schema declares a dialect anywhere but at its root: `jsonschema` takes up another validator there."""
    stack = list(root.values()) if isinstance(root, dict) else []
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            if "$schema" in value:
                return True
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
    return False


def _is_small(value: Json) -> bool:
    """Whether a value is small and flat enough for a library that recurses."""
    level, count = [value], 0
    for _ in range(_DEEPEST):
        level = [
            inner
            for one in level
            if isinstance(one, (dict, list))
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        count += len(level)
        if not level or count > _LARGEST:
            break
    return not level and count <= _LARGEST
