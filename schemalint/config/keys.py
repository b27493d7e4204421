"""The keys of a configuration: what each may hold, and on which line a wrong one is.

Pure: parsed TOML and its text in, checked values or a `ConfigError` out. Knows no rule (names and options of rules are
checked where rules are chosen) and no file system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from schemalint.edge.show import did_you_mean
from schemalint.errors import Failure
from schemalint.globs import BadPattern, segment
from schemalint.model import MEMBERS, SEVERITIES, Json, Severity, Trust
from schemalint.record import dataclass, field
from schemalint.schema.keywords import kind_of
from schemalint.schema.pointer import named_steps

if TYPE_CHECKING:
    from datetime import date

FailOn: TypeAlias = Literal["error", "warning", "info", "never"]
PropertyOrder: TypeAlias = Literal["sorted", "authored"]
Steps: TypeAlias = tuple[str | int, ...]


FOR_RULES: Final[Mapping[str, type]] = {
    "namespace": tuple,
    "name-prefix": str,
    "client-prefixes": bool,
    "external-names": tuple,
    "known-external-tools": tuple,
    "mcp-directory": bool,
}
"""The keys at the top that a rule may ask for with `from_config`, and the kind of their values."""


class ConfigError(Failure):
    """A configuration, or a choice made on the command line, that cannot be followed. `path` may be the name of a flag."""

    def __init__(self, path: str, line: int | None, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")
        self.path, self.line, self.message = path, line, message


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One configuration file. `values` are its keys, checked; `name` is the path as shown; `table` is where the keys are."""

    path: Path
    name: str
    text: str
    table: Steps
    values: Mapping[str, Any] = field(default_factory=dict)

    def line(self, *steps: str | int) -> int | None:
        """The line of a key, or of a word of its value; None where the text does not show it."""
        return line_of(self.text, (*self.table, *steps))

    def wrong(self, message: str, *steps: str | int) -> ConfigError:
        return ConfigError(self.name, self.line(*steps), message)


@dataclass(frozen=True, slots=True)
class RuleTable:
    """One `[rules.ID]` table. `options` are as written, not checked."""

    severity: Severity | None
    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Suppression:
    """One `[[suppress]]` table. `at` are the steps of a canonical pointer, as text; empty means the whole tool.

    `source` is a pattern of paths and `server` one of names of servers; without them, every tool of the name is meant.
    """

    tool: str
    at: tuple[str, ...]
    rules: tuple[str, ...]
    reason: str
    expires: date | None
    source: str | None = None
    server: str | None = None


@dataclass(frozen=True, slots=True)
class AllowedChange:
    """One `[[allow-change]]` table. `kind` is as written; `at` as in `Suppression`."""

    tool: str
    kind: str
    at: tuple[str, ...]
    reason: str
    expires: date | None


@dataclass(frozen=True, slots=True)
class ToolsetTable:
    """One `[[toolset]]` table: these sources are seen together by one model. `targets` is None where the table names none."""

    sources: tuple[str, ...]
    server: str | None
    trust: Trust | None
    targets: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Override:
    """One `[[overrides]]` table. `layer` holds its other keys, which count for the files or for the server that it names.

    `paths` are written as in `.gitignore`, from the folder of the file that holds the table.
    """

    paths: tuple[str, ...]
    server: str | None
    layer: Layer


def checked(layer: Layer, raw: Mapping[str, Json]) -> dict[str, Any]:
    """The keys of a file with their values checked and frozen. Errors: `ConfigError`, for the first that is wrong."""
    return _table(layer, (), raw, KEYS)


Check: TypeAlias = Callable[[Layer, Steps, Json], Any]


def _table(layer: Layer, at: Steps, raw: Json, keys: Mapping[str, Check]) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise _wrong(layer, at, raw, "a table")
    for key in raw:
        if key in keys:
            continue
        hint = did_you_mean(key, keys)
        if key == "tool" and not at:
            hint = "; in this file the keys are at the top, without [tool.schemalint]"
        raise layer.wrong(f"unknown key `{_dotted((*at, key))}`{hint}", *at, key)
    return {key: keys[key](layer, (*at, key), value) for key, value in raw.items()}


def _dotted(at: Steps) -> str:
    return ".".join(step for step in at if isinstance(step, str))


def _wrong(layer: Layer, at: Steps, value: Json, expected: str) -> ConfigError:
    kinds = {bool: "a boolean", str: "a string", int: "a number", float: "a number", list: "a list", dict: "a table"}
    return layer.wrong(f"`{_dotted(at)}` must be {expected}, not {kinds.get(type(value), 'a date')}", *at)


def _string(layer: Layer, at: Steps, value: Json) -> str:
    if not isinstance(value, str):
        raise _wrong(layer, at, value, "a string")
    if not value or "\0" in value:
        raise layer.wrong(f"`{_dotted(at)}` must not {'hold a NUL character' if value else 'be empty'}", *at)
    return value


def _strings(layer: Layer, at: Steps, value: Json) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong(layer, at, value, "a list of strings")
    return tuple(_string(layer, at, item) for item in value)


def _one_or_more(layer: Layer, at: Steps, value: Json) -> tuple[str, ...]:
    return _strings(layer, at, [value] if isinstance(value, str) else value)


def _one_of(words: Sequence[str]) -> Check:
    def check(layer: Layer, at: Steps, value: Json) -> str:
        word = _string(layer, at, value)
        if word not in words:
            known = ", ".join(words)
            raise layer.wrong(f"`{_dotted(at)}` is `{word}`, expected one of {known}{did_you_mean(word, words)}", *at)
        return word

    return check


def _boolean(layer: Layer, at: Steps, value: Json) -> bool:
    if not isinstance(value, bool):
        raise _wrong(layer, at, value, "true or false")
    return value


def _count(layer: Layer, at: Steps, value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(layer, at, value, "a whole number")
    if value < 1:
        raise layer.wrong(f"`{_dotted(at)}` must be at least 1, not {value}", *at)
    return value


def _date(layer: Layer, at: Steps, value: Json) -> date:
    from datetime import date, datetime

    if not isinstance(value, date) or isinstance(value, datetime):
        raise layer.wrong(f"`{_dotted(at)}` must be a date, written 2027-06-30 without quotes or time", *at)
    return value


def _limits(layer: Layer, at: Steps, value: Json) -> dict[str, Any]:
    return _table(layer, at, value, {"max-file-size": _count})


def _rules(layer: Layer, at: Steps, value: Json) -> dict[str, RuleTable]:
    if not isinstance(value, dict):
        raise _wrong(layer, at, value, "a table of tables, one a rule")
    tables: dict[str, RuleTable] = {}
    for name, members in value.items():
        if not isinstance(members, dict):
            raise _wrong(layer, (*at, name), members, "a table of severity and options")
        options = {key: member for key, member in members.items() if key != "severity"}
        severity = members.get("severity")
        if severity is not None:
            severity = _one_of(SEVERITIES)(layer, (*at, name, "severity"), severity)
        tables[name] = RuleTable(severity, options)
    return tables


def _tool_ignores(layer: Layer, at: Steps, value: Json) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise _wrong(layer, at, value, 'a table such as {"job_*" = ["rule"]}')
    for pattern in value:
        _pattern(layer, (*at, pattern), pattern)
    return {pattern: _strings(layer, (*at, pattern), rules) for pattern, rules in value.items()}


def _pattern(layer: Layer, at: Steps, value: Json) -> str:
    """A pattern of names of tools."""
    text = _string(layer, at, value)
    try:
        segment(text)
    except BadPattern as error:
        raise layer.wrong(f"the pattern `{text}` {error}", *at) from None
    return text


_MEMBERS: Final = ("name", "description", "parameters")


def _classes(layer: Layer, at: Steps, value: Json) -> dict[str, dict[str, str]]:
    """Classes of tools that the user teaches us: `module.Class` to where an object of it keeps name, description and schema."""
    if not isinstance(value, dict):
        raise _wrong(layer, at, value, "a table of tables, one a class")
    tables = {}
    for name, members in value.items():
        table = _table(layer, (*at, name), members, dict.fromkeys(_MEMBERS, _path))
        if "." not in name:
            raise layer.wrong(f"`{name}` must be the full name of a class, such as `package.module.{name}`", *at, name)
        if "name" not in table:
            raise layer.wrong(f"`{_dotted((*at, name))}` needs the key `name`", *at, name)
        tables[name] = table
    return tables


def _makers(layer: Layer, at: Steps, value: Json) -> dict[str, dict[str, str]]:
    """Decorators and base classes that make tools: `as` a framework does, or which arguments or attributes say what."""
    if not isinstance(value, dict):
        raise _wrong(layer, at, value, "a table of tables, one a decorator or base class")
    from schemalint import frameworks

    names = {one.name for one in frameworks.known()}
    tables = {}
    for name, members in value.items():
        table = _table(layer, (*at, name), members, dict.fromkeys(("as", *_MEMBERS, "method"), _string))
        if "as" in table and table["as"] not in names:
            known = ", ".join(sorted(names))
            raise layer.wrong(f"`{table['as']}` is not a framework; there are {known}", *at, name, "as")
        tables[name] = table
    return tables


def _path(layer: Layer, at: Steps, value: Json) -> str:
    text = _string(layer, at, value)
    if all(step.removesuffix("()").isidentifier() for step in text.split(".")):
        return text
    raise layer.wrong(f"`{_dotted(at)}` is `{text}`, expected a path of attributes such as `spec.name` or `schema()`", *at)


def _suppressions(layer: Layer, at: Steps, value: Json) -> tuple[Suppression, ...]:
    keys = {"tool": _pattern, "at": _place, "rules": _strings, "reason": _string, "expires": _date}
    entries = []
    for where, table in _tables(layer, at, value, {**keys, "source": _string, "server": _pattern}, needed=("tool", "rules")):
        if not table["rules"]:
            raise layer.wrong("`suppress.rules` must name at least one rule", *where, "rules")
        entries.append(Suppression(**{"at": (), "reason": "", "expires": None, **table}))
    return tuple(entries)


_FOR_SOME: Final = (
    *("set", "select", "extend-select", "ignore", "rules", "per-tool-ignores", "targets", "trust", "name-prefix"),
    *("client-prefixes", "namespace", "external-names", "known-external-tools", "mcp-directory", "in-schema-ignores"),
)
"""The keys that may differ from file to file; the others concern a run as a whole."""


def _overrides(layer: Layer, at: Steps, value: Json) -> tuple[Override, ...]:
    keys = {"paths": _one_or_more, "server": _pattern, **{key: KEYS[key] for key in _FOR_SOME}}
    entries = []
    for where, table in _tables(layer, at, value, keys, needed=()):
        if not table.get("paths") and "server" not in table:
            raise layer.wrong("an `overrides` table needs the key `paths` or `server`", *where)
        values = {key: member for key, member in table.items() if key in _FOR_SOME}
        own = Layer(layer.path, layer.name, layer.text, (*layer.table, *where), values)
        entries.append(Override(table.get("paths", ()), table.get("server"), own))
    return tuple(entries)


def _allowed_changes(layer: Layer, at: Steps, value: Json) -> tuple[AllowedChange, ...]:
    keys = {"tool": _pattern, "kind": _string, "at": _place, "reason": _string, "expires": _date}
    return tuple(
        AllowedChange(table["tool"], table["kind"], table.get("at", ()), table["reason"], table.get("expires"))
        for _, table in _tables(layer, at, value, keys, needed=("tool", "kind", "reason"))
    )


def _toolsets(layer: Layer, at: Steps, value: Json) -> tuple[ToolsetTable, ...]:
    keys = {"sources": _strings, "server": _string, "trust": _one_of(get_args(Trust)), "targets": _strings}
    return tuple(
        ToolsetTable(table["sources"], table.get("server"), table.get("trust"), table.get("targets"))
        for _, table in _tables(layer, at, value, keys, needed=("sources",))
    )


def _tables(
    layer: Layer, at: Steps, value: Json, keys: Mapping[str, Check], needed: Sequence[str]
) -> Iterable[tuple[Steps, dict[str, Any]]]:
    if not isinstance(value, list):
        raise _wrong(layer, at, value, f"a list of tables, each headed by [[{_dotted((*layer.table, *at))}]]")
    for index, item in enumerate(value):
        where = (*at, index)
        members = _table(layer, where, item, keys)
        for key in needed:
            if key not in members:
                article = "an" if _dotted(at)[0] in "aeiou" else "a"
                raise layer.wrong(f"{article} `{_dotted(at)}` table needs the key `{key}`", *where)
        yield where, members


def _place(layer: Layer, at: Steps, value: Json) -> tuple[str, ...]:
    """The steps of a pointer into the canonical tool; `/properties/path` is short for `/parameters/properties/path`."""
    if value == "":
        return ()
    text = _string(layer, at, value)
    steps = named_steps(text)
    if text.startswith("/") and steps[0] in (*MEMBERS, "extra"):
        return steps
    if text.startswith("/") and any(kind_of(steps[0], sample) != "data" for sample in (dict[str, Json](), list[Json]())):
        return ("parameters", *steps)
    hint = did_you_mean(steps[0] if steps else text, (*MEMBERS, "properties"))
    raise layer.wrong(f"`{_dotted(at)}` is `{text}`, expected a pointer such as /parameters/properties/path{hint}", *at)


KEYS: Final[Mapping[str, Check]] = {
    "extend": _string,
    "sources": _strings,
    "baseline": _string,
    "set": _one_of(("minimal", "recommended", "strict")),
    "select": _strings,
    "extend-select": _strings,
    "ignore": _strings,
    "fail-on": _one_of(get_args(FailOn)),
    "server-name": _string,
    "targets": _strings,
    "name-prefix": _string,
    "client-prefixes": _boolean,
    "exclude": _strings,
    "extend-exclude": _strings,
    "force-exclude": _boolean,
    "include-tests": _boolean,
    "namespace": _one_or_more,
    "external-names": _strings,
    "known-external-tools": _strings,
    "mcp-directory": _boolean,
    "in-schema-ignores": _boolean,
    "trust": _one_of(get_args(Trust)),
    "property-order": _one_of(get_args(PropertyOrder)),
    "rule-folders": _strings,
    "python": _string,
    "tool-classes": _classes,
    "tool-makers": _makers,
    "limits": _limits,
    "rules": _rules,
    "per-tool-ignores": _tool_ignores,
    "suppress": _suppressions,
    "allow-change": _allowed_changes,
    "toolset": _toolsets,
    "overrides": _overrides,
}


def line_of(text: str, steps: Steps) -> int | None:
    """The line, from 1, of a key in a TOML text, or of a word in that key's value. Steps that are numbers count `[[tables]]`.

    A search of the text, as the parser keeps no positions: the line that shows most of the steps, then the rest below it,
    up to the next table. None where not even the first step is found.
    """
    import re

    key = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
    line_form = re.compile(rf"\s*(?P<open>\[\[?)?\s*(?P<keys>{key}(?:\s*\.\s*{key})*)\s*(?(open)\]|=)")
    header: Steps = ()
    counts: dict[Steps, int] = {}
    best, found, section, sections = 0, 0, 0, []
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if form := line_form.match(line):
            keys: Steps = tuple(part.strip("\"'") for part in re.findall(key, form["keys"]))
            if form["open"]:
                section += 1
                if form["open"] == "[[":
                    counts[keys] = counts.get(keys, -1) + 1
                    keys = (*keys, counts[keys])
                header = keys
            else:
                keys = (*header, *keys)
            common = next((i for i, (a, b) in enumerate(zip(keys, steps, strict=False)) if a != b), min(len(keys), len(steps)))
            if common > best:
                best, found = common, number
        sections.append(section)
    if not best:
        return None
    end = next((number for number in range(found, len(lines)) if sections[number] != sections[found]), len(lines))
    for step in steps[best:]:
        word = re.compile(rf"(?<![\w-]){re.escape(str(step))}(?![\w-])")
        if not isinstance(step, int):
            found = next((number for number in range(found, end) if word.search(lines[number])), found)
    return found + 1
