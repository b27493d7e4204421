"""The language gate: what share of a text's letters is Latin."""

import pytest

from schemalint.language.scripts import latin_share, reads_latin


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (1.0, ""),
        (1.0, "plain words"),
        (1.0, "1234 -- 🚀"),
        (1.0, "façade naïve Łódź Ǆ ẞ ｆｕｌｌ ﬁ ɐ"),
        (0.0, "获取当前日期"),
        (0.0, "Дата и время"),
        (0.0, "الوقت הזמן ひらがな 한국어 ελληνικά"),
        (0.5, "abcd 日本日本"),
        (0.8, "abcdefgh 日本"),
    ],
)
def test_only_letters_are_counted(share: float, text: str) -> None:
    assert share == pytest.approx(latin_share(text))


def test_a_text_reads_as_latin_from_four_letters_in_five() -> None:
    assert reads_latin("abcdefgh 日本")
    assert not reads_latin("abcdefg 日本")
    assert reads_latin("abcd 日本日本", share=0.5)


@pytest.mark.parametrize("letter", "aZªºÀÿĀɏɐʯᴀḀỿⱠꜢﬀＡｚ")
def test_letters_of_every_latin_block_are_latin(letter: str) -> None:
    assert 1.0 == latin_share(letter)


@pytest.mark.parametrize("letter", "αДאا中あ가ҐΩʰ"[:9])
def test_look_alikes_of_other_scripts_are_not_latin(letter: str) -> None:
    assert 0.0 == latin_share(letter)
