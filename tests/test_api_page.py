"""The page on the public API: every public name is on it, with a docstring of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import api_page
import pytest
from api_page import Entry

import schemalint

PAGE = api_page.page()


def documented() -> Iterator[tuple[str, Entry]]:
    """Every public function, class and constant, and their public methods and properties."""
    for name, entry in api_page.entries().items():
        yield name, entry
        for member in api_page.members(entry):
            if isinstance(member.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield f"{name}.{member.name}", member
    for module in schemalint._MODULES:
        for name, entry in api_page.of_module(module).items():
            if isinstance(entry.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield f"{module}.{name}", entry


@pytest.mark.parametrize(("name", "entry"), [pytest.param(name, entry, id=name) for name, entry in documented()])
def test_what_is_public_has_a_docstring_that_stands_on_the_page(name: str, entry: Entry) -> None:
    assert len(entry.text) > 10, name
    assert entry.text in PAGE or " ".join(entry.text.split()) in PAGE


@pytest.mark.parametrize("name", [name for name in schemalint.__all__ if name != "__version__"])
def test_every_public_name_has_a_place_on_the_page(name: str) -> None:
    shown = f"schemalint.{name}" if name in schemalint._MODULES else name
    assert 1 == PAGE.count(f"\n### `{shown}`\n")


def test_a_signature_is_shown_as_callers_see_it() -> None:
    assert "\nmcp_name(server: str, tool: str, limit: int=LIMIT) -> str\n" in PAGE
    assert "- `names() -> tuple[str, ...]`: Every name, visible or not, in the order of first adding.\n" in PAGE
    assert "- `revision: int`: How often what is offered has changed.\n" in PAGE
    assert "\nclass Defined(Generic[P, R_co])\n" in PAGE


def test_a_name_that_is_nowhere_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"schemalint\.model has no Nowhere"):
        api_page.found("schemalint.model", "Nowhere")
