"""Command lines: what they mean, and what a mistake in one answers."""

from __future__ import annotations

from typing import Any

import pytest

from schemalint.cli.options import Option, Options, size_of
from schemalint.cli.parse import UsageError, parse
from schemalint.cli.table import COMMANDS, Canon, Check, Diff, Explain, Export, History, Lock, Targets


def given(line: str) -> dict[str, Any]:
    """What a line asks for, without what it leaves at its default."""
    options = parse(line.split())
    return {option.name: getattr(options, option.name) for option in options.every() if option.name in options.given}


def refused(line: str) -> str:
    with pytest.raises(UsageError) as error:
        parse(line.split())
    return str(error.value)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("check", {}),
        ("check a.json b", {"sources": ("a.json", "b")}),
        ("check -", {"sources": ("-",)}),
        ("check --fix a", {"fix": True, "sources": ("a",)}),
        ("check a --fix", {"fix": True, "sources": ("a",)}),
        ("check --fix --fix", {"fix": True}),
        ("check --fail-on error", {"fail_on": "error"}),
        ("check --fail-on=error", {"fail_on": "error"}),
        ("check --fail-on error --fail-on=info", {"fail_on": "info"}),
        ("check --select a,b --select=c", {"select": ("a", "b", "c")}),
        ("check --select ,a,", {"select": ("a",)}),
        ("check --header=A:,b --header C=d", {"header": ("A:,b", "C=d")}),
        ("check -q", {"quiet": True}),
        ("check -qv a", {"quiet": True, "verbose": True, "sources": ("a",)}),
        ("check -o out a", {"output_file": "out", "sources": ("a",)}),
        ("check -oout a", {"output_file": "out", "sources": ("a",)}),
        ("check -qvoout a", {"quiet": True, "verbose": True, "output_file": "out", "sources": ("a",)}),
        ("check -qo out", {"quiet": True, "output_file": "out"}),
        ("check -o --odd", {"output_file": "--odd"}),
        ("check --output-file=--fix", {"output_file": "--fix"}),
        ("check --output-file=", {"output_file": ""}),
        ("check --output-file=a=b", {"output_file": "a=b"}),
        ("check -- --fix -x", {"sources": ("--fix", "-x")}),
        ("check a -- b -- c", {"sources": ("a", "b", "--", "c")}),
        ("check --import --max-file-size 1MiB", {"import_": True, "max_file_size": 2**20}),
        ("check --timeout 0.5", {"timeout": 0.5}),
        ("canon --indent 0", {"indent": 0}),
        ("lock --max-growth 10%", {"max_growth": 10.0}),
        ("lock --max-growth 2.5", {"max_growth": 2.5}),
        ("history log --at 12", {"log": "log", "at": 12}),
        ("diff a b", {"old": "a", "new": "b"}),
        ("diff - --color never -- -b", {"old": "-", "new": "-b", "color": "never"}),
        ("targets", {}),
        ("targets mcp@2025-11-25", {"target": "mcp@2025-11-25"}),
    ],
)
def test_a_line_is_read(line: str, expected: dict[str, Any]) -> None:
    assert expected == given(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("chek", "there is no command `chek`; did you mean `check`?"),
        ("xyz", "there is no command `xyz`; `schemalint --help` lists them"),
        ("--versoin", "there is no option --versoin; did you mean `--version`?"),
        ("-x", "there is no option -x; `schemalint --help` lists them"),
        ("check --selct a", "there is no option --selct; did you mean `--select`?"),
        ("check --selct=a", "there is no option --selct; did you mean `--select`?"),
        ("check --Fix", "there is no option --Fix; did you mean `--fix`?"),
        ("check --unsafe a", "there is no option --unsafe; did you mean `--unsafe-fixes`?"),
        ("check --zzz", "there is no option --zzz; `schemalint check --help` lists them"),
        ("check ---", "there is no option ---; `schemalint check --help` lists them"),
        ("check -x", "there is no option -x; `schemalint check --help` lists them"),
        ("check -qx", "there is no option -x (in -qx); `schemalint check --help` lists them"),
        ("check -fix", "there is no option -f (in -fix); did you mean `--fix`?"),
        ("check -fail-on=error", "there is no option -f (in -fail-on=error); did you mean `--fail-on`?"),
        ("canon -help", "there is no option -h (in -help); did you mean `--help`?"),
        ("check --fix=yes", "--fix does not accept a value"),
        ("check --fix=", "--fix does not accept a value"),
        ("check --select", "--select needs a value: --select NAME"),
        ("check -o", "-o needs a value: -o FILE"),
        ("check --fail-on", "--fail-on needs a value: --fail-on error|warning|info|never"),
        ("check --select --fix", "--select needs a value: --select NAME; if `--fix` is the value, write --select=--fix"),
        (
            "check -o --set=strict",
            "-o needs a value: -o FILE; if `--set=strict` is the value, write --output-file=--set=strict",
        ),
        ("check --select -- a", "--select needs a value: --select NAME; if `--` is the value, write --select=--"),
        ("check --select=", "--select: names nothing"),
        ("check --select=, --ignore a", "--select: names nothing"),
        ("check --set all", "--set: `all` is not one of minimal, recommended, strict"),
        ("check --set Strict", "--set: `Strict` is not one of minimal, recommended, strict; did you mean `strict`?"),
        ("check --set=", "--set: `` is not one of minimal, recommended, strict"),
        ("canon --indent -1", "--indent: `-1` is not a whole number from 0 to 99"),
        ("canon --indent 100", "--indent: `100` is not a whole number from 0 to 99"),
        ("canon --indent ²", "--indent: `²` is not a whole number from 0 to 99"),
        ("check --max-file-size big", "--max-file-size: `big` is not a size such as 16MiB"),
        ("check --timeout -1", "--timeout: `-1` is not a number of seconds such as 30"),
        ("check --timeout 1e3", "--timeout: `1e3` is not a number of seconds such as 30"),
        ("check --timeout .5", "--timeout: `.5` is not a number of seconds such as 30"),
        ("check --timeout 0", "--timeout: `0` is not a number of seconds such as 30"),
        ("lock --max-growth ten", "--max-growth: `ten` is not a percentage such as 10%"),
        ("lock --max-growth -5%", "--max-growth: `-5%` is not a percentage such as 10%"),
        ("history log --at 1.5", "--at: `1.5` is not a whole number from 0 to 9007199254740991"),
        ("explain", "RULE is missing: schemalint explain RULE"),
        ("explain a b", "`b` is one too many: only RULE is expected"),
        ("diff a", "NEW is missing: schemalint diff OLD NEW"),
        ("diff a b c", "`c` is one too many: only OLD NEW is expected"),
        ("targets a b", "`b` is one too many: only NAME[@DATE] is expected"),
        ("rules x", "`x` is one too many: no argument is expected"),
    ],
)
def test_a_mistake_is_answered_with_what_to_write(line: str, expected: str) -> None:
    assert expected == refused(line)


@pytest.mark.parametrize("value", [" ", " , ", ",,"])
def test_an_empty_variable_of_a_script_does_not_pass_for_no_choice(value: str) -> None:
    with pytest.raises(UsageError, match="--target: names nothing"):
        parse(["check", "a.json", "--target", value])


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1", 1), ("16MiB", 2**24), ("16M", 2**24), ("2kb", 2048), ("1G", 2**30), ("0", None), ("", None), ("MiB", None),
     ("1T", None), ("-1", None), ("1.5M", None), ("²", None), ("9" * 20, None)],
)  # fmt: skip
def test_sizes(text: str, expected: int | None) -> None:
    assert expected == size_of(text)


def test_values_are_typed_and_cannot_be_changed() -> None:
    options = parse(["check", "a.json", "--fix"])
    assert isinstance(options, Check)
    assert (True, False, ("a.json",), None) == (options.fix, options.diff, options.sources, options.fail_on)
    with pytest.raises(AttributeError, match="fix cannot be changed"):
        options.fix = False  # type: ignore[assignment]


def test_every_command_has_its_defaults() -> None:
    assert ("auto", (), (), None) == (Check().color, Check().output_format, Check().select, Check().output_file)
    assert ("breaking", None) == (Diff().fail_on, Diff().property_order)
    assert ("none", None) == (History().mode, History().at)
    assert ("name", None, False) == (Export().order, Export().to, Export().strict)
    assert (None, None, None, ()) == (Canon().indent, Lock().max_growth, Targets().target, Explain().rules)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_table_is_sound(command: type[Options]) -> None:
    options = list(command.every())
    flags = [flag for option in options for flag in option.flags]
    assert len(flags) == len(set(flags))
    assert command.about.endswith(".")
    for option in options:
        assert option.about.endswith((".", ")")) or option.positional
        assert option.default in (*option.choices, None, ()) or not option.choices
    positional: list[Option[Any]] = [option for option in options if option.positional]
    assert positional == sorted(positional, key=lambda option: not option.required)
    assert all(not option.several for option in positional[:-1])
