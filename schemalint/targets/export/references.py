"""Local references -> the schemas that they name, written out in their places.

Selective: only what the target does not take, or everything. A reference that leads back to itself cannot be written out; it
stays, with its definition under `$defs` at the root, or is cut where the target takes no circles. What would grow without
bound is left as it is and told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from schemalint.record import dataclass, field
from schemalint.schema.keywords import ANNOTATIONS, changed_below
from schemalint.schema.look import resolve
from schemalint.schema.pointer import Json, Pointer, pointer_text, value_at
from schemalint.targets.export.combine import both
from schemalint.targets.export.work import AT, Schema, Work, annotated, without
from schemalint.targets.traits import hits

MOST: Final = 20_000
"""Schemas that one tool may have once its references are written out: they may fan out exponentially (openai-agents stops at
100,000)."""
DEEPEST: Final = 60
"""Levels of schemas that may lie inside one another then; each is up to two levels of JSON, of which 128 can be written."""

_BASE: Final = ("parameters",)
_ON_EVERY: Final = ("local-ref", "root-definitions")
"""Traits of having references at all."""
_ON_SOME: Final = ("ref-outside-defs", "ref-to-definitions", "ref-siblings", "ref-siblings-text", "all-of-with-ref")
"""Traits of how a reference is written."""
_DEFINITIONS: Final = ("$defs", "definitions")


class _TooLarge(Exception):
    pass


@dataclass(slots=True)
class _Job:
    """`root` is the copy as it was read; `circular` are the places of definitions that lead back to themselves, `cut` whether
    that may not be; `rooted` is whether a reference that is the root has to go. `dead` are the references that name nothing in
    the document. `names` are those of definitions that stay.
    """

    work: Work
    root: Schema
    whole: bool
    circular: frozenset[Pointer]
    cut: bool
    rooted: bool
    dead: frozenset[Pointer]
    names: dict[Pointer, str] = field(default_factory=dict)
    room: int = MOST


def written_out(work: Work, root: Schema, *, everything: bool) -> Schema:
    """The root with references written out: all of them where `everything` or the target says so, else those that it does
    not take as they are written.
    """
    found = {hit.trait for hit in hits(work.tool)}
    whole = everything or any(trait in found and work.unwanted(trait) for trait in _ON_EVERY)
    rooted = "$ref" in root  # in place of the root it hides that this is an object
    some = rooted or any(trait in found and work.unwanted(trait) for trait in _ON_SOME)
    dead = frozenset(hit.at for hit in hits(work.tool) if hit.trait in ("dangling-ref", "external-ref"))
    if not whole and not some and not dead and "recursive-ref" not in found:
        return root
    circular = frozenset(_targets(work, root))
    cut = bool(circular) and (work.refused("recursive-ref") or work.refused("local-ref"))
    if not whole and not some and not cut and not dead:
        return root
    job = _Job(work, root, whole, circular, cut, rooted, dead)
    try:
        return _with_definitions(job, _expanded(job, root, ()))
    except _TooLarge:
        what = f"the references are left as they are: written out, they would be over {MOST:,} schemas, or {DEEPEST} levels"
        work.lose(root, (), "local-ref", what)
        return root


def _targets(work: Work, root: Schema) -> list[Pointer]:
    """The places of all definitions that lead back to themselves: each reference inside such a circle is a hit."""
    refs = (resolve(value_at(root, hit.at[1:]), root, _BASE) for hit in hits(work.tool) if hit.trait == "recursive-ref")
    return [layer[0] for layer in refs if layer is not None]


def _expanded(job: _Job, schema: Json, trail: tuple[Pointer, ...], level: int = 0) -> Json:
    """A schema with its references written out; `trail` are the definitions that it is being written out of."""
    if not isinstance(schema, dict):
        return schema
    job.room -= 1
    if job.room < 0 or level > DEEPEST:
        raise _TooLarge
    layer = resolve(schema.get("$ref"), job.root, _BASE)
    if layer is None:
        own = without(schema, *_DEFINITIONS)
        if any((*at, "$ref") in job.dead for at in schema.get(AT, ())):
            job.work.lose(schema, ("$ref",), "dangling-ref", f"`{schema['$ref']}` is left out, as it names nothing here")
            own = without(own, "$ref")
        return changed_below(own, lambda sub, _: _expanded(job, sub, trail, level + 1))
    at = layer[0]
    first = level == 0 and at != _BASE and job.rooted
    target: Mapping[Json, Json] = layer[1]
    beside = without(schema, "$ref", *_DEFINITIONS)
    siblings = changed_below(beside, lambda sub, _: _expanded(job, sub, trail, level + 1))
    if at in job.circular and not job.cut and not first:
        return _kept(job, schema, siblings, at)
    if at in trail:
        return _cut(job, schema, siblings, target)
    if not job.whole and at not in job.circular and not first and not _is_unwanted(job.work, schema):
        return _kept(job, schema, siblings, at)
    body = _expanded(job, target if AT in target else annotated(target, at), (*trail, at), level + 1)
    if siblings.keys() == {AT}:
        return body
    merged = both(siblings, body)
    return merged if merged is not None else {**siblings, "allOf": [*siblings.get("allOf", ()), body]}


def _is_unwanted(work: Work, schema: Schema) -> bool:
    ref = schema["$ref"]
    beside = schema.keys() - {"$ref", "$schema", "$id", AT, *_DEFINITIONS}
    texts = beside <= {"description", "default"}
    return (
        (bool(beside) and work.unwanted("ref-siblings-text" if texts else "ref-siblings"))
        or (ref.startswith("#/definitions/") and work.unwanted("ref-to-definitions"))
        or (ref.startswith("#/") and not ref.startswith(("#/$defs/", "#/definitions/")) and work.unwanted("ref-outside-defs"))
        or work.unwanted("all-of-with-ref")
    )


def _kept(job: _Job, schema: Schema, siblings: Schema, at: Pointer) -> Schema:
    """A reference that stays, to a definition under `$defs`; alone where the target wants it alone."""
    ref = "#" if at == _BASE else f"#{pointer_text(('$defs', _name(job, at)))}"
    if siblings.keys() == {AT} or not job.work.unwanted("ref-siblings-text", "ref-siblings"):
        return {**siblings, "$ref": ref}
    return {**siblings, "anyOf": [{"$ref": ref, AT: schema[AT]}]} if "anyOf" not in siblings else {**siblings, "$ref": ref}


def _name(job: _Job, at: Pointer) -> str:
    """The name under which the definition at a place stays: its own, where that is plain and not taken."""
    if at not in job.names:
        plain = re.sub(r"[^A-Za-z0-9_.-]", "_", str(at[-1]))
        taken = set(job.names.values())
        names = (plain, *(f"{plain}_{number}" for number in range(2, len(taken) + 3)))
        job.names[at] = next(name for name in names if name not in taken)
    return job.names[at]


def _cut(job: _Job, schema: Schema, siblings: Schema, target: Mapping[Json, Json]) -> Schema:
    """What stands in place of a reference that leads back to itself: a value of its type, of which nothing more is said."""
    job.work.lose(schema, ("$ref",), "recursive-ref", "the circle of references is cut here: what lies below is left out")
    said = {key: value for key, value in target.items() if key in ANNOTATIONS or key == "type"}
    return {"type": "object", **said, **{key: value for key, value in siblings.items() if key in ANNOTATIONS or key is AT}}


def _with_definitions(job: _Job, root: Schema) -> Schema:
    """The root with the definitions that kept references name, and those that these name in turn."""
    definitions: dict[str, Json] = {}
    while waiting := [(at, name) for at, name in job.names.items() if name not in definitions]:
        for at, name in waiting:
            target = value_at(job.root, at[1:])
            definitions[name] = _expanded(job, target if AT in target else annotated(target, at), ())
    return {**root, "$defs": definitions} if definitions else root
