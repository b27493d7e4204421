"""The catalog as a page: what stands on it, in which order, and that definitions cannot change its structure."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from schemalint.canon import digest
from schemalint.catalogs import NothingToShow, as_json, catalog_of
from schemalint.catalogs import markdown as face
from schemalint.catalogs.example import example
from schemalint.catalogs.markdown import Style
from schemalint.catalogs.parameters import MOST, Parameter, parameters, shown
from schemalint.cli.catalog import LAST, first_difference
from schemalint.cli.main import main
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


def markdown(toolsets: Sequence[Toolset], *, title: str = "Tool catalog", style: Style = Style()) -> str:  # noqa: B008
    return face.markdown(catalog_of(toolsets, title=title), style)


def listed(schema: Json) -> list[Parameter]:
    return list(parameters(schema, ("parameters",), Tool("t", parameters=schema)))


def test_every_parameter_is_listed_nested_ones_too() -> None:
    assert [
        ("lines", 0, "array of object", True, "", "", ()),
        ("lines[].sku", 1, "string", True, "", "", ()),
        ("lines[].count", 1, "integer", False, "1", "", ("at least 1",)),
        ("mode", 0, "string", False, "air", "air sea", ()),
        ("note", 0, "string or null", False, "null", "", ()),
        ("labels", 0, "object", False, "", "", ()),
        ("parent", 0, "object", False, "", "", ()),
        ("parent.up", 1, "object (recursive)", False, "", "", ()),
    ] == [
        (
            *(one.name, one.depth, one.type, one.required),
            *(" ".join(map(shown, one.default)), " ".join(map(shown, one.allowed)), one.bounds),
        )
        for one in listed(ORDER.parameters)
    ]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": ["string", "integer"]}, ("string or integer", "")),
        ({"enum": ["a", 1, None, True, "1"]}, ("string or integer or null or boolean", 'a 1 null true "1"')),
        ({"const": {"a": 1}}, ("object", '{"a": 1}')),
        ({"type": "string", "format": "date", "pattern": "a|b"}, ("string (date)", "matches a|b")),
        ({"type": "array", "items": {"type": ["string", "null"]}}, ("array of (string or null)", "")),
        ({"type": "array", "items": {}, "uniqueItems": True, "maxItems": 3}, ("array", "at most 3 items, no item twice")),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1.5}, ("number", "more than 0, less than 1.5")),
        ({"type": "integer", "minimum": -(2**53 - 1), "maximum": 2**53 - 1}, ("integer", "")),
        ({"type": "integer", "minimum": 1, "maximum": 50}, ("integer", "1 to 50")),
        ({"type": "string", "minLength": 3, "maxLength": 3}, ("string", "exactly 3 characters")),
        ({"type": "string", "minLength": 1}, ("string", "at least 1 character")),
        ({"anyOf": [{"type": "string"}, {"type": "object", "properties": {}}]}, ("string or object", "")),
        (True, ("any", "")),
        (False, ("nothing", "")),
        ("string", ("any", "")),
        ({"type": 3, "enum": "x", "minimum": "y"}, ("any", "")),
        ({"type": []}, ("", "")),
    ],
)
def test_types_and_bounds_are_said_in_words(schema: Json, expected: tuple[str, str]) -> None:
    [one] = listed({"properties": {"p": schema}})[:1]
    assert expected == (one.type, " ".join(map(shown, one.allowed)) or ", ".join(one.bounds))


def test_alternatives_say_in_which_form_a_member_stands() -> None:
    found = listed({"anyOf": [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {"deprecated": True}}}]})
    assert [("a", True, 1, False), ("b", False, 2, True)] == [(o.name, o.required, o.form, o.deprecated) for o in found]


def test_tuples_and_maps_are_listed_by_place() -> None:
    found = listed(
        {
            "properties": {
                "p": {"prefixItems": [{"type": "string"}, {"type": "integer"}]},
                "m": {"additionalProperties": {"minLength": 1}},
            }
        }
    )
    assert ["p", "p[0]", "p[1]", "m", "m.*"] == [one.name for one in found]


def test_a_list_is_cut_where_it_would_never_end() -> None:
    wide = listed({"properties": {f"p{i}": {} for i in range(MOST + 5)}})
    assert (MOST + 1, "…") == (len(wide), wide[-1].name)
    defs = {
        f"d{i}": {"properties": {"l": {"$ref": f"#/$defs/d{i + 1}"}, "r": {"$ref": f"#/$defs/d{i + 1}"}}} for i in range(30)
    }
    doubled = listed({"$ref": "#/$defs/d0", "$defs": {**defs, "d30": {"type": "string"}}})
    assert doubled[-1].name == "…"
    assert len(doubled) <= MOST + 1


def test_the_page_says_what_each_tool_does_takes_costs_and_answers() -> None:
    page = markdown([Toolset((ORDER,))])
    assert page.startswith("<!-- Generated by schemalint")
    for part in (
        "# Tool catalog\n",
        "| [`place_order`](#tool-place_order) | Send an order. | writes, ",
        '## <a id="tool-place_order"></a>`place_order`\nChanges something · about ',
        'Example: `{"lines": [{"sku": "text"}]}`\n',
        "Send an order.\n\nNothing can be undone.\n",
        "- `lines` (array of object, required): What is ordered.\n",
        "  - `lines[].count` (integer, default `1`): At least 1.\n",
        "- `mode` (string, default `air`): One of `air`, `sea`.\n",
        "<details><summary>Answers with 1 field</summary><ul><li><code>id</code> (string)</li></ul></details>\n",
    ):
        assert part in page
    assert "Order:" not in page  # the name says it already
    assert "# Mine\n" in markdown([Toolset((ORDER,))], title="Mine")


def test_a_digest_is_shown_on_request_only() -> None:
    short = digest(ORDER).removeprefix("sha256:")[:12]
    assert short not in markdown([Toolset((ORDER,))])
    assert f"`{short}`" in markdown([Toolset((ORDER,))], style=Style(digests=True))


def test_many_values_and_a_long_description_are_folded() -> None:
    values = [f"value_{n}" for n in range(9)]
    text = "Do it.\n\n" + "\n\n".join(f"Paragraph {n} <b>." for n in range(20))
    page = markdown([Toolset((Tool("t", text, {"properties": {"p": {"enum": values}}}),))])
    assert "<details><summary>9 allowed values</summary><code>value&#95;0</code>" in page
    assert "\nDo it.\n\n<details><summary>The whole description</summary>Paragraph 0 &#60;b&#62;.<br>" in page


def test_no_table_has_more_than_three_columns() -> None:
    page = markdown([Toolset((ORDER,))])
    assert {4} == {line.count("|") for line in page.splitlines() if line.startswith("|")}


def test_sets_are_ordered_by_server_and_tools_by_name_whatever_the_input_order() -> None:
    tools = [replace(ORDER, name=name) for name in ("b", "a", "c")]
    sets = [Toolset((tools[0], tools[2]), server="two"), Toolset((tools[1],), server="one")]
    page = markdown(sets)
    assert page == markdown(sets[::-1])
    assert page == markdown([replace(sets[0], tools=sets[0].tools[::-1]), sets[1]])
    assert ["one", "a", "two", "b", "c"] == re.findall(r"^#{2,3} <a.*?</a>`(.*)`", page, re.M)


def test_groups_can_be_files_and_prefixes() -> None:
    tools = (
        Tool("mail_read", origin=Origin("a.json")),
        Tool("mail_send", origin=Origin("b.json")),
        Tool("getUser", origin=Origin("b.json")),
    )
    for by, expected in (("file", ["a.json", "b.json"]), ("prefix", ["get", "mail"]), ("server", ["Tools"])):
        assert expected == [group.title for group in catalog_of([Toolset(tools)], group_by=by).groups]  # type: ignore[arg-type]


def test_equal_names_get_anchors_of_their_own() -> None:
    others = (replace(ORDER, description="Other."), replace(ORDER, name="PLACE_ORDER"), replace(ORDER, name="日本"))
    page = markdown([Toolset((ORDER, *others))])
    anchors = re.findall(r'<a id="(.*?)">', page)
    assert len(anchors) == len(set(anchors)) == 5
    assert set(re.findall(r"\]\(#(.*?)\)", page)) == set(anchors)


def test_no_tools_is_an_error() -> None:
    with pytest.raises(NothingToShow, match="no tool was found"):
        markdown([Toolset(())])


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (Tool("t", parameters={"type": "object"}), "No parameters."),
        (Tool("t", parameters=[]), "Parameters cannot be listed: parameters is not a schema."),
        (Tool("t", "", {"description": "All of it."}), "Parameters: All of it."),
        (Tool("t", "  "), "This tool has no description."),
        (Tool("t", parameters={"default": float("nan")}), "This definition has no digest: "),
        (Tool("t", origin=Origin(fidelity="approximate")), "**Approximate**"),
        (Tool("t", title="Send to all"), "Send to all:"),
        (Tool("t", extra={"deprecated": True}), "**deprecated**"),
        (Tool("t", annotations={"readOnlyHint": True, "destructiveHint": False}), "Only reads · about"),
        (Tool("t", origin=Origin("docs/tools.json")), "[`docs/tools.json`](docs/tools.json)"),
    ],
)
def test_what_is_missing_or_special_is_said(tool: Tool, said: str) -> None:
    assert said in markdown([Toolset((tool,))])


@pytest.mark.parametrize("source", ["../a.json", "/a.json", "https://x/y", "stdio:x", "a b).json", "C:\\a.json"])
def test_what_is_no_plain_path_is_not_linked(source: str) -> None:
    assert "](#contents)" in (page := markdown([Toolset((Tool("t", origin=Origin(source)),))]))
    assert {"#contents", "#tool-t"} == set(re.findall(r"\]\((.*?)\)", page.split("\n\n", 4)[-1]))


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
    assert (3 + 2) * 3 == sum(t.type in ("td_open", "th_open") for t in tokens)
    inner = [child for token in tokens for child in token.children or ()]
    assert not any(child.type == "image" for child in inner)
    assert {child.attrs["href"] for child in inner if child.type == "link_open"} <= {
        f"#{a}" for a in re.findall(r'<a id="(.*?)">', page)
    }
    html = {t.content.strip() for t in [*tokens, *inner] if t.type in ("html_block", "html_inline")}
    folded = r"<details><summary>[\w ]+</summary>(?:<code>[^<>]*</code>|, |[^<>]|<br>)*</details>"
    ours = rf'<!-- Generated .*-->|<a id="[\w-]+">|</a>|<br>|</?code>|{folded}'
    assert [] == [one for one in html if not re.fullmatch(ours, one)]
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", page)
    value = json.loads(as_json.as_json(catalog_of([Toolset((wild,))], title=HOSTILE)))
    assert HOSTILE == value["title"] == value["groups"][0]["tools"][0]["name"]


def test_the_first_difference_is_found_with_its_line() -> None:
    assert first_difference("a\nb\n", "a\nb\n") is None
    assert first_difference("a\r\nb\r\n", "a\nb\n") is None
    assert (2, "b", "c") == first_difference("a\nb\n", "a\nc\n")
    assert (3, "", LAST) == first_difference("a\nb\n", "a\nb")
    assert (3, "", "c") == first_difference("a\nb\n", "a\nb\nc\n")


DEMO_SETS = together([source for source in load(str(DEMO)) if isinstance(source, Source)])


def test_the_demo_has_a_catalog_of_all_its_tools_in_every_order() -> None:
    page = markdown(DEMO_SETS)
    assert "12 tools" in page
    assert 12 == page.count('<a id="tool-')
    for seed in range(5):
        order = random.Random(seed)
        sets = [replace(one, tools=tuple(order.sample(one.tools, len(one.tools)))) for one in DEMO_SETS]
        order.shuffle(sets)
        assert page == markdown(sets)
        assert as_json.as_json(catalog_of(sets)) == as_json.as_json(catalog_of(DEMO_SETS))


def test_the_json_is_what_its_schema_says() -> None:
    schema = json.loads((Path(as_json.__file__).parent / "catalog.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    wild = Tool(HOSTILE, HOSTILE, {"properties": {"p": {"anyOf": [{"type": "null"}], "default": None}}}, output_schema={})
    for sets in (DEMO_SETS, [Toolset((wild, ORDER, Tool("x", parameters=3)))]):
        Draft202012Validator(schema).validate(json.loads(as_json.as_json(catalog_of(sets))))


# ------------------------------------------------------------------------------------------------------------- example calls


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"properties": {"a": {"type": "integer", "minimum": 5}}, "required": ["a"]}, {"a": 5}),
        ({"properties": {"a": {"type": "number", "exclusiveMinimum": 1, "maximum": 1.5}}, "required": ["a"]}, {"a": 1.5}),
        ({"properties": {"a": {"type": "integer", "multipleOf": 7, "minimum": 10}}, "required": ["a"]}, {"a": 14}),
        ({"properties": {"a": {"type": "string", "pattern": "^[A-Z]{2}-\\d+$"}}, "required": ["a"]}, {"a": "aa-0"}),
        ({"properties": {"a": {"type": "string", "format": "date"}}, "required": ["a"]}, {"a": "2026-01-31"}),
        ({"properties": {"a": {"type": "string", "minLength": 9}}, "required": ["a"]}, {"a": "texttexttext"}),
        ({"properties": {"a": {"type": "string", "maxLength": 1}}, "required": ["a"]}, {"a": "1"}),
        ({"properties": {"a": {"enum": ["x", "y"], "default": "y"}}, "required": ["a"]}, {"a": "y"}),
        (
            {"properties": {"a": {"type": "string", "examples": ["from the author"]}}, "required": ["a"]},
            {"a": "from the author"},
        ),
        (
            {"properties": {"a": {"type": "array", "items": {"enum": [1, 2]}, "minItems": 2, "uniqueItems": True}}},
            {"a": [1, 2]},
        ),
        ({"properties": {"a": {}, "b": {}}, "anyOf": [{"required": ["b"]}, {"required": ["a"]}]}, {"b": "text"}),
        ({"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"type": "boolean"}}, "required": ["a"]}, {"a": True}),
        ({"type": "object", "examples": [{"a": 1}, {"b": 2}], "required": ["b"]}, {"b": 2}),
        ({"type": "object"}, {}),
    ],
)
def test_an_example_call_is_one_that_the_schema_accepts(schema: Json, expected: Json) -> None:
    [made] = example(Tool("t", parameters=schema))
    assert isinstance(made, dict)
    Draft202012Validator(schema).validate(made)
    if "pattern" not in json.dumps(schema):
        assert expected == made


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": False}, "required": ["a"]},
        {"properties": {"a": {"type": "integer", "minimum": 3, "maximum": 2}}, "required": ["a"]},
        {"properties": {"a": {"type": "string", "pattern": "(?=x)y"}}, "required": ["a"]},
        {"properties": {"a": {"$ref": "#"}}, "required": ["a"]},
        "no schema",
    ],
)
def test_no_example_is_better_than_a_wrong_one(schema: Json) -> None:
    assert () == example(Tool("t", parameters=schema))


def test_every_example_of_the_corpus_is_accepted_by_its_schema() -> None:
    corpus = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "mcp"
    if not corpus.is_dir():
        pytest.skip("the shared corpus is not here")
    sets = together([source for source in load(str(corpus)) if isinstance(source, Source)])
    tools = [tool for toolset in sets for tool in toolset.tools if isinstance(tool.parameters, dict)]
    without = [tool.name for tool in tools if not example(tool)]
    assert len(without) <= 1
    wrong = [
        tool.name for tool in tools for made in example(tool) if any(Draft202012Validator(tool.parameters).iter_errors(made))
    ]
    assert [] == wrong


# ------------------------------------------------------------------------------------------------------------ the command


def ended(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["catalog", "--isolated", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(
            json.dumps([{"name": f"read_{name}", "description": "Read it.", "inputSchema": {}}])
        )
    return tmp_path


def test_every_form_is_written_compared_and_renewed_by_the_command_it_names(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "README.md").write_text(f"# Mine\n\n{face.BEGIN}\nold\n{face.END}\n\nMore.\n")
    for to in (("-o", "T.md"), ("-o", "t.json"), ("-o", "docs/"), ("--insert", "README.md")):
        assert 0 == ended(capsys, "a.json", "b.json", *to)[0]
        assert (0, "", "") == ended(capsys, "a.json", "b.json", *to, "--check")
        file = here / {"docs/": "docs/index.md"}.get(to[1], to[1])
        file.write_text(file.read_text().replace("Read it.", "Read it!", 1))
        code, out, _ = ended(capsys, "a.json", "b.json", *to, "--check")
        assert 1 == code
        assert re.match(
            rf"{file.relative_to(here).as_posix()}:\d+: the catalog is out of date\n- .*Read it!.*\n\+ .*Read it\.", out
        )
        assert out.endswith(f"renew it with schemalint catalog --isolated a.json b.json {' '.join(to)}\n")
    assert (here / "README.md").read_text().startswith(f"# Mine\n\n{face.BEGIN}\n<!-- Generated")
    assert (here / "README.md").read_text().endswith(f"{face.END}\n\nMore.\n")
    assert {"index.md", "a-json.md", "b-json.md"} == {path.name for path in (here / "docs").iterdir()}
    assert "(a-json.md#tool-read_a)" in (here / "docs" / "index.md").read_text()


def test_a_document_without_markers_is_left_as_it_is(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "README.md").write_text("# Mine\n")
    code, _, err = ended(capsys, "a.json", "--insert", "README.md")
    assert (2, "# Mine\n") == (code, (here / "README.md").read_text())
    assert face.BEGIN in err


def test_a_lock_file_that_stores_texts_is_a_source_like_any_other(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["lock", "--isolated", "a.json", "b.json", "--store-text", "--file", "x.lock.json"])
    assert 0 == main(["lock", "--isolated", "a.json", "--file", "y.lock.json"])
    capsys.readouterr()
    for form, place in (
        ("md", '<a id="tool-read_a">'),
        ("json", '"anchor": "tool-read_a"'),
        ("html", '<article id="tool-read_a"'),
    ):
        code, out, _ = ended(capsys, "x.lock.json", "--format", form)
        assert (0, 1) == (code, out.count(place))
        assert place.replace("read_a", "read_b") in out
    code, _, err = ended(capsys, "y.lock.json")
    assert 2 == code
    assert "y.lock.json: holds digests only; `schemalint lock --store-text` stores the tools too" in err
