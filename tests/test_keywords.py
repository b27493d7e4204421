"""The table of keywords: it agrees with the published metaschemas, and the product keeps no other list of keywords."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator, Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

from schemalint.schema import keywords
from schemalint.schema.keywords import ASSERTIONS, TABLE
from schemalint.schema.pointer import pointer_text

ROOT = Path(__file__).resolve().parents[1]

# Where the metaschemas and the specifications differ: the keyword, and whether the table has it for the dialect.
SPECIFIED = {
    "4": {"$ref": True},  # a reference replaces the whole schema, so the metaschema cannot mention it
    "7": {"writeOnly": True},  # left out of the metaschema by mistake
    "19": {"definitions": False, "dependencies": False},  # kept in the metaschemas for old schemas
    "20": {"definitions": False, "dependencies": False, "$recursiveAnchor": False, "$recursiveRef": False},
}


def declared(metaschema: Any) -> set[str]:
    """The keywords that a metaschema and the vocabularies that it joins declare."""
    folder = metaschema.get("$id", "").rpartition("/")[0]
    parts = [REGISTRY[f"{folder}/{part['$ref']}"].contents for part in metaschema.get("allOf", [])]
    return set(metaschema["properties"]).union(*map(declared, parts))


@pytest.mark.parametrize(
    ("dialect", "validator"),
    [
        ("4", Draft4Validator),
        ("6", Draft6Validator),
        ("7", Draft7Validator),
        ("19", Draft201909Validator),
        ("20", Draft202012Validator),
    ],
)
def test_each_dialect_has_the_keywords_that_its_metaschema_declares(dialect: str, validator: Any) -> None:
    exceptions = SPECIFIED.get(dialect, {})
    expected = declared(validator.META_SCHEMA) - exceptions.keys() | {name for name, known in exceptions.items() if known}
    assert expected == {name for name, keyword in TABLE.items() if dialect in keyword.dialects}


@pytest.mark.parametrize("kind", ["array", "boolean", "number", "object", "string"])
def test_a_keyword_judges_values_of_its_types_only(kind: str) -> None:
    """By the validator: a keyword that does not judge a type accepts its values, whatever the keyword asks for."""
    values = {"array": [1, 1], "boolean": True, "number": 1.5, "object": {"a": 1}, "string": "a"}
    asked = {"number": 3, "factor": 7, "count": 9, "text": "^b$", "flag": True, "schema": False, "names": ["b"], "items": False}
    asked |= {"schemas": [False], "schema-map": {"a": False, "b": False, "^a": False}, "names-map": {"a": ["b"]}}
    for name in sorted(ASSERTIONS):
        keyword = TABLE[name]
        if keyword.judges and kind not in keyword.judges and keyword.form in asked:
            assert Draft202012Validator({name: asked[keyword.form]}).is_valid(values[kind]), name


@pytest.mark.parametrize(
    ("keywords", "some", "others"),
    [
        (keywords.KEYWORDS, "$recursiveRef additionalItems definitions dependencies prefixItems", "example id nullable xml"),
        (keywords.ASSERTIONS, "dependencies dependentSchemas format type", "$id default definitions title"),
        (keywords.SHOWING_A_SCHEMA, "$ref items not patternProperties properties", "default format pattern title type"),
        (keywords.VALUES, "const enum", "default examples type"),
        (keywords.SAMPLES, "const default enum example examples", "description format minimum required"),
        (keywords.STRING_FORMS, "const enum format pattern", "maxLength minLength type"),
        (keywords.ANNOTATIONS, "default deprecated description examples title", "$id contentEncoding enum type"),
        (keywords.CONSTRAINTS, "contains dependencies if not propertyNames then", "allOf items properties"),
        (keywords.IN_PLACE, "allOf anyOf dependentSchemas else not", "$ref contains items properties"),
        (keywords.SCHEMA_MAPS, "$defs dependencies dependentSchemas properties", "dependentRequired items $vocabulary"),
        (keywords.SCHEMA_HOLDERS, "additionalItems allOf items not prefixItems", "properties required"),
        (keywords.SINCE_2019, "dependentRequired prefixItems unevaluatedItems", "$defs dependencies items"),
        (keywords.UNTIL_DRAFT_7, "definitions dependencies", "$defs additionalItems items"),
        (keywords.OF_TYPE["number"], "format minimum multipleOf", "maxItems type"),
        (
            keywords.DESCRIBING_OBJECTS,
            "$ref allOf enum not patternProperties properties",
            "items maxProperties prefixItems type",
        ),
    ],
)
def test_what_a_set_of_keywords_is_of(keywords: frozenset[str], some: str, others: str) -> None:
    assert keywords.issuperset(some.split())
    assert keywords.isdisjoint(others.split())


def test_a_schema_is_changed_wherever_there_is_one_below_it() -> None:
    schema = {
        "properties": {"a": {}},
        "dependentRequired": {"a": ["b"]},
        "allOf": [{}],
        "items": {},
        "required": ["a"],
        "default": {"properties": {}},
    }
    assert {**schema, "properties": {"a": "/properties/a"}, "allOf": ["/allOf/0"], "items": "/items"} == keywords.changed_below(
        schema, lambda _, steps: pointer_text(steps)
    )


# ---------------------------------------------------------------------------------------------------- no list but the table

FEW = 3
"""Keywords that one literal may name: a rule may ask for `enum` or `const`, a fold may pair `then` and `else`."""
EXEMPT = {
    "schemalint/agent/subset.py": "the few keywords that schemas of registered functions may use",
    "schemalint/catalogs/parameters.py": "the keywords that have words of their own in a catalog",
    "schemalint/frameworks/ollama.py": "the members of two classes of Ollama's client",
    "schemalint/targets/traits/objects.py": "the names that Moonshot keeps for itself",
    "schemalint/frameworks/common/finish.py": "the keywords that one version of FastMCP looks for",
}
"""Lists that only look like lists of JSON Schema's keywords: others decided what is in them."""


def lists_of_keywords(text: str) -> Iterator[int]:
    """The lines with a tuple, list, set or split string that names more than a few keywords that can make a value unfit."""
    for node in ast.walk(ast.parse(text)):
        words: list[object] = []
        line = getattr(node, "lineno", 0)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            words = [element.value for element in node.elts if isinstance(element, ast.Constant)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            holder = node.func.value
            words = list(holder.value.split()) if isinstance(holder, ast.Constant) and isinstance(holder.value, str) else []
        if len(ASSERTIONS.intersection(words)) > FEW:
            yield line


def test_no_list_of_keywords_is_kept_beside_the_table() -> None:
    files = [*(ROOT / "schemalint").rglob("*.py"), *(ROOT / "rules").rglob("*.py")]
    found = {path.relative_to(ROOT).as_posix() for path in files for _ in lists_of_keywords(path.read_text(encoding="utf-8"))}
    assert EXEMPT.keys() == found - {"schemalint/schema/keywords.py"}


def test_a_list_of_keywords_is_noticed_however_it_is_written() -> None:
    assert [1] == list(lists_of_keywords('SAID = ("enum", "const", "pattern", "format", "title")'))
    assert [1] == list(lists_of_keywords('SAID = frozenset("enum const pattern format".split())'))
    assert [1] == list(lists_of_keywords('x = any(word in view for word in ["allOf", "anyOf", "oneOf", "not"])'))
    assert [] == list(lists_of_keywords('x = {"enum", "const"} | ELSEWHERE'))
