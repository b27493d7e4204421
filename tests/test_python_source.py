"""Literal tool definitions in Python: which constants count, what their values are, and where every part is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.sources import Source, load
from schemalint.sources.python import Module, parse
from schemalint.text.document import Document, Malformed

TOOL = '{"name": "get_note", "description": "Read.", "input_schema": {"type": "object"}}'


def read(text: str, attribute: str | None = None) -> Module:
    module = parse(text, attribute)
    assert isinstance(module, Module), module
    return module


def value(expression: str, before: str = "") -> Json:
    """What an expression is, when it stands where a tool's `extra` does."""
    text = f'{before}\nT = [{{"name": "t", "input_schema": {{}}, "x": {expression}}}]\n'
    (tool,) = read(text).document.value["T"]
    return tool.get("x", "left out")


def gaps(module: Module) -> list[tuple[Pointer, bool, int]]:
    return [(gap.at, gap.lost, gap.line) for gap in module.gaps]


def malformed(text: str, attribute: str | None = None) -> Malformed:
    read = parse(text, attribute)
    assert isinstance(read, Malformed)
    return read


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('"a" "b"', "ab"),
        ('"a" + "b" + "c"', "abc"),
        ('("a" "b" + ("c"))', "abc"),
        ('"""a\n b"""', "a\n b"),
        ('r"\\d"', "\\d"),
        ('f"plain"', "plain"),
        ('f"{{}}" "x"', "{}x"),
        ("-1", -1),
        ("+1.5", 1.5),
        ("-0.0", -0.0),
        ("0x10", 16),
        ("1_000", 1000),
        ("None", None),
        ("True", True),
        ("(1, 2)", [1, 2]),
        ("[1] + [2] + (3,)", [1, 2, 3]),
        ('{"a": {"b": []}, **{"c": 1}}', {"a": {"b": []}, "c": 1}),
        ("[*[1, 2], 3]", [1, 2, 3]),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ("N", 5),
        ("[N, *L]", [5, 1, 2]),
        ("{**D, K: N}", {"k": 1, "key": 5}),
        ('"x" + K', "xkey"),
        ("L + [N]", [1, 2, 5]),
    ],
)
def test_a_literal_has_the_value_that_python_gives_it(expression: str, expected: Json) -> None:
    before = 'N = 5\nL: list[int] = [1, 2]\nD = {"k": 1}\nK = "key"'
    assert (expected, type(expected)) == ((found := value(expression, before)), type(found))


@pytest.mark.parametrize(
    "expression",
    [
        "f()",
        "a.b",
        "UNKNOWN",
        "[x for x in ()]",
        "1 + 2",
        '"a" % 1',
        '"a" + f()',
        "[1] + 5",
        'b"x"',
        "...",
        "1j",
        "{1, 2}",
        "lambda: 0",
    ],
)
def test_what_is_not_literal_is_left_out_and_told(expression: str) -> None:
    module = read(f'T = [{{"name": "t",\n "input_schema": {{}}, "x": {expression}}}]')
    assert {"name": "t", "input_schema": {}} == module.document.value["T"][0]
    assert [(("T", 0, "x"), True, 2)] == gaps(module)


@pytest.mark.parametrize(
    ("expression", "kept", "step"),
    [
        ("[1, f(), 2]", [1, 2], "-"),
        ("[1, *f()]", [1], "-"),
        ("[1] + f()", [1], "-"),
        ("f() + [1]", [1], "-"),
        ("[1, *5]", [1], "-"),
        ('{"a": 1, **f()}', {"a": 1}, "**"),
        ('{"a": 1, **[2]}', {"a": 1}, "**"),
        ('{"a": 1, f(): 2}', {"a": 1}, "**"),
        ('{"a": 1, 3: 2}', {"a": 1}, "**"),
        ('{"a": 1, "b": f()}', {"a": 1}, "b"),
    ],
)
def test_a_container_keeps_what_can_be_read_of_it(expression: str, kept: Json, step: str) -> None:
    module = read(f'T = [{{"name": "t", "input_schema": {{}}, "x": {expression}}}]')
    assert kept == module.document.value["T"][0]["x"]
    assert [(("T", 0, "x", step), True, 1)] == gaps(module)


def test_an_expression_in_an_f_string_stays_as_a_mark_and_makes_the_text_approximate() -> None:
    module = read(f'LIMIT = 5\nT = [{TOOL[:-1]}, "title": f"at most {{LIMIT}} notes"}}]')
    assert "at most {...} notes" == module.document.value["T"][0]["title"]
    assert [(("T", 0, "title"), False, 2)] == gaps(module)


# ---------------------------------------------------------------------------------------------------------- which names count


def test_names_are_followed_and_a_part_of_another_constant_counts_once() -> None:
    module = read(f"ONE = {TOOL}\nTWO = {TOOL}\nSOME = [ONE]\nALL = [*SOME, TWO]\nSAME = ALL\nDEBUG = True\n")
    assert ["ALL"] == list(module.document.value)
    assert [("ALL", 0), ("ALL", 1)] == [tool.places[()] for tool in module.recognized[0].groups[0].tools]


def test_every_constant_that_holds_tools_counts() -> None:
    module = read(
        f"READ = [{TOOL}]\nSPEC = {TOOL}\nCONFIG = {{'tools': [{TOOL}]}}\nPORTS = [1, 2]\n"
        "SCHEMA = {'type': 'object', 'properties': {}}\n"
    )
    assert ["READ", "SPEC", "CONFIG"] == list(module.document.value)
    assert ["list: anthropic", "one tool: anthropic", "tools list: anthropic"] == [found.shape for found in module.recognized]


def test_a_list_that_grows_at_the_top_level_is_read_whole() -> None:
    module = read(f"T = [{TOOL}]\nT += [{TOOL}]\nT.append({TOOL})\nT.extend([{TOOL}, {TOOL}])\n")
    assert 5 == len(module.document.value["T"])
    assert [] == gaps(module)
    assert 3 == line(module, ("T", 2))


@pytest.mark.parametrize(
    "change",
    [
        "if x:\n    T.append(y)",
        "T[0]['name'] = 'other'",
        "T.pop()",
        "for t in T:\n    t['x'] = 1",
        "del T[0]",
        "T.insert(0, y)",
        "if x:\n    T += [y]",
        "T[0].update(x=1)",
    ],
)
def test_a_change_that_is_not_followed_makes_all_of_it_uncertain(change: str) -> None:
    module = read(f"T = [{TOOL}]\n{change}\n")
    changed = [("T",)] if "for t" not in change else []
    assert changed == [gap.at for gap in module.gaps]
    assert [False] * len(changed) == [gap.lost for gap in module.gaps]


@pytest.mark.parametrize(
    "again",
    [
        "T = f()",
        "def T(): ...",
        "class T: ...",
        "import T",
        "from x import y as T",
        "del T",
        "T, U = 1, 2",
        "if x:\n    T = []",
        "for T in (): ...",
    ],
)
def test_a_name_bound_anew_is_not_what_it_was(again: str) -> None:
    module = read(f"T = [{TOOL}]\n{again}\n")
    assert {} == module.document.value
    assert str(module.explanation).startswith("holds no tool definitions")


def test_what_functions_do_inside_is_not_the_module_s() -> None:
    assert ["T"] == list(read(f"T = [{TOOL}]\ndef f():\n    T = None\n    T.pop()\n").document.value)


def test_only_the_constant_that_was_asked_for_is_read() -> None:
    text = f"A = [{TOOL}]\nB = {TOOL}\nC = [B]\nS = [{{'name': 'x', 'description': 'y'}}]\n"
    text += "SCHEMA = {'title': 'Note', 'type': 'object', 'properties': {}}\n"
    assert ["B"] == list(read(text, "B").document.value)
    assert "bare schema" == read(text, "SCHEMA").recognized[0].shape
    assert "list: name-and-description" == read(text, "S").recognized[0].shape


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ("K", ("`K` is a class that no schema is written for: not a model, dataclass or typed dict", 4, 1)),
        ("L", ("`L` is not a literal at the top level of the module", 6, 1)),
        ("NONE", ("has no top-level name `NONE`; literals in it: `A`", 1, 1)),
    ],
)
def test_a_name_that_cannot_be_read_is_explained(attribute: str, expected: tuple[str, int, int]) -> None:
    text = f"A = [{TOOL}]\nN = 5\ndef f(): ...\nclass K: ...\nif N:\n    L = []\n"
    found = malformed(text, attribute)
    assert expected == (found.reason, found.line, found.column)


def test_a_sum_says_which_part_of_it_is_no_literal() -> None:
    assert "`T` is not read: `f()` is not a literal" == read("T = 'a' + f()", "T").explanation
    assert "`T` is not read: `f()` is not a literal" == read("T = f() + 'a' + 'b'", "T").explanation
    assert "`T` is not read: a sum of what is neither two texts nor two lists" == read("T = [1] + 'a'", "T").explanation


def test_a_name_whose_value_is_no_literal_or_no_tool_is_explained() -> None:
    module = read("T = make_tools(1,\n  2)\nN = 5", "T")
    assert "`T` is not read: `make_tools(1, 2)` is not a literal" == module.explanation
    assert "`N` holds no tool definitions: found a number" in str(read("N = 5", "N").explanation)
    assert "has no top-level name `X`" == malformed("", "X").reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "holds no tool definitions"),
        (
            "@app.get('/')\ndef f(): ...",
            (
                "holds no tool definitions; 1 function is in it: name one as in `file.py:function`,"
                " or put them in a list called TOOLS"
            ),
        ),
    ],
)
def test_a_module_without_literal_tools_says_what_is_true_of_it(text: str, expected: str) -> None:
    assert expected == read(text).explanation


# --------------------------------------------------------------------------------------------------------------------- places


def line(module: Module, at: Pointer) -> int:
    span = module.document.locate(at)
    assert span is not None
    return span.line


def shown(text: str, document: Document, at: Pointer) -> str:
    extent = document.extent(at)
    assert extent is not None
    return text[slice(*extent)]


PLACED = """\
TEXT = "é𝒳"; DESC = "Read."
PROPS = {"type": "object"}
ONE = {"name": "one", "description": DESC, "input_schema": PROPS}
T = [ONE, {"ü": "𝒳é", "name": "two", "description": "a"
    "b", **PROPS, "input_schema": {
        "properties": {"id": {"enum": ["x", "y"]}}}}]
"""


@pytest.mark.parametrize(
    ("at", "span", "text"),
    [
        ((), (1, 1, 1, 2), PLACED),
        (("T",), (4, 1, 4, 2), PLACED[PLACED.index("[ONE") : -1]),
        (("T", 0), (4, 6, 4, 9), "ONE"),
        (("T", 0, "name"), (3, 8, 3, 21), '"one"'),
        (("T", 0, "description"), (3, 23, 3, 42), "DESC"),
        (("T", 0, "input_schema"), (3, 44, 3, 58), "PROPS"),
        (("T", 0, "input_schema", "type"), (2, 10, 2, 26), '"object"'),
        (("T", 1), (4, 11, 4, 12), PLACED[PLACED.index('{"ü"') : -2]),
        (("T", 1, "ü"), (4, 12, 4, 21), '"𝒳é"'),
        (("T", 1, "name"), (4, 23, 4, 36), '"two"'),
        (("T", 1, "description"), (4, 38, 5, 8), '"a"\n    "b"'),
        (("T", 1, "type"), (2, 10, 2, 26), '"object"'),
        (("T", 1, "input_schema"), (5, 19, 5, 33), '{\n        "properties": {"id": {"enum": ["x", "y"]}}}'),
        (("T", 1, "input_schema", "properties", "id", "enum", 1), (6, 45, 6, 48), '"y"'),
    ],
)
def test_a_place_is_where_it_is_written_in_code_points(at: Pointer, span: tuple[int, int, int, int], text: str) -> None:
    document = read(PLACED).document
    found = document.locate(at)
    assert found is not None
    assert span == (found.line, found.column, found.end_line, found.end_column)
    assert text == shown(PLACED, document, at)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_counts_the_same(end: str) -> None:
    text = PLACED.replace("\n", end)
    document = read(text).document
    assert 6 == line(read(text), ("T", 1, "input_schema", "properties"))
    assert '"two"' == shown(text, document, ("T", 1, "name"))


def test_a_place_that_is_not_there_has_no_span() -> None:
    document = read(PLACED).document
    assert (None, None) == (document.locate(("T", 9)), document.extent(("T", 0, "none")))


def test_every_place_of_a_value_can_be_found() -> None:
    document = read(PLACED).document
    stack: list[Pointer] = [()]
    seen = 0
    while stack:
        at = stack.pop()
        seen += 1
        assert document.locate(at) is not None
        here = value_at(document.value, at)
        steps: Sequence[str | int] = (
            list(here) if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        )
        stack += [(*at, step) for step in steps]
    assert 18 == seen


# ---------------------------------------------------------------------------------------------------------- hostile modules


@pytest.mark.parametrize(
    ("text", "reason", "at"),
    [
        ("x = [1,\n", "not valid Python", (1, 5)),
        ("a = 1\nb = = 2\n", "not valid Python: invalid syntax", (2, 5)),
        ("print 'x'\n", "not valid Python", (1, 1)),
        ("x = 'a\x00b'", "not valid Python", (1, 1)),
        (f"x = {'9' * 5000}", "not valid Python", (1, 1)),
    ],
)
def test_what_is_no_python_has_a_reason_and_a_place(text: str, reason: str, at: tuple[int, int]) -> None:
    found = malformed(text)
    assert reason in found.reason
    assert at == (found.line, found.column) or at == (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 100_000,
        "x = " + "[" * 150 + "]" * 150,
        "x = " + "-" * 20_000 + "1",
        "x = " + "+".join(["'a'"] * 3_000),
        "x = " + "+".join(["1"] * 20_000),
        "x" + ".a" * 20_000,
        "x = " + "{'a':" * 190 + "1" + "}" * 190,
        "A0 = ['a']\n" + "".join(f"A{i + 1} = A{i} + A{i}\n" for i in range(60)),
        "A0 = ['a']\n" + "".join(f"A{i + 1} = [A{i}, A{i}]\n" for i in range(60)),
        "S0 = 'a' * 3\nS1 = 'aaaaaaaaaa'\n" + "".join(f"S{i + 1} = S{i} + S{i}\n" for i in range(1, 60)),
        "A0 = {'a': 1}\n" + "".join(f"A{i + 1} = {{'a': A{i}}}\n" for i in range(200)),
        "A0 = {'a': 1}\n" + "".join(f"A{i + 1} = {{'a': A{i}, 'b': A{i}, **A{i}}}\n" for i in range(200)),
    ],
    ids=range(12),
)
def test_a_hostile_module_is_answered_and_does_not_crash(text: str) -> None:
    found = parse(text)
    assert isinstance(found, Malformed) or {} == found.document.value


def test_growth_and_depth_are_named_with_their_place() -> None:
    grows = "A0 = ['a']\n" + "".join(f"A{i + 1} = [A{i}, A{i}]\n" for i in range(60))
    assert "a constant that grows to more than 1,000,000 values when its names are followed" == malformed(grows).reason
    assert 20 == malformed(grows).line
    deep = "A0 = {'a': 1}\n" + "".join(f"A{i + 1} = {{'a': A{i}}}\n" for i in range(200))
    assert ("nested deeper than 128 levels", 129) == (malformed(deep).reason, malformed(deep).line)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ('"\\ud800"', "lone surrogate: half of a character"),
        ("1e400", "a number that JSON cannot hold"),
        ("-1e400", "a number that JSON cannot hold"),
        (f"0x{'f' * 5000}", "an integer of more than 4,300 digits"),
        ('{"\\ud800": 1}', "lone surrogate: half of a character"),
    ],
)
def test_a_value_that_json_cannot_hold_is_a_fault(expression: str, reason: str) -> None:
    module = read(f'T = [{TOOL},\n {TOOL[:-1]}, "x": {expression}}}]')
    (fault,) = module.document.faults
    assert (reason, ("T", 1, "x"), 2) == (fault.reason, fault.at, fault.span.line)


def test_odd_escapes_in_strings_are_not_reported() -> None:
    assert ["T"] == list(read(f'X = "\\d"\nT = [{TOOL}]').document.value)


def test_nothing_runs(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    text = f"open({str(marker)!r}, 'w').close()\nT = [{TOOL}]\n"
    assert ["T"] == list(read(text).document.value)
    assert not marker.exists()


# ------------------------------------------------------------------------------------------------------- what becomes of tools


def loaded(tmp_path: Path, text: str) -> Source:
    path = tmp_path / "tools.py"
    path.write_text(text, encoding="utf-8")
    (source,) = load("tools.py", cwd=tmp_path)
    assert isinstance(source, Source)
    return source


def test_a_tool_with_a_part_left_out_is_approximate_and_says_so(tmp_path: Path) -> None:
    member = '"input_schema": {"type": "object", "properties": {"id": {"type": "string", "enum": IDS}}}'
    source = loaded(
        tmp_path, f'T = [{{"name": "one", {member}}}, {{"name": "two", "input_schema": {{}}, "handler": run}}, {TOOL}]\n'
    )
    assert [("one", "approximate"), ("two", "approximate"), ("get_note", "exact")] == [
        (tool.name, tool.origin.fidelity) for tool in source.toolsets[0].tools
    ]
    assert ("line 1: `one` is read in part, `IDS` is not a literal of this module") == source.skipped[0]


@pytest.mark.parametrize(
    "members",
    [
        '"description": text(), "input_schema": {}',
        '"description": "a", "input_schema": schema()',
        '"description": "a", "input_schema": {"type": "object", "properties": make()}',
        '"description": "a", "input_schema": {**BASE}',
        '"input_schema": {}, **COMMON',
    ],
)
def test_a_tool_whose_text_or_parameters_are_out_of_sight_is_not_judged(tmp_path: Path, members: str) -> None:
    source = loaded(tmp_path, f'T = [{TOOL}, {{"name": "two", {members}}}]\n')
    assert ["get_note"] == [tool.name for tool in source.toolsets[0].tools]
    assert 1 == len(source.skipped)
    assert source.skipped[0].startswith("line 1: `two` is not checked, ")


def test_an_entry_that_is_not_literal_is_noted_and_no_problem(tmp_path: Path) -> None:
    source = loaded(tmp_path, f'T = [{TOOL},\n make(),\n {{"name": NAME, "input_schema": {{}}}}]\n')
    assert ((), 1) == (source.broken, len(source.toolsets[0].tools))
    assert (
        "line 3: an entry is not read, `NAME` is not a literal of this module",
        "line 2: not everything is read, `make()` is not a literal",
    ) == (source.skipped[0], source.skipped[1])


def test_a_changed_constant_is_approximate_as_a_whole(tmp_path: Path) -> None:
    source = loaded(tmp_path, f'T = [{TOOL}]\nT[0]["name"] = name()\n')
    assert "approximate" == source.toolsets[0].tools[0].origin.fidelity
    assert ("line 2: `get_note` is read in part, `T` is changed on line 2",) == source.skipped


def test_constants_with_one_tool_form_one_set_and_each_list_its_own(tmp_path: Path) -> None:
    source = loaded(tmp_path, f"A = [{TOOL}]\nB = {TOOL}\nC = [{TOOL}, {TOOL}]\nD = {TOOL}\n")
    assert [("A",), ("C", "C"), ("B", "D")] == [tuple(tool.places[()][0] for tool in one.tools) for one in source.toolsets]


def test_a_fault_breaks_its_tool_alone(tmp_path: Path) -> None:
    source = loaded(tmp_path, f'T = [{TOOL}, {{"name": "two",\n "description": "\\ud800", "input_schema": {{}}}}]\n')
    (broken,) = source.broken
    assert ("two", 2, ("T", 1, "description")) == (broken.tool, broken.line, broken.pointer)
    assert ["get_note"] == [tool.name for tool in source.toolsets[0].tools]


def test_comments_silence_rules_on_their_line(tmp_path: Path) -> None:
    text = (
        f'T = [  # schemalint: ignore[a-rule, b-rule] upstream\n {TOOL}]  # schemalint: ignore\nX = "# schemalint: ignore[c]"\n'
    )
    read = loaded(tmp_path, text).ignores
    assert {1: [("a-rule", "b-rule")], 2: [()]} == {line: [one.words for one in found] for line, found in read.items()}
    assert ["upstream"] == [one.reason for one in read[1]]
