"""`load`, `lint` and `catalog` as Python programs call them: the parts put together with their defaults.

Knows no configuration and no command line, and prints nothing. What the top of the package names beside these three comes
straight from the module that it lives in.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from schemalint.edge.show import show
from schemalint.linting.rule import Rule, builtin
from schemalint.linting.rule import load as _rules
from schemalint.linting.run import Reported
from schemalint.linting.run import lint as _lint
from schemalint.model import Json, RuleSet, Toolset
from schemalint.sources import Broken, PassedOver, Reach, together
from schemalint.sources import load as _load
from schemalint.sources.permissions import NOTHING
from schemalint.sources.source import described

Sets: TypeAlias = Toolset | Iterable[Toolset]
"""One set, or several as `load` returns them."""


class LoadError(Exception):
    """Something could not be read, or holds no tools. `broken` has an entry for each, the message a line for each."""

    def __init__(self, broken: Sequence[Broken]) -> None:
        super().__init__("\n".join(show(described(one)) for one in broken))
        self.broken = tuple(broken)


def load(
    source: str | os.PathLike[str] | list[Json] | dict[str, Json],
    *more: str | os.PathLike[str] | list[Json] | dict[str, Json],
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


def lint(tools: Sets, rules: Iterable[Rule] | None = None, *, rule_set: RuleSet = "recommended") -> list[Reported]:
    """What the rules find in one set of tools or in several, tool by tool; `rules` are by default those of `rule_set`.

    Errors: `linting.RuleCrash` for a rule that raised an exception.
    """
    chosen = [rule for rule in _rules(builtin()).values() if rule_set in rule.sets] if rules is None else list(rules)
    return [found for toolset in _sets(tools) for found in _lint(toolset, chosen)]


def catalog(tools: Sets, *, title: str = "Tool catalog") -> str:
    """A page for people that lists the tools, as Markdown with a final newline: the same tools give the same bytes.

    Errors: `catalogs.NothingToShow` where there is no tool.
    """
    from schemalint.catalogs import markdown

    return markdown(_sets(tools), title=title)


def _sets(tools: Sets) -> Sequence[Toolset]:
    return [tools] if isinstance(tools, Toolset) else list(tools)


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
