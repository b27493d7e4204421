"""`load`, `lint` and `catalog` as Python programs call them: the parts put together with their defaults.

Knows no configuration and no command line, and prints nothing. What the top of the package names beside these three comes
straight from the module that it lives in.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, cast, get_args

from schemalint.edge.show import did_you_mean, show
from schemalint.linting.rule import Rule, builtin
from schemalint.linting.rule import load as _rules
from schemalint.linting.run import Reported
from schemalint.linting.run import lint as _lint
from schemalint.model import Json, RuleSet, Target, Toolset
from schemalint.record import replace
from schemalint.sources import Broken, PassedOver, Reach, together
from schemalint.sources import load as _load
from schemalint.sources.permissions import NOTHING
from schemalint.sources.source import described

Value: TypeAlias = list[Json] | dict[str, Json]
Tools: TypeAlias = Toolset | Iterable[Toolset] | Value | str | os.PathLike[str]
"""One set, several as `load` returns them, or what `load` accepts: a value that holds tools, or a source."""


class LoadError(Exception):
    """Something could not be read, or holds no tools. `broken` has an entry for each, the message a line for each."""

    def __init__(self, broken: Sequence[Broken]) -> None:
        super().__init__("\n".join(show(described(one)) for one in broken))
        self.broken = tuple(broken)


def load(
    source: str | os.PathLike[str] | Value,
    *more: str | os.PathLike[str] | Value,
    reach: Reach = NOTHING,
) -> tuple[Toolset, ...]:
    """The sets of tools that sources hold, each as a model sees it; tools that stand alone in files of a folder form one.

    A source is what `schemalint check` takes (a file, a folder, a glob, `tools.py:NAME`), or a value in any of the shapes
    that files may have, such as a list of tools. No server is started or asked and no module imported unless `reach` says
    so: `load("stdio:my-server", reach=Reach())` with `Reach` from `schemalint.sources`. Errors: `LoadError` where any of
    them, or a single tool, could not be read, so that what comes back is all there is.
    """
    toolsets: list[Toolset] = []
    broken: list[Broken] = []
    for one in (source, *more):
        found = _value(one) if isinstance(one, (list, dict)) else _input(os.fspath(one), reach)
        for item in found:
            if isinstance(item, Broken):
                broken.append(item)
            else:
                toolsets.append(item)
    if broken:
        raise LoadError(broken)
    return tuple(toolsets)


def lint(
    tools: Tools,
    rules: Iterable[Rule] | None = None,
    *,
    rule_set: RuleSet = "recommended",
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    targets: Iterable[str] = (),
) -> list[Reported]:
    """What the rules find in tools, tool by tool.

    The rules are `rules`, or those that `select` names by id, or else those of `rule_set`; those that `ignore` names are left
    out. `targets` are judged too, such as `["openai-strict"]`; without it, those that a set names. No configuration counts.
    Errors: `ValueError` for an unknown word, with the nearest right one; `LoadError` for tools that cannot be read;
    `linting.RuleCrash` for a rule that raised an exception.
    """
    chosen = _chosen(rules, rule_set, select, ignore)
    judged = _targets(targets)
    sets = [replace(toolset, targets=judged) if judged else toolset for toolset in _sets(tools)]
    return [found for toolset in sets for found in _lint(toolset, chosen)]


def _chosen(rules: Iterable[Rule] | None, rule_set: str, select: Iterable[str] | None, ignore: Iterable[str]) -> list[Rule]:
    known = {rule.id: rule for rule in rules} if rules is not None else _rules(builtin())
    sets = get_args(RuleSet)
    if rule_set not in sets:
        raise ValueError(f"rule_set is {rule_set!r}, expected one of {', '.join(sets)}{did_you_mean(str(rule_set), sets)}")
    wanted = None if select is None else set(_known("select", select, known))
    without = set(_known("ignore", ignore, known))
    return [
        rule
        for rule in known.values()
        if rule.id not in without and (rule.id in wanted if wanted is not None else rules is not None or rule_set in rule.sets)
    ]


def _known(argument: str, words: Iterable[str], rules: Iterable[str]) -> list[str]:
    listed = [words] if isinstance(words, str) else list(words)
    for word in listed:
        if word not in rules:
            raise ValueError(f"{argument} names {word!r}, and there is no such rule{did_you_mean(word, rules)}")
    return listed


def _targets(names: Iterable[str]) -> tuple[Target, ...]:
    listed = [names] if isinstance(names, str) else list(names)
    if not listed:
        return ()
    from schemalint.targets import UnknownTarget, chosen

    try:
        return tuple(dict.fromkeys(target for name in listed for target in chosen(name)))
    except UnknownTarget as error:
        raise ValueError(f"targets: {error}") from None


def catalog(tools: Tools, *, title: str = "Tool catalog") -> str:
    """A page for people that lists the tools, as Markdown with a final newline: the same tools give the same bytes.

    Errors: `catalogs.NothingToShow` where there is no tool.
    """
    from schemalint.catalogs import catalog_of
    from schemalint.catalogs.markdown import markdown

    return markdown(catalog_of(_sets(tools), title=title))


def _sets(tools: Tools) -> Sequence[Toolset]:
    if isinstance(tools, Toolset):
        return [tools]
    if isinstance(tools, dict):
        return load(cast("dict[str, Json]", tools))
    if isinstance(tools, (str, os.PathLike)):
        return load(tools)
    listed = list(tools)
    values = [item for item in listed if isinstance(item, dict)]
    if values and len(values) == len(listed):
        return load(values)
    sets = [item for item in listed if isinstance(item, Toolset)]
    if len(sets) != len(listed):
        wrong = next(item for item in listed if not isinstance(item, Toolset))
        raise TypeError(f"expected sets of tools, or dicts that define tools, not {type(wrong).__name__}")
    return sets


def _input(argument: str, reach: Reach) -> Iterator[Toolset | Broken]:
    sources = []
    for outcome in _load(argument, reach=reach):
        if isinstance(outcome, Broken):
            yield outcome
        elif not isinstance(outcome, PassedOver):
            sources.append(outcome)
            yield from outcome.broken
    yield from together(sources)


def _value(value: list[Json] | dict[str, Json]) -> Iterator[Toolset | Broken]:
    from schemalint.sources import shapes

    found = shapes.recognize(value, named=True)
    for problem in found.problems:
        yield Broken("value", problem.reason, tool=problem.name, pointer=problem.at)
    if found.explanation is not None:
        yield Broken("value", found.explanation)
    yield from (Toolset(group.tools, group.server) for group in found.groups)
