"""Verbs in names: the word list, where a word counts, what the description witnesses."""

from __future__ import annotations

import pytest

from schemalint.language import verbs


@pytest.mark.parametrize("word", "get upsert geocode deactivate unstar reindex unresolve reprioritize undo eval".split())
def test_a_verb_of_tools_is_an_action(word: str) -> None:
    assert verbs.is_action(word)


@pytest.mark.parametrize(
    "word",
    "package versions getter searcher overview prefix preset discount report request resource response detail gets ''".split(),
)
def test_nouns_and_agent_nouns_are_no_actions(word: str) -> None:
    assert not verbs.is_action(word)


def test_no_word_stands_in_two_sections() -> None:
    known = verbs.lexicon()
    assert frozenset() == known.actions & known.nouns_too
    assert frozenset() == known.commands & known.noun_commands


def test_the_list_is_lower_case_words_and_large_enough() -> None:
    known = verbs.lexicon()
    every = known.actions | known.predicates | known.nouns_too | known.commands | known.noun_commands
    assert all(word.isalnum() and word == word.lower() for word in every)
    assert 430 < len(known.actions)
    assert 60 < len(known.commands)
    assert "status" in known.programs["git"]


@pytest.mark.parametrize(
    ("name", "namespace", "expected"),
    [
        ("get user", 0, True),
        ("user get", 0, True),
        ("acme user get detail", 0, True),
        ("article getter", 0, False),
        ("current user", 0, False),
        ("git status", 1, True),
        ("git user", 1, False),
        ("git", 0, True),
        ("docker images", 0, True),
        ("docx to pdf", 1, True),
        ("to", 0, False),
        ("is open", 0, True),
        ("report open issues", 0, True),
        ("query index", 0, True),
        ("index", 0, True),
        ("city score table", 0, False),
        ("score history", 0, False),
        ("page snapshot", 0, True),
        ("city map", 0, False),
        ("directory tree", 0, True),
        ("tree structure", 0, False),
        ("new page", 0, True),
        ("new", 0, False),
        ("lights off", 0, True),
        ("off", 0, False),
        ("getweather", 0, True),
        ("createuser", 0, True),
        ("listener", 0, False),
        ("getter", 0, False),
        ("html2text", 0, True),
        ("", 0, False),
    ],
)
def test_a_name_acts_by_its_verb_and_where_it_stands(name: str, namespace: int, expected: bool) -> None:
    assert expected is verbs.acts(name.split(), namespace=namespace)


def test_a_lone_name_may_start_with_a_namespace_that_nobody_can_know() -> None:
    assert not verbs.acts(("acme", "rate", "orders"))
    assert verbs.acts(("acme", "rate", "orders"), alone=True)
    assert not verbs.acts(("exchange", "rate"), alone=True)


def test_verbs_and_commands_can_be_added() -> None:
    assert verbs.acts(("frobnicate", "widget"), extra=("frobnicate",))
    assert verbs.acts(("zeek", "packets"), borrowed=("zeek",))
    assert not verbs.acts(("zeek", "packets"))


@pytest.mark.parametrize(
    ("noun", "verb"),
    [("searcher", "search"), ("getter", "get"), ("analyser", "analyse"), ("editor", "edit"), ("splitter", "split")],
)
def test_an_agent_noun_gives_its_verb(noun: str, verb: str) -> None:
    assert verb == verbs.agent(noun)


@pytest.mark.parametrize("word", ["user", "server", "player", "or", "getter2", "weather", "get"])
def test_other_nouns_give_none(word: str) -> None:
    assert verbs.agent(word) is None


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Retrieves all pages.", "retrieve"),
        ("List pages.", "list"),
        ("Queries an index", "query"),
        ("Fetches it", "fetch"),
        ("Creating a page", "create"),
        ("Getting a page", None),
        ("A page.", None),
        ("", None),
        ("获取", None),
    ],
)
def test_the_opening_verb_of_a_description_in_its_base_form(text: str, verb: str | None) -> None:
    assert verb == verbs.leading_verb(text)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("orders query", "Query the orders.", True),
        ("label issue", "Labels an issue.", True),
        ("query language", "Query language reference.", False),
        ("weather forecast", "Weather forecast for a city.", False),
        ("packages", "Packages of a registry.", False),
        ("skopeo", "Runs `skopeo` on an image.", True),
        ("zeek", "The zeek command line.", True),
        ("skopeo", "Looks at an image.", False),
        ("page", "", False),
    ],
)
def test_the_description_is_a_witness(name: str, text: str, expected: bool) -> None:
    assert expected is verbs.witnessed(name.split(), text)
