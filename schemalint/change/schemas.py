"""Schemas in their documents: references followed, `allOf` joined, kinds of value, listed values, arms of unions. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

from schemalint.canon import CanonError, PropertyOrder, canonical_json
from schemalint.record import dataclass, field
from schemalint.schema.equal import same, scalar_key
from schemalint.schema.forms import dialect, fits
from schemalint.schema.keywords import ASSERTIONS, REFERENCES, SINCE_2019, UNTIL_DRAFT_7, Kind, changed_below, subschemas
from schemalint.schema.look import named_by
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.schema.values import TYPES, type_names

Verdict: TypeAlias = bool | None
"""Yes, no, or cannot tell."""

P = ParamSpec("P")
T = TypeVar("T")

ATOMS: Final = frozenset(("array", "boolean", "fraction", "integer", "null", "object", "string"))
"""Kinds of value that no two types share: a number is an integer (`1.0` too) or a fraction."""


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """The values of an enum: the scalars by the key that distinguishes them, then objects and lists."""

    scalars: frozenset[tuple[bool, Json]]
    others: tuple[Json, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A whole schema, the thing that its references count from. `tangled`: a `$id` may make them count from elsewhere."""

    root: Json
    base: Pointer
    draft_7: bool
    tangled: bool
    kept: dict[object, Any] = field(default_factory=dict)
    """What functions made of its parts, by identity: the judge asks the same again and again."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One schema of a document and where it is (a canonical pointer). Places are distinguished by `key`."""

    document: Document
    at: Pointer
    schema: Json

    @property
    def key(self) -> tuple[int, int]:
        return id(self.document), id(self.schema)

    def below(self, *steps: str | int) -> Place:
        return Place(self.document, (*self.at, *steps), value_at(self.schema, steps))

    def says(self, keyword: str) -> Json:
        """The value of a keyword, or None where it is absent or unknown to the dialect."""
        if not isinstance(self.schema, dict) or keyword in (SINCE_2019 if self.document.draft_7 else UNTIL_DRAFT_7):
            return None
        return self.schema.get(keyword)


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """What several schemas say together: a value fits them where it fits every layer. `never`: no value does."""

    layers: tuple[Place, ...]
    never: bool
    unknown: frozenset[str]


def kept(make: Callable[Concatenate[Place, P], T]) -> Callable[Concatenate[Place, P], T]:
    """The same function, which works once for each schema and remembers what it made."""

    @wraps(make)
    def ask(place: Place, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = make, id(place.schema), *args
        known = place.document.kept
        if key not in known:
            known[key] = make(place, *args, **kwargs)
        found: T = known[key]
        return found

    return ask


def whole(root: Json, base: Pointer) -> Place:
    """A schema as a document of its own; `base` is the place of its root in the tool."""
    tangled = any(isinstance(one, dict) and "$id" in one for one in inner(root))
    return Place(Document(root, base, dialect(root) == "draft-07", tangled), base, root)


def inner(root: Json) -> Iterator[Json]:
    """Every schema inside of one, at any depth."""
    stack = [root]
    while stack:
        schema = stack.pop()
        for _, sub in subschemas(schema) if isinstance(schema, dict) else ():
            yield sub
            stack.append(sub)


_NOWHERE: Final = Document({}, (), draft_7=False, tangled=False)
ANYTHING: Final = Place(_NOWHERE, (), schema=True)
ONLY: Final = {atom: Place(_NOWHERE, (), {"type": atom}) for atom in sorted(ATOMS)}
"""For each kind of value the schema of all values of that kind."""


def target(place: Place, ref: Json) -> Place | None:
    """The schema that a reference at a place leads to; None where it cannot be followed."""
    document = place.document
    at = None if document.tangled else named_by(ref, document.root)
    return Place(document, (*document.base, *at), value_at(document.root, at)) if at is not None else None


def joined(places: Sequence[Place]) -> Joined:
    """Schemas with references followed and `allOf` taken apart. A layer's own `$ref` and `allOf` are done with."""
    layers: list[Place] = []
    unknown: set[str] = set()
    never = False
    seen: set[tuple[int, int]] = set()
    stack = list(reversed(places))
    while stack:
        place = stack.pop()
        schema = place.schema
        if schema is True or (isinstance(schema, dict) and place.key in seen):
            continue
        if schema is False:
            never = True
            continue
        if not isinstance(schema, dict):
            unknown.add(same_text(schema))
            continue
        seen.add(place.key)
        inside: list[Place] = []
        for keyword in REFERENCES:
            ref = place.says(keyword)
            if ref is not None:
                led = target(place, ref) if keyword == "$ref" else None
                if led is None:
                    unknown.add(_unfollowed(place, keyword, ref))
                else:
                    inside.append(led)
        if not (place.document.draft_7 and "$ref" in schema):  # draft 7: all siblings of `$ref` are ignored
            layers.append(place)
            unknown.update(f"type {name}" for name in type_names(schema.get("type")) if name not in _ATOMS_OF)
            arms = schema.get("allOf")
            if isinstance(arms, list):
                inside.extend(arms_of(place, "allOf"))
        stack.extend(reversed(inside))
    return Joined(tuple(layers), never, frozenset(unknown))


def _unfollowed(place: Place, keyword: str, ref: Json) -> str:
    """A reference that cannot be followed, as a text; equal ones lead to one thing: an address outside, or nothing."""
    text = f"{keyword} {same_text(ref)}"
    named = isinstance(place.document.root, dict) and "$id" in place.document.root
    outside = isinstance(ref, str) and not ref.startswith("#") and ("://" in ref or not named)
    nowhere = isinstance(ref, str) and ref.startswith("#/") and not place.document.tangled
    if keyword == "$ref" and (outside or nowhere):
        return text
    return f"{text} in {id(place.document)}"  # an anchor, say, which may stand elsewhere in another version


def same_text(value: Json, kind: Kind = "data", *, property_order: PropertyOrder = "sorted") -> str:
    """A text that is equal for values that are written alike, by the rules of the canonical form."""
    try:
        return canonical_json(value, kind, property_order=property_order).decode()
    except CanonError:
        return repr(value)


@kept
def meaning(place: Place) -> str:
    """A text that is equal for schemas whose keywords say the same, whatever their titles and descriptions say."""
    return same_text(_bare(place.schema), "schema") if isinstance(place.schema, dict) else same_text(place.schema)


def _bare(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return schema
    bare = {keyword: value for keyword, value in schema.items() if keyword in ASSERTIONS or keyword == "nullable"}
    return changed_below(bare, lambda sub, _: _bare(sub))


# ------------------------------------------------------------------------------------------------------------------- types

_ATOMS_OF: Final = {name: frozenset((name,)) for name in (*TYPES, "fraction")} | {"number": frozenset(("integer", "fraction"))}
_DEEPEST_UNION: Final = 6


def declared(place: Place) -> frozenset[str] | None:
    """The kinds that the `type` of one schema allows, null too beside OpenAPI's `nullable`; None where it says none or one
    that is unknown.
    """
    names = type_names(place.says("type"))
    if not names or any(name not in _ATOMS_OF for name in names):
        return None
    if place.says("nullable") is True:
        names = [*names, "null"]
    return frozenset().union(*(_ATOMS_OF[name] for name in names))


def types(what: Joined) -> frozenset[str]:
    """The kinds of the values that can fit; empty where none can."""
    return _types(what, 0)


def _types(what: Joined, depth: int) -> frozenset[str]:
    left = frozenset[str]() if what.never else ATOMS
    for layer in what.layers:
        allowed = declared(layer)
        if allowed is not None:
            left &= allowed
        values = listed(layer)
        if values is not None:
            left &= frozenset(map(atom, values))
        for arms in unions(layer):
            left &= _types_of_union(layer, arms, depth)
    return left


def _types_of_union(layer: Place, arms: Sequence[Place], depth: int) -> frozenset[str]:
    known: dict[object, frozenset[str]] = layer.document.kept
    key = _types_of_union, id(layer.schema[arms[0].at[-2]])
    if key not in known:
        if depth >= _DEEPEST_UNION:
            return ATOMS
        known[key] = ATOMS  # what a union says of itself, in a circle
        known[key] = frozenset().union(*(_types(joined((arm,)), depth + 1) for arm in arms))
    return known[key]


def atom(value: Json) -> str:
    """The kind of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "fraction"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def listed(place: Place) -> Sequence[Json] | None:
    """The values that `enum` and `const` of one schema leave, or None where it has neither."""
    if not isinstance(place.schema, dict):
        return None
    enum = place.schema.get("enum")
    if "const" in place.schema:
        value = place.schema["const"]
        return [value] if not isinstance(enum, list) or is_in(value, as_values(enum)) else []
    return enum if isinstance(enum, list) else None


def is_listed(value: Json, place: Place) -> bool:
    """Whether a value is among those that `enum` and `const` of a schema leave; a schema without either leaves none."""
    return is_in(value, _listed_values(place))


@kept
def _listed_values(place: Place) -> Values:
    return as_values(listed(place) or ())


def as_values(values: Sequence[Json]) -> Values:
    scalars = frozenset(scalar_key(value) for value in values if not isinstance(value, (dict, list)))
    return Values(scalars, tuple(value for value in values if isinstance(value, (dict, list))))


def is_in(value: Json, values: Values) -> bool:
    """Whether a value is one of several, by the equality of JSON Schema."""
    if isinstance(value, (dict, list)):
        return any(same(value, one) for one in values.others)
    return scalar_key(value) in values.scalars


def unions(place: Place) -> Iterator[tuple[Place, ...]]:
    """The arms of `anyOf` and of `oneOf`."""
    for keyword in ("anyOf", "oneOf"):
        arms = place.says(keyword)
        if isinstance(arms, list) and arms:
            yield arms_of(place, keyword)


@kept
def arms_of(place: Place, keyword: str) -> tuple[Place, ...]:
    """The schemas in a list of one schema."""
    return tuple(place.below(keyword, i) for i in range(len(place.schema[keyword])))


@kept
def is_sound(place: Place) -> bool:
    """Whether the keywords of a schema have the form that they must have, as far as values depend on them."""
    return all(fits(keyword, value) for keyword, value in place.schema.items() if keyword in ASSERTIONS)
