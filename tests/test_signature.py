"""From a typed function to a schema, and from JSON to the Python values that it declares."""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import (  # noqa: UP035 - the older names are read too
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Dict,
    Generic,
    List,
    Literal,
    NamedTuple,
    TypedDict,
    TypeVar,
)

import define_campaign
import pytest
import typed_functions as typed

from schemalint import DefinitionError, tool
from schemalint.agent.define import Defined
from schemalint.agent.docs import docs_of
from schemalint.agent.subset import violations
from schemalint.model import Json

if sys.version_info >= (3, 11):
    from typing import NotRequired, Required
else:
    from typing_extensions import NotRequired, Required

if TYPE_CHECKING:
    from decimal import Decimal

T = TypeVar("T")


def schema(function: Callable[..., object]) -> Json:
    return tool(function).definition.parameters


def of_value(function: Callable[..., object]) -> Json:
    """The schema of the parameter `value`."""
    return schema(function)["properties"]["value"]


# ------------------------------------------------------------------------------------------------------------ three opinions


def test_schema_validator_and_signature_agree_on_a_thousand_arguments_of_fifty_functions() -> None:
    tools = typed.tools()
    assert 50 == len(tools)
    counts, wrong = define_campaign.judged(tools, 1000, seed=7)
    assert ([], 1000) == (wrong, sum(counts.values()))
    assert min(counts["fit"], counts["do not fit"]) >= 400


def test_a_schema_that_says_something_else_than_its_signature_is_noticed() -> None:
    [text] = [one for one in typed.tools() if one.definition.name == "text"]
    text.definition.parameters["properties"]["value"] = {"type": "integer"}
    counts, wrong = define_campaign.judged([text], 20)
    assert 20 == sum(counts.values())
    assert len(wrong) >= 10


def test_the_committed_campaign_found_no_disagreement() -> None:
    line = Path(__file__).with_name("campaigns").joinpath("define.md").read_text(encoding="utf-8").splitlines()[-1]
    functions, arguments, _, _, wrong = (int(cell) for cell in line.split("|")[1:6])
    assert (len(typed.FUNCTIONS), 20_000, 0) == (functions, arguments, wrong)


# -------------------------------------------------------------------------------------------------------------------- schemas

STRING = {"type": "string"}
ADDRESS = {
    "type": "object",
    "description": "Where a parcel goes.",
    "properties": {
        "street": STRING,
        "number": {"type": "integer"},
        "country": {"type": "string", "default": "DE", "enum": ["DE", "FR", "IT"]},
    },
    "required": ["street", "number"],
}


@pytest.mark.parametrize(
    ("expected", "function"),
    [
        (STRING, typed.text),
        ({"type": "integer"}, typed.whole),
        ({"type": "number"}, typed.number),
        ({"type": "boolean"}, typed.flag),
        ({"type": "null"}, typed.nothing),
        ({}, typed.anything),
        (STRING, typed.file),
        ({"type": "string", "enum": ["json", "text", "csv"]}, typed.literal_strings),
        ({"type": "integer", "default": 2, "enum": [1, 2, 3]}, typed.literal_numbers),
        (
            {
                "oneOf": [
                    {"type": "string", "enum": ["auto"]},
                    {"type": "integer", "enum": [1]},
                    {"type": "boolean", "enum": [True]},
                ]
            },
            typed.literal_mixed,
        ),
        ({"oneOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]}, typed.literal_or_null),
        ({"type": "string", "enum": ["red", "green", "pale-blue"]}, typed.colour),
        ({"type": "string", "default": "green", "enum": ["red", "green", "pale-blue"]}, typed.colour_default),
        ({"type": "integer", "enum": [1, 2]}, typed.level),
        (
            {
                "oneOf": [
                    {"type": "boolean", "enum": [False]},
                    {"type": "number", "enum": [1, 0.5]},
                    {"type": "string", "enum": ["auto"]},
                ]
            },
            typed.mixed,
        ),
        ({"type": "string", "enum": ["red", "green"]}, typed.member_of_enum),
        (STRING, typed.optional),
        ({"type": "integer"}, typed.optional_new),
        ({"oneOf": [{"type": "integer"}, {"type": "null"}]}, typed.nullable),
        ({"default": "x", "oneOf": [STRING, {"type": "null"}]}, typed.nullable_with_default),
        ({"oneOf": [STRING, {"type": "integer"}, {"type": "boolean"}]}, typed.union_of_scalars),
        ({"type": "number"}, typed.union_of_numbers),
        ({"oneOf": [STRING, {"type": "array", "items": STRING}]}, typed.union_with_list),
        ({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, typed.lists_of_lists),
        ({"type": "array", "default": [], "items": {"type": "number"}}, typed.sequence),
        ({"type": "array", "items": {"type": "integer"}}, typed.numbers),
        ({"type": "array", "default": ["a", "b"], "items": STRING}, typed.frozen),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, typed.mapping),
        ({"type": "object", "additionalProperties": True}, typed.open_object),
        (ADDRESS, typed.address),
        (
            {
                "type": "object",
                "default": {"x": 1.0, "y": 0.0},
                "properties": {"x": {"type": "number"}, "y": {"type": "number", "default": 0.0}},
                "required": ["x"],
            },
            typed.point,
        ),
        (
            {"type": "object", "properties": {"query": STRING, "limit": {"type": "integer"}}, "required": ["query", "limit"]},
            typed.search,
        ),
        ({"type": "integer", "description": "How many."}, typed.described),
        ({"type": "array", "items": {"type": "string", "description": "One word."}}, typed.described_inside),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_type_has_the_least_schema_that_says_it(expected: Json, function: Callable[..., object]) -> None:
    made = of_value(function)
    assert expected == made
    assert list(expected) == list(made)  # type first, then what tells, then the rest


def test_the_whole_is_an_object_that_requires_what_has_no_default() -> None:
    expected = {
        "type": "object",
        "properties": {"a": STRING, "b": {"type": "integer"}, "c": {"type": "boolean", "default": False}},
        "required": ["a", "b"],
    }
    assert expected == schema(typed.keyword_only)
    assert {"type": "object", "properties": {}} == schema(typed.no_parameters)
    assert "required" not in schema(typed.defaults)


def test_closed_closes_every_object_and_nothing_is_closed_without_it() -> None:
    made = tool(closed=True)(typed.parcel).definition.parameters
    inside = made["properties"]["value"]
    assert (False, False, False) == tuple(one["additionalProperties"] for one in (made, inside, inside["properties"]["to"]))
    assert "additionalProperties" not in str(schema(typed.parcel))


def test_a_default_of_none_is_never_written_and_null_never_taken_for_it() -> None:
    made = tool(typed.optional)
    assert "default" not in of_value(typed.optional)
    assert ["value must be a string, not null"] == made.faults({"value": None})
    assert {"value": None} == made.invoke({})


def test_a_description_in_the_annotation_wins_over_the_docstring() -> None:
    def find(word: Annotated[str, "Said here."], limit: int = 3) -> None:
        """Find it.

        Args:
            word: Said there.
            limit: How many
                at most.
        """

    made = tool(find).definition
    assert "Find it." == made.description
    assert ["Said here.", "How many at most."] == [one["description"] for one in made.parameters["properties"].values()]


def test_a_docstring_wins_over_what_a_class_says_of_all_its_values() -> None:
    def send(
        to: typed.Address, via: typed.Address | None = None, back: Annotated[typed.Address, "Who sent it."] | None = None
    ) -> None:
        """Send it.

        Args:
            to: Who gets it.
            back: Not this.
        """

    made = schema(send)["properties"]
    assert ["Who gets it.", "Where a parcel goes.", "Who sent it."] == [one["description"] for one in made.values()]


def test_what_is_made_of_a_signature_is_in_the_accepted_subset_but_for_maps() -> None:
    outside = [one.definition.name for one in typed.tools() if violations(one.definition.parameters, object_root=True)]
    assert ["mapping", "mapping_of_records"] == outside


@dataclass
class Doc:
    documentation: str


def test_an_object_with_a_documentation_describes_as_a_string_does() -> None:
    def find(word: Annotated[str, 3, Doc("As PEP 727 has it.")]) -> None: ...

    assert {"type": "string", "description": "As PEP 727 has it."} == schema(find)["properties"]["word"]


@dataclass(frozen=True)
class FieldInfo:
    """As Pydantic's, which has a description or none."""

    description: str | None


def test_of_a_field_the_description_is_taken() -> None:
    def find(word: Annotated[str, FieldInfo(None), FieldInfo("What to look for.")]) -> None: ...

    assert "What to look for." == schema(find)["properties"]["word"]["description"]


class Query(TypedDict, total=False):
    word: Required[Annotated[str, "What to look for."]]
    limit: Annotated[NotRequired[int], "How many."]
    after: str


class Page(Query):
    number: NotRequired[int]
    size: int


def test_a_typed_dict_says_itself_which_keys_it_must_have() -> None:
    def find(value: Page) -> Page:
        return value

    made = of_value(find)
    assert (["word", "limit", "after", "number", "size"], ["word", "size"]) == (list(made["properties"]), made["required"])
    assert ["What to look for.", "How many."] == [one["description"] for one in list(made["properties"].values())[:2]]


def bare_list(value: list) -> None: ...  # type: ignore[type-arg]
def old_list(value: List) -> None: ...  # type: ignore[type-arg]  # noqa: UP006
def bare_tuple(value: tuple) -> None: ...  # type: ignore[type-arg]
def bare_dict(value: dict) -> None: ...  # type: ignore[type-arg]
def old_dict(value: Dict) -> None: ...  # type: ignore[type-arg]  # noqa: UP006
def old_items(value: List[Dict[str, int]]) -> None: ...  # noqa: UP006


@pytest.mark.parametrize(
    ("expected", "function"),
    [
        ({"type": "array"}, bare_list),
        ({"type": "array"}, old_list),
        ({"type": "array"}, bare_tuple),
        ({"type": "object", "additionalProperties": True}, bare_dict),
        ({"type": "object", "additionalProperties": True}, old_dict),
        ({"type": "array", "items": {"type": "object", "additionalProperties": {"type": "integer"}}}, old_items),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_container_that_does_not_say_of_what_is_one_of_anything(expected: Json, function: Callable[..., object]) -> None:
    assert expected == of_value(function)


def many_defaults(
    where: typed.Address = typed.Address("Hill", 1),  # noqa: B008
    file: Path = Path("notes.txt"),
    spot: typed.Point = typed.Point(1.0),  # noqa: B008
    levels: tuple[typed.Level, ...] = (typed.Level.LOW,),
    counts: dict[str, int] = {"a": 1},  # noqa: B006
    parcel: typed.Parcel = typed.Parcel(typed.Address("Hill", 1)),  # noqa: B008
    mode: typed.Mixed = typed.Mixed.HALF,
) -> None: ...


def test_a_default_is_told_as_the_json_that_would_be_given_for_it() -> None:
    told = {name: one["default"] for name, one in schema(many_defaults)["properties"].items()}
    hill = {"street": "Hill", "number": 1, "country": "DE"}
    assert {
        "where": hill,
        "file": "notes.txt",
        "spot": {"x": 1.0, "y": 0.0},
        "levels": [1],
        "counts": {"a": 1},
        "parcel": {"to": hill, "weight": 1.5, "tags": []},
        "mode": 0.5,
    } == told
    assert [] == tool(many_defaults).faults(told)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the `type` statement came with Python 3.12")
def test_a_named_type_is_the_type_that_it_names() -> None:
    names: dict[str, Any] = {}
    exec("type Word = str\ntype Words = list[Word]\ndef find(value: Words) -> None: ...", names)
    assert {"type": "array", "items": STRING} == of_value(names["find"])


def test_annotations_that_are_no_text_are_read_as_well() -> None:
    def find(value): ...  # type: ignore[no-untyped-def]

    find.__annotations__ = {"value": Annotated[list[typed.Colour] | None, "Some."]}
    assert {
        "description": "Some.",
        "oneOf": [{"type": "array", "items": {"type": "string", "enum": ["red", "green", "pale-blue"]}}, {"type": "null"}],
    } == of_value(find)


GOOGLE = """Find notes.

    Archived ones are
    left out.

    - one
    - two

    Args:
        word (str): What to look for.
        limit: How many.

    Returns:
        The notes.
    """
NUMPY = """Find notes.

    Archived ones are
    left out.

    - one
    - two

    Parameters
    ----------
    word : str
        What to look for.
    limit : int
        How many.

    Returns
    -------
    list
        The notes.
    """
REST = """Find notes.

    Archived ones are
    left out.

    - one
    - two

    :param word: What to look for.
    :param limit: How many.
    :returns: The notes.
    """


@pytest.mark.parametrize("docstring", [GOOGLE, NUMPY, REST], ids=["Google", "NumPy", "reST"])
def test_a_docstring_in_three_styles_tells_the_same(docstring: str) -> None:
    docs = docs_of(docstring)
    assert "Find notes.\n\nArchived ones are left out.\n\n- one\n- two" == docs.text
    assert {"word": "What to look for.", "limit": "How many."} == docs.members


@pytest.mark.parametrize("docstring", [None, "", "  \n "])
def test_no_docstring_tells_nothing(docstring: str | None) -> None:
    assert "" == docs_of(docstring).text


@dataclass
class Told:
    """A box.

    Attributes:
        width: Centimetres across.
    """

    width: int
    kinds: ClassVar[int] = 3
    made: list[int] = field(default_factory=lambda: [1])
    unseen: int = field(default=0, init=False)


def test_a_class_tells_of_its_fields_by_attributes_and_only_of_those_that_are_given() -> None:
    def pack(value: Told) -> Told:
        return value

    expected = {
        "type": "object",
        "description": "A box.",
        "properties": {
            "width": {"type": "integer", "description": "Centimetres across."},
            "made": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["width"],
    }
    assert expected == of_value(pack)
    assert Told(3, [1]) == tool(pack).invoke({"value": {"width": 3, "unseen": 9}})


# ------------------------------------------------------------------------------------------------------------------- refusals


@dataclass
class Loop:
    inside: list[Loop]


@dataclass
class Started:
    seed: InitVar[int]


@dataclass
class Box(Generic[T]):
    content: T


class Model:
    @classmethod
    def model_json_schema(cls) -> Json: ...


class Empty(enum.Enum):
    pass


class Tuples(enum.Enum):
    A = (1, 2)


class One(TypedDict):
    a: int


class Two(NamedTuple):
    a: int


def no_type(value) -> None: ...  # type: ignore[no-untyped-def]
def star(*value: int) -> None: ...
def stars(**value: int) -> None: ...
def by_position(value: int, /) -> None: ...
def on_object(self, value: int) -> None: ...  # type: ignore[no-untyped-def]
def unresolved(value: Decimal) -> None: ...
def no_expression(value: "list[1 / 0]") -> None: ...  # type: ignore[valid-type]  # noqa: UP037
def moment(value: datetime) -> None: ...
def pydantic(value: Model) -> None: ...
def pair(value: tuple[int, str]) -> None: ...
def complex_number(value: complex) -> None: ...
def raw(value: bytes) -> None: ...
def callback(value: Callable[[], int]) -> None: ...
def variable(value: T) -> T:
    return value


def generic(value: Box[int]) -> None: ...
def loop(value: Loop) -> None: ...
def init_var(value: Started) -> None: ...
def empty(value: Empty) -> None: ...
def tuples(value: Tuples) -> None: ...
def keys(value: dict[int, str]) -> None: ...
def set_of_lists(value: set[tuple[int, ...]]) -> None: ...
def set_of_anything(value: set) -> None: ...  # type: ignore[type-arg]
def two_lists(value: list[int] | list[str]) -> None: ...
def two_objects(value: One | Two) -> None: ...
def two_sets(value: Literal["red", "x"] | typed.Colour) -> None: ...
def numbers_and_some(value: int | Numbers) -> None: ...
def wrong_default(value: int = "3") -> None: ...  # type: ignore[assignment]
def outside_default(value: Literal["a", "b"] = "c") -> None: ...  # type: ignore[assignment]
def none_default(value: list[int | str] | int = None) -> None: ...  # type: ignore[assignment]  # noqa: RUF013
def object_default(value: object = object()) -> None: ...
def nan_default(value: float = float("nan")) -> None: ...


class Numbers(enum.Enum):
    HALF = 0.5
    TWO = 2.0


@pytest.mark.parametrize(
    ("expected", "function"),
    [
        ("`value` has no type; annotate it", no_type),
        ("`value` accepts any number of arguments, which a schema cannot name; declare each of them, or a list", star),
        ("`value` accepts any number of arguments", stars),
        ("`value` is positional-only, and a tool's arguments have names; remove the `/`", by_position),
        ('`self` is not a parameter of the tool; write `@tool(context="self")` and offer `.bound(...)` of it', on_object),
        ("has an annotation that names `Decimal`, which is not found in the module `", unresolved),
        ("has an annotation that cannot be evaluated: ZeroDivisionError: division by zero", no_expression),
        ("`value` is a tuple of a fixed length, which not every provider accepts; declare a NamedTuple or a dataclass", pair),
        ("`value` has the type `complex`, which has no schema; declare a dataclass", complex_number),
        ("`value` has the type `datetime`, which JSON does not have; declare str, describe the format, and parse it", moment),
        ("`value` has the type `Model`, which is a Pydantic model; declare a dataclass or a TypedDict", pydantic),
        ("`value` has the type `bytes`, which JSON does not have; declare str", raw),
        ("`value` has the type `collections.abc.Callable[[], int]`, which a schema cannot express", callback),
        ("`value` has the type `~T`, which stands for any type; declare a concrete one", variable),
        ("Box[int]`, which a schema cannot express; declare a class that is not generic", generic),
        ("`value.inside` has the class Loop inside itself; a tool's schema is written out in full", loop),
        ("InitVar", init_var),
        ("`value` has no values to choose from", empty),
        ("`value` offers the value (1, 2), which is a Python tuple; JSON has strings, numbers and booleans", tuples),
        ("`value` is a map with keys of `int`; names in a JSON object are strings", keys),
        ("`value` is a set of values that a set cannot hold; declare a list", set_of_lists),
        ("`value` is a set without an element type", set_of_anything),
        ("`value` is a union of lists, and an empty list is each of them; declare one list of a union", two_lists),
        ("`value` is a union of objects that one value could fit both; give each a required member with", two_objects),
        ("`value` is a union of closed sets that share 'red'; declare one set", two_sets),
        ("`value` is a union of whole numbers and of values that hold some of them", numbers_and_some),
        ("`value` has a default that does not fit: its default must be an integer, not a string", wrong_default),
        ('`value` has a default that does not fit: its default must be one of "a", "b", not "c"', outside_default),
        ("`value` has the default None, which its type does not allow; declare `| None`", none_default),
        ("`value` has a default that is not a JSON value: a Python object", object_default),
        ("`value` has a default that does not fit: its default must be a number that JSON can carry, not nan", nan_default),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_has_no_schema_is_refused_with_what_to_do(expected: str, function: Callable[..., object]) -> None:
    with pytest.raises(DefinitionError) as caught:
        tool(function)
    assert "UNSUPPORTED_SIGNATURE" == caught.value.code
    [fault] = caught.value.faults
    assert expected in fault
    assert str(caught.value).startswith(f"the tool `{function.__name__}` cannot be defined (UNSUPPORTED_SIGNATURE): ")


def test_every_fault_of_a_signature_is_told_at_once() -> None:
    def bad(a, b: complex, *c: int, d: dict[int, int]) -> None: ...  # type: ignore[no-untyped-def]

    with pytest.raises(DefinitionError) as caught:
        tool(bad)
    assert ["a", "c", "b", "d"] == [fault.split("`")[1] for fault in caught.value.faults]


@pytest.mark.parametrize(
    "thing", [3, int, staticmethod(typed.text), Loop([])], ids=["number", "class", "static method", "object"]
)
def test_what_is_no_function_is_refused(thing: Any) -> None:
    with pytest.raises(DefinitionError, match="must be made from a function, not from a "):
        tool(thing)


def test_the_file_says_so_for_a_class_inside_of_a_function() -> None:
    @dataclass
    class Here:
        a: int

    def use(value: Here) -> None: ...

    with pytest.raises(DefinitionError, match="define classes at the top of the module"):
        tool(use)


# ------------------------------------------------------------------------------------------------------------- unions, building


@dataclass
class Cat:
    name: str
    lives: int


@dataclass
class Dog:
    name: str
    tail: int


def test_closed_objects_are_told_apart_by_what_they_require() -> None:
    def feed(value: Cat | Dog) -> Cat | Dog:
        return value

    with pytest.raises(DefinitionError, match="a union of objects that one value could fit both"):
        tool(feed)
    made = tool(closed=True)(feed)
    assert Dog("Rex", 1) == made.invoke({"value": {"name": "Rex", "tail": 1}})
    assert Cat("Tom", 9) == made.invoke({"value": {"name": "Tom", "lives": 9}})


def same_list(value: list[str] | tuple[str, ...]) -> object:
    return value


def path_or_text(value: Path | str) -> object:
    return value


def text_or_choice(value: Literal["a"] | str) -> object:
    return value


def choices(value: Literal["a"] | Literal["b"]) -> object:
    return value


def colour_or_x(value: Literal["x"] | typed.Colour) -> object:
    return value


def spread_out(value: Literal["a"] | int | Literal["b"] | str | Literal[3]) -> object:
    return value


def number_or_choice(value: Literal[1, 2] | float) -> object:
    return value


def same_choice(value: Annotated[Literal["red"], "One."] | Literal["red"]) -> object:
    return value


def anything_or_text(value: Any | str) -> object:
    return value


def noted_union(value: Annotated[str | int, "Either."] | None = None) -> object:
    return value


def halves(value: int | Halves) -> object:
    return value


class Halves(enum.Enum):
    HALF = 0.5


@pytest.mark.parametrize(
    ("expected", "function"),
    [
        ({"type": "array", "items": STRING}, same_list),
        (STRING, path_or_text),
        (STRING, text_or_choice),
        ({"type": "string", "enum": ["a", "b"]}, choices),
        (
            {"oneOf": [{"type": "string", "enum": ["x"]}, {"type": "string", "enum": ["red", "green", "pale-blue"]}]},
            colour_or_x,
        ),
        ({"oneOf": [STRING, {"type": "integer"}]}, spread_out),
        ({"type": "number"}, number_or_choice),
        ({"type": "string", "enum": ["red"]}, same_choice),
        ({}, anything_or_text),
        ({"description": "Either.", "oneOf": [STRING, {"type": "integer"}]}, noted_union),
        ({"oneOf": [{"type": "integer"}, {"type": "number", "enum": [0.5]}]}, halves),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_plain_type_takes_in_the_narrower_ones_of_its_union(expected: Json, function: Callable[..., object]) -> None:
    assert expected == {
        word: value for word, value in of_value(function).items() if word != "description" or "description" in expected
    }


def test_each_value_of_a_union_is_built_as_its_own_branch() -> None:
    made: Defined[..., object] = tool(halves)
    assert (2, Halves.HALF) == (made.invoke({"value": 2.0}), made.invoke({"value": 0.5}))
    assert "x" == tool(path_or_text).invoke({"value": "x"})
    assert (typed.Colour.RED, "x") == tuple(tool(colour_or_x).invoke({"value": value}) for value in ("red", "x"))


def test_a_number_that_is_whole_is_an_int_where_one_is_declared_and_stays_a_float_elsewhere() -> None:
    assert repr({"value": 2}) == repr(tool(typed.whole).invoke({"value": 2.0}))
    assert repr({"value": 2.0}) == repr(tool(typed.number).invoke({"value": 2.0}))
    assert repr({"value": 2}) == repr(tool(typed.literal_numbers).invoke({"value": 2.0}))


def test_members_that_are_not_declared_stay_in_a_typed_dict_and_nowhere_else() -> None:
    given = {"query": "x", "limit": 1, "more": True}
    assert {"value": given} == tool(typed.search).invoke({"value": given, "more": 1})
    assert {"value": typed.Address("x", 1)} == tool(typed.address).invoke({"value": {"street": "x", "number": 1, "more": 1}})
