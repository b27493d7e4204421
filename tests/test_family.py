from __future__ import annotations

import time

import pytest

from schemalint.language.family import agree, listed, unspelled


@pytest.mark.parametrize(
    "names",
    [
        ("per_page", "perPage", "PerPage", "per-page", "PER_PAGE", "perpage", "per page", "per.page", "_per__page_"),
        ("line_1", "line1", "Line-1"),
        ("v1_2", "v1-2", "V1.2", "v1__2"),
        ("straße", "STRASSE"),
        ("größe_ändern", "GrößeÄndern"),
    ],
)
def test_the_spellings_of_one_name_are_one(names: tuple[str, ...]) -> None:
    assert 1 == len({unspelled(name) for name in names})


@pytest.mark.parametrize(
    "names",
    [
        ("get_user", "get_users", "user_get"),
        ("line_1_1", "line_11", "line_1_11"),
        ("$top", "top"),
        ("-n", "--", "$n"),
        ("कि", "का"),
        ("x'", "x"),
    ],
)
def test_different_names_stay_apart(names: tuple[str, ...]) -> None:
    assert len(names) == len({unspelled(name) for name in names})


@pytest.mark.parametrize("name", ["", "_", "--", " ", "._-"])
def test_joints_alone_leave_nothing(name: str) -> None:
    assert "" == unspelled(name)


@pytest.mark.parametrize("name", ["_" * 100_000, "1" + "_" * 100_000 + "1", "1_" * 50_000, "a-" * 50_000 + "!", "-1" * 50_000])
def test_a_long_name_costs_no_more_than_its_length(name: str) -> None:
    started = time.process_time()
    assert len(unspelled(name)) <= len(name)
    assert 2 > time.process_time() - started


@pytest.mark.parametrize(
    ("expected", "names"),
    [
        ("`a`", ["a"]),
        ("`a` and `b`", ["a", "b"]),
        ("`a`, `b` and `c`", ["a", "b", "c"]),
        ("`a`, `b`, `c` and 1 more", ["a", "b", "c", "d"]),
        ("`a`, `b`, `c` and 97 more", ["a", "b", "c", *["d"] * 97]),
    ],
)
def test_many_names_are_listed_in_few_words(expected: str, names: list[str]) -> None:
    assert expected == listed(names)


def test_a_word_agrees_with_its_count() -> None:
    assert ("is", "are", "are") == (agree(1, "is", "are"), agree(2, "is", "are"), agree(0, "is", "are"))
