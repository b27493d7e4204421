"""Letters that pass for Latin ones: the Cyrillic, Greek, Armenian and Cherokee look-alikes, wide and mathematical forms.

A short list of what looks alike in common fonts (Unicode Technical Standard 39, confusables), not the whole table: it is
about names that deceive a person. Knows no rule.
"""

from __future__ import annotations

from typing import Final

from schemalint.pattern import pattern

_CYRILLIC: Final = "аеорсухіјѕһԁԛԝѵӏАВЕКМНОРСТУХІЈЅԌԜҮүкгпт"
_GREEK: Final = "αονρτυικχγηωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ"
_ARMENIAN: Final = "օսոհցԱՍՕհզ"
_CHEROKEE: Final = "ᎪᎡᎢᎳᎬᎻᏀᏃᏒᏚᏞᏟᏢᏦᏩᏴ"
_WEAK: Final = frozenset("кгптүҮτικγηωυ")
"""Look-alikes of a kind: enough beside Latin letters, too little to call a whole word an imitation."""

_ALIKE: Final = frozenset(_CYRILLIC + _GREEK + _ARMENIAN + _CHEROKEE)
_FORMS: Final = "\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7cb\ufb00-\ufb06\u2170-\u217f\u24b6-\u24e9"
"""Full-width and mathematical letters, ligatures, small Roman numerals, circled letters: Latin in another coat."""
_words = pattern(r"[^\W\d_]+")
_forms = pattern(f"[{_FORMS}]")


def is_other_letter(char: str) -> bool:
    """Whether a character is a letter outside ASCII, or a mark that changes one."""
    return not char.isascii() and (char.isalpha() or "\u0300" <= char <= "\u036f")


def imitates_latin(name: str, *, alone: bool = True) -> list[str]:
    """The letters of a name that pass for Latin ones, in order; none where a word is honest in its own script.

    A word imitates where look-alikes stand beside ASCII letters, or where it is made of nothing else (`сору`) and has three
    letters; with `alone` false only the former, for a text that is written in another script. One Greek letter and a unit
    (`μm`) is no imitation.
    """
    found = _forms().findall(name)
    for match in _words().finditer(name):
        word = match[0]
        if word.isascii():
            continue
        alike = [char for char in word if char in _ALIKE]
        if not alike:
            continue
        latin = sum(1 for char in word if char.isascii())
        others = len(word) - latin - len(alike)
        mixed = latin > 0 and others == 0 and latin + len(alike) >= 3
        whole = alone and latin == 0 and others == 0 and len(word) >= 3 and not _WEAK.intersection(alike)
        if mixed or whole:
            found += alike
    return found
