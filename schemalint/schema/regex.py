"""Whether a text is a regular expression by the syntax of ECMA-262 (edition 2025). Nothing is ever run or compiled.

JSON Schema asks for ECMA-262 patterns, best with the `u` flag (2020-12, core 6.4); many validators leave the flag out. So a
pattern is wrong only where it is wrong both ways: with `u`, and without it by the older grammar of Annex B. Names of Unicode
properties are not judged. Iterative, and linear in the length of the pattern.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from schemalint.record import dataclass, field


class _Wrong(Exception):
    """What is wrong with a pattern, in words for its author."""


@dataclass(slots=True)
class _References:
    """What names and numbers a pattern refers to; judged at its end, since a reference may stand before its group."""

    groups: int = 0
    highest: int = 0
    names: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    broken: bool = False


@dataclass(slots=True)
class _Group:
    """An open group: whether it may be repeated, and the names in its present alternative and in those before."""

    repeatable: bool
    here: set[str] = field(default_factory=set)
    before: set[str] = field(default_factory=set)


def fault(pattern: str) -> str | None:
    """What is wrong with a pattern by ECMA-262, or None where it is a regular expression."""
    # Without the flag a character beyond U+FFFF is two: a range of emoji is out of order then.
    units = "".join(map(chr, memoryview(pattern.encode("utf-16-le", "surrogatepass")).cast("H").tolist()))
    legacy = _fault(units, unicode=False)
    return None if legacy is None or _fault(pattern, unicode=True) is None else legacy


def unicode_fault(pattern: str) -> str | None:
    """What is wrong with a pattern by ECMA-262 with the `u` flag, or None where it is a regular expression."""
    return _fault(pattern, unicode=True)


def _fault(text: str, *, unicode: bool) -> str | None:
    try:
        _read(text, unicode)
    except _Wrong as wrong:
        return str(wrong)
    return None


def _read(text: str, unicode: bool) -> None:
    refs = _References()
    groups = [_Group(repeatable=False)]
    i, repeatable = 0, False
    while i < len(text):
        match text[i]:
            case "\\":
                i, repeatable = _escape(text, i, unicode, refs)
            case "[":
                i, repeatable = _class(text, i, unicode, refs), True
            case "(":
                i, group = _open(text, i, unicode, refs, groups[-1])
                groups.append(group)
                repeatable = False
            case ")":
                if len(groups) == 1:
                    raise _Wrong("a `)` closes nothing")
                repeatable = _close(groups)
                i += 1
            case "|":
                groups[-1].before |= groups[-1].here
                groups[-1].here = set()
                i, repeatable = i + 1, False
            case "*" | "+" | "?" | "{" as sign:
                end = _quantifier(text, i, unicode)
                if end and not repeatable:
                    raise _Wrong(f"there is nothing to repeat before `{text[i:end]}`")
                i, repeatable = (end, False) if end else (i + len(sign), True)
            case "]" | "}" as sign if unicode:
                raise _Wrong(f"a `{sign}` closes nothing")
            case sign:
                i, repeatable = i + 1, sign not in "^$"
    if len(groups) > 1:
        raise _Wrong("a `(` is not closed")
    if unicode and refs.highest > refs.groups:
        raise _Wrong(f"`\\{refs.highest}` refers to a group that is not there")
    if (unicode or refs.names) and (refs.broken or refs.named - refs.names):
        raise _Wrong("a `\\k` refers to a group that is not there")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_BRACES: Final = r"\{([0-9]+)(?:(,)([0-9]*))?\}"


def _quantifier(text: str, i: int, unicode: bool) -> int:
    """Where the quantifier at a place ends; 0 for a brace that is none and stands for itself."""
    end = i + 1
    if text[i] == "{":
        braces = _compiled(_BRACES).match(text, i)
        if braces is None:
            if unicode:
                raise _Wrong("a `{` does not begin a quantifier")
            return 0
        least, most = braces[1].lstrip("0"), (braces[3] or "").lstrip("0")
        # By length and text: a number of more than 4,300 digits is no `int` to Python.
        if braces[3] and (len(most), most) < (len(least), least):
            raise _Wrong(f"the numbers of `{braces[0][:40]}` are out of order")
        end = braces.end()
    return end + (text[end : end + 1] == "?")


# --------------------------------------------------------------------------------------------------------------------- groups


def _open(text: str, i: int, unicode: bool, refs: _References, outer: _Group) -> tuple[int, _Group]:
    """Where a group's inside begins, and the group."""
    if text[i + 1 : i + 2] != "?":
        refs.groups += 1
        return i + 1, _Group(repeatable=True)
    if text.startswith(("(?=", "(?!"), i):
        return i + 3, _Group(repeatable=not unicode)
    if text.startswith(("(?<=", "(?<!"), i):
        return i + 4, _Group(repeatable=False)
    if text.startswith("(?<", i):
        end, name = _name(text, i + 2)
        if name is None:
            raise _Wrong("a `(?<` is not followed by the name of a group and `>`")
        if name in outer.here:
            raise _Wrong(f"two groups are named `{name}`")
        refs.groups += 1
        refs.names.add(name)
        outer.here.add(name)
        return end, _Group(repeatable=True)
    flags = _compiled(r"\(\?([ims]*)(?:(-)([ims]*))?:").match(text, i)
    if flags is None:
        raise _Wrong(f"`{text[i : i + 3]}` does not begin a group")
    letters = flags[1] + (flags[3] or "")
    if len(set(letters)) < len(letters) or (flags[2] and not letters):
        raise _Wrong(f"the flags of `{flags[0][:12]}` are not a valid set")
    return flags.end(), _Group(repeatable=True)


def _close(groups: list[_Group]) -> bool:
    """Close the innermost group; its names belong to the alternative that it stands in. Whether it may be repeated."""
    group, outer = groups.pop(), groups[-1].here
    few, many = sorted((group.here, group.before), key=len)
    many |= few
    few, many = sorted((many, outer), key=len)
    if shared := [name for name in few if name in many]:
        raise _Wrong(f"two groups are named `{min(shared)}`")
    many |= few
    groups[-1].here = many
    return group.repeatable


def _name(text: str, i: int) -> tuple[int, str | None]:
    """Where `<name>` at a place ends, and the name; None where no name stands there."""
    found = _compiled(r"<([^<>\s]+)>").match(text, i)
    if found is None:
        return i, None
    spelled = _compiled(r"\\u(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{4}))").sub(
        lambda escape: chr(min(int(escape[1] or escape[2], 16), 0x10FFFF)), found[1]
    )
    name = spelled.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    plain = name[:1].replace("$", "_") + re.sub("[$\u200c\u200d]", "_", name[1:])
    return (found.end(), name) if plain.isidentifier() else (i, None)


# -------------------------------------------------------------------------------------------------------------------- escapes


def _escape(text: str, i: int, unicode: bool, refs: _References) -> tuple[int, bool]:
    """Where an escape outside of a class ends, and whether it may be repeated."""
    letter = text[i + 1 : i + 2]
    if letter in ("b", "B"):
        return i + 2, False
    if letter == "k":
        end, name = _name(text, i + 2)
        if name is None:
            refs.broken = True
            return i + 2, True
        refs.named.add(name)
        return end, True
    number = _compiled(r"[1-9][0-9]{0,8}").match(text, i + 1)
    if number is not None and unicode:
        refs.highest = max(refs.highest, int(number[0]))
        return number.end(), True
    return _character(text, i, unicode)[0], True


_ESCAPES: Final = r"""(?x)
    [dDsSwW] (?P<class>)
    | (?P<control> [fnrtv] )
    | c (?P<letter> [A-Za-z] )
    | x (?P<hex> [0-9A-Fa-f]{2} )
    | u (?P<unit> [0-9A-Fa-f]{4} )
    | (?P<nul> 0 ) (?![0-9])
"""
_OF_UNICODE: Final = r"""(?x)
    [pP]\{ [A-Za-z0-9_]+ (?: = [A-Za-z0-9_]+ )? \} (?P<property>)
    | u\{ 0* (?P<point> [0-9A-Fa-f]{1,6} ) \}
    | u (?P<pair> [Dd][89ABab][0-9A-Fa-f]{2} \\u [Dd][C-Fc-f][0-9A-Fa-f]{2} )
    | (?P<syntax> [\^$\\.*+?()\[\]{}|/] )
"""
_CONTROLS: Final = {"f": 12, "n": 10, "r": 13, "t": 9, "v": 11}


def _character(text: str, i: int, unicode: bool, *, in_class: bool = False) -> tuple[int, int | None]:
    """Where an escape ends, and the code of the one character it stands for; None for a set of them."""
    if i + 1 == len(text):
        raise _Wrong("it ends with a lone `\\`")
    found = _compiled(_OF_UNICODE).match(text, i + 1) if unicode else None
    found = found or _compiled(_ESCAPES).match(text, i + 1)
    if found is not None:
        return found.end(), _code(found.lastgroup or "", found)
    letter = text[i + 1]
    if unicode:
        if letter == "-" and in_class:
            return i + 2, ord("-")
        raise _Wrong(f"`\\{letter}` is not an escape")
    if letter == "c":
        # Annex B: a `\c` without its letter stands for itself, and in a class takes a digit or `_` too.
        if in_class and text[i + 2 : i + 3] in set("0123456789_"):
            return i + 3, ord(text[i + 2]) % 32
        return i + 1, ord("\\")
    octal = _compiled(r"[0-3][0-7]{0,2}|[4-7][0-7]?").match(text, i + 1)
    if octal is not None:
        return octal.end(), int(octal[0], 8)
    return i + 2, ord(letter)


def _code(kind: str, found: re.Match[str]) -> int | None:
    value = found[kind]
    match kind:
        case "class" | "property":
            return None
        case "control":
            return _CONTROLS[value]
        case "letter":
            return ord(value) % 32
        case "nul":
            return 0
        case "syntax":
            return ord(value)
        case "pair":
            return 0x10000 + ((int(value[:4], 16) & 0x3FF) << 10) + (int(value[6:], 16) & 0x3FF)
        case _:
            code = int(value, 16)
            if code > 0x10FFFF:
                raise _Wrong(f"`\\u{{{value}}}` is not a character")
            return code


# -------------------------------------------------------------------------------------------------------------------- classes


def _class(text: str, i: int, unicode: bool, refs: _References) -> int:
    """Where the class that begins at a place ends."""
    i += 1 + (text[i + 1 : i + 2] == "^")
    while i < len(text):
        if text[i] == "]":
            return i + 1
        i, low = _member(text, i, unicode, refs)
        if text[i : i + 1] == "-" and text[i + 1 : i + 2] not in ("", "]"):
            i, high = _member(text, i + 1, unicode, refs)
            if low is None or high is None:
                if unicode:
                    raise _Wrong("a range in a class begins or ends with a set of characters")
            elif low > high:
                raise _Wrong("a range in a class is out of order")
    raise _Wrong("a `[` is not closed")


def _member(text: str, i: int, unicode: bool, refs: _References) -> tuple[int, int | None]:
    if text[i] != "\\":
        return i + 1, ord(text[i])
    letter = text[i + 1 : i + 2]
    if letter == "b":
        return i + 2, 8
    if letter == "k":
        refs.broken = True
    return _character(text, i, unicode, in_class=True)
