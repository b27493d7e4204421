from __future__ import annotations

import csv
from pathlib import Path
from statistics import median

import pytest

from schemalint.canon import CanonError
from schemalint.model import Json, Tool
from schemalint.sources import Source, load
from schemalint.tokens import METHOD, at_most, counts, estimate, estimate_parts, text_of

COUNTS = Path(__file__).with_name("token_counts.tsv")
"""Exact counts of the corpus tools by o200k, written by fit_tokens.py --counts."""

GREP = Tool(
    "grep",
    "Search file contents with a regular expression. Returns the matching lines with their paths and line numbers.",
    {
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Regular expression to look for."},
            "path": {"type": "string", "description": "Folder to search, the working folder by default."},
            "max_results": {"type": "integer", "default": 100, "minimum": 1, "maximum": 1000},
        },
        "required": ["pattern"],
    },
)
ORDER = Tool(
    "create_purchase_order",
    "Create a purchase order.\n\nThe order is a draft until somebody releases it:\n- lines need an article and a quantity\n"
    '- prices are in the "currency" of the supplier',
    {"type": "object", "properties": {"supplier_id": {"type": "string"}, "lines": {"type": "array", "items": {}}}},
)
WEATHER = Tool("get_weather", "查询指定城市的天气预报。", {"type": "object", "properties": {"city": {"type": "string"}}})
LIST = Tool("list_teams")

# Exact counts of o200k (tiktoken 0.14.0) over the compact JSON of name, description and parameters, 2026-11-30.
EXACT = ((GREP, 94), (ORDER, 75), (WEATHER, 32), (LIST, 7))


@pytest.mark.parametrize(("tool", "exact"), EXACT, ids=lambda value: getattr(value, "name", None))
def test_an_estimate_is_near_the_exact_count(tool: Tool, exact: int) -> None:
    assert abs(estimate(tool) - exact) <= max(2, 0.1 * exact)


def test_the_parts_add_up_to_the_whole() -> None:
    assert ["name", "description", "parameters"] == list(estimate_parts(GREP))
    assert estimate(GREP) == sum(estimate_parts(GREP).values())
    assert all(part > 0 for part in estimate_parts(GREP).values())


def test_an_absent_part_costs_nothing() -> None:
    assert {"name": 6, "description": 0, "parameters": 0} == estimate_parts(LIST)


def test_other_members_are_not_counted() -> None:
    more = Tool("list_teams", annotations={"readOnlyHint": True}, title="List teams", extra={"icon": "x" * 500})
    assert estimate(LIST) == estimate(more)


def test_private_keys_never_travel_and_cost_nothing() -> None:
    assert estimate(Tool("a", None, {})) == estimate(Tool("a", None, {"x-schemalint-ignore": ["too-deep"]}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (0, 0, 0, 0)),
        ("read the file", (3, 0, 0, 0)),
        ("read_file max-results", (4, 0, 0, 0)),
        ("readFile HTTPServer", (4, 0, 0, 0)),
        ("internationalization", (2, 0, 0, 0)),
        ('{"type":', (1, 2, 0, 0)),
        ("a    b", (2, 1, 0, 0)),
        (r"one\n\ntwo\u0007", (2, 2, 0, 0)),
        ("2026 12", (0, 0, 3, 0)),
        ("天气é", (0, 0, 0, 3)),
    ],
)
def test_what_is_weighed_is_counted(text: str, expected: tuple[int, int, int, int]) -> None:
    assert expected == counts(text)


def test_members_of_the_wrong_type_are_counted_as_they_are() -> None:
    assert text_of(Tool("a", 5, ["b"])) == '"name":"a" "description":5 "parameters":["b"] '
    assert estimate(Tool("a", 5, ["b"])) > estimate(Tool("a"))


def test_a_longer_text_costs_more() -> None:
    costs = [estimate(Tool("read", "Read a file. " * times)) for times in range(1, 30)]
    assert sorted(set(costs)) == costs


@pytest.mark.parametrize("text", ["", "a", "1", "é", "1a" * 500, "a1é" * 500, "天" * 500, ".1" * 500, "A" * 500, "_" * 500])
def test_the_bound_is_never_passed(text: str) -> None:
    tool = Tool(text, text, {text: text})
    assert estimate(tool) <= at_most(tool)


def test_a_value_without_canonical_form_is_refused() -> None:
    with pytest.raises(CanonError):
        estimate(Tool("a", float("nan")))


def test_two_hundred_thousand_characters_take_no_second() -> None:
    from time import process_time

    for text in ("\\" * 200_000, "_" * 200_000, " " * 200_000, "aB" * 100_000, "a1" * 100_000, "é" * 200_000):
        begin = process_time()
        assert sum(counts(text)) > 0
        assert process_time() - begin < 1


def test_the_method_is_named() -> None:
    assert METHOD == "estimate"


def exact_counts() -> dict[tuple[str, str], int]:
    with COUNTS.open(encoding="utf-8", newline="") as lines:
        return {(row["file"], row["tool"]): int(row["o200k"]) for row in csv.DictReader(lines, delimiter="\t")}


@pytest.fixture(scope="module")
def errors(shared: Path) -> dict[str, list[float]]:
    """The relative errors on the corpus by file."""
    exact = exact_counts()
    found: dict[str, list[float]] = {}
    for source in load(str(shared / "corpus" / "mcp")):
        assert isinstance(source, Source)
        for tools in source.toolsets:
            for tool in tools.tools:
                file = Path(tool.origin.source).name
                found.setdefault(file, []).append(estimate(tool) / exact[file, tool.name] - 1)
    return found


def test_every_corpus_tool_has_an_exact_count() -> None:
    assert len(exact_counts()) == 1111
    assert min(exact_counts().values()) > 0


def test_half_of_the_estimates_for_servers_that_were_not_fitted_are_within_4_percent(errors: dict[str, list[float]]) -> None:
    sizes = held_out(errors)
    assert len(sizes) == 547
    assert median(sizes) <= 0.04


def test_95_of_100_estimates_for_servers_that_were_not_fitted_are_within_13_percent(errors: dict[str, list[float]]) -> None:
    sizes = held_out(errors)
    assert sizes[int(0.95 * len(sizes))] <= 0.13


def test_the_estimates_lean_to_neither_side(errors: dict[str, list[float]]) -> None:
    every = [error for some in errors.values() for error in some]
    assert abs(sum(every) / len(every)) <= 0.02


def held_out(errors: dict[str, list[float]]) -> list[float]:
    """The sizes of the errors on every other file, those that fit_tokens.py did not fit to."""
    return sorted(abs(error) for file in sorted(errors)[1::2] for error in errors[file])


def test_the_exact_counts_are_numbers_and_names_only() -> None:
    values: list[Json] = [field for line in COUNTS.read_text(encoding="utf-8").splitlines() for field in line.split("\t")]
    assert max(map(len, values)) < 64
