"""A text cut into literals, words, marks and line ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.language.pieces import LONGEST, pieces


def shown(text: str) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in pieces(text)]


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ("a b", "'a b'"),
        ("a b", '"a b"'),
        ("a b", "`a b`"),
        ("a b", "``a b``"),
        ("a b", "“a b”"),
        ("a b", "‘a b’"),
        ("a", "``'a'``"),
        ("it's", '"it\'s"'),
        ("'a'", "\"'a'\""),
    ],
)
def test_every_common_quote_makes_a_literal(literal: str, text: str) -> None:
    assert [("quoted", literal)] == shown(text)


def test_apostrophes_are_no_quotes() -> None:
    assert [("word", "don't"), ("word", "users"), ("mark", "'"), ("word", "data")] == shown("don't users' data")
    assert [("word", "the"), ("mark", "'"), ("word", "s"), ("quoted", "a"), ("mark", ".")] == shown("the 's 'a'.")


def test_words_keep_what_joins_them() -> None:
    text = "us-east-1 c++ SL-M node.js F&O a@b.c x_y C# e.g. end."
    words = [piece.text for piece in pieces(text) if piece.kind == "word"]
    assert ["us-east-1", "c++", "SL-M", "node.js", "F&O", "a@b.c", "x_y", "C#", "e.g", "end"] == words


def test_marks_lines_and_ellipses() -> None:
    marks = [("mark", "("), ("word", "a"), ("mark", "..."), ("mark", ")"), ("line", "\n"), ("mark", "...")]
    assert marks == shown("(a…)\r\n..")


def test_an_unclosed_or_long_quote_is_no_literal() -> None:
    assert ("quoted", "x" * LONGEST) in shown(f"'{'x' * LONGEST}'")
    assert all(kind != "quoted" for kind, _ in shown(f"'{'x' * (LONGEST + 1)}'"))
    assert all(kind != "quoted" for kind, _ in shown("'a\nb'"))


def test_a_piece_knows_its_word_and_its_marks() -> None:
    word, mark = pieces("One:")
    assert ("one", "", True, False) == (word.word, mark.word, mark.is_mark(":("), word.is_mark("One"))


@given(st.text(alphabet=" ab'\"`“”‘’-.,:\n…(", max_size=60))
def test_pieces_stand_in_order_where_they_say(text: str) -> None:
    end = 0
    for piece in pieces(text):
        assert end <= piece.start <= piece.at <= piece.end
        if piece.text not in ("...", "\n"):
            assert piece.text == text[piece.at : piece.at + len(piece.text)]
        assert not text[end : piece.start].strip(" ")
        end = piece.end
