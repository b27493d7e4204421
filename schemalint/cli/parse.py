"""A command line -> the command and its typed options, or a `UsageError` that names what to write instead.

One parser for every run, made from the table and quick to start: a hook runs at each commit. Of an option that is given twice
the last value counts; lists add up. `--` ends the options; `-qv` is `-q -v`, and `-oFILE` is `-o FILE`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from schemalint.cli import table
from schemalint.cli.options import Option, Options
from schemalint.edge.show import did_you_mean
from schemalint.errors import Failure

ON_THEIR_OWN: Final = ("--help", "--install-completion", "--show-completion")
"""Options without a command, beside --version."""
Flags: TypeAlias = Mapping[str, Option[Any]]


class UsageError(Failure):
    """A command line that cannot be followed; the text is for the user."""


def parse(words: Sequence[str]) -> Options:
    """The command that the words name, as an instance with their values. Errors: `UsageError`."""
    known = {command.name: command for command in table.COMMANDS}
    if words[0].startswith("-") and words[0] != "-":
        raise UsageError(
            f"there is no option {words[0]}" + did_you_mean(words[0], (*ON_THEIR_OWN, "--version"), _listed("--help"))
        )
    if words[0] not in known and os.path.exists(words[0]):  # noqa: PTH110 - pathlib is slow to import
        raise UsageError(f"no command given; to check it: schemalint check {words[0]}")
    if words[0] not in known:
        raise UsageError(f"there is no command `{words[0]}`" + did_you_mean(words[0], known, _listed("--help")))
    command = known[words[0]]
    options = list(command.every())
    flags = {flag: option for option in options for flag in option.flags}
    values: dict[str, Any] = {}
    positional: list[str] = []
    for flag, given in _pairs(words[1:], flags, _listed(f"{command.name} --help")):
        if flag is None:
            positional.append(given)
        elif flags[flag].several:
            values[flags[flag].name] = values.get(flags[flag].name, ()) + _several(flags[flag], flag, given)
        else:
            values[flags[flag].name] = flags[flag].is_flag or _value(flags[flag], flag, given)
    for flag, option in flags.items():
        if values.get(option.name) == () and flag == option.flags[0]:  # an empty variable of a script is not "none asked for"
            raise UsageError(f"{flag}: names nothing")
    return command(values | _placed([option for option in options if option.positional], positional, command), words[1:])


def _listed(words: str) -> str:
    return f"; `schemalint {words}` lists them"


def _pairs(words: Sequence[str], flags: Flags, listed: str) -> Iterator[tuple[str | None, str]]:
    """Each flag with its value, "" for one without; the positional arguments with None."""
    left = iter(words)
    for word in left:
        if word == "--":
            yield from ((None, argument) for argument in left)
            return
        if word == "-" or not word.startswith("-"):
            yield None, word
        elif word.startswith("--"):
            flag, equals, value = word.partition("=")
            if flag not in flags:
                raise UsageError(f"there is no option {flag}" + did_you_mean(flag, flags, listed))
            if flags[flag].is_flag and equals:
                raise UsageError(f"{flag} does not accept a value")
            if equals and not value and flags[flag].bare is not None:
                raise UsageError(f"{flag}=: names nothing")
            given = equals or flags[flag].is_flag
            yield flag, value if given else _value_of(flag, flags, left)
        else:
            letters = word[1:]
            while letters:
                flag, letters = f"-{letters[0]}", letters[1:]
                if flag not in flags:
                    long = f"-{word.partition('=')[0]}"
                    near = f"; did you mean `{long}`?" if long in (*flags, "--help") else listed
                    raise UsageError(f"there is no option {flag}{f' (in {word})' if len(word) > 2 else ''}{near}")
                if flags[flag].is_flag:
                    yield flag, ""
                else:
                    yield flag, letters or _next(flag, flags, left)
                    break


def _value_of(flag: str, flags: Flags, left: Iterator[str]) -> str:
    bare = flags[flag].bare
    return bare if bare is not None else _next(flag, flags, left)


def _next(flag: str, flags: Flags, left: Iterator[str]) -> str:
    word = next(left, None)
    if word is None or word == "--" or word.partition("=")[0] in flags:
        meant = f"; if `{word}` is the value, write {flags[flag].flags[0]}={word}" if word is not None else ""
        raise UsageError(f"{flag} needs a value: {flag} {flags[flag].shown}{meant}")
    return word


def _several(option: Option[Any], flag: str, given: str) -> tuple[str, ...]:
    if not option.commas:
        return (_value(option, flag, given),)
    return tuple(_value(option, flag, name.strip()) for name in given.split(",") if name.strip())


def _value(option: Option[Any], flag: str, given: str) -> Any:
    word, equals, file = given.partition("=") if option.to_file else (given, "", "")
    if (choices := option.choices) and word not in choices:
        raise UsageError(f"{flag}: `{word}` is not one of {', '.join(choices)}" + did_you_mean(word, choices))
    if equals and not file:
        raise UsageError(f"{flag}: `{given}` names no file")
    value = option.convert(given)
    if value is None:
        raise UsageError(f"{flag}: `{given}` is not {option.expected}")
    return value


def _placed(options: Sequence[Option[Any]], words: Sequence[str], command: type[Options]) -> dict[str, Any]:
    """The positional arguments by name."""
    values: dict[str, Any] = {}
    rest = list(words)
    for option in options:
        if rest:
            values[option.name] = tuple(rest) if option.several else rest[0]
            rest = [] if option.several else rest[1:]
        elif option.required:
            usage = " ".join(["schemalint", command.name, *(option.metavar for option in options)])
            raise UsageError(f"{option.metavar} is missing: {usage}")
    if rest:
        allowed = " ".join(option.metavar for option in options)
        raise UsageError(
            f"`{rest[0]}` is one too many: " + (f"only {allowed} is expected" if allowed else "no argument is expected")
        )
    return values
