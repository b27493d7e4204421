"""Blocks of arguments in descriptions: where they stand and what they give each name."""

from __future__ import annotations

import pytest

from schemalint.language.docstrings import arguments_block

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
