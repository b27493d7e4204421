"""Typed functions of every kind that `@tool` takes, and a third opinion on which arguments they take.

Each returns its arguments. `is_a` reads the type hints in a way of its own and knows neither schema nor validator; so three
agree or one is wrong: the hints, our validator, and jsonschema with the schema. Used by the suite and the campaign.
"""

from __future__ import annotations

import collections.abc as abc
import copy
import dataclasses
import enum
import inspect
import random
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NewType, Optional, TypedDict, Union, cast, get_args, get_origin

from schemalint.agent.define import Defined, tool
from schemalint.model import Json

Given = dict[str, object]


class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"
    PALE_BLUE = "pale-blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Mixed(enum.Enum):
    OFF = False
    ONE = 1
    HALF = 0.5
    AUTO = "auto"


@dataclass(frozen=True)
class Address:
    """Where a parcel goes."""

    street: str
    number: int
    country: Literal["DE", "FR", "IT"] = "DE"


@dataclass
class Parcel:
    to: Address
    weight: float = 1.5
    colour: Colour | None = None
    tags: list[str] = field(default_factory=list)
    back: Address | None = None


@dataclass(kw_only=True)
class Choice:
    kind: Literal["choice"]
    options: list[str]
    several: bool = False


@dataclass(kw_only=True)
class Question:
    kind: Literal["question"]
    text: str


class Point(NamedTuple):
    x: float
    y: float = 0.0


CENTRE = Point(1.0)


class Search(TypedDict):
    query: str
    limit: int


class Filters(TypedDict, total=False):
    before: str
    levels: list[Level]
    inside: Search


UserId = NewType("UserId", int)
Name = Annotated[str, "A name."]


def text(value: str) -> Given:
    return locals()


def whole(value: int) -> Given:
    return locals()


def number(value: float) -> Given:
    return locals()


def flag(value: bool) -> Given:
    return locals()


def nothing(value: None) -> Given:
    return locals()


def anything(value: Any) -> Given:
    return locals()


def file(value: Path) -> Given:
    return locals()


def four_scalars(a: str, b: int, c: float, d: bool) -> Given:
    return locals()


def defaults(a: str = "x", b: int = 3, c: float = 0.5, d: bool = True) -> Given:
    return locals()


def no_parameters() -> Given:
    return locals()


def keyword_only(a: str, *, b: int, c: bool = False) -> Given:
    return locals()


def literal_strings(value: Literal["json", "text", "csv"]) -> Given:
    return locals()


def literal_numbers(value: Literal[1, 2, 3] = 2) -> Given:
    return locals()


def literal_mixed(value: Literal["auto", 1, True]) -> Given:
    return locals()


def literal_or_null(value: Literal["a", None]) -> Given:
    return locals()


def literal_flag(value: Literal[True]) -> Given:
    return locals()


def colour(value: Colour) -> Given:
    return locals()


def colour_default(value: Colour = Colour.GREEN) -> Given:
    return locals()


def level(value: Level) -> Given:
    return locals()


def mixed(value: Mixed) -> Given:
    return locals()


def member_of_enum(value: Literal[Colour.RED, Colour.GREEN]) -> Given:
    return locals()


def optional(value: Optional[str] = None) -> Given:  # noqa: UP045 - the older spelling is what this one is about
    return locals()


def optional_new(value: int | None = None) -> Given:
    return locals()


def nullable(value: int | None) -> Given:
    return locals()


def nullable_with_default(value: str | None = "x") -> Given:
    return locals()


def union_of_scalars(value: Union[str, int, bool]) -> Given:  # noqa: UP007 - as above
    return locals()


def union_of_numbers(value: int | float) -> Given:
    return locals()


def union_with_list(value: str | list[str]) -> Given:
    return locals()


def union_of_tagged(value: Choice | Question) -> Given:
    return locals()


def union_deep(value: list[Choice | Question | None] | None = None) -> Given:
    return locals()


def texts(value: list[str]) -> Given:
    return locals()


def lists_of_lists(value: list[list[int]]) -> Given:
    return locals()


def sequence(value: abc.Sequence[float] = ()) -> Given:
    return locals()


def numbers(value: tuple[int, ...]) -> Given:
    return locals()


def colours(value: set[Colour]) -> Given:
    return locals()


def frozen(value: frozenset[str] = frozenset(("b", "a"))) -> Given:
    return locals()


def mapping(value: dict[str, int]) -> Given:
    return locals()


def mapping_of_records(value: abc.Mapping[str, Address]) -> Given:
    return locals()


def open_object(value: dict[str, Any] | None = None) -> Given:
    return locals()


def address(value: Address) -> Given:
    return locals()


def parcel(value: Parcel, express: bool = False) -> Given:
    return locals()


def parcels(value: list[Parcel]) -> Given:
    return locals()


def point(value: Point = CENTRE) -> Given:
    return locals()


def search(value: Search) -> Given:
    return locals()


def filters(value: Filters | None = None) -> Given:
    return locals()


def new_type(value: UserId) -> Given:
    return locals()


def described(value: Annotated[int, "How many."], who: Name = "me") -> Given:
    return locals()


def described_inside(value: list[Annotated[str, "One word."]], limit: Annotated[int | None, "At most."] = None) -> Given:
    return locals()


def closed_scalars(a: str, b: int = 0) -> Given:
    return locals()


def closed_parcel(value: Parcel, note: str | None = None) -> Given:
    return locals()


CLOSED = (closed_scalars, closed_parcel)
FUNCTIONS: tuple[Callable[..., Given], ...] = tuple(
    value
    for value in list(globals().values())
    if inspect.isfunction(value) and value.__module__ == __name__ and value.__annotations__.get("return") == "Given"
)


def tools() -> list[Defined[..., Given]]:
    return [tool(closed=function in CLOSED)(function) for function in FUNCTIONS]


# ------------------------------------------------------------------------------------------------------------ the third opinion


def bare(hint: Any) -> Any:
    while True:
        if get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        elif isinstance(hint, NewType):
            hint = hint.__supertype__
        else:
            return hint


def members(hint: Any) -> dict[str, tuple[Any, bool, bool]]:
    """Of a class: each name with its type, whether it must be there, and whether its default is None."""
    hints = typing.get_type_hints(hint, include_extras=True)
    if dataclasses.is_dataclass(hint):
        nowhere = dataclasses.MISSING
        return {
            one.name: (hints[one.name], one.default is nowhere and one.default_factory is nowhere, one.default is None)
            for one in dataclasses.fields(hint)
        }
    if typing.is_typeddict(hint):
        return {name: (hints[name], name in hint.__required_keys__, False) for name in hints}
    return {name: (hints[name], name not in hint._field_defaults, False) for name in hints}


def parameters(function: Callable[..., Given]) -> dict[str, tuple[Any, bool, bool]]:
    hints = typing.get_type_hints(function, include_extras=True)
    found = inspect.signature(function).parameters.values()
    return {one.name: (hints[one.name], one.default is one.empty, one.default is None) for one in found}


def is_object(value: Json, known: dict[str, tuple[Any, bool, bool]], closed: bool) -> bool:
    return (
        isinstance(value, dict)
        and all(name in value for name, (_, required, _) in known.items() if required)
        and not (closed and set(value) - set(known))
        and all(
            is_a(value[name], hint, closed) and not (absent and value[name] is None)
            for name, (hint, _, absent) in known.items()
            if name in value
        )
    )


def is_a(value: Json, hint: Any, closed: bool = False) -> bool:
    """Whether a JSON value is one of a type."""
    hint = bare(hint)
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if hint is str or hint is Path:
        return type(value) is str
    if hint is bool:
        return type(value) is bool
    if hint is int:
        return type(value) is int or (type(value) is float and value == int(value))
    if hint is float:
        return type(value) in (int, float)
    if hint is None or hint is type(None):
        return value is None
    if origin is Literal or (isinstance(hint, type) and issubclass(hint, enum.Enum)):
        allowed = [one.value if isinstance(one, enum.Enum) else one for one in (args if origin is Literal else hint)]
        return any(value == one and (type(value) is bool) == (type(one) is bool) for one in allowed)
    if origin in (Union, types.UnionType):
        return any(is_a(value, arm, closed) for arm in args)
    if origin in (list, tuple, set, frozenset, abc.Sequence):
        return type(value) is list and all(is_a(item, args[0], closed) for item in value)
    if origin in (dict, abc.Mapping):
        return type(value) is dict and all(is_a(member, args[1], closed) for member in value.values())
    return is_object(value, members(hint), closed)


def takes(function: Callable[..., Given], value: Json) -> bool:
    """Whether a function takes these arguments, by its hints alone."""
    return is_object(value, parameters(function), function in CLOSED)


# ----------------------------------------------------------------------------------------------------- values, good and spoilt


def some(hint: Any, chance: random.Random) -> tuple[Json, object]:
    """A JSON value of a type, and the Python value that it stands for."""
    hint = bare(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal or (isinstance(hint, type) and issubclass(hint, enum.Enum)):
        one = chance.choice(args if origin is Literal else list(hint))
        return (one.value if isinstance(one, enum.Enum) else one), one
    if origin in (Union, types.UnionType):
        return some(chance.choice([arm for arm in args if not (arm is int and float in args)]), chance)
    if origin in (list, tuple, set, frozenset, abc.Sequence):
        pairs = [some(args[0], chance) for _ in range(chance.randrange(4))]
        make: Callable[..., object] = list if origin is abc.Sequence else cast("Any", origin)
        return [value for value, _ in pairs], make(meant for _, meant in pairs)
    if origin in (dict, abc.Mapping):
        named = {name: some(args[1], chance) for name in chance.sample(("a", "required", "type", "x y"), chance.randrange(4))}
        return {name: value for name, (value, _) in named.items()}, {name: meant for name, (_, meant) in named.items()}
    if hint is Any:
        value = chance.choice((None, True, 1, "x", [1, {"a": None}], {"a": [0.5]}))
        return value, value
    if hint is Path:
        return "some/file", Path("some/file")
    scalars: dict[Any, tuple[Json, ...]] = {
        str: ("", "a", "red", "Grüße 🎈", "1", "\u2028"),
        int: (0, 1, -7, 2**60, 2.0),
        float: (0, 1, 0.25, -1e300, 3.0),
        bool: (True, False),
        type(None): (None,),
    }
    if hint in scalars:
        value = chance.choice(scalars[hint])
        return value, int(value) if hint is int else value
    value, meant = some_members(members(hint), chance)
    return value, hint(**meant)


def some_members(known: dict[str, tuple[Any, bool, bool]], chance: random.Random) -> tuple[dict[str, Json], dict[str, Any]]:
    value: dict[str, Json] = {}
    meant: dict[str, Any] = {}
    for name, (hint, required, absent) in known.items():
        if required or chance.random() < 0.6:
            one = some(hint, chance)
            if not (absent and one[0] is None):
                value[name], meant[name] = one
    return value, meant


POOL: tuple[Json, ...] = (None, True, False, 0, 1, 3, 1.5, 2.0, "", "1", "red", "zebra", "true", [], {}, [None], [[]], {"a": 1})


def places(value: Json, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield at
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*at, key))


def spoilt(value: Json, chance: random.Random) -> Json:
    """A copy with one place changed: another value, a member more or less."""
    root: list[Json] = [copy.deepcopy(value)]
    at = chance.choice(list(places(root[0])))
    holder: Json = root
    key: str | int = 0
    for step in at:
        holder, key = holder[key], step
    here = holder[key]
    if isinstance(here, dict) and chance.random() < 0.5:
        if here and chance.random() < 0.6:
            del here[chance.choice(list(here))]
        else:
            here["undeclared"] = chance.choice(POOL)
    elif isinstance(here, list) and chance.random() < 0.5:
        here.append(copy.deepcopy(chance.choice(POOL)))
    else:
        holder[key] = copy.deepcopy(chance.choice(POOL))
    return root[0]
