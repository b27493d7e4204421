"""The security rules once more, on what changed: a definition that was poisoned by an update must be loud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from schemalint.config import Config
from schemalint.language.texts import prose
from schemalint.linting import rule
from schemalint.linting.choose import choose
from schemalint.linting.rule import Rule
from schemalint.linting.run import Reported, lint
from schemalint.linting.silences import silencer
from schemalint.model import Tool, Toolset
from schemalint.record import replace
from schemalint.schema.equal import same
from schemalint.schema.pointer import value_at


def recheck(
    toolsets: Iterable[Toolset], config: Config, changed: Mapping[int, Tool | None], *, restated: bool = False
) -> tuple[Sequence[Rule], list[tuple[Toolset, list[Reported]]]]:
    """The security rules, and what they find in changed tools, set by set.

    `changed` maps the `id` of a tool to the tool that it was. A finding in text that was there before is not news; where the
    old tool is None, every finding is. One on a whole set counts if any of its tools changed, or
    what its server states beside them (`restated`).
    """
    affected = [one for one in toolsets if any(id(tool) in changed for tool in one.tools) or (restated and one.about)]
    if not affected:
        return (), []
    rules = dict(rule.load(rule.builtin()))
    chosen, silences = choose(rules, config, select=["security"]), silencer(rules, config)
    return chosen, [(one, list(_news(lint(one, chosen, silences), changed))) for one in affected]


def _news(findings: Iterable[Reported], changed: Mapping[int, Tool | None]) -> Iterator[Reported]:
    """The findings that are news. A new sentence that speaks to the model is a warning, if nothing worse was found there."""
    news = [found for found in findings if _is_news(found, changed)]
    told = {(id(found.tool), found.at) for found in news if found.rule != "speaks-to-model"}
    for found in news:
        if found.rule != "speaks-to-model":
            yield found
        elif (id(found.tool), found.at) not in told and found.tool is not None:
            old = changed[id(found.tool)]
            if old is None or not any(found.key[0] in sentences for _, sentences, _ in prose(old)):
                yield replace(found, severity="warning")


def _is_news(found: Reported, changed: Mapping[int, Tool | None]) -> bool:
    if found.tool is None:
        return True
    if id(found.tool) not in changed:
        return False
    old = changed[id(found.tool)]
    return old is None or not same(value_at(old.members(), found.at), value_at(found.tool.members(), found.at))
