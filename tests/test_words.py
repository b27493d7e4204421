"""Words of texts: which carry content, which forms are one word, which language they are of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.language.words import content_words, is_foreign, stem, words


@pytest.mark.parametrize(
    "forms",
    [
        "query queries querying queried",
        "delete deletes deleting deleted",
        "repository repositories",
        "list lists listing listed",
        "get gets getting got",
        "run runs running ran",
        "cancel cancels cancelling cancelled canceled",
        "install installs installing installed",
        "fill fills filling filled",
        "box boxes",
        "cache caches caching cached",
        "fetch fetches fetching fetched",
        "use uses using used",
        "id ids",
        "process processes processing processed",
        "see sees seeing seen",
        "free frees freed",
        "embed embeds embedding embedded",
        "movie movies",
        "analysis analyses",
        "stop stops stopped stopping",
        "write writes writing wrote written",
        "child children",
        "status statuses",
    ],
)
def test_the_forms_of_one_word_share_a_stem(forms: str) -> None:
    assert 1 == len({stem(form) for form in forms.split()})


@pytest.mark.parametrize(
    "pair",
    ["set setting", "build building", "status state", "file fill", "string sting", "need seed", "class clash", "api ape"],
)
def test_words_that_only_look_alike_keep_their_stems(pair: str) -> None:
    one, other = pair.split()
    assert stem(one) != stem(other)


def test_stems_do_not_depend_on_case() -> None:
    assert stem("query") == stem("QUERIES")


@given(st.text())
def test_every_text_has_words_and_every_word_a_stem(text: str) -> None:
    for word in words(text):
        assert "" != stem(word)


def test_words_are_lower_case_and_lose_the_genitive() -> None:
    assert ("the", "user", "ids", "2nd", "überblick", "don't") == words("The user's IDs, 2nd — Überblick (don't)")


def test_content_words_leave_out_what_says_nothing() -> None:
    assert ("deletes", "task", "project") == content_words("Deletes a task from the project.")


@pytest.mark.parametrize(
    "text",
    [
        "Devuelve el clima actual de una ciudad dada",
        "Liefert das aktuelle Wetter für eine Stadt",
        "Renvoie la météo actuelle d'une ville avec le vent et la température",
        "Geeft het huidige weer van een stad",
        "Restituisce il meteo attuale di una città",
        "Retorna o clima de uma cidade e do estado",
    ],
)
def test_another_european_language_is_foreign(text: str) -> None:
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "List, create, close, or select a tab.",
        "Get weather",
        "Search the wiki of La Paz for die and das",
        "Create an API-update for example.com",
        "查询天气",
        "Delete pending pull request review",
    ],
)
def test_english_short_and_unspaced_texts_are_not_called_foreign(text: str) -> None:
    assert not is_foreign(text)
