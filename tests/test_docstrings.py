"""Blocks of arguments in descriptions: where they stand and what they give each name."""

from __future__ import annotations

import pytest

from schemalint.language.docstrings import arguments_block, without_results

GOOGLE = (
    "Search.\n\n    Args:\n        query (str, optional): Words to\n            look for.\n        limit: Most notes.\n\n"
    "    Returns:\n        A list.\n"
)
NUMPY = (
    "Search.\n\nParameters\n----------\nquery : str\n    Words to look for.\nlow, high : int\n    Bounds.\n\n"
    "Returns\n-------\nlist\n"
)
REST = "Search.\n\n:param query: Words to\n    look for.\n:type query: str\n:param int limit: Most notes.\n:returns: a list\n"
LIST = "Search.\n\nParameters:\n- `query`: Words to look for.\n- **limit** (int): Most notes.\n\nFails at night.\n"


@pytest.mark.parametrize(
    ("text", "entries", "left"),
    [
        (GOOGLE, (("query", "Words to look for."), ("limit", "Most notes.")), "Search.\n\n\n    Returns:\n        A list.\n"),
        (
            NUMPY,
            (("query", "Words to look for."), ("low", "Bounds."), ("high", "Bounds.")),
            "Search.\n\n\nReturns\n-------\nlist\n",
        ),
        (REST, (("query", "Words to look for."), ("limit", "Most notes.")), "Search.\n\n:returns: a list\n"),
        (LIST, (("query", "Words to look for."), ("limit", "Most notes.")), "Search.\n\n\nFails at night.\n"),
        ("Args:\n  a: x", (("a", "x"),), ""),
        ("Args:\n  a (Optional[dict(str, int)]): x\r\n  *rest: y\r\n", (("a", "x"), ("rest", "y")), ""),
    ],
)
def test_a_block_is_found_with_its_entries_and_its_place(text: str, entries: tuple[tuple[str, str], ...], left: str) -> None:
    block = arguments_block(text)
    assert block is not None
    assert entries == tuple((name, "".join(said.split("\r"))) for name, said in block.entries)
    assert left == text[: block.start] + text[block.end :]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Search.",
        "The args: a and b.",
        "Args:\n\nReturns:\n    x\n",
        "Args:\nnot indented: x\n",
        "Parameters\nare words.\n",
        "Parameters\n---\n",
        ":returns: a list\n",
        ":type a: int\n",
    ],
)
def test_what_is_no_block_is_none(text: str) -> None:
    assert arguments_block(text) is None


def test_the_work_grows_with_the_text() -> None:
    block = arguments_block("Args:\n" + "    x (str): y\n" * 20_000)
    assert block is not None
    assert len(block.entries) == 20_000
    assert arguments_block("Args:\n    " + "a(" * 50_000) is None


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Search.\n\n    Returns:\n        A list.\n", "Search.\n"),
        ("Search.\n\nReturns:\n    A list.\n\n    Of notes.\n\nFails at night.\n", "Search.\n\nFails at night.\n"),
        ("Search.\n\n**Returns**: a list\n    of notes\nRaises:\n    KeyError: none is there", "Search."),
        (
            "Search.\n\nReturns\n-------\nlist\n    Notes.\n\nRaises\n------\nKeyError\n\nNotes\n-----\nSlow.\n",
            "Search.\n\nNotes\n-----\nSlow.\n",
        ),
        ("Search.\n\n:returns: a list\n    of notes\n:rtype: list\n:raises KeyError: none\nSlow.", "Search.\n\nSlow."),
        ("Yields:\n  notes\n", ""),
        ("Search.\r\n\r\nReturns:\r\n    A list.\r\n", "Search.\r\n"),
        # what is none
        ("Search.\n\nReturns a list.\n", "Search.\n\nReturns a list.\n"),
        ("Search.\n\nReturns:\nA list.\n", "Search.\n\nReturns:\nA list.\n"),
        ("Search.\n\nReturns\nof all kinds.\n", "Search.\n\nReturns\nof all kinds.\n"),
        ("", ""),
    ],
)
def test_what_tells_of_results_and_errors_is_taken_away(text: str, left: str) -> None:
    assert left == without_results(text)


def test_taking_results_away_grows_with_the_text() -> None:
    assert without_results("Search.\n" + "Returns:\n  a\n\n" * 20_000) == "Search.\n"
