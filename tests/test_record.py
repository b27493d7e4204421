"""Records behave as the data classes of the standard library wherever this project relies on it."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from typing import Any, ClassVar

import pytest

from schemalint import record

_replace: Any = record.replace  # untyped, for calls that a type checker refuses


@record.dataclass(frozen=True, slots=True)
class Place:
    """Where."""

    path: str
    line: int | None = None
    marks: dict[str, int] = record.field(default_factory=dict)
    note: str = record.field(default="", compare=False, repr=False)
    KINDS: ClassVar[tuple[str, ...]] = ("a",)

    @property
    def shown(self) -> str:
        return f"{self.path}:{self.line}"


@record.dataclass(slots=True)
class Count:
    name: str
    seen: list[int] = record.field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.seen.append(len(self.name))


@record.dataclass(frozen=True, slots=True, eq=False)
class Alone:
    value: int


@record.dataclass(frozen=True)
class Roomy:
    value: int = 3


def test_it_holds_what_it_was_given_and_its_defaults() -> None:
    assert ("a.json", None, {}, "") == (lambda one: (one.path, one.line, one.marks, one.note))(Place("a.json"))
    assert "a.json:3" == Place("a.json", line=3).shown
    assert [2] == Count("ab").seen
    assert ("a",) == Place.KINDS


def test_defaults_that_can_change_are_made_anew() -> None:
    assert Place("a").marks is not Place("b").marks
    assert Count("a").seen is not Count("b").seen


def test_equality_and_hash_are_by_value_and_leave_out_what_is_not_compared() -> None:
    assert Place("a", 1, note="x") == Place("a", 1, note="y")
    assert Place("a", 1) != Place("a", 2)
    assert hash(Roomy(4)) == hash(Roomy(4))
    assert Alone(1) != Alone(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(Count("a"))


def test_a_frozen_record_refuses_to_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'path'"):
        Place("a").path = "b"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'path'"):
        delattr(Place("a"), "path")
    count = Count("a")
    count.name = "b"
    assert "b" == count.name


def test_wrong_arguments_are_a_type_error_that_names_them() -> None:
    with pytest.raises(TypeError, match="path"):
        Place()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="colour"):
        Place("a", colour=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="colour"):
        _replace(Place("a"), colour=1)
    with pytest.raises(TypeError, match="seen is declared with init=False"):
        _replace(Count("a"), seen=[])


@pytest.mark.parametrize("replace", [record.replace, dataclasses.replace])
def test_replace_makes_a_changed_copy(replace: Any) -> None:
    old = Place("a", 1, note="n")
    assert ("a", 2, "n") == (lambda one: (one.path, one.line, one.note))(replace(old, line=2))
    assert 1 == old.line


def test_the_functions_of_the_standard_library_know_it() -> None:
    assert dataclasses.is_dataclass(Place)
    assert ["path", "line", "marks", "note"] == [one.name for one in dataclasses.fields(Place)]
    assert {"path": "a", "line": 1, "marks": {}, "note": ""} == dataclasses.asdict(Place("a", 1))


@pytest.mark.parametrize("value", [Place("a", 1, {"x": 1}, "n"), Roomy(4), Count("abc")], ids=repr)
def test_it_can_be_pickled_and_copied(value: Any) -> None:
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert value == again
        assert type(value) is type(again)
    assert "n" == copy.copy(Place("a", note="n")).note


def test_it_shows_its_fields_and_matches_by_place() -> None:
    assert "Place(path='a', line=2, marks={})" == repr(Place("a", 2, note="hidden"))
    match Place("a", 2):
        case Place(path, line):
            assert ("a", 2) == (path, line)


def test_a_shared_mutable_default_is_refused() -> None:
    with pytest.raises(ValueError, match="use default_factory"):

        @record.dataclass
        class Wrong:
            values: list[int] = []  # noqa: RUF012


def test_slots_leave_no_room_for_other_attributes() -> None:
    assert not hasattr(Place("a"), "__dict__")
    assert ("path", "line", "marks", "note") == Place.__slots__
    assert 3 == Roomy.value


def test_defining_a_record_imports_nothing() -> None:
    program = "import sys; import schemalint.record; print(sorted({'dataclasses', 'inspect'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()
