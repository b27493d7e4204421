"""The forms of values, and several of them as one union of which each value fits exactly one branch.

Pure. That no value fits two is found out here, when the tool is defined, so that no call is ever refused for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from schemalint.agent.errors import Unsupported
from schemalint.agent.json_values import is_whole
from schemalint.agent.validate import fits
from schemalint.model import Json
from schemalint.record import dataclass, replace
from schemalint.schema.equal import same

Build: TypeAlias = "Callable[[Json], Any]"
"""Makes the Python value of a JSON value that fits the schema."""


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """What a type is in JSON. `build` is None where the JSON value is itself the Python value; `text` describes it where the
    annotation says so, `about` is what its class says of all its values; `branches` are the forms of a union.
    """

    schema: dict[str, Json]
    build: Build | None = None
    text: str = ""
    about: str = ""
    branches: tuple[Form, ...] = ()


NULL: Final = Form({"type": "null"})
ANY: Final = Form({})


def noted(form: Form, text: str = "", **default: Json) -> dict[str, Json]:
    """The schema with its description and, where given, `default=`: behind the type, in front of everything else.

    What the annotation says wins over `text`, and that over what the class says.
    """
    notes = {"description": form.text or text or form.about, **default}
    if not notes["description"]:
        del notes["description"]
    head = {word: form.schema[word] for word in ("type",) if word in form.schema}
    return {**head, **notes, **{word: value for word, value in form.schema.items() if word not in head}}


def without_null(form: Form) -> Form:
    """The form of a value that is left out rather than null."""
    if NULL not in form.branches:
        return form
    return _union([branch for branch in form.branches if branch is not NULL], form.text)


def merged(forms: Sequence[Form]) -> Form:
    """The union of forms. A plain type takes in the narrower ones, such as `str` the strings of a `Literal`.

    Errors: `Unsupported` where a value could fit two branches, and nothing decides which is meant.
    """
    if any(not form.schema for form in forms):
        return ANY
    kept: list[Form] = []
    for form in [branch for whole in forms for branch in whole.branches or (whole,)]:
        met = [other for other in kept if _joined(other, form) is not None]
        joined = form
        for other in met:
            joined = _joined(other, joined) or joined
        kept = [joined if other is met[0] else other for other in kept if other not in met[1:]] if met else [*kept, form]
    return _union(kept, next((form.text for form in forms if form.branches and form.text), ""))


def _union(branches: Sequence[Form], text: str) -> Form:
    if len(branches) == 1:
        [only] = branches
        return replace(only, text=text or only.text)
    build = _builder(branches) if any(branch.build for branch in branches) else None
    return Form({"oneOf": [noted(branch) for branch in branches]}, build, text, branches=tuple(branches))


def _builder(branches: Sequence[Form]) -> Build:
    def build(value: Json) -> object:
        for branch in branches:
            if branch.build is not None and fits(branch.schema, value):
                return branch.build(value)
        return value

    return build


def _joined(one: Form, other: Form) -> Form | None:
    """One form for both, as a rule that of the two which takes in the other; None where no value fits both."""
    types = {one.schema["type"], other.schema["type"]}
    if len(types) == 2 and types != {"integer", "number"}:
        return None
    if types == {"object"}:
        if not _are_apart(one.schema, other.schema):
            raise Unsupported(
                "is a union of objects that one value could fit both; give each a required member with a `Literal` of its own"
            )
        return None
    if types == {"array"}:
        if _bare(one) != _bare(other):
            raise Unsupported("is a union of lists, and an empty list is each of them; declare one list of a union")
        return one if one.build is None else other
    if "enum" in one.schema and "enum" in other.schema:
        return _joined_choices(one, other)
    plain, narrow = (one, other) if "enum" not in one.schema else (other, one)
    if "enum" not in narrow.schema:
        if len(types) == 2:
            return one if one.schema["type"] == "number" else other
        return one if one.build is None else other
    if plain.schema["type"] in ("number", narrow.schema["type"]):
        return plain
    if any(map(is_whole, narrow.schema["enum"])):
        raise Unsupported("is a union of whole numbers and of values that hold some of them; declare one of the two")
    return None


def _bare(form: Form) -> Json:
    return form.schema.get("items")


def _joined_choices(one: Form, other: Form) -> Form | None:
    shared = [value for value in one.schema["enum"] if any(same(value, known) for known in other.schema["enum"])]
    if not shared:
        apart = one.build or other.build or one.schema["type"] != other.schema["type"]
        return None if apart else Form({"type": one.schema["type"], "enum": one.schema["enum"] + other.schema["enum"]})
    if len(shared) == len(one.schema["enum"]) == len(other.schema["enum"]):
        return one if one.build is None else other
    raise Unsupported(f"is a union of closed sets that share {shared[0]!r}; declare one set")


def _are_apart(one: Json, other: Json) -> bool:
    """Whether no object fits both: a member that both require has other values, or one is closed to what the other requires."""
    for name in _required(one):
        mine, theirs = one["properties"][name].get("enum"), other.get("properties", {}).get(name, {}).get("enum")
        if name in _required(other) and mine and theirs and not any(same(a, b) for a in mine for b in theirs):
            return True
    return _shut_out(one, other) or _shut_out(other, one)


def _shut_out(one: Json, other: Json) -> bool:
    return other.get("additionalProperties") is False and any(
        name not in other.get("properties", {}) for name in _required(one)
    )


def _required(schema: Json) -> Iterable[str]:
    names: list[str] = schema.get("required", [])
    return names
