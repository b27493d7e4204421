"""Every command and option, once. The quick parser and Typer are both made from this table.

Importing it is cheap: no command is imported before it is run, and nothing here knows what a command does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["flag", "text", "list", "count", "size", "seconds"]
Value: TypeAlias = bool | str | int | float | list[str] | None
Values: TypeAlias = Mapping[str, Value]
"""What the user asked for: option name (snake case) to value; options not given have their default."""


@dataclass(frozen=True, slots=True)
class Option:
    """`flags` as typed; the first long one gives the name. A `list` may be repeated and its values split at commas."""

    flags: tuple[str, ...]
    help: str
    kind: Kind = "text"
    default: Value = None
    choices: tuple[str, ...] = ()
    metavar: str | None = None
    panel: str = "Options"
    commas: bool = False

    @property
    def name(self) -> str:
        long = next(flag for flag in self.flags if flag.startswith("--"))
        name = long[2:].replace("-", "_")
        return f"{name}_" if name == "import" else name  # a keyword of the language


@dataclass(frozen=True, slots=True)
class Command:
    """`module` under `schemalint.cli` holds `run(values) -> int`, the exit code."""

    name: str
    module: str
    help: str
    arguments: tuple[str, bool, str]
    """The positional arguments: name, whether one is required, help."""
    single: bool
    """Whether exactly one positional argument is taken."""
    options: Sequence[Option]
    epilog: str = ""
    pair: bool = False
    """Whether exactly two positional arguments are taken."""


def _flag(*flags: str, help: str, panel: str = "Options") -> Option:  # noqa: A002 - the name typer users know
    return Option(flags, help, kind="flag", default=False, panel=panel)


_COMMON: Final = (
    Option(("--config",), "Use this configuration file and no other.", metavar="FILE", panel="Configuration"),
    _flag("--isolated", help="Ignore every configuration file.", panel="Configuration"),
    Option(("--color",), "When to use colour.", default="auto", choices=("auto", "always", "never"), panel="Output"),
    _flag("--quiet", "-q", help="Print results only, no notes.", panel="Output"),
    _flag("--verbose", "-v", help="Name what was passed over and why.", panel="Output"),
)
_TRUST: Final = _flag(
    "--trust",
    help="Let the configuration name what runs: modules to import, an interpreter, servers, rule folders.",
    panel="Configuration",
)
_INPUT: Final = (
    _TRUST,
    Option(("--server-name",), "Name of the MCP server that offers the tools.", metavar="NAME", panel="Input"),
    Option(("--stdin-filename",), "Name and kind of what standard input holds.", metavar="NAME", panel="Input"),
    _flag("--ignore-unrecognized", help="Pass over named files that hold no tools (for hooks).", panel="Input"),
    Option(
        ("--max-file-size",), "Refuse larger documents, e.g. 32MiB.", kind="size", default=None, metavar="SIZE", panel="Input"
    ),
    _flag("--import", help="Import the Python files, in a child process, instead of reading them.", panel="Code and servers"),
    Option(("--python",), "The interpreter that imports.", metavar="PATH", panel="Code and servers"),
    Option(
        ("--timeout",),
        "How long an import, or the start of a server, may take (default: 30).",
        kind="seconds",
        metavar="SECONDS",
        panel="Code and servers",
    ),
    _flag("--connect", help="Start the servers that a client's configuration file names.", panel="Code and servers"),
    Option(
        ("--server",), "With --connect: only this server.", kind="list", metavar="NAME", panel="Code and servers", commas=True
    ),
    Option(("--header",), "Send this header, 'Name: value'.", kind="list", metavar="HEADER", panel="Code and servers"),
    Option(
        ("--pass-env",),
        "Give this environment variable to servers.",
        kind="list",
        metavar="NAME",
        panel="Code and servers",
        commas=True,
    ),
)
_RULES: Final = (
    Option(("--rules",), "A folder with rules of your own.", kind="list", default=None, metavar="DIR", panel="Rules"),
)
_SELECTION: Final = (
    Option(
        ("--select",),
        "Only these rules, levers or sets (ALL for every rule).",
        kind="list",
        metavar="NAME",
        panel="Rules",
        commas=True,
    ),
    Option(
        ("--extend-select",), "These rules, levers or sets as well.", kind="list", metavar="NAME", panel="Rules", commas=True
    ),
    Option(("--ignore",), "Leave these rules, levers or sets out.", kind="list", metavar="NAME", panel="Rules", commas=True),
    Option(
        ("--set",),
        "Which set of rules to run (default: recommended).",
        choices=("minimal", "recommended", "strict"),
        panel="Rules",
    ),
)
_SOURCES: Final = (
    "SOURCE",
    False,
    "Files, folders, quoted globs, file.py:NAME, package.module:NAME, git:REV:PATH, stdio:COMMAND, a URL; - is standard input.",
)

COMMANDS: Final = (
    Command(
        "check",
        "check",
        "Check tool definitions against the rules.",
        _SOURCES,
        single=False,
        options=(
            *_SELECTION,
            Option(
                ("--target",),
                "Say what this provider, client or engine refuses or drops (`schemalint targets` lists them).",
                kind="list",
                metavar="NAME[@DATE]",
                panel="Rules",
                commas=True,
            ),
            *_RULES,
            *_INPUT,
            _flag(
                "--fix",
                help="Edit the files: apply the fixes that change nothing of what a tool accepts or says.",
                panel="Fixes",
            ),
            _flag("--unsafe-fixes", help="With --fix or --diff: apply the other fixes too.", panel="Fixes"),
            _flag(
                "--diff", help="Print what --fix would change and write nothing; exit 1 if there is something.", panel="Fixes"
            ),
            Option(
                ("--fail-on",),
                "Lowest severity that makes the exit code 1 (default: warning).",
                choices=("error", "warning", "info", "never"),
                panel="Output",
            ),
            _flag("--exit-zero", help="Exit 0 even when something is found.", panel="Output"),
            Option(("--output-format",), "How to print findings.", default="text", choices=("text", "json"), panel="Output"),
            Option(
                ("--output-file", "-o"), "Write the report here instead of standard output.", metavar="FILE", panel="Output"
            ),
            Option(
                ("--show",), "List findings of this severity too instead of counting them.", choices=("info",), panel="Output"
            ),
            _flag("--statistics", help="Count the findings of each rule instead of listing them.", panel="Output"),
            _flag("--show-settings", help="Print the settings in force and where they come from.", panel="Configuration"),
            *_COMMON,
        ),
        epilog="Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 something could not be read or nothing was checked.",
    ),
    Command(
        "canon",
        "canon",
        "Print the canonical form, check files for it, or rewrite them in it.",
        _SOURCES,
        single=False,
        options=(
            _flag("--check", help="Name the files that are not canonical; exit 1 if there are any."),
            _flag("--write", help="Rewrite the files, each in its own wire shape."),
            _flag("--digest", help="Print sha256:... and the name of each tool, and of the set."),
            Option(
                ("--property-order",),
                "Order of the keys inside `properties` (default: sorted; with --check and --write: authored).",
                choices=("sorted", "authored"),
            ),
            Option(("--indent",), "Print readably, this many spaces a level.", kind="count", metavar="N"),
            *_INPUT,
            *_COMMON,
        ),
        epilog="Exit codes: 0 done, 1 --check found files that are not canonical, 2 something could not be done.",
    ),
    Command(
        "catalog",
        "catalog",
        "Write a catalog of the tools as Markdown.",
        _SOURCES,
        single=False,
        options=(
            Option(("--output", "-o"), "The file to write; without it the catalog is printed.", metavar="FILE"),
            _flag("--check", help="Compare with the file instead of writing it; exit 1 if they differ."),
            Option(("--title",), "Heading of the catalog.", metavar="TEXT"),
            *_INPUT,
            *_COMMON,
        ),
        epilog="Exit codes: 0 written or up to date, 1 --check found a difference, 2 something could not be done.",
    ),
    Command(
        "history",
        "history",
        "Print what a request offers and tells after a log of tool updates.",
        ("LOG", True, "A log of headers and developer messages, JSON Lines."),
        single=True,
        options=(
            Option(
                ("--mode",),
                "What the provider knows of changes in a conversation.",
                default="none",
                choices=("none", "addition-only", "in-history"),
            ),
            Option(("--at",), "Stop after the event with this sequence number.", metavar="SEQ"),
            _flag("--explain", help="Say for each event whether the cached front of the request survived, and why."),
            Option(("--output-format",), "How to print.", default="text", choices=("text", "json"), panel="Output"),
            Option(
                ("--max-file-size",),
                "Refuse larger logs, e.g. 32MiB.",
                kind="size",
                default=None,
                metavar="SIZE",
                panel="Input",
            ),
            *_COMMON,
        ),
        epilog="Exit codes: 0 printed, 2 the log could not be read or followed.",
    ),
    Command(
        "diff",
        "diff",
        "Say what changed between two sets of tools, and what it breaks.",
        ("OLD NEW", True, "Two sources: files, folders, git:REV:PATH, servers, or a lock file."),
        single=False,
        options=(
            Option(
                ("--fail-on",),
                "Least grade of a change that makes the exit code 1.",
                default="breaking",
                choices=("breaking", "behaviour", "any"),
                panel="Output",
            ),
            Option(
                ("--output-format",),
                "How to print changes.",
                default="text",
                choices=("text", "json", "markdown", "github"),
                panel="Output",
            ),
            Option(
                ("--property-order",),
                "Whether the order of parameters and of tools counts (default: sorted, it does not).",
                choices=("sorted", "authored"),
            ),
            *_INPUT,
            *_COMMON,
        ),
        epilog="Exit codes: 0 nothing at or above --fail-on, 1 something, or a security finding in changed text, 2 a source"
        " could not be read.",
        pair=True,
    ),
    Command(
        "lock",
        "lock",
        "Write down the tools as they were reviewed, or compare them with what was written.",
        _SOURCES,
        single=False,
        options=(
            _flag("--check", help="Compare with the lock file instead of writing it; exit 1 on any drift."),
            Option(("--file",), "The lock file (default: tools.lock.json).", metavar="FILE"),
            _flag("--store-text", help="Write the definitions down too, so that changed words can be shown without git."),
            Option(
                ("--max-growth",),
                "Exit 1 where a set costs this much more than when it was locked, e.g. 10%.",
                metavar="PERCENT",
            ),
            *_INPUT,
            *_COMMON,
        ),
        epilog="Exit codes: 0 written or equal, 1 drift or growth, 2 something could not be read or written.",
    ),
    Command(
        "export",
        "export",
        "Write the tools in the wire shape of a provider, and tell what it would refuse or drop.",
        _SOURCES,
        single=False,
        options=(
            Option(("--to",), "The provider, client, engine or protocol version.", metavar="NAME[@DATE]"),
            _flag("--strict", help="Export nothing where anything is lost; exit 1."),
            _flag("--inline-refs", help="Write every local $ref out, whether or not the target takes them."),
            Option(
                ("--order",),
                "Order of the tools and of their parameters: by name, or as they were written.",
                default="name",
                choices=("name", "authored"),
            ),
            Option(
                ("--shape",),
                "The wire shape, for targets that have two.",
                choices=("openai-chat", "openai-responses"),
            ),
            Option(("--output", "-o"), "The file to write; without it the tools are printed.", metavar="FILE"),
            *_INPUT,
            *_COMMON,
        ),
        epilog="Exit codes: 0 exported, 1 --strict and something is lost, 2 something could not be done.",
    ),
    Command(
        "rules",
        "rules",
        "List the rules, or test a folder of rules by their own pages.",
        ("", False, ""),
        single=False,
        options=(
            _TRUST,
            *_RULES,
            Option(("--test",), "Run the examples on the pages of the rules in this folder.", metavar="DIR"),
            Option(("--output-format",), "How to print the list.", default="text", choices=("text", "json"), panel="Output"),
            *_COMMON,
        ),
    ),
    Command(
        "targets",
        "targets",
        "List the targets, or print what one of them does with a definition.",
        ("NAME[@DATE]", False, "A target, such as openai-strict or mcp@2025-11-25; without one all are listed."),
        single=False,
        options=(
            _flag("--matrix", help="Print what each target does with each trait."),
            Option(
                ("--output-format",),
                "How to print it.",
                default="text",
                choices=("text", "json", "markdown"),
                panel="Output",
            ),
            *_COMMON,
        ),
    ),
    Command(
        "explain",
        "explain",
        "Print the page of a rule.",
        ("RULE", True, "The rule's name, such as enum-in-prose."),
        single=True,
        options=(
            _TRUST,
            *_RULES,
            Option(("--output-format",), "How to print the page.", default="text", choices=("text", "json"), panel="Output"),
            *_COMMON,
        ),
    ),
)


def command(name: str) -> Command | None:
    return next((known for known in COMMANDS if known.name == name), None)


def seconds(text: str) -> float | None:
    """Seconds from `30` or `2.5`, up to a day; None for anything else."""
    whole, _, part = text.partition(".")
    if not (whole.isascii() and whole.isdigit()) or (part and not (part.isascii() and part.isdigit())):
        return None
    value = float(text)
    return value if 0 < value <= 86_400 else None


def size(text: str) -> int | None:
    """Bytes from `16777216`, `16MiB`, `16M` or `512k`; None for anything else and for less than one byte."""
    number = text.rstrip("iBbKkMmGg")
    unit = text[len(number) :].lower().removesuffix("b").removesuffix("i")
    powers = {"": 0, "k": 10, "m": 20, "g": 30}
    if not (number.isascii() and number.isdigit()) or unit not in powers or len(number) > 12:
        return None
    return int(number) << powers[unit] or None
