"""The quick way through the command line: plain calls are read without importing Typer.

A hook runs at every commit, and Typer costs more than the check. Whatever is not plain (help, completion, a mistake) gives
None and goes to Typer, which has the words for it. A test demands that both ways read every plain call alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from schemalint.cli.table import Command, Option, Value, Values, command, seconds, size


def parse(argv: Sequence[str]) -> tuple[Command, Values] | None:
    """The command and its values, or None where Typer has to look at it. `values["arguments"]` are the positional ones."""
    known = command(argv[0]) if argv else None
    if known is None:
        return None
    options = {flag: option for option in known.options for flag in option.flags}
    values: dict[str, Value] = {option.name: option.default for option in known.options}
    lists: dict[str, list[str]] = {}
    arguments: list[str] = []
    words = iter(argv[1:])
    for word in words:
        if word == "--":
            arguments.extend(words)
            break
        if word == "-" or not word.startswith("-"):
            arguments.append(word)
            continue
        flag, equals, inline = word.partition("=") if word.startswith("--") else (word, "", "")
        option = options.get(flag)
        if option is None:
            return None
        if option.kind == "flag":
            if equals:
                return None
            values[option.name] = True
            continue
        text = inline if equals else next(words, None)
        if text is None:
            return None
        if option.kind == "list":
            lists.setdefault(option.name, []).append(text)
            continue
        value = read(option, text)
        if value is None:
            return None
        values[option.name] = value
    for option in known.options:
        if option.name in lists:
            found = split(option, lists[option.name])
            if not found:
                return None
            values[option.name] = found
    name, required, _ = known.arguments
    exactly = 1 if known.single else 2 if known.pair else len(arguments)
    if (required and not arguments) or len(arguments) != exactly or (not name and arguments):
        return None
    values["arguments"] = arguments
    return known, values


def read(option: Option, text: str) -> Value:
    """An option's value from its text; None where the text is not one it takes."""
    if option.choices and text not in option.choices:
        return None
    if option.kind == "count":
        return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None
    if option.kind == "size":
        return size(text)
    if option.kind == "seconds":
        return seconds(text)
    return text


def split(option: Option, texts: Sequence[str]) -> list[str]:
    """The values of a list option: repeated, and split at commas where names are listed."""
    if not option.commas:
        return list(texts)
    return [name.strip() for text in texts for name in text.split(",") if name.strip()]
