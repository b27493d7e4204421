"""Where the references of a schema lead: nowhere, to another document, or round in a circle. Nothing is fetched.

Knows JSON pointers, anchors and embedded `$id`s. A reference that begins with `#` may count from the nearest `$id` or from the
root of the document: validators differ, and either is let pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Literal, TypeAlias

from schemalint.record import dataclass, field
from schemalint.schema.keywords import IN_PLACE, is_schema, subschemas
from schemalint.schema.look import unquoted
from schemalint.schema.members import required
from schemalint.schema.pointer import Json, Pointer, parse_pointer, value_at

_Edge: TypeAlias = "tuple[Pointer, Pointer | None, bool]"
"""A schema that another leads to, the place of the `$ref` that leads there (None where it stands inside), and whether it judges
a part of the value instead of the value itself."""


@dataclass(frozen=True, slots=True)
class _Document:
    """The schemas of a document by place, each with the address that it counts from; and what references can name."""

    root: Json
    schemas: dict[Pointer, Json] = field(default_factory=dict)
    bases: dict[Pointer, str] = field(default_factory=dict)
    resources: dict[str, Pointer] = field(default_factory=dict)
    anchors: dict[str, Pointer] = field(default_factory=dict)
    refs: list[tuple[Pointer, str]] = field(default_factory=list)


def dead_ends(root: Json, at: Pointer = ()) -> Iterator[tuple[Pointer, str]]:
    """The places of the references that cannot be followed, each with what is wrong. Any JSON may be given."""
    document, targets = _followed(root)
    for place, ref in document.refs:
        if place not in targets:
            yield (*at, *place), _dead(document, place, ref)
    if not targets:
        return
    names = dict(document.refs)
    for place in dict.fromkeys(_circles(document, targets, "same")):
        yield (*at, *place), f"`{names[place]}` leads in a circle, never to a schema"
    for place in dict.fromkeys(_circles(document, targets, "must")):
        yield (*at, *place), f"`{names[place]}` requires itself without end, so no value fits; make it optional"


def endless(root: Json, at: Pointer = ()) -> Iterator[Pointer]:
    """The places of the schemas whose `$ref` demands itself without end, so that no value fits."""
    document, targets = _followed(root)
    for place in dict.fromkeys(_circles(document, targets, "must")) if targets else ():
        yield (*at, *place[:-1])


def _followed(root: Json) -> tuple[_Document, dict[Pointer, Pointer]]:
    """A document, and the places of its references with those of what they name."""
    document = _Document(root)
    _read(document, ())
    targets: dict[Pointer, Pointer] = {}
    for place, ref in document.refs:  # grows while it is read
        target = _target(document, place, ref)
        if target is not None:
            targets[place] = target
            if target not in document.schemas:  # under a key that is not a keyword, such as `components`
                _read(document, target)
    return document, targets


def used(root: Json, declared: Sequence[Pointer]) -> set[Pointer] | None:
    """Which of the schemas at some places, such as definitions, a reference outside them leads to, at once or through others.

    None where that cannot be known: where a `$dynamicRef` chooses its target.
    """
    document, targets = _followed(root)
    if any(place[-1] == "$dynamicRef" for place, _ in document.refs):
        return None
    known = set(declared)
    leads: dict[Pointer | None, set[Pointer]] = {}
    for place, target in targets.items():
        if (owner := _owner(target, known)) is not None:
            leads.setdefault(_owner(place, known), set()).add(owner)
    reached: set[Pointer] = set()
    new = list(leads.get(None, ()))
    while new:
        place = new.pop()
        if place not in reached:
            reached.add(place)
            new.extend(leads.get(place, ()))
    return reached


def _owner(at: Pointer, places: Set[Pointer]) -> Pointer | None:
    """The one of some places that a place is in."""
    return next((at[:length] for length in range(len(at), 0, -1) if at[:length] in places), None)


def _read(document: _Document, start: Pointer) -> None:
    """Note the schemas inside one, and what stands in them."""
    stack: list[tuple[Pointer, Json, str]] = [(start, value_at(document.root, start), document.bases.get((), ""))]
    while stack:
        place, schema, base = stack.pop()
        document.schemas[place] = schema
        if not isinstance(schema, dict):
            continue
        base = _identified(document, place, schema, base)
        document.bases[place] = base
        for keyword in ("$ref", "$dynamicRef"):
            if isinstance(schema.get(keyword), str):
                document.refs.append(((*place, keyword), schema[keyword]))
        stack.extend(((*place, *steps), sub, base) for steps, sub in reversed(list(subschemas(schema))) if is_schema(sub))


def _identified(document: _Document, place: Pointer, schema: Mapping[str, Json], base: str) -> str:
    """The address that a schema's references count from, once its `$id` and anchors are noted."""
    for keyword in ("$anchor", "$dynamicAnchor"):
        if isinstance(schema.get(keyword), str):
            document.anchors.setdefault(schema[keyword], place)
    name = schema.get("$id")
    if not isinstance(name, str):
        return base
    if name.startswith("#"):  # how draft 7 writes an anchor
        document.anchors.setdefault(name[1:], place)
        return base
    base = _joined(base, name).partition("#")[0]
    document.resources.setdefault(base, place)
    return base


def _joined(base: str, ref: str) -> str:
    if not base:
        return ref
    from urllib.parse import urljoin  # rare, and not worth its import at every start

    try:
        return urljoin(base, ref)
    except ValueError:
        return ref


def _target(document: _Document, place: Pointer, ref: str) -> Pointer | None:
    """The place of the schema that a reference names, or None where it names none in this document."""
    base = document.bases[place[:-1]]
    if ref.startswith("#"):
        starts = [document.resources[base], ()] if base in document.resources else [()]
        fragment = ref[1:]
    else:
        address, _, fragment = _joined(base, ref).partition("#")
        if address not in document.resources:
            return None
        starts = [document.resources[address]]
    fragment = unquoted(fragment)
    if fragment and not fragment.startswith("/"):
        return document.anchors.get(fragment)
    for start in starts:
        steps = parse_pointer(fragment, value_at(document.root, start))
        if steps is not None and is_schema(value_at(document.root, (*start, *steps))):
            return (*start, *steps)
    return None


def _dead(document: _Document, place: Pointer, ref: str) -> str:
    """Why a reference cannot be followed, and what may be meant."""
    guesses = [f"#/{home}/{ref.rpartition('/')[2].lstrip('#')}" for home in ("$defs", "definitions")]
    near = next((guess for guess in guesses if guess != ref and _target(document, place, guess) is not None), None)
    hint = f"did you mean `{near}`?" if near else "declare it in `$defs`"
    address = _joined(document.bases[place[:-1]], ref).partition("#")[0]
    if ref.startswith("#") or address in document.resources:
        return f"`{ref}` names nothing in this schema; {hint}"
    return f"`{ref}` is outside this schema and is never fetched; {hint if near else 'copy it into `$defs`'}"


# -------------------------------------------------------------------------------------------------------------------- circles


def _circles(document: _Document, targets: Mapping[Pointer, Pointer], kind: Literal["same", "must"]) -> Iterator[Pointer]:
    """The places of the references that close a circle, by a walk in depth that meets every schema once.

    Circles of the second kind are told only where they pass into a part of the value; the others are of the first kind too.
    """
    descents: dict[Pointer, int] = {}  # of the schemas that are open: the parts of the value that lie between
    done: set[Pointer] = set()
    for start in document.schemas:
        if start in done:
            continue
        way: list[tuple[Pointer, Iterator[_Edge]]] = [(start, _edges(document, targets, start, kind))]
        # A circle may close by a step into a schema that is open; then the last reference on the way is told.
        refs: list[tuple[int, Pointer]] = []
        descents[start] = 0
        while way:
            place, edges = way[-1]
            edge = next(edges, None)
            if edge is None:
                way.pop()
                del descents[place]
                done.add(place)
                if refs and refs[-1][0] == len(way):
                    refs.pop()
                continue
            target, ref, descends = edge
            if target in descents:
                if kind == "same" or descents[place] + descends > descents[target]:
                    yield ref if ref is not None else refs[-1][1]
            elif target not in done:
                if ref is not None:
                    refs.append((len(way), ref))
                descents[target] = descents[place] + descends
                way.append((target, _edges(document, targets, target, kind)))


def _edges(
    document: _Document, targets: Mapping[Pointer, Pointer], place: Pointer, kind: Literal["same", "must"]
) -> Iterator[_Edge]:
    """The schemas that judge the same value as this one; or those that some value must fit for any value to fit this one."""
    schema = document.schemas.get(place, value_at(document.root, place))
    if not isinstance(schema, dict):
        return
    ref = (*place, "$ref")
    if ref in targets:
        yield targets[ref], ref, False
    names = frozenset(required(schema)) if kind == "must" else frozenset()
    for steps, sub in subschemas(schema):
        if isinstance(sub, dict) and (steps[0] in IN_PLACE if kind == "same" else _demanded(steps, schema, names)):
            yield (*place, *steps), None, steps[0] not in IN_PLACE


def _demanded(steps: Pointer, schema: Mapping[str, Json], names: frozenset[str]) -> bool:
    """Whether no value fits a schema, which requires members of these names, unless some value fits where the steps lead."""
    declared, keyword = schema.get("type"), steps[0]
    if keyword == "allOf":
        return True
    if keyword in ("anyOf", "oneOf"):
        return len(schema[keyword]) == 1
    if keyword == "properties":
        return declared == "object" and steps[1] in names
    if keyword in ("items", "prefixItems") and declared == "array":
        least = schema.get("minItems")
        first = isinstance(schema[keyword], dict) and "prefixItems" not in schema if keyword == "items" else steps[-1] == 0
        return first and isinstance(least, (int, float)) and not isinstance(least, bool) and least >= 1
    return False
