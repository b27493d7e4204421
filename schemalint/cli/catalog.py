"""`schemalint catalog`: write the catalog, print it, insert it in a document, or compare it with what is there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from schemalint.catalogs import catalog_of
from schemalint.catalogs.model import Catalog as Made
from schemalint.catalogs.model import counted
from schemalint.cli.again import again
from schemalint.cli.inputs import Inputs, configuration, missing
from schemalint.cli.locked import collect_with_locks
from schemalint.cli.out import STANDARD_OUTPUT, deliver, emit, note
from schemalint.cli.parse import UsageError
from schemalint.cli.table import Catalog
from schemalint.config import Config, ConfigError
from schemalint.edge.read import Refused, decode, read_file
from schemalint.edge.show import show
from schemalint.errors import Failure

if TYPE_CHECKING:
    from schemalint.catalogs.html import Known


def run(options: Catalog) -> int:
    """The exit code: 0 written or equal, 1 `--check` found a difference, 2 something could not be read or written."""
    if options.check and options.output is None and options.insert is None:
        raise ConfigError("catalog --check", None, "needs the file to compare with: -o FILE or --insert FILE")
    if options.prose and (options.output is not None or options.insert is not None):
        raise UsageError("--prose only reads; it cannot be used together with -o or --insert")
    if options.insert is not None and (options.output is not None or options.format not in (None, "md")):
        raise UsageError("--insert writes Markdown into a file of yours; it cannot be used together with -o or --format")
    if options.changelog is not None:
        from schemalint.cli.changelog import changelog

        page = changelog(options, configuration(options), options.changelog)
        if options.check and options.output is not None:
            return _compare(options, options.output, page)
        deliver(page, options.output)
        return 0
    inputs = collect_with_locks(options, configuration(options), options.sources)
    if inputs.broken:  # a catalog that silently lacks a tool is worse than an old one
        raise Failure("the catalog was not written, since something could not be read")
    absent = missing(inputs)
    if absent:
        for line in absent if options.quiet else ():
            note(line)
        raise Failure("the catalog was not written, since it would lack what the registry has not loaded")
    title = options.title if options.title is not None else "Tool catalog"
    catalog = catalog_of(inputs.toolsets, title=title, group_by=options.group_by)
    if options.prose:
        from schemalint.cli.prose import check_prose

        return check_prose(options.prose, [entry.tool for entry in catalog.entries])
    files = _files(options, catalog, inputs)
    if options.check:
        return max([_compare(options, file, new) for file, new in files.items()])
    if options.output is not None and options.output.endswith("/"):
        try:
            Path(options.output).mkdir(exist_ok=True)
        except OSError as error:
            raise Failure(f"{options.output}: cannot be made: {error.strerror}") from None
    for file, new in files.items():
        deliver(new, file or None)
    if options.output is not None and options.output not in STANDARD_OUTPUT and not options.quiet:
        note(f"{options.output}: written, {counted(len(catalog.entries), 'tool')}")
    return 0


def _files(options: Catalog, catalog: Made, inputs: Inputs) -> Mapping[str, str]:
    """What is to stand in which file; under the empty name what is printed."""
    output = options.insert or options.output or ""
    folder = output if output.endswith("/") else ""
    match options.format or _form(output):
        case "json":
            from schemalint.catalogs.as_json import as_json

            return {f"{folder}catalog.json" if folder else output: as_json(catalog)}
        case "html":
            from schemalint.catalogs.html import html

            return {f"{folder}index.html" if folder else output: html(catalog, _known(options, catalog, inputs))}
        case _:
            from schemalint.catalogs.markdown import Style, inserted, markdown, pages

            home = "" if output in STANDARD_OUTPUT else os.path.relpath(os.path.dirname(output) or ".")  # noqa: PTH120
            style = Style(_renewal(options) or Style().renew, home, digests=options.digests, level=2 if options.insert else 1)
            if folder:
                return {f"{folder}{name}": text for name, text in pages(catalog, style).items()}
            new = markdown(catalog, style) + _targets(options, inputs)
            if options.insert is None:
                return {output: new}
            document = inserted(_read(options.insert), new)
            if document is None:
                from schemalint.catalogs.markdown import BEGIN, END

                raise Failure(f"{options.insert}: has no line {BEGIN} with a line {END} after it, between which to write")
            return {options.insert: document}


def _known(options: Catalog, catalog: Made, inputs: Inputs) -> Known:
    """What the rules of the configuration find, what becomes of the tools at the targets that are named, and savings."""
    from shlex import quote

    from schemalint.catalogs.html import Known, Said
    from schemalint.catalogs.savings import savings
    from schemalint.cli.inputs import all_rules, parts
    from schemalint.cli.suppressions import Choice, chosen_by
    from schemalint.cli.table import Check
    from schemalint.linting.run import lint
    from schemalint.targets import fates

    check = Check({name: value for name, value in options.given.items() if name in ("config", "isolated", "trust")})
    config = configuration(options)
    choices: dict[Config, Choice] = {}
    anchors = {id(entry.tool): entry.anchor for entry in catalog.entries}
    findings: dict[str, list[Said]] = {}
    judged: dict[str, Mapping[str, str]] = {}
    for toolset in inputs.toolsets:
        for part, own, tools in parts(options, config, toolset):
            choice = choices.get(own) or choices.setdefault(own, chosen_by(check, own))
            shown = {id(tool) for tool in tools}
            for found in lint(part, choice.rules, choice.ignores.of):
                if found.tool is not None and id(found.tool) in shown and not found.silenced and id(found.tool) in anchors:
                    said = Said(found.severity, found.rule, found.message)
                    findings.setdefault(anchors[id(found.tool)], []).append(said)
        rows = list(fates.rows(toolset)) if options.target else []
        for tool, row in zip(toolset.tools, rows, strict=False):
            judged[anchors[id(tool)]] = row.fates
    rules = all_rules(check, config)
    saved = savings(inputs.toolsets, rules, " ".join(map(quote, options.sources)))
    return Known(findings, judged, saved, checked=True)


def _renewal(options: Catalog) -> str:
    """The command for the head of the file; empty where it holds what is of this machine or should not be in a file."""
    written = (options.output or options.insert or "-") not in STANDARD_OUTPUT
    own = ("/", "\\", "~", "stdio:", "http:", "https:", "--python", "--header", "--config", "--pass-env")
    if not written or any(word.startswith(own) or "=/" in word for word in options.words):
        return ""
    return again(options, without=("--check", "--quiet", "-q", "--verbose", "-v"))


def _form(output: str) -> str:
    ending = output.rpartition(".")[2].lower()
    return ending if ending in ("html", "json") else "md"


def _targets(options: Catalog, inputs: Inputs) -> str:
    if not options.target:
        return ""
    from schemalint.targets import fates

    rows = [row for toolset in inputs.toolsets for row in fates.rows(toolset)]
    return f"\n## Targets\n\n{fates.markdown(rows)}"


def _read(file: str) -> str:
    try:
        return decode(read_file(Path(file)))
    except Refused as error:
        raise Failure(f"{file}: {error.reason}") from None


def _compare(options: Catalog, file: str, new: str) -> int:
    renew = again(options, without=("--check",))
    if not Path(file).exists():
        emit(f"{show(file)}: there is no such file; write it with {show(renew)}\n")
        return 1
    difference = first_difference(_read(file), new)
    if difference is None:
        return 0
    line, before, after = difference
    emit(f"{show(file)}:{line}: the catalog is out of date\n- {_line(before)}\n+ {_line(after)}\nrenew it with {show(renew)}\n")
    return 1


LAST: Final = "(end of the file)"
_LONGEST: Final = 300


def _line(text: str) -> str:
    shown = show(text)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def first_difference(old: str, new: str) -> tuple[int, str, str] | None:
    """The first line in which two texts differ, from 1, with the old and the new line; None where the texts are equal.

    A line that one text no longer has is `LAST`. How lines end (CRLF or LF) is no difference: git may have changed it.
    """
    old_lines, new_lines = (text.replace("\r\n", "\n").split("\n") for text in (old, new))
    for number in range(max(len(old_lines), len(new_lines))):
        before, after = (lines[number] if number < len(lines) else LAST for lines in (old_lines, new_lines))
        if number >= min(len(old_lines), len(new_lines)) or before != after:
            return number + 1, before, after
    return None
