"""Every command and option, once: the parser, `--help`, shell completion and docs/commands.md are made from this table.

A new command is a class here and a module `cli/NAME.py` with `run(options) -> int`, the exit code. Importing the table is
cheap: no command is imported before it runs, and nothing here knows what a command does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schemalint.cli.options import (
    Option,
    Options,
    argument,
    arguments,
    choice,
    count,
    flag,
    names,
    optional_argument,
    optional_text,
    percent,
    repeated,
    seconds,
    size,
    text,
)
from schemalint.reports import formats

if TYPE_CHECKING:
    from schemalint.canon import PropertyOrder
    from schemalint.catalogs.model import GroupBy
    from schemalint.config import FailOn
    from schemalint.history import Mode
    from schemalint.model import RuleSet
    from schemalint.targets.export import Order


class Common(Options):
    """What every command accepts."""

    config = text("Use this configuration file and no other.", metavar="FILE")
    isolated = flag("Ignore every configuration file.")
    color = choice(("auto", "always", "never"), "When to use color.", "auto")
    quiet = flag("Print results only, no notes.", "-q")
    verbose = flag("Name what was passed over and why.", "-v")


class Trusting(Common):
    """Commands that may run what a configuration names."""

    trust = flag("Let the configuration name what runs: modules to import, an interpreter, servers, rule folders.")


class Reading(Trusting):
    """Commands that read tools."""

    server_name = text("Name of the MCP server that offers the tools.", metavar="NAME")
    stdin_filename = text("Name and kind of what standard input holds.", metavar="NAME")
    ignore_unrecognized = flag("Pass over named files that hold no tools (for hooks).")
    exclude = repeated("Leave out files that fit this pattern, as in `.gitignore`.", metavar="PATTERN")
    include_tests = flag("Read the tests that folders hold, too.")
    force_exclude = flag("Leave out named files as well (for hooks).")
    max_file_size = size("Refuse larger documents, e.g. 32MiB.")
    import_ = flag("Import the Python files, in a child process, instead of reading them.")
    python = text("The interpreter that imports.", metavar="PATH")
    timeout = seconds("How long an import, or the start of a server, may take (default: 30).")
    connect = flag("Start the servers that a client's configuration file names.")
    server = names("With --connect: only this server.")
    own = flag("The servers are your own: their tools are judged as your files are, not as a stranger's.")
    header = repeated("Send this header, 'Name: value'.", metavar="HEADER")
    pass_env = names("Give this environment variable to servers.")


class Targeting(Options):
    """Commands that judge for targets."""

    target = names(
        "Report what this provider, client or engine refuses or drops (`schemalint targets` lists them; all is every one).",
        metavar="NAME[@DATE]",
    )


class Reporting(Common):
    """Commands that print a report."""

    output_format: Option[tuple[str, ...]] = Option(
        "How to print the report (default: text; github under GitHub Actions). Repeated, each further one to its FILE.",
        (),
        choices=formats.names,
        to_file=True,
        several=True,
    )


class Ruled(Trusting):
    """Commands that load rules."""

    rules = repeated("A folder with rules of your own.", metavar="DIR")


SOURCES: Final = arguments(
    "SOURCE",
    "Files, folders, quoted globs, file.py:NAME, package.module:NAME, git:REV:PATH, stdio:COMMAND, a URL; - is standard input.",
)


class Check(Targeting, Ruled, Reading, Reporting):
    about = "Check tool definitions against the rules."
    epilog = "Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 something could not be read or nothing was checked."

    sources = SOURCES
    select = names("Only these rules, levers or sets (ALL for every rule, with the options of the set in force).")
    extend_select = names("These rules, levers or sets as well.")
    ignore = names("Leave these rules, levers or sets out.")
    set: Option[RuleSet | None] = choice(
        ("minimal", "recommended", "strict"), "Which set of rules to run (default: recommended).", None
    )
    fix = flag("Apply safe fixes in place: those that change nothing of what a tool accepts or states.")
    unsafe_fixes = flag("With --fix or --diff: apply the other fixes too.")
    diff = flag("Print what --fix would change and write nothing; exit 1 if there is something.")
    fail_on: Option[FailOn | None] = choice(
        ("error", "warning", "info", "never"), "Lowest severity that makes the exit code 1 (default: warning).", None
    )
    baseline = text(
        "Report only findings that this file does not list (default: schemalint-baseline.json, if it is there).",
        metavar="FILE",
    )
    write_baseline = optional_text(
        "List the findings of this run in the baseline, or in =FILE, so that only later ones are reported.",
        bare="",
        metavar="FILE",
    )
    since = text("Report only findings that the same files did not have at this revision of git.", metavar="REV")
    prune_baseline = flag("Remove from the baseline what is no longer found.")
    add_suppressions = text(
        "Suppress the findings of this run, one by one, in the configuration, for this reason.", metavar="REASON"
    )
    show_suppressed = flag("List what is suppressed too, and where and why.")
    exit_zero = flag("Exit 0 even when something is found.")
    output_file = text("Write the report here instead of standard output.", "-o", metavar="FILE")
    show = choice(("info",), "List findings of this severity too instead of counting them.", None)
    statistics = flag("Count the findings of each rule instead of listing them.")
    profile_rules = flag("Say on standard error how long each rule took, how often it was called and what it found.")
    max_findings = count("List this many findings, the gravest, and count the others.", largest=10**6)
    matrix = flag("Print what becomes of each tool at each target (without --target: at all) instead of findings.")
    show_settings = flag("Print the settings in force and where they come from.")


class Canon(Reading):
    about = "Print the canonical form, check files for it, or rewrite them in it."
    epilog = "Exit codes: 0 done, 1 --check found files that are not canonical, 2 something could not be done."

    sources = SOURCES
    check = flag("Name the files that are not canonical; exit 1 if there are any.")
    diff = flag("Print what --write would change and write nothing; exit 1 if there is something.")
    write = flag("Rewrite the files, each in its own wire shape.")
    digest = flag("Print sha256:... and the name of each tool, and of the set.")
    property_order: Option[PropertyOrder | None] = choice(
        ("sorted", "authored"),
        "Order of the keys inside `properties` (default: sorted; with --check and --write: authored).",
        None,
    )
    indent = count("Print readably, this many spaces a level.", largest=99)


class Catalog(Targeting, Reading):
    about = "Write a catalog of the tools as Markdown, HTML or JSON; with --target it says what becomes of each tool there."
    epilog = "Exit codes: 0 written or up to date, 1 --check found a difference, 2 something could not be done."

    sources = SOURCES
    output = text(
        "The file to write; with a / at its end a folder, with a page for each group. Without it the catalog is printed.",
        "-o",
        metavar="FILE",
    )
    format = choice(("md", "html", "json"), "The form (default: by the ending of the file, else md).", None)
    insert = text("Write the catalog between the two markers in this Markdown file instead.", metavar="FILE")
    check = flag("Compare with the file instead of writing it; exit 1 if they differ.")
    title = text("Heading of the catalog.")
    group_by: Option[GroupBy] = choice(("server", "file", "prefix"), "What makes a group.", "server")
    digests = flag("Show the first digits of each tool's digest.")
    changelog = text("Write which commit changed which tool, and how, instead: git:OLD..NEW.", metavar="SPAN")
    prose = repeated(
        "Report names in this document or folder that no tool has, and tools that no document names.", metavar="PATH"
    )


class Tokens(Reading):
    about = "Count what the definitions cost: about how many tokens a model reads for each tool on every request."
    epilog = "Exit codes: 0 counted, 1 over a --max limit, 2 something could not be read."

    sources = SOURCES
    payload = text("Count what this target is really sent.", metavar="TARGET")
    exact = optional_text("Count exactly with a vocabulary of tiktoken.", bare="o200k_base", metavar="VOCABULARY")
    against = text("Show the change against these older tools, such as git:main:tools.json.", metavar="SOURCE")
    max_tool = count("Exit 1 if a tool costs more.", largest=10**9, metavar="TOKENS")
    max_total = count("Exit 1 if all tools together cost more.", largest=10**9, metavar="TOKENS")
    output_format = choice(("text", "markdown", "json"), "How to print; markdown fits a comment on a pull request.", "text")


class History(Common):
    about = "Replay a log of tool changes in a conversation and print the tools and messages of the next request."
    epilog = "Exit codes: 0 printed, 2 the log could not be read or followed."

    log = argument("LOG", "A log of headers and developer messages, JSON Lines.")
    mode: Option[Mode] = choice(
        ("none", "addition-only", "in-history"), "What the provider knows of changes in a conversation.", "none"
    )
    at = count("Stop after the event with this sequence number.", largest=2**53 - 1, metavar="SEQ")
    explain = flag("State for each event whether the cached front of the request survived, and why.")
    output_format = choice(("text", "json"), "How to print.", "text")
    max_file_size = size("Refuse larger logs, e.g. 32MiB.")


class Diff(Reading, Reporting):
    about = "Report what changed between two sets of tools, and what it breaks."
    epilog = (
        "Exit codes: 0 nothing at or above --fail-on, 1 something, or a security finding in changed text, 2 a source could not"
        " be read."
    )

    old = argument("OLD", "A source: a file, a folder, git:REV:PATH, a server, or a lock file.")
    new = argument("NEW", "The source to compare with it.")
    fail_on = choice(("breaking", "behaviour", "any"), "Least grade of a change that makes the exit code 1.", "breaking")
    property_order: Option[PropertyOrder | None] = choice(
        ("sorted", "authored"), "Whether the order of parameters and of tools counts (default: sorted, it does not).", None
    )


class Lock(Reading, Reporting):
    about = "Record the tools as they were reviewed, or compare them with what was recorded."
    epilog = "Exit codes: 0 written or equal, 1 drift or growth, 2 something could not be read or written."

    sources = SOURCES
    check = flag("Compare with the lock file instead of writing it; exit 1 on any drift.")
    file = text("The lock file (default: tools.lock.json).", metavar="FILE")
    store_text = flag("Store the definitions too, so that changed words can be shown without git; live servers' always are.")
    no_store_text = flag("Store only digests, of live servers too.")
    max_growth = percent("Exit 1 where a set costs this much more than when it was locked, e.g. 10%.")


class Export(Reading):
    about = "Write the tools in the wire shape of a provider, and report what it would refuse or drop."
    epilog = "Exit codes: 0 exported, 1 --strict and something is lost, 2 something could not be done."

    sources = SOURCES
    to = text("The provider, client, engine or protocol version.", metavar="NAME[@DATE]")
    strict = flag("Export nothing where anything is lost; exit 1.")
    inline_refs = flag("Write every local $ref out, whether or not the target accepts them.")
    order: Option[Order] = choice(
        ("name", "authored"), "Order of the tools and of their parameters: by name, or as they were written.", "name"
    )
    shape = choice(("openai-chat", "openai-responses"), "The wire shape, for targets that have two.", None)
    output = text("The file to write; without it the tools are printed.", "-o", metavar="FILE")


class Rules(Ruled, Reporting):
    about = "List the rules, or test a folder of rules by their own pages."

    test = text("Run the examples on the pages of the rules in this folder.", metavar="DIR")


class Targets(Common):
    about = "List the targets, or print what one of them does with a definition."

    target = optional_argument("NAME[@DATE]", "A target, such as openai-strict or mcp@2025-11-25; without one all are listed.")
    matrix = flag("Print what each target does with each trait.")
    stale = flag("Print the cells that are older than six months, and exit 1 if there are any.")
    output_format = choice(("text", "json", "markdown"), "How to print it.", "text")


class Explain(Ruled):
    about = "Print the page of a rule."

    rule = argument("RULE", "The rule's name, such as enum-in-prose.")
    output_format = choice(("text", "json"), "How to print the page.", "text")


class Init(Common):
    about = "Write a configuration, a pre-commit hook and a workflow for CI, from the tools that are here."
    epilog = "Exit codes: 0 done, 2 there are no tools here, or something could not be written."

    ci = choice(("github", "gitlab", "none"), "The CI to write a workflow for (default: what the repository looks like).", None)
    baseline = flag("List what is found now in a baseline, so that only later findings fail a run.")
    force = flag("Overwrite files that are there already.")


COMMANDS: tuple[type[Options], ...] = (
    Init,
    Check,
    Canon,
    Catalog,
    Tokens,
    History,
    Diff,
    Lock,
    Export,
    Rules,
    Targets,
    Explain,
)
