"""The keywords of JSON Schema: the only list of them in the program, as one table, and the questions that are asked of it.

Knows which keywords hold schemas, names or data (canonical form, version 1), so that a parameter *called* `required` is never
taken for the keyword; what each keyword does to a value, of which types, and in which dialects. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

from schemalint.record import dataclass
from schemalint.schema.pointer import Json, Pointer

Form: TypeAlias = Literal[
    "text", "flag", "number", "factor", "count", "names", "type", "value", "values", "data",
    "schema", "schemas", "items", "schema-map", "names-map", "mixed-map", "flag-map",
]  # fmt: skip
"""What a keyword's value must be: a string, true or false, a number, one above 0, a whole number from 0, different names, type
names, a value or a list of values of what the schema describes, anything; one schema, a list of schemas, either (`items` before
2020-12); a map from names to schemas, to lists of names, to either, or to true and false."""

Role: TypeAlias = Literal[
    "refer", "combine", "test", "part", "probe", "values", "form", "least", "most", "demand", "null", "note", "name"
]
"""What a keyword does. Those with schemas: `refer` and `combine` let other schemas speak for this one, `test` tries the same
value on others, `part` describes parts of the value, `probe` only tries them. Those without: `values` lists what fits, `form`
says which strings fit, `least` and `most` are bounds, `demand` is every other condition, `null` is OpenAPI's way to allow null.
A `note` informs readers, a `name` concerns the schema as a document; neither makes a value unfit."""

# keyword                form        role     judges          dialects: drafts 4, 6, 7, 2019-09, 2020-12, OpenAPI 3.0
_TABLE: Final = """
  $schema                text        name     any             4 6 7 19 20
  $id                    text        name     any               6 7 19 20
  id                     text        name     any             4
  $anchor                text        name     any                   19 20
  $dynamicAnchor         text        name     any                      20
  $recursiveAnchor       data        name     any                   19
  $vocabulary            flag-map    name     any                   19 20
  $defs                  schema-map  name     any                   19 20
  definitions            schema-map  name     any             4 6 7
  $ref                   text        refer    any             4 6 7 19 20 oas
  $dynamicRef            text        refer    any                      20
  $recursiveRef          data        refer    any                   19
  allOf                  schemas     combine  any             4 6 7 19 20 oas
  anyOf                  schemas     combine  any             4 6 7 19 20 oas
  oneOf                  schemas     combine  any             4 6 7 19 20 oas
  not                    schema      test     any             4 6 7 19 20 oas
  if                     schema      test     any                 7 19 20
  then                   schema      test     any                 7 19 20
  else                   schema      test     any                 7 19 20
  dependentSchemas       schema-map  test     object                19 20
  dependencies           mixed-map   test     object          4 6 7
  properties             schema-map  part     object          4 6 7 19 20 oas
  patternProperties      schema-map  part     object          4 6 7 19 20
  additionalProperties   schema      part     object          4 6 7 19 20 oas
  unevaluatedProperties  schema      part     object                19 20
  propertyNames          schema      probe    object            6 7 19 20
  items                  items       part     array           4 6 7 19 20 oas
  prefixItems            schemas     part     array                    20
  additionalItems        schema      part     array           4 6 7 19
  unevaluatedItems       schema      part     array                 19 20
  contains               schema      probe    array             6 7 19 20
  type                   type        demand   any             4 6 7 19 20 oas
  enum                   values      values   any             4 6 7 19 20 oas
  const                  value       values   any               6 7 19 20
  nullable               flag        null     any                         oas
  required               names       demand   object          4 6 7 19 20 oas
  dependentRequired      names-map   demand   object                19 20
  minProperties          count       least    object          4 6 7 19 20 oas
  maxProperties          count       most     object          4 6 7 19 20 oas
  minItems               count       least    array           4 6 7 19 20 oas
  maxItems               count       most     array           4 6 7 19 20 oas
  uniqueItems            flag        demand   array           4 6 7 19 20 oas
  minContains            count       least    array                 19 20
  maxContains            count       most     array                 19 20
  minLength              count       least    string          4 6 7 19 20 oas
  maxLength              count       most     string          4 6 7 19 20 oas
  pattern                text        form     string          4 6 7 19 20 oas
  format                 text        form     string,number   4 6 7 19 20 oas
  minimum                number      least    number          4 6 7 19 20 oas
  maximum                number      most     number          4 6 7 19 20 oas
  exclusiveMinimum       number      least    number          4 6 7 19 20 oas
  exclusiveMaximum       number      most     number          4 6 7 19 20 oas
  multipleOf             factor      demand   number          4 6 7 19 20 oas
  contentEncoding        text        note     string              7 19 20
  contentMediaType       text        note     string              7 19 20
  contentSchema          schema      note     string                19 20
  title                  text        note     any             4 6 7 19 20 oas
  description            text        note     any             4 6 7 19 20 oas
  $comment               text        note     any                 7 19 20
  default                value       note     any             4 6 7 19 20 oas
  examples               values      note     any               6 7 19 20
  example                value       note     any                         oas
  deprecated             flag        note     any                   19 20 oas
  readOnly               flag        note     any                 7 19 20 oas
  writeOnly              flag        note     any                 7 19 20 oas
  discriminator          data        note     any                         oas
  externalDocs           data        note     any                         oas
  xml                    data        note     any                         oas
"""


@dataclass(frozen=True, slots=True)
class Keyword:
    """One row of the table. `judges` are the types whose values the keyword looks at, `number` for integers too; empty: all."""

    name: str
    form: Form
    role: Role
    judges: frozenset[str]
    dialects: frozenset[str]


def _row(name: str, form: Form, role: Role, judges: str, *dialects: str) -> Keyword:
    return Keyword(name, form, role, frozenset(() if judges == "any" else judges.split(",")), frozenset(dialects))


TABLE: Final[Mapping[str, Keyword]] = {
    line.split()[0]: _row(*line.split())  # type: ignore[arg-type] # the words of the table are those of `Form` and `Role`
    for line in _TABLE.strip().splitlines()
}


def having(*roles: Role, forms: tuple[Form, ...] = (), of: str | None = None) -> frozenset[str]:
    """The keywords with one of these roles and forms (none given: any) that judge values of one type (`any`: of every type)."""
    return frozenset(
        name
        for name, keyword in TABLE.items()
        if (not roles or keyword.role in roles) and (not forms or keyword.form in forms)
        if of is None or (of in keyword.judges if of != "any" else not keyword.judges)
    )


def _known(*dialects: str) -> frozenset[str]:
    return frozenset(name for name, keyword in TABLE.items() if not keyword.dialects.isdisjoint(dialects))


KEYWORDS: Final = _known("7", "19", "20")
"""The keywords of drafts 7, 2019-09 and 2020-12."""
SINCE_2019: Final = _known("19", "20") - _known("7") - {"$defs"}
"""Keywords that draft 7 does not know, so that they may hold anything there. `$defs` is used with draft 7 all the same."""
UNTIL_DRAFT_7: Final = _known("7") - _known("19", "20")

REFERENCES: Final = having("refer")
COMBINING: Final = having("combine")
ELSEWHERE: Final = REFERENCES | COMBINING
"""Keywords that may say the type, members or values in place of the schema that they are in."""
IN_PLACE: Final = having("combine", "test")
"""Keywords whose schemas judge the same value as the schema that they are in."""
CONSTRAINTS: Final = having("test", "probe")
"""Keywords below which `properties` restate parameters that are declared elsewhere; they name no parameter of their own."""
PARTS: Final = having("part")
"""Keywords whose schemas describe members or elements."""
VALUES: Final = having("values")
"""Keywords that list the values that fit."""
SAMPLES: Final = having(forms=("value", "values"))
"""Keywords that hold values of what the schema describes: constants, defaults, examples."""
STRING_FORMS: Final = VALUES | having("form")
"""Keywords that say which strings fit, beyond how long they are."""
ASSERTIONS: Final = KEYWORDS - having("note", "name")
"""Keywords that can make a value unfit; every other keyword is text for readers. `format` counts: many validators assert it."""
ANNOTATIONS: Final = having("note", of="any")
"""Keywords that inform about a value of any type and demand nothing of it."""
OF_TYPE: Final = {name: having(of=name) for name in ("object", "array", "string", "number")}
"""Keywords that look at values of one type only."""
DESCRIBING_OBJECTS: Final = having("refer", "combine", "test", "part", "probe", "values") - OF_TYPE["array"]
"""Keywords that say what an object holds or which objects fit, by schemas or by a list of them."""
SCHEMA_HOLDERS: Final = having(forms=("schema", "schemas", "items"))
"""Keywords that hold a schema or a list of schemas."""
SCHEMA_MAPS: Final = having(forms=("schema-map", "mixed-map"))
"""Keywords that hold a map from the author's names to schemas."""
SHOWING_A_SCHEMA: Final = frozenset(
    "$ref $schema $defs definitions properties patternProperties additionalProperties items not if".split()
)
"""Keywords that hardly any parameter is called, so that an object with one of them is a schema and no map of parameters."""


# ---------------------------------------------------------------------------------------------------------- kinds of place

Kind: TypeAlias = Literal["schema", "schemas", "map", "set", "data"]
"""What is at a keyword: a schema; a list of schemas; a map from author's names to schemas or name lists; a set; data."""

_SCHEMA: Final = having(forms=("schema", "items"))
_SCHEMAS: Final = having(forms=("schemas", "items"))
_MAP: Final = having(forms=("schema-map", "names-map", "mixed-map"))
_SET: Final = having(forms=("names", "type"))
_NAMES_MAP: Final = having(forms=("names-map",))
_NAMES_IN_MAP: Final = having(forms=("names-map", "mixed-map"))
_PLACES: Final = _SCHEMA | _SCHEMAS | _MAP
"""Keywords whose values may hold schemas."""


def is_schema(value: Json) -> bool:
    """Whether a value can stand where a schema is expected: an object or a boolean (JSON Schema 2020-12, core 4.3)."""
    return isinstance(value, (dict, bool))  # a tuple: `dict | bool` would be built anew at each of many calls


def is_name_list(value: Json) -> bool:
    if not isinstance(value, list):
        return False
    # A list, not a generator: this is asked at every schema, and the names are few.
    return all([isinstance(name, str) for name in value])  # noqa: C419


def kind_of(keyword: str, value: Json) -> Kind:
    """What kind of place a keyword's value is. A value of the wrong type for its keyword is data, like an unknown keyword's."""
    if keyword in _SCHEMA and is_schema(value):
        return "schema"
    if keyword in _SCHEMAS and isinstance(value, list):
        return "schemas"
    if keyword in _MAP and isinstance(value, dict):
        return "map"
    if keyword in _SET and is_name_list(value):
        return "set"
    return "data"


def kind_in_map(keyword: str, value: Json) -> Kind:
    """What kind of place a member of the name map at `keyword` is."""
    if is_schema(value) and keyword not in _NAMES_MAP:
        return "schema"
    return "set" if keyword in _NAMES_IN_MAP and is_name_list(value) else "data"


def subschemas(schema: Mapping[str, Json]) -> Iterator[tuple[Pointer, Json]]:
    """Every schema directly inside one schema, with the steps that lead to it, in the order of the text.

    A member of `properties` is yielded whatever its value is: it is a parameter even when its schema is broken.
    """
    for keyword, value in schema.items():
        if keyword not in _PLACES:
            continue
        match kind_of(keyword, value):
            case "schema":
                yield (keyword,), value
            case "schemas":
                yield from (((keyword, i), sub) for i, sub in enumerate(value) if is_schema(sub))
            case "map":
                for name, sub in value.items():
                    if keyword == "properties" or kind_in_map(keyword, sub) == "schema":
                        yield (keyword, name), sub
            case _:
                pass


def changed_below(schema: Mapping[Json, Json], change: Callable[[Json, Pointer], Json]) -> dict[Json, Json]:
    """A copy of a schema in which each schema directly below it is what `change` makes of it, given the steps to it."""
    copy = dict(schema)
    for keyword, value in schema.items():
        match kind_of(keyword, value):
            case "schema":
                copy[keyword] = change(value, (keyword,))
            case "schemas":
                copy[keyword] = [change(sub, (keyword, i)) for i, sub in enumerate(value)]
            case "map" if keyword not in _NAMES_MAP:
                # A member that is not a schema, such as a list of names in `dependencies`, is left alone by every change.
                copy[keyword] = {name: change(sub, (keyword, name)) for name, sub in value.items()}
            case _:
                pass
    return copy
