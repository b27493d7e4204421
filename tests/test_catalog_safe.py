"""Foreign text in Markdown: a real parser reads it back, finds exactly the text, and nothing that the text tried to be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from searches import search

from schemalint.edge.markdown import blocks, cell, code, inline
from schemalint.edge.show import show

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
BLOCKS = {"paragraph", "bullet_list", "ordered_list", "list_item"}
OURS = {"<br>", "<code>", "</code>"}


def shown(tokens: Iterable[Token]) -> str:
    """The text that a reader sees; an assertion fails for everything that is more than text, lists and code."""
    out: list[str] = []
    for token in tokens:
        if token.type == "inline":
            out += [*map(_shown_inline, token.children or ()), "\n"]
        elif token.type == "fence":
            assert token.info == "text"
            out.append(token.content)
        else:
            assert token.type.rsplit("_", 1)[0] in BLOCKS, token.type
    return "".join(out).replace("\xa0", " ")


def _shown_inline(token: Token) -> str:
    match token.type:
        case "text" | "code_inline" | "text_special":
            return token.content
        case "softbreak":
            return "\n"
        case "html_inline":
            assert token.content in OURS
            return "\n" if token.content == "<br>" else ""
        case _:
            raise AssertionError(f"{token.type}: {token.content}")


def structure(markdown: str) -> list[str]:
    return [token.type for token in PARSER.parse(markdown)]


def letters(text: str) -> str:
    """A text without what lists, code and spacing may rightly take from it."""
    return re.sub(r"[\s`~\-*+.)\d\"]|\\t", "", text)


PIECES = (
    *("\n", "\n\n", "  ", "    ", " ", "\t", "\r\n", "- ", "* ", "+ ", "1. ", "2. ", "10) ", "0", "`", "``", "```", "~~~", "<"),
    *("<!--", "-->", "<script>", "</td>", "![x](y)", "[a]: b", "[", "]", "(", ")", "|", "|-|", "---", "===", "***", "__", "_"),
    *(
        "*",
        "\\",
        "&amp;",
        "&",
        "&#60;",
        "#",
        "# ",
        ">",
        "a",
        "b c",
        "word",
        "é",
        "日",
        "{",
        "}",
        "{{",
        "$",
        "~~",
        "~",
        ":",
        "::",
    ),
    *("%", "???", "!!!", "!", "http://a.b/c_d", "www.ex.am/", "a_b", "_a_", '"', "\u202e", "\x1b", "\u200b", "\U000e0041"),
)
hostile = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def visible(text: str) -> str:
    return show(text.replace("\r\n", "\n"), lines=True)


@search(400)
@given(hostile)
def test_blocks_show_the_text_and_do_nothing_else(text: str) -> None:
    read_back = shown(PARSER.parse(blocks(text)))
    if "```text" not in blocks(text):  # the name of the language beside a fence is left out
        assert letters(visible(text)) == letters(read_back)


@search(400)
@given(hostile)
def test_a_cell_stays_one_cell_and_shows_the_text(text: str) -> None:
    tokens = PARSER.parse(f"| a | b |\n| --- | --- |\n| x | {cell(text)} |\n| y | z |\n")
    assert (4, 3) == (sum(t.type == "td_open" for t in tokens), sum(t.type == "tr_open" for t in tokens))
    inner = [t for t in tokens if t.type == "inline"][3].children or ()
    assert letters(visible(text)) == letters("".join(map(_shown_inline, inner)))


@search(400)
@given(hostile)
def test_a_name_in_a_code_span_is_one_span_in_heading_link_and_cell(name: str) -> None:
    expected = letters(show(name))
    [_, heading, _] = PARSER.parse(f"# {code(name)}\n")
    assert ["code_inline"] == [token.type for token in heading.children or ()]
    assert expected == letters(next(iter(heading.children or ())).content)
    tokens = PARSER.parse(f"- [{code(name, in_link=True)}](#tool-x)\n")
    first, *middle, last = next(token for token in tokens if token.type == "inline").children or []
    assert ("link_open", {"href": "#tool-x"}, "link_close") == (first.type, first.attrs, last.type)
    assert expected == letters("".join(map(_shown_inline, middle)))
    row = PARSER.parse(f"| a | b |\n| --- | --- |\n| {code(name, in_table=True)} | z |\n")
    cells = [token for token in row if token.type == "inline"]
    assert 4 == len(cells)
    assert expected == letters("".join(map(_shown_inline, cells[2].children or ())))


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("plain words, snake_case and 3 - 2 = 1", "plain words, snake_case and 3 - 2 = 1"),
        ("one\ntwo\n\nthree", "one<br>\ntwo\n\nthree"),
        ("Args:\n    path: a file", "Args:<br>\n&nbsp;&nbsp;&nbsp;&nbsp;path: a file"),
        ("- a\n- b\n  more\n  - c\n\nend", "- a\n- b<br>\n  more\n  - c\n\nend"),
        ("- a\n\n  still a\n- b", "- a\n\n  still a\n- b"),
        ("- a\nnot a", "- a\n\nnot a"),
        ("Steps:\n1) go\n2) stop", "Steps:\n\n1. go\n2. stop"),
        ("- a\n  5. five", "- a\n\n  5. five"),
        ("* a\n1. b", "- a\n\n1. b"),
        ("Use `a|b` or ``x`y``", "Use `a|b` or ``x`y``"),
        ("a lone ` tick", "a lone \\` tick"),
        ("`` ` ``", "`` ` ``"),
        ("<b>&amp; & <!-- x -->", "&lt;b>&amp;amp; & &lt;!-- x -->"),
        ("![x](http://e.vil/p.png)", "\\!\\[x\\](http://e.vil/p.png)"),
        ("# not a heading", "\\# not a heading"),
        ("> quoted", "&gt; quoted"),
        ("a\n===", "a<br>\n&#61;=="),
        ("| a |\n|---|", "&#124; a &#124;<br>\n&#124;---&#124;"),
        ("1. ", "1\\."),
        ("{{ secret }} ${HOME}", "\\{\\{ secret }} &#36;\\{HOME}"),
        ("see https://a.b/c_d?e=f", "see https://a.b/c_d?e=f"),
        ("see https://a.b/*", "see https&#58;//a.b/\\*"),
        ("www.a.b/`x`", "www&#46;a.b/`x`"),
        ("```python\nprint(1)\n```\nafter", "```text\nprint(1)\n```\n\nafter"),
        ("~~~\n```\n~~~", "````text\n```\n````"),
        ("  ```\n  a\n    b\n  ```", "```text\na\n  b\n```"),
        ("```\nnever closed", "```text\nnever closed\n```"),
        ("```\n```", "```text\n```"),
        ("``` two words\na", "\\`\\`\\` two words<br>\na"),
        ("```\n<!-- ours -->\n```", "\\`\\`\\`<br>\n&lt;!-- ours --><br>\n\\`\\`\\`"),
        ("a\u202eb\x1b[0m", "a\\\\u202eb\\\\x1b\\[0m"),
        ("a\r\nb\rc", "a<br>\nb<br>\nc"),
        ("", ""),
        (" \n\n ", ""),
    ],
)
def test_what_blocks_make_of_a_text(text: str, markdown: str) -> None:
    assert markdown == blocks(text)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("one\n\n  two", "one<br>two"),
        ("a|b", "a&#124;b"),
        ("`a|b`", "<code>a&#124;b</code>"),
        ("# - 1. >", "# - 1. >"),
        ("", ""),
    ],
)
def test_what_a_cell_makes_of_a_text(text: str, markdown: str) -> None:
    assert markdown == cell(text)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("read_file", "`read_file`"),
        ("", '`""`'),
        ("  ", '`"  "`'),
        ("a`b", "``a`b``"),
        ("`a``", "``` `a`` ```"),
        (" a ", "`  a  `"),
        ("a\nb", "`a\\nb`"),
        ("a|b", "`a|b`"),
    ],
)
def test_what_code_makes_of_a_name(text: str, markdown: str) -> None:
    assert markdown == code(text)


def test_a_name_that_would_be_a_link_definition_stays_a_link() -> None:
    assert "<code>a\\]: b</code>" == code("a]: b", in_link=True)
    assert "`a]: b`" == code("a]: b")


def test_list_markers_that_a_paragraph_would_swallow_stay_lists() -> None:
    text = "intro\n3. three\n4. four\n   * deep\n     7. seven"
    assert 5 == structure(blocks(text)).count("list_item_open") + structure(blocks(text)).count("paragraph_open") - 4
    assert ["ordered_list_open", "bullet_list_open", "ordered_list_open"] == [
        kind for kind in structure(blocks(text)) if kind.endswith("list_open")
    ]


def test_lists_nested_without_end_keep_their_text() -> None:
    text = "\n".join(f"{'  ' * depth}- level{depth}x" for depth in range(60))
    assert letters(text) == letters(shown(PARSER.parse(blocks(text))))


def test_a_line_that_is_no_block_may_hold_anything() -> None:
    assert "\\*\\*a\\*\\* `b` &lt;i>" == inline("**a** `b` <i>")


def steps(text: str) -> int:
    """How many lines of our own code run for a text."""
    import sys

    count = 0

    def trace(frame: object, event: str, argument: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        blocks(text)
    finally:
        sys.settrace(before)  # that of a coverage run
    return count


@pytest.mark.parametrize(
    "unit",
    ["```a\n", "~~~\n<!--\n", "` `` ", "- a\n  - b\n", "`a` ", "_a ", "<", "http://", "www.", "1. x\n\n", "\n", "    x\n"],
)
def test_the_work_grows_no_faster_than_the_text(unit: str) -> None:
    steps(unit)  # what compiles on first use does so here
    assert steps(unit * 400) <= 2.5 * steps(unit * 200)


def test_ticks_of_many_lengths_are_paired_in_one_pass() -> None:
    line = " ".join("`" * length for length in range(1, 300))
    assert letters("") == letters(shown(PARSER.parse(blocks(line))))
    assert _runs(line) == _runs(shown(PARSER.parse(blocks(line))))


def _runs(text: str) -> Sequence[int]:
    return [len(run) for run in re.findall("`+", text)]
