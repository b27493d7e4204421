"""Suppressions: where rules are silent, and which suppressions silence nothing, have run out or mean what does not exist.

They are tables of the configuration, comments beside the tools and members of schemas. Each word of one is a `Silence` of its
own, and a silenced finding holds those that silenced it: what no finding holds is not needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schemalint.config import Config
from schemalint.globs import means
from schemalint.linting.choose import demand_known, ids_of, is_narrow, layer_at
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported, Silences, spellings
from schemalint.model import Json, Pointer
from schemalint.record import dataclass, replace
from schemalint.schema.pointer import value_at
from schemalint.sources.comments import Comment
from schemalint.sources.ignores import is_within
from schemalint.sources.source import Place, Source

if TYPE_CHECKING:
    from datetime import date

Form: TypeAlias = Literal["comment", "member", "suppress", "per-tool-ignores", "ignore"]
MEMBER: Final = "x-schemalint-ignore"


@dataclass(frozen=True, slots=True)
class Silence:
    """One word of a suppression. `covers` are the spellings of findings that it means; None for all of them.

    `path`, `line` and `column` are where it is written; `at` covers what is below it; `within`
    is a folder and a pattern of paths in it.
    """

    form: Form
    word: str
    covers: frozenset[str] | None
    path: str = ""
    line: int | None = None
    column: int = 1
    tool: str = "*"
    at: tuple[str, ...] = ()
    within: tuple[str, str] | None = None
    server: str | None = None
    reason: str = ""
    expires: date | None = None

    def means(self, words: Iterable[str], tool: str, at: Pointer, source: str, server: str | None) -> bool:
        """Whether it means a finding that has these spellings, at a place of a tool."""
        return (
            (self.covers is None or not self.covers.isdisjoint(words))
            and means(self.tool, tool)
            and tuple(map(str, at[: len(self.at)])) == self.at
            and (self.within is None or is_within(source, self.within[0], self.within[1:]))
            and (self.server is None or (server is not None and means(self.server, server)))
        )


@dataclass(frozen=True, slots=True)
class Ignores:
    """The suppressions of a configuration; those that have run out apart."""

    entries: tuple[Silence, ...] = ()
    expired: tuple[Silence, ...] = ()

    def silences(self, rule_id: str, tool_name: str, at: Pointer, key: tuple[str, ...] = ()) -> bool:
        """Whether a finding of a rule is silenced for a tool at a canonical place of it."""
        return bool(self.of(rule_id, tool_name, at, key))

    def of(
        self, rule_id: str, tool_name: str, at: Pointer, key: tuple[str, ...] = (), source: str = "", server: str | None = None
    ) -> tuple[Silence, ...]:
        """What silences a finding."""
        words = spellings(rule_id, key) if self.entries else ()
        return tuple(one for one in self.entries if one.means(words, tool_name, at, source, server))


def silencer(rules: Mapping[str, Rule], config: Config, ignore: Sequence[str] = ()) -> Silences:
    """What `lint` asks what silences a finding, as of today (UTC). `ignore` is that of the command line.

    Errors: `ConfigError`.
    """
    return suppressions(rules, config, ignore).of


def suppressions(rules: Mapping[str, Rule], config: Config, ignore: Sequence[str] = ()) -> Ignores:
    """The suppressions of a configuration and of the command line, as of today (UTC). Errors: `ConfigError`."""
    narrow = tuple(_narrow(ignore))
    if not any({"per-tool-ignores", "suppress", "ignore"} & layer.values.keys() for layer in config.layers):
        return Ignores(narrow)
    found = ignores(rules, config, today())
    return Ignores((*found.entries, *narrow), found.expired)


def today() -> date:
    """The day in UTC."""
    from datetime import datetime, timezone

    return datetime.now(timezone.utc).date()


def ignores(rules: Mapping[str, Rule], config: Config, today: date) -> Ignores:
    """The `per-tool-ignores` and `suppress` tables, and what `ignore` narrows to one trait, as a value; what has expired by
    `today` (the day itself still counts) silences nothing. Errors: `ConfigError`.
    """
    entries: list[Silence] = []
    for layer in config.layers:
        entries += _narrow(layer.values.get("ignore", ()), layer.name)
        for pattern, words in layer.values.get("per-tool-ignores", {}).items():
            demand_known(rules, words, layer_at(layer, "per-tool-ignores", pattern))
            line = layer.line("per-tool-ignores", pattern)
            for word in words:
                entries.append(Silence("per-tool-ignores", word, ids_of(rules, word), layer.name, line, tool=pattern))
        for index, table in enumerate(layer.values.get("suppress", ())):
            demand_known(rules, table.rules, layer_at(layer, "suppress", index, "rules"))
            one = Silence(
                "suppress",
                "",
                None,
                layer.name,
                tool=table.tool,
                at=table.at,
                within=(str(layer.path.parent), table.source) if table.source is not None else None,
                server=table.server,
                reason=table.reason,
                expires=table.expires,
            )
            for word in table.rules:
                line = layer.line("suppress", index, "rules", word)
                entries.append(replace(one, word=word, covers=ids_of(rules, word), line=line))
    expired = tuple(one for one in entries if has_expired(one, today))
    return Ignores(tuple(one for one in entries if one not in expired), expired)


def has_expired(silence: Silence, today: date) -> bool:
    """Whether its day is over."""
    return silence.expires is not None and silence.expires < today


def _narrow(words: Iterable[str], path: str = "") -> Iterator[Silence]:
    return (Silence("ignore", word, frozenset((word,)), path) for word in words if is_narrow(word))


# ----------------------------------------------------------------------------------------------------- written beside the tools


def beside(finding: Reported, rules: Mapping[str, Rule], day: date, *, members: bool) -> tuple[Silence, ...]:
    """What silences a finding at its place: comments, and where `members` count those of the schemas around it."""
    words = spellings(finding.rule, finding.key)
    found: list[Silence] = []
    if ignores := finding.place.source.ignores:
        for line in _lines(finding):
            for comment in ignores.get(line, ()):
                found += (one for one in _written(finding.path, comment, rules) if not has_expired(one, day))
    if members and finding.tool is not None:
        found += _in_schema(finding, rules)
    return tuple(one for one in found if one.covers is None or not one.covers.isdisjoint(words))


def comments_of(source: Source, rules: Mapping[str, Rule]) -> Iterator[Silence]:
    """The comments of a source, a silence for each of their words, in the order of the text."""
    for comment in dict.fromkeys(one for _, on_line in sorted(source.ignores.items()) for one in on_line):
        yield from _written(source.path, comment, rules)


def members_of(source: Source, rules: Mapping[str, Rule]) -> Iterator[Silence]:
    """The members of the tools and schemas of a source that name rules, a silence for each of their words."""
    for tool in source.tools():
        whole = Place(tool, (), source)
        for at, value in [((), tool.extra), *((node.at, node.schema) for node in tool.nodes())]:
            yield from _member(replace(whole, at=at), value, rules)


def _written(path: str, comment: Comment, rules: Mapping[str, Rule]) -> Iterator[Silence]:
    for word in comment.words or ("*",):
        covers = None if word == "*" else _covers(word, rules)
        day = _day(comment.until)
        yield Silence("comment", word, covers, path, comment.line, comment.column, reason=comment.reason, expires=day)


def _covers(word: str, rules: Mapping[str, Rule]) -> frozenset[str]:
    return ids_of(rules, word) or frozenset((word,))


def _in_schema(finding: Reported, rules: Mapping[str, Rule]) -> Iterator[Silence]:
    """What the members of the tool and of the schemas around a finding name."""
    tool = finding.place.tool
    yield from _member(replace(finding.place, at=()), tool.extra, rules)
    value: Json = tool.members()
    for depth, step in enumerate(finding.at, 1):
        value = value_at(value, (step,))
        yield from _member(replace(finding.place, at=finding.at[:depth]), value, rules)


def _member(place: Place, value: Json, rules: Mapping[str, Rule]) -> Iterator[Silence]:
    names = value.get(MEMBER) if isinstance(value, Mapping) else None
    if isinstance(names, list):
        span = place.span
        for word in names:
            if isinstance(word, str):
                yield Silence("member", word, _covers(word, rules), place.source.path, span.line if span else None)


def _lines(finding: Reported) -> set[int]:
    """The lines on which a comment counts for a finding: its own, those of its parameters, its tool's first and its name's."""
    places, at = [finding.place], finding.at
    if finding.tool is not None:
        parameters = [at[:depth] for depth in range(2, len(at)) if at[depth - 2] == "properties"]
        places += [replace(finding.place, at=one) for one in ((), ("name",), *parameters)]
    return {span.line for span in (one.span for one in places) if span is not None}


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
