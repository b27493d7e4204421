"""The catalog as a page: what stands on it, in which order, and that definitions cannot change its structure."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from schemalint.canon import digest
from schemalint.catalogs import NothingToShow, first_difference, markdown
from schemalint.catalogs.markdown import END
from schemalint.catalogs.rows import MOST, Row, rows
from schemalint.model import Json, Origin, Tool, Toolset
from schemalint.sources import Source, load, together

PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
DEMO = Path(__file__).resolve().parents[1] / "fixtures" / "demo"

ORDER = Tool(
    "place_order",
    "Send an order.\n\nNothing can be undone.",
    {
        "type": "object",
        "properties": {
            "lines": {
                "type": "array",
                "description": "What is ordered.",
                "items": {
                    "type": "object",
                    "properties": {"sku": {"type": "string"}, "count": {"type": "integer", "default": 1, "minimum": 1}},
                    "required": ["sku"],
                },
            },
            "mode": {"$ref": "#/$defs/Mode", "default": "air"},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            "parent": {"$ref": "#/$defs/Folder"},
        },
        "required": ["lines"],
        "$defs": {
            "Mode": {"type": "string", "enum": ["air", "sea"]},
            "Folder": {"type": "object", "properties": {"up": {"$ref": "#/$defs/Folder"}}},
        },
    },
    annotations={"readOnlyHint": False, "title": "Order"},
    output_schema={"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    title="Order",
)


def listed(schema: Json) -> list[Row]:
    return list(rows(schema, ("parameters",), Tool("t", parameters=schema)))


def test_every_parameter_has_a_row_nested_ones_too() -> None:
    assert [
        ("lines", "array of object", "yes", "", ""),
        ("lines[].sku", "string", "yes", "", ""),
        ("lines[].count", "integer", "no", "`1`", "≥ 1"),
        ("mode", "string", "no", "`air`", "`air`, `sea`"),
        ("note", "string or null", "no", "`null`", ""),
        ("labels", "object", "no", "", ""),
        ("parent", "object", "no", "", ""),
        ("parent.up", "object (recursive)", "no", "", ""),
    ] == [(row.name, row.type, row.required, row.default, row.allowed) for row in listed(ORDER.parameters)]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": ["string", "integer"]}, ("string or integer", "")),
        ({"enum": ["a", 1, None, True, "1"]}, ("string or integer or null or boolean", '`a`, `1`, `null`, `true`, `"1"`')),
        ({"const": {"a": 1}}, ("object", '`{"a": 1}`')),
        ({"type": "string", "format": "date", "pattern": "a|b"}, ("string (date)", "matches <code>a&#124;b</code>")),
        ({"type": "array", "items": {"type": ["string", "null"]}}, ("array of (string or null)", "")),
        ({"type": "array", "items": {}, "uniqueItems": True, "maxItems": 3}, ("array", "items ≤ 3, no repeats")),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1.5}, ("number", "&gt; 0, &lt; 1.5")),
        ({"anyOf": [{"type": "string"}, {"type": "object", "properties": {}}]}, ("string or object", "")),
        (True, ("any", "")),
        (False, ("nothing", "")),
        ("string", ("any", "")),
        ({"type": 3, "enum": "x", "minimum": "y"}, ("any", "≥ `y`")),
        ({"type": []}, ("", "")),
        ({"type": "a|b\n<x>"}, ("a&#124;b<br>&lt;x>", "")),
    ],
)
def test_types_and_allowed_values_are_said_in_words(schema: Json, expected: tuple[str, str]) -> None:
    [row] = listed({"properties": {"p": schema}})[:1]
    assert expected == (row.type, row.allowed)


def test_alternatives_say_in_which_form_a_member_stands() -> None:
    found = listed({"anyOf": [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {"deprecated": True}}}]})
    assert [("a", "yes in form 1", ""), ("b", "no in form 2", "Deprecated. ")] == [
        (row.name, row.required, row.description) for row in found
    ]


def test_tuples_and_maps_are_listed_by_place() -> None:
    found = listed(
        {
            "properties": {
                "p": {"prefixItems": [{"type": "string"}, {"type": "integer"}]},
                "m": {"additionalProperties": {"minLength": 1}},
            }
        }
    )
    assert ["p", "p[0]", "p[1]", "m", "m.*"] == [row.name for row in found]


def test_a_table_is_cut_where_it_would_never_end() -> None:
    wide = listed({"properties": {f"p{i}": {} for i in range(MOST + 5)}})
    assert (MOST + 1, "…") == (len(wide), wide[-1].name)
    defs = {
        f"d{i}": {"properties": {"l": {"$ref": f"#/$defs/d{i + 1}"}, "r": {"$ref": f"#/$defs/d{i + 1}"}}} for i in range(30)
    }
    doubled = listed({"$ref": "#/$defs/d0", "$defs": {**defs, "d30": {"type": "string"}}})
    assert doubled[-1].name == "…"
    assert len(doubled) <= MOST + 1


def test_the_page_says_what_each_tool_does_takes_and_answers() -> None:
    page = markdown([Toolset((ORDER,))])
    assert page.startswith("<!-- Generated by schemalint")
    for part in (
        "# Tool catalog\n",
        "- [`place_order`](#tool-place_order)\n",
        '<a id="tool-place_order"></a>\n',
        "Send an order.\n\nNothing can be undone.\n",
        "| `lines` | array of object | yes |  |  | What is ordered. |\n",
        "It answers with:\n",
        "| `id` | string | yes |  |  |  |\n",
        'Annotations: `readOnlyHint`: `false`, `title`: `"Order"`\n',
        "Title: Order\n",
        f"Digest: `{digest(ORDER)}`\n",
    ):
        assert part in page
    assert "# Mine\n" in markdown([Toolset((ORDER,))], title="Mine")


def test_sets_are_ordered_by_server_and_tools_by_name_whatever_the_input_order() -> None:
    tools = [replace(ORDER, name=name) for name in ("b", "a", "c")]
    sets = [Toolset((tools[0], tools[2]), server="two"), Toolset((tools[1],), server="one")]
    page = markdown(sets)
    assert page == markdown(sets[::-1])
    assert page == markdown([replace(sets[0], tools=sets[0].tools[::-1]), sets[1]])
    assert ["## `one`", "### `a`", "## `two`", "### `b`", "### `c`"] == re.findall(r"^#{2,3} `.*", page, re.M)


def test_equal_names_get_anchors_of_their_own() -> None:
    page = markdown(
        [
            Toolset(
                (ORDER, replace(ORDER, description="Other."), replace(ORDER, name="PLACE_ORDER"), replace(ORDER, name="日本"))
            )
        ]
    )
    anchors = re.findall(r'<a id="(.*?)">', page)
    assert len(anchors) == len(set(anchors)) == 4
    assert set(re.findall(r"\]\(#(.*?)\)", page)) == set(anchors)


def test_no_tools_is_an_error() -> None:
    with pytest.raises(NothingToShow, match="no tool was found"):
        markdown([Toolset(())])


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (Tool("t", parameters={"type": "object"}), "No parameters are declared."),
        (Tool("t", parameters=[]), "Parameters cannot be listed: `parameters` is not a schema."),
        (Tool("t", output_schema={}), "The fields of the answer are not said."),
        (Tool("t", "", {"description": "All of it."}), "Parameters: All of it."),
        (Tool("t", "  "), "This tool has no description."),
        (Tool("t", parameters={"default": float("nan")}), "This definition has no digest: "),
        (Tool("t", origin=Origin(fidelity="approximate")), "**Approximate**"),
    ],
)
def test_what_is_missing_is_said(tool: Tool, said: str) -> None:
    assert said in markdown([Toolset((tool,))])


def test_a_schema_too_deep_to_list_is_said() -> None:
    schema: Json = {}
    for _ in range(300):
        schema = {"items": schema}
    assert "Parameters cannot be listed: schema nested deeper than 128 levels." in markdown(
        [Toolset((Tool("t", parameters=schema),))]
    )


HOSTILE = (
    "a|b`c\n# h\n<script>x</script> ![i](http://e.vil/x.png) [l](javascript:x) --> <!-- end --> ```\n| x | y |\n\u202e\x1b[31m"
)


def test_hostile_names_and_texts_do_not_change_the_structure_of_the_page() -> None:
    parameters = {
        "type": "object",
        "properties": {HOSTILE: {"type": HOSTILE, "description": HOSTILE, "default": HOSTILE, "enum": [HOSTILE]}},
    }
    tame = Tool(
        "t", "d", {"type": "object", "properties": {"p": {"type": "string", "description": "d", "default": "d", "enum": ["d"]}}}
    )
    wild = Tool(HOSTILE, HOSTILE, parameters, annotations={HOSTILE: HOSTILE}, title=HOSTILE)
    page = markdown([Toolset((wild, tame), server=HOSTILE), Toolset((tame,), server="x")], title=HOSTILE)
    tokens = PARSER.parse(page)
    headings = [token.tag for token in tokens if token.type == "heading_open"]
    assert {"h1": 1, "h2": 3, "h3": 3} == {tag: headings.count(tag) for tag in headings}
    assert 3 * 2 * 6 == sum(t.type in ("td_open", "th_open") for t in tokens)
    inner = [child for token in tokens for child in token.children or ()]
    assert not any(child.type == "image" for child in inner)
    assert {child.attrs["href"] for child in inner if child.type == "link_open"} <= {
        f"#{a}" for a in re.findall(r'<a id="(.*?)">', page)
    }
    html = {t.content.strip() for t in [*tokens, *inner] if t.type in ("html_block", "html_inline")}
    assert all(
        re.fullmatch(r'<!-- Generated .*-->|<a id="[\w-]+"></a>|<a id="[\w-]+">|</a>|<br>|</?code>', one) for one in html
    )
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", page)


def test_the_first_difference_is_found_with_its_line() -> None:
    assert first_difference("a\nb\n", "a\nb\n") is None
    assert first_difference("a\r\nb\r\n", "a\nb\n") is None
    assert (2, "b", "c") == first_difference("a\nb\n", "a\nc\n")
    assert (3, "", END) == first_difference("a\nb\n", "a\nb")
    assert (3, "", "c") == first_difference("a\nb\n", "a\nb\nc\n")


def test_the_demo_has_a_catalog_of_all_its_tools() -> None:
    sources = [source for source in load(str(DEMO)) if isinstance(source, Source)]
    page = markdown(together(sources))
    assert "12 tools" in page
    assert 12 == len(re.findall(r"^Digest: `sha256:[0-9a-f]{64}`$", page, re.M))
