"""What frameworks take from a docstring: its text, the texts of parameters, the returns; and how long that may take."""

from __future__ import annotations

import ast
import inspect
import textwrap

import pytest

from schemalint import frameworks
from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.docstrings import Docstring, Taken

GOOGLE = """
    Find it.

    More of it
    in two lines.

    Args:
        word (str): What to find,
            in any case.
        limit: At most so many (not more).

            Really.
        **more: The rest.

    Returns:
        list[str]: What was found.

    Note:
        Slow.
    """
NUMPY = """Find it.

    More of it
    in two lines.

    Parameters
    ----------
    word : str
        What to find,
        in any case.
    limit
        At most so many (not more).

    Returns
    -------
    list[str]
        What was found.
    """
REST = """Find it.

    More of it
    in two lines.

    :param word: What to find,
        in any case.
    :type word: str
    :param limit: At most so many (not more).
    :returns: What was found.
    :rtype: list[str]
    """
TEXT = "Find it.\n\nMore of it\nin two lines."
FOUND = "What was found."
WORD, LIMIT = "What to find,\nin any case.", "At most so many (not more)."


def read(text: str | None) -> Docstring:
    return docstrings.read(None if text is None else ast.Constant(text))


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, REST])
def test_the_three_styles_say_the_same(text: str) -> None:
    doc = read(text)
    assert {"word": WORD, "limit": LIMIT} == {
        name: words.split("\n\n")[0].replace("\nReally.", "") for name, words in doc.parameters.items() if name != "more"
    }
    assert ("list[str]", "What was found.") == doc.returns
    assert (TEXT, TEXT) == (docstrings.griffe(doc)[0], doc.short.replace("Find it.\n\n\n", "Find it.\n\n"))


@pytest.mark.parametrize("text", [None, "", "  \n "])
def test_no_docstring_says_nothing(text: str | None) -> None:
    assert docstrings.NONE == read(text)


def test_blank_lines_behind_the_first_line_of_a_text_are_griffe_s() -> None:
    doc = read(GOOGLE)
    assert f"{LIMIT}\nReally." == frameworks.named("anthropic").reads(doc)[1]["limit"]
    assert f"{LIMIT}\n\nReally." == docstrings.griffe(doc)[1]["limit"]
    assert "The rest." == doc.parameters["more"]


@pytest.mark.parametrize(
    ("text", "strict", "loose"),
    [
        ("Do.\nArgs:\n    a: A.\n", ("Do.\nArgs:\n    a: A.", {}), ("Do.", {"a": "A."})),
        ("Do.\nReturns:\n    A.\n", ("Do.\nReturns:\n    A.", {}), ("Do.\nReturns:\n    A.", {})),
        ("\n    Args:\n        a: A.\n    ", ("", {"a": "A."}), ("", {"a": "A."})),
        ("Do.\n\nNote:\n    A.\n", ("Do.", {}), ("Do.", {})),
        ("Do.\n\nArgs: none\n", ("Do.\n\nArgs: none", {}), ("Do.\n\nArgs: none", {})),
    ],
)
def test_a_section_needs_a_blank_line_above_it_but_for_arguments_in_the_agents_sdk(
    text: str, strict: Taken, loose: Taken
) -> None:
    doc = read(text)
    assert (strict, loose) == (docstrings.griffe(doc), docstrings.griffe_with_args(doc))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            GOOGLE,
            f"<summary>{TEXT}</summary>\n<returns>\n<type>list[str]</type>\n<description>{FOUND}</description>\n</returns>",
        ),
        ("\n    Returns:\n        A.\n    ", "<returns>\n<description>A.</description>\n</returns>"),
        ("Do.\n\nArgs:\n    a: A.\n", "Do."),
        ("Do.\n\nRaises:\n    E: A.\n", "Do."),
    ],
)
def test_pydantic_ai_marks_up_the_returns(text: str, expected: str) -> None:
    assert expected == frameworks.named("pydantic-ai").reads(read(text))[0]


def test_strands_leaves_out_the_arguments_alone() -> None:
    text = frameworks.named("strands").reads(read(GOOGLE))[0]
    assert f"{TEXT}\n\nReturns:\n    list[str]: What was found.\n\nNote:\n    Slow." == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GOOGLE, ("Find it. More of it\nin two lines.", {"word": WORD.replace("\n", " "), "limit": LIMIT})),
        ("Do.\n\nReturns:\n    A.\n\nMore.\n\nArgs:\n    a: A.\n", ("Do.", {"a": "A."})),
        ("Do.\n\nArgs:\n\n    a: A.\n", ("Do.", {})),
        ("Do.\n\nArgs:\n    nothing\n    a: A\n  and more\n", ("Do.", {"a": "A and more"})),
    ],
)
def test_langchain_reads_google_docstrings_block_by_block(text: str, expected: Taken) -> None:
    found = frameworks.named("langchain").switches["parse_docstring", True](read(text))
    assert expected == (found[0], {name: words for name, words in found[1].items() if name in expected[1]})


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, "One.\n\tTwo.\n", "One.\n\n        Deep.\n\n    Less.\n\n    "])
def test_a_raw_docstring_has_lost_what_python_3_13_drops(text: str) -> None:
    once = docstrings.dedented(text)
    assert inspect.cleandoc(text) == inspect.cleandoc(once)
    assert (once, True) == (docstrings.dedented(once), all(line == "" or line.strip() for line in once.split("\n")))


HEAVY = {
    "many brackets": "    a " + "(" * 15_000 + ": x\n",
    "lines of brackets": ("    a " + "(" * 8 + "x" * 150 + ": x\n") * 80,
    "pairs": "    " + "a(b c) " * 2_000,
    "spaces": "    a:" + " " * 18_000 + "x\n",
    "names": "".join(f"    a{n}: text\n" for n in range(1_200)),
    "dashes": "---\n" * 4_000,
    "fields": ":param a: x\n" * 1_500,
    "longer than is read": "    a: x\n" * 50_000,
}


@pytest.mark.parametrize("name", HEAVY)
def test_no_docstring_takes_long(name: str) -> None:
    doc = read(f"Do.\n\nArgs:\n{HEAVY[name]}")
    assert "Do." == docstrings.griffe(doc)[0].split("\n")[0]
    assert len(doc.parameters) < 1_500


def test_brackets_come_back_as_they_were() -> None:
    kind = "dict[str, " + "tuple(" * 10 + "int" + ")" * 10 + "]"
    doc = read(f"Do (it).\n\nArgs:\n    a ({kind}): Some (text).\n\nReturns:\n    {'(' * 10}x: What (it) is.\n")
    assert ({"a": "Some (text)."}, "Do (it).") == (dict(doc.parameters), doc.short)
    assert ("(" * 10 + "x", "What (it) is.") == doc.returns


def test_what_the_parser_cannot_read_is_prose(monkeypatch: pytest.MonkeyPatch) -> None:
    import docstring_parser

    def fail(_: str) -> None:
        raise docstring_parser.ParseError

    monkeypatch.setattr(docstring_parser, "parse", fail)
    doc = read(textwrap.dedent(GOOGLE))
    assert (inspect.cleandoc(GOOGLE), {}) == docstrings.griffe(doc)
