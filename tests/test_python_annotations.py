"""Annotations, fields and classes become the schemas that Pydantic writes for them (recorded from pydantic 2.14.4)."""

from __future__ import annotations

import sys

import pytest

from schemalint.model import Json, Tool
from schemalint.sources.python import Module, parse

HEAD = '''
import collections, collections.abc, dataclasses, datetime, decimal, enum, pathlib, re, typing, uuid
import annotated_types as at
import pydantic
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum, auto
from typing import *
from typing import Annotated, Any, ClassVar, Counter, Dict, Final, Iterable, List, Literal, Mapping, NewType, NotRequired
from typing import Optional, Pattern, Required, Sequence, Tuple, TypedDict, TypeVar, Union
from annotated_types import Ge, Interval, Len, MinLen
from pydantic import BaseModel, EmailStr, Field, HttpUrl, JsonValue, PositiveInt, SecretStr, StringConstraints
from pydantic import ConfigDict, RootModel, conint, conlist, constr
from elsewhere import Mode, other

class Kind(str, Enum):
    """What it is."""
    A = "a"
    B = "b"
class One(Enum):
    X = "x"
class Level(IntEnum):
    LOW = 1
    HIGH = 2
class Mixed(Enum):
    ONE = 1
    TWO = "b"
class Auto(StrEnum):
    FIRST = auto()
    SECOND = auto()
class Number(Enum):
    FIRST = auto()
    SECOND = auto()
    THIRD = FIRST
class M(BaseModel):
    """Doc."""
    a: int
Short = Literal["a", "b"]
Alias = Union[int, str]
N = NewType("N", int)
T = TypeVar("T", bound=int)
U = TypeVar("U")
LIMIT = 5
LINES = [1, 2]
'''
MODEL = {
    "description": "Doc.",
    "properties": {"a": {"title": "A", "type": "integer"}},
    "required": ["a"],
    "title": "M",
    "type": "object",
}
KIND = {"description": "What it is.", "enum": ["a", "b"], "title": "Kind", "type": "string"}
STRING, INTEGER, NULL = {"type": "string"}, {"type": "integer"}, {"type": "null"}
REF = {"$ref": "#/$defs/M"}


def tool(text: str, name: str = "f") -> tuple[Tool, Module]:
    module = parse(text, name)
    assert isinstance(module, Module), module
    ((read,),) = ([tool for group in found.groups for tool in group.tools] for found in module.recognized)
    return read, module


def parameter(annotation: str, default: str = "", *, postponed: bool = False) -> tuple[Json, Json, Tool]:
    """The schema of a parameter without its title, the definitions beside it, and the tool."""
    first = "from __future__ import annotations\n" if postponed else ""
    read, _ = tool(f"{first}{HEAD}\ndef f(x: {annotation}{default and f' = {default}'}):\n    ...\n")
    schema = dict(read.parameters["properties"]["x"])
    schema.pop("title", None)
    return schema, read.parameters.get("$defs", {}), read


TYPES: dict[str, Json] = {
    "str": STRING,
    "int": INTEGER,
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "None": NULL,
    "bytes": {"format": "binary", "type": "string"},
    "Any": {},
    "typing.Any": {},
    "object": {},
    "list": {"items": {}, "type": "array"},
    "list[int]": {"items": INTEGER, "type": "array"},
    "List[int]": {"items": INTEGER, "type": "array"},
    "typing.List[int]": {"items": INTEGER, "type": "array"},
    "Sequence[str]": {"items": STRING, "type": "array"},
    "collections.abc.Sequence[str]": {"items": STRING, "type": "array"},
    "Iterable[str]": {"items": STRING, "type": "array"},
    "set": {"items": {}, "type": "array", "uniqueItems": True},
    "frozenset[str]": {"items": STRING, "type": "array", "uniqueItems": True},
    "dict": {"additionalProperties": True, "type": "object"},
    "dict[str, int]": {"additionalProperties": INTEGER, "type": "object"},
    "Dict[int, str]": {"additionalProperties": STRING, "type": "object"},
    "Mapping[str, Any]": {"additionalProperties": True, "type": "object"},
    "dict[Short, int]": {"additionalProperties": INTEGER, "propertyNames": {"enum": ["a", "b"]}, "type": "object"},
    "Counter[str]": {"additionalProperties": INTEGER, "type": "object"},
    "tuple": {"items": {}, "type": "array"},
    "tuple[int, ...]": {"items": INTEGER, "type": "array"},
    "tuple[int, str]": {"maxItems": 2, "minItems": 2, "prefixItems": [INTEGER, STRING], "type": "array"},
    "Tuple[int]": {"maxItems": 1, "minItems": 1, "prefixItems": [INTEGER], "type": "array"},
    "tuple[()]": {"maxItems": 0, "minItems": 0, "type": "array"},
    "Optional[int]": {"anyOf": [INTEGER, NULL]},
    "int | None": {"anyOf": [INTEGER, NULL]},
    "None | int": {"anyOf": [INTEGER, NULL]},
    "Union[None, int]": {"anyOf": [INTEGER, NULL]},
    "Union[int, str, None]": {"anyOf": [INTEGER, STRING, NULL]},
    "Optional[Union[int, str]]": {"anyOf": [INTEGER, STRING, NULL]},
    "Union[int, int]": INTEGER,
    "Alias": {"anyOf": [INTEGER, STRING]},
    "Alias | None": {"anyOf": [INTEGER, STRING, NULL]},
    "'int | None'": {"anyOf": [INTEGER, NULL]},
    "Optional['int']": {"anyOf": [INTEGER, NULL]},
    "'Alias' | None": {"anyOf": [INTEGER, STRING, NULL]},
    "Literal['a']": {"const": "a", "type": "string"},
    "Literal['a', 'b']": {"enum": ["a", "b"], "type": "string"},
    "Literal[1, 'a']": {"enum": [1, "a"]},
    "Literal[True, False]": {"enum": [True, False], "type": "boolean"},
    "Literal['a', None]": {"enum": ["a", None]},
    "Literal[-1]": {"const": -1, "type": "integer"},
    "Literal[Short, 'c']": {"enum": ["a", "b", "c"], "type": "string"},
    "Literal[Literal['a'], 'c']": {"enum": ["a", "c"], "type": "string"},
    "Literal[Kind.A]": {"const": "a", "type": "string"},
    "Literal[LIMIT]": {"const": 5, "type": "integer"},
    "Short": {"enum": ["a", "b"], "type": "string"},
    "datetime.datetime": {"format": "date-time", "type": "string"},
    "datetime.timedelta": {"format": "duration", "type": "string"},
    "uuid.UUID": {"format": "uuid", "type": "string"},
    "pathlib.Path": {"format": "path", "type": "string"},
    "decimal.Decimal": {"anyOf": [{"type": "number"}, STRING]},
    "re.Pattern": {"format": "regex", "type": "string"},
    "Pattern[str]": {"format": "regex", "type": "string"},
    "EmailStr": {"format": "email", "type": "string"},
    "HttpUrl": {"format": "uri", "maxLength": 2083, "minLength": 1, "type": "string"},
    "pydantic.networks.AnyUrl": {"format": "uri", "minLength": 1, "type": "string"},
    "PositiveInt": {"exclusiveMinimum": 0, "type": "integer"},
    "pydantic.NonNegativeFloat": {"minimum": 0, "type": "number"},
    "SecretStr": {"format": "password", "type": "string", "writeOnly": True},
    "JsonValue": {},
    "N": INTEGER,
    "T": INTEGER,
    "U": {},
    "conint(ge=1)": {"minimum": 1, "type": "integer"},
    "constr(min_length=1)": {"minLength": 1, "type": "string"},
    "conlist(int, max_length=2)": {"items": INTEGER, "maxItems": 2, "type": "array"},
    "Annotated[int, Field(ge=1, lt=9)]": {"exclusiveMaximum": 9, "minimum": 1, "type": "integer"},
    "Annotated[float, Field(gt=0, le=1, multiple_of=0.5)]": {
        "exclusiveMinimum": 0,
        "maximum": 1,
        "multipleOf": 0.5,
        "type": "number",
    },
    "Annotated[Optional[int], Field(ge=1)]": {"anyOf": [{"minimum": 1, "type": "integer"}, NULL]},
    "Annotated[int | str, Field(ge=1)]": {"anyOf": [INTEGER, STRING], "ge": 1},
    "Annotated[str, Field(min_length=1, max_length=5, pattern='^a')]": {
        "maxLength": 5,
        "minLength": 1,
        "pattern": "^a",
        "type": "string",
    },
    "Annotated[list[int], Field(min_length=1)]": {"items": INTEGER, "minItems": 1, "type": "array"},
    "Annotated[dict[str, int], Field(max_length=1)]": {"additionalProperties": INTEGER, "maxProperties": 1, "type": "object"},
    "Annotated[datetime.datetime, Field(gt=0)]": {"format": "date-time", "type": "string"},
    "Annotated[decimal.Decimal, Field(gt=0)]": {"anyOf": [{"exclusiveMinimum": 0, "type": "number"}, STRING]},
    "Annotated[Any, Field(ge=1)]": {"ge": 1},
    "Annotated[int, Ge(1)]": {"minimum": 1, "type": "integer"},
    "Annotated[int, at.Interval(ge=1, le=LIMIT)]": {"maximum": 5, "minimum": 1, "type": "integer"},
    "Annotated[str, Len(1, 3)]": {"maxLength": 3, "minLength": 1, "type": "string"},
    "Annotated[str, StringConstraints(min_length=1, to_upper=True)]": {"minLength": 1, "type": "string"},
    "Annotated[str, Field(description='d', examples=['a'], json_schema_extra={'x': 1}, deprecated=True, strict=True)]": {
        "deprecated": True,
        "description": "d",
        "examples": ["a"],
        "type": "string",
        "x": 1,
    },
    "Annotated[Annotated[int, Field(description='a')], Field(description='b')]": {"description": "b", "type": "integer"},
    "Annotated[int, Field(default=3)]": {"default": 3, "type": "integer"},
    "Annotated[str, 'Text of it.']": {"description": "Text of it.", "type": "string"},
    "list[Annotated[str, Field(description='i')]]": {"items": {"description": "i", "type": "string"}, "type": "array"},
}


@pytest.mark.parametrize("annotation", TYPES)
def test_a_type_becomes_the_schema_that_pydantic_writes(annotation: str) -> None:
    schema, definitions, read = parameter(annotation)
    assert (TYPES[annotation], {}) == (schema, definitions)
    assert "derived" == read.origin.fidelity


@pytest.mark.parametrize("annotation", ["Optional[int]", "list[Short]", "Annotated[int, Field(ge=1)]", "M"])
def test_postponed_annotations_are_read_as_others_are(annotation: str) -> None:
    assert parameter(annotation)[:2] == parameter(annotation, postponed=True)[:2]


DEFINED: dict[str, tuple[Json, Json]] = {
    "M": (REF, {"M": MODEL}),
    "Optional[M]": ({"anyOf": [REF, NULL]}, {"M": MODEL}),
    "list[M]": ({"items": REF, "type": "array"}, {"M": MODEL}),
    "Kind": ({"$ref": "#/$defs/Kind"}, {"Kind": KIND}),
    "One": ({"$ref": "#/$defs/One"}, {"One": {"enum": ["x"], "title": "One", "type": "string"}}),
    "Level": ({"$ref": "#/$defs/Level"}, {"Level": {"enum": [1, 2], "title": "Level", "type": "integer"}}),
    "Mixed": ({"$ref": "#/$defs/Mixed"}, {"Mixed": {"enum": [1, "b"], "title": "Mixed"}}),
    "Auto": ({"$ref": "#/$defs/Auto"}, {"Auto": {"enum": ["first", "second"], "title": "Auto", "type": "string"}}),
    "Annotated[M, Field(description='d')]": ({**REF, "description": "d"}, {"M": MODEL}),
    "Union[M, Kind]": ({"anyOf": [REF, {"$ref": "#/$defs/Kind"}]}, {"Kind": KIND, "M": MODEL}),
    "dict[Kind, int]": (
        {"additionalProperties": INTEGER, "propertyNames": {"$ref": "#/$defs/Kind"}, "type": "object"},
        {"Kind": KIND},
    ),
}


@pytest.mark.parametrize("annotation", DEFINED)
def test_a_class_becomes_a_definition(annotation: str) -> None:
    assert DEFINED[annotation] == parameter(annotation)[:2]


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        ("Mode", "`Mode` is a type that is not defined in this file"),
        ("other.Thing", "`other.Thing` is a type that is not defined in this file"),
        ("Callable[[int], int]", "is a type that is not defined in this file"),
        ("lambda: 0", "is a type that is not defined in this file"),
        ("'a b'", "is a type that is not defined in this file"),
        ("make(1)", "is a type that is not defined in this file"),
        ("Literal[other.X]", "`other.X` is not a literal of this file"),
        ("Annotated[int, Field(ge=other.MIN)]", "`other.MIN` is not a literal of this file"),
        ("Annotated[int, Field(**other)]", "`Field(**other)` is not followed"),
        ("Annotated[int, Field(discriminator='a')]", "`'a'` is not followed"),
        ("Annotated[int, Field(validation_alias='y')]", "is a name that is not followed"),
        ("Annotated[int, other.Mark()]", "`other.Mark()` is a mark that is not followed"),
        ("Annotated[int, other.MARK]", "`other.MARK` is a mark that is not followed"),
        ("Annotated[int, Ge(other.MIN)]", "`other.MIN` is not a literal of this file"),
        ("Annotated[M, Field(min_length=1)]", "`1` bounds a class, which is not followed"),
        ("Annotated[str, Field(description=f'{LIMIT} {x}')]", "holds an expression"),
        ("Annotated[float, Field(le=1e400)]", "is not a literal of this file"),
    ],
)
def test_what_cannot_be_resolved_makes_the_tool_approximate_and_is_told(annotation: str, reason: str) -> None:
    read, module = tool(f"{HEAD}\ndef f(x: {annotation}, y: int):\n    ...\n")
    assert ("approximate", (("parameters", "properties", "x"),)) == (read.origin.fidelity, read.origin.unseen)
    (note,) = module.recognized[0].skipped
    assert reason in note
    assert note.endswith("; --import reads it whole")


def test_a_text_out_of_sight_is_a_text_all_the_same() -> None:
    assert "{...}" == parameter("Annotated[int, Field(description=other.TEXT)]")[0]["description"]


def test_types_without_end_are_given_up() -> None:
    assert "approximate" == parameter("list[" * 150 + "int" + "]" * 150)[2].origin.fidelity
    read, _ = tool("A = B\nB = A\ndef f(x: A): ...\n")
    assert "approximate" == read.origin.fidelity
    read, _ = tool("from typing import Literal\nA = B\nB = A\ndef f(x: Literal[A], y: int = A): ...\n")
    assert "approximate" == read.origin.fidelity


# ----------------------------------------------------------------------------------------------------------------- defaults


@pytest.mark.parametrize(
    ("default", "expected"),
    [
        ("5", 5),
        ("-0.5", -0.5),
        ("LIMIT", 5),
        ("None", None),
        ("'a' 'b'", "ab"),
        ("Kind.B", "b"),
        ("Kind.B.value", "b"),
        ("Number.SECOND", 2),
        ("[]", []),
        ("list()", []),
        ("dict()", {}),
        ("(1, 2)", [1, 2]),
        ("frozenset()", []),
        ("{'a': LINES}", {"a": [1, 2]}),
        ("Field(7)", 7),
        ("Field(default=7)", 7),
        ("pydantic.Field(default=LIMIT, description='d')", 5),
    ],
)
def test_a_default_is_the_value_of_its_expression(default: str, expected: Json) -> None:
    schema, _, read = parameter("Any", default)
    assert (expected, False) == (schema["default"], "required" in read.parameters)
    assert "derived" == read.origin.fidelity


@pytest.mark.parametrize("default", ["now()", "other.X", "Kind.Z", "M(a=1)", "Field(make())", "f'{x}'"])
def test_a_computed_default_is_left_out_and_the_parameter_stays_optional(default: str) -> None:
    schema, _, read = parameter("int", default)
    assert ("default" in schema and default != "f'{x}'", "required" in read.parameters) == (False, False)
    assert "approximate" == read.origin.fidelity


@pytest.mark.parametrize("default", ["Field(...)", "Field(description='d')", "...", "Field(default=...)"])
def test_a_field_without_a_default_is_required(default: str) -> None:
    schema, _, read = parameter("int", default)
    assert (["x"], False) == (read.parameters["required"], "default" in schema)


def test_a_default_that_a_function_makes_is_no_default_and_nothing_required() -> None:
    for default, annotation in (("Field(default_factory=list)", "list"), ("", "Annotated[list, Field(default_factory=list)]")):
        schema, _, read = parameter(annotation, default)
        assert (False, False) == ("default" in schema, "required" in read.parameters)


def test_titles_aliases_and_silent_settings_are_pydantic_s() -> None:
    text = "def f(user_id: int, b: int = Field(1, title='Own', alias='bee'), c: Annotated[int, Field(alias='sea')] = 2): ..."
    read, _ = tool(f"{HEAD}\n{text}\n")
    assert {"user_id": "User Id", "bee": "Own", "sea": "Sea"} == {
        name: schema["title"] for name, schema in read.parameters["properties"].items()
    }


@pytest.mark.skipif(sys.version_info < (3, 12), reason="a `type` statement needs Python 3.12")
def test_a_type_statement_makes_a_definition_that_may_mention_itself() -> None:
    text = "type Key = int | str\ntype Tree = list[Tree] | None\ndef f(x: Key, y: Key | None = None, z: Tree = None): ...\n"
    read, _ = tool(HEAD + text)
    key, tree = {"$ref": "#/$defs/Key"}, {"$ref": "#/$defs/Tree"}
    assert [key, {"anyOf": [key, NULL], "default": None}, {**tree, "default": None}] == list(
        read.parameters["properties"].values()
    )
    assert {
        "Key": {"anyOf": [INTEGER, STRING]},
        "Tree": {"anyOf": [{"items": tree, "type": "array"}, NULL]},
    } == read.parameters["$defs"]
    assert "derived" == read.origin.fidelity


def test_constants_of_a_function_are_followed_where_they_are_given_once() -> None:
    text = "def g():\n    SIZE = 3\n    TWICE = 1\n    TWICE = 2\n    def f(x: int = SIZE, y: int = TWICE): ...\n"
    read, _ = tool(HEAD + text)
    assert [3, "none"] == [schema.get("default", "none") for schema in read.parameters["properties"].values()]


# ------------------------------------------------------------------------------------------------------------------ classes


def model(text: str, name: str = "C") -> tuple[Json, Tool]:
    read, _ = tool(f"{HEAD}\n{text}\n", name)
    return read.parameters, read


def test_fields_of_bases_come_first_and_private_ones_are_none() -> None:
    schema, read = model(
        "class Base(BaseModel):\n    a: int\n    b: str = 'x'\n"
        "class C(Base):\n    model_config = ConfigDict(frozen=True)\n    b: int\n    _p: int = 1\n"
        "    K: ClassVar[int] = 2\n    c: 'C | None' = None\n"
    )
    assert (["a", "b", "c"], ["a", "b"], "derived") == (list(schema["properties"]), schema["required"], read.origin.fidelity)
    assert {"anyOf": [{"$ref": "#/$defs/C"}, NULL], "default": None} == schema["properties"]["c"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class C(BaseModel, extra='forbid'):\n    a: int", False),
        ("class C(BaseModel):\n    model_config = ConfigDict(extra='allow')\n    a: int", True),
        ("class C(BaseModel):\n    model_config = {'extra': 'forbid'}\n    a: int", False),
        ("class C(BaseModel):\n    model_config: ConfigDict = ConfigDict(extra='forbid')\n    a: int", False),
        ("class C(BaseModel):\n    a: int\n    class Config:\n        frozen = True\n        extra = Extra.forbid", False),
        ("class C(BaseModel):\n    model_config = ConfigDict(extra='ignore')\n    a: int", None),
        ("class C(BaseModel):\n    a: int\n    class Config:\n        frozen = True", None),
    ],
)
def test_a_model_says_whether_it_is_closed(text: str, expected: Json) -> None:
    assert expected == model(text)[0].get("additionalProperties")


def test_texts_behind_attributes_count_where_the_model_says_so() -> None:
    text = "class C(BaseModel):\n    model_config = ConfigDict(use_attribute_docstrings={})\n"
    text += "    a: int\n    '''Of a.'''\n    b: int\n"
    assert "Of a." == model(text.format("True"))[0]["properties"]["a"]["description"]
    assert "description" not in model(text.format("False"))[0]["properties"]["a"]


def test_dataclasses_and_typed_dicts_are_objects_too() -> None:
    schema, _ = model(
        "@dataclass(frozen=True)\nclass C:\n    a: int\n    b: list[int] = dataclasses.field(default_factory=list)"
    )
    assert (["a"], ["a", "b"]) == (schema["required"], list(schema["properties"]))
    schema, _ = model("class C(TypedDict, total=False):\n    a: Required[int]\n    b: str")
    assert ["a"] == schema["required"]
    schema, _ = model("class C(TypedDict):\n    a: int\n    b: NotRequired[str]")
    assert ["a"] == schema["required"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("class C(BaseModel, Elsewhere):\n    a: int", "`Elsewhere` is a base that is not defined in this file"),
        ("class C(BaseModel):\n    model_config = ConfigDict(alias_generator=f)\n    a: int", "`C` makes names by a function"),
        ("class E(Enum):\n    A = f()\nclass C(BaseModel):\n    a: E", "`f()` is not a literal"),
        ("class P: ...\nclass C(BaseModel):\n    a: P", "`P` is a class that no schema is written for"),
        ("class C(BaseModel):\n    a: Mode", "`Mode` is a type that is not defined in this file"),
    ],
)
def test_a_class_with_parts_out_of_sight_is_approximate(text: str, reason: str) -> None:
    read, module = tool(f"{HEAD}\n{text}\n", "C")
    assert "approximate" == read.origin.fidelity
    assert reason in module.recognized[0].skipped[0]


def test_the_text_of_a_model_is_the_tool_s_and_the_schema_s() -> None:
    schema, read = model('class C(BaseModel):\n    """What it is.\n\n    More of it.\n    """\n    a: int')
    assert ("What it is.\n\nMore of it.", "What it is.\n\nMore of it.") == (read.description, schema["description"])
    assert ("C", "pydantic", "derived") == (read.name, read.origin.framework, read.origin.fidelity)


def test_an_enum_is_no_tool() -> None:
    assert not isinstance(parse(HEAD, "Kind"), Module)
