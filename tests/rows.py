"""The command lines that hostile input is given to: for each command those that reach different code.

`{in}` is the input, `{good}` a sound file, `{out}` a file to write, which a row names if it may write it.
"""

from __future__ import annotations

from typing import Final

from schemalint.cli import table
from schemalint.reports import formats

Row = tuple[str, ...]

_REPORTS: Final = [("--output-format", name) for name in formats.names()]

ROWS: Final[dict[str, list[Row]]] = {
    "check": [
        *(("check", "{in}", *report) for report in _REPORTS),
        ("check", "{in}", "--set", "strict", "--show", "info", "--color", "always"),
        ("check", "{in}", "--select", "ALL", "--target", "openai-strict,gemini", "--output-format", "json"),
        ("check", "{in}", "--statistics"),
        ("check", "{in}", "--matrix", "--target", "openai"),
        ("check", "{in}", "--show-suppressed"),
        ("check", "{in}", "--diff", "--unsafe-fixes", "--set", "strict"),
        ("check", "{in}", "--fix", "--unsafe-fixes", "--set", "strict"),
        ("check", "{in}", "--write-baseline={out}"),
        ("check", "{in}", "-o", "{out}", "--output-format", "sarif"),
        ("check", "{in}", "--show-settings"),
    ],
    "canon": [("canon", "{in}", *more) for more in ((), ("--check",), ("--write",), ("--digest",), ("--indent", "2"))],
    "catalog": [
        ("catalog", "{in}", *more) for more in ((), ("-o", "{out}"), ("--check", "-o", "{good}"), ("--target", "gemini"))
    ],
    "history": [
        ("history", "{in}"),
        ("history", "{in}", "--mode", "in-history", "--output-format", "json"),
        ("history", "{in}", "--mode", "addition-only", "--explain"),
    ],
    "diff": [
        *(("diff", "{good}", "{in}", *report) for report in _REPORTS),
        ("diff", "{in}", "{good}", "--fail-on", "any"),
        ("diff", "{in}", "{in}", "--property-order", "authored"),
    ],
    "lock": [
        ("lock", "{in}", "--file", "{out}"),
        ("lock", "{in}", "--file", "{out}", "--store-text"),
        ("lock", "{in}", "--check", "--file", "{good}"),
        ("lock", "{in}", "--check", "--file", "{in}", "--output-format", "json"),
    ],
    "export": [
        *(("export", "{in}", "--to", target) for target in ("openai-strict", "gemini", "anthropic", "mcp")),
        ("export", "{in}", "--to", "openai", "--inline-refs", "--order", "authored", "-o", "{out}"),
        ("export", "{in}", "--to", "bedrock", "--strict"),
    ],
    "rules": [("rules",), ("rules", "--output-format", "json")],
    "targets": [("targets",), ("targets", "gemini", "--output-format", "json")],
    "explain": [("explain", "enum-in-prose"), ("explain", "{in}")],
    "tokens": [("tokens", "{in}"), ("tokens", "{in}", "--output-format", "json")],
    "init": [("init", "--ci", "none")],
}
"""Every command has rows here (tests/test_matrix.py): one that has none was never given hostile input."""

READING: Final = {command.name for command in table.COMMANDS if issubclass(command, table.Reading)}
BYTES_COUNT: Final = ("canon", "export", "--diff", "--fix")
"""What prints bytes that others read back: their characters are those of the input."""

WRITTEN_BY_INIT: Final = {"schemalint.toml", "pyproject.toml", ".pre-commit-config.yaml", "schemalint-baseline.json"}


def filled(row: Row, name: str) -> list[str]:
    return [word.replace("{in}", name).replace("{good}", "good.json").replace("{out}", "out.json") for word in row]
