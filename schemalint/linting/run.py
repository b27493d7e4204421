"""A toolset and rules in, findings out: the only loop over rules.

Stamps each finding with its rule and severity, and marks which are silenced; pure. Knows nothing of files, lines or formats.
A rule that crashes is a bug to report, never a finding and never skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from schemalint.errors import Failure
from schemalint.linting.plan import Plan, plan
from schemalint.linting.rule import Rule
from schemalint.model import SEVERITIES, Edit, Finding, Fix, Severity, Tool, Toolset
from schemalint.record import dataclass, replace
from schemalint.schema.pointer import Pointer, pointer_text
from schemalint.sources.source import Place

if TYPE_CHECKING:
    from schemalint.linting.silences import Silence
    from schemalint.text.changed import Piece

Silences: TypeAlias = Callable[[str, str, Pointer, tuple[str, ...], str, str | None], "tuple[Silence, ...]"]
"""What silences a rule (by id) for a tool (by name) at a canonical place of it, for a finding with this key.

Then the source that the tool is from, and the server that offers it.
"""


def spellings(rule_id: str, key: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a suppression that mean a finding: its rule, and with a key `rule(target:trait)`, `*` for either."""
    if len(key) != 2:
        return (rule_id,)
    pairs = (":".join(key), f"{key[0]}:*", f"*:{key[1]}")
    return (rule_id, *(f"{rule_id}({pair})" for pair in pairs))


class RuleCrash(Failure):
    """A rule raised an exception. The message names rule and tool and asks for a report; `__cause__` is what it raised."""

    def __init__(self, fault: str) -> None:
        super().__init__(
            f"{fault}\nThis is a bug in the rule. If it is one of schemalint's own, please report it with the tool."
        )


_NOWHERE: Final = Place(Tool(""), ())


@dataclass(frozen=True, slots=True, eq=False)
class Reported:
    """A finding with its rule, severity and tool, as `lint` yields it and as a report holds it.

    `at` is canonical, inside the tool; `tool` is None for a finding on the set as a whole. `related` places may be in other
    tools. A report fills in the rest: `place` in the source, `nth` of the findings of this rule at this place, and `covers`,
    the findings with the same cause that this one represents. `words` are those that changed, where it is about a change.
    """

    rule: str
    severity: Severity
    tool: Tool | None
    at: Pointer
    message: str
    fix: Fix | None = None
    related: tuple[Place, ...] = ()
    key: tuple[str, ...] = ()
    silenced: tuple[Silence, ...] = ()
    replaces: tuple[str, ...] = ()
    place: Place = _NOWHERE
    nth: int = 0
    words: tuple[Piece, ...] = ()
    covers: tuple[Reported, ...] = ()

    @property
    def tool_name(self) -> str | None:
        """The name of the tool; None for a finding on the set as a whole."""
        return self.tool.name if self.tool is not None else None

    @property
    def path(self) -> str:
        """The source as the user wrote it."""
        return self.place.source.path

    @property
    def fingerprint(self) -> str:
        """What stays the same of a finding while lines and words around it change, whatever else the run reads."""
        import hashlib
        import json

        parts = [self.rule, self.tool_name, pointer_text(self.at), *(["key", *self.key] if self.key else ()), self.nth]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()[:32]


def lint(toolset: Toolset, rules: Sequence[Rule], silences: Silences | None = None) -> Iterator[Reported]:
    """What the rules find in one toolset, each finding once: tool by tool, then what the rules on whole sets find.

    Errors: `RuleCrash`.
    """
    seen: set[tuple[str, Pointer, str]] = set()

    def stamped(rule: Rule, index: int | None, finding: Finding) -> Iterator[Reported]:
        at = finding.at if index is None else (index, *finding.at)
        identity = (rule.id, at, finding.message)
        if identity not in seen:
            seen.add(identity)
            yield _stamp(rule, toolset, at, () if index is None else (index,), finding, silences)

    whole = plan(tuple(rules), bool(toolset.targets))
    for index, tool in enumerate(toolset.tools):
        if tool.origin.fidelity != "approximate":
            for rule, finding in _in_tool(whole, tool, toolset):
                yield from stamped(rule, index, finding)
            continue
        fair = plan(tuple(rule for rule in rules if _is_fair(rule, tool)), bool(toolset.targets))
        for rule, finding in _in_tool(fair, tool, toolset):
            if not _is_unseen(tool, finding.at):
                yield from stamped(rule, index, finding)
    for rule in whole.toolset:
        for finding in _in_set(rule, toolset):
            if _may_say(rule, toolset, finding.at):
                yield from stamped(rule, None, finding)
    judges = tuple(rule for rule in whole.tool if rule.lever == "security") if toolset.about else ()
    for text in _beside(toolset) if judges else ():
        for rule, finding in _in_tool(plan(judges, bool(toolset.targets)), text, toolset):
            yield from stamped(rule, None, replace(finding, at=(), fix=None, related=()))


_BESIDE: Final = {"prompts": "prompt", "resources": "resource", "resourceTemplates": "resource template"}


def _beside(toolset: Toolset) -> Iterator[Tool]:
    """What a server states beside its tools, each text as a member of a tool that is named as the server is."""
    for at, stated in toolset.about.items():
        member, *names = (part.replace("~1", "/").replace("~0", "~") for part in at[1:].split("/"))
        if member != "version" and stated:
            what = f"{_BESIDE.get(member, member)} {names[0]}" if names else "instruction text"
            yield Tool(toolset.server or "server", extra={what: stated})


def _in_tool(plan: Plan, tool: Tool, toolset: Toolset) -> list[tuple[Rule, Finding]]:
    """What the rules on tools and nodes find in one tool."""
    found: list[tuple[Rule, Finding]] = []
    rule, where = None, None
    try:
        for rule in plan.for_tool(tool):
            called = rule.check(tool, toolset, **rule.options) if rule.wants_tools else rule.check(tool, **rule.options)
            found += [(rule, finding) for finding in called]
        rule = None
        for where in tool.nodes() if plan.node else ():
            for rule in plan.for_node(where):
                called = rule.check(where, toolset, **rule.options) if rule.wants_tools else rule.check(where, **rule.options)
                found += [(rule, finding) for finding in called]
            rule = None
    except Exception as error:
        if rule is None:
            raise
        at = f" at {pointer_text(where.at)}" if where is not None else ""
        raise _crash(rule, f"tool `{tool.name}`{at}", error) from error
    return found


def _in_set(rule: Rule, toolset: Toolset) -> list[Finding]:
    try:
        return list(rule.check(toolset, **rule.options))
    except Exception as error:
        raise _crash(rule, f"a set of {len(toolset.tools)} tools", error) from error


def _crash(rule: Rule, where: str, error: Exception) -> RuleCrash:
    return RuleCrash(f"rule {rule.id} crashed on {where}: {type(error).__name__}: {error}")


# ------------------------------------------------------------------------------------------------ tools that are seen in part

FAIR: Final = frozenset(("naming", "description", "enum", "required", "security"))
"""Levers whose rules judge what can be seen of a tool that was read in part: its names and texts, and which parameters it
has. The others judge a whole schema, its size or its bytes (sources.md 5.4).
"""


_WHOLE: Final = frozenset(("budget", "target"))
"""Levers whose rules judge all of a tool at once, its result too."""


def _is_fair(rule: Rule, tool: Tool) -> bool:
    if tool.origin.fidelity != "approximate" or rule.lever in FAIR:
        return True
    only_result = bool(tool.origin.unseen) and all(place[:1] == ("output_schema",) for place in tool.origin.unseen)
    return only_result and rule.lever not in _WHOLE


def _is_unseen(tool: Tool, at: Pointer) -> bool:
    """Whether a finding is where something of an approximate tool is out of sight."""
    return any(at[: len(place)] == place for place in tool.origin.unseen)


def _may_say(rule: Rule, toolset: Toolset, at: Pointer) -> bool:
    """Whether a finding on a set is fair: to its tool, and a finding on the set as a whole to all of them."""
    index = at[0] if at else None
    if not isinstance(index, int) or index not in range(len(toolset.tools)):
        return all(_is_fair(rule, tool) for tool in toolset.tools)
    tool = toolset.tools[index]
    return _is_fair(rule, tool) and not _is_unseen(tool, at[1:])


def _stamp(rule: Rule, toolset: Toolset, at: Pointer, prefix: Pointer, finding: Finding, silences: Silences | None) -> Reported:
    """The finding as lint reports it: places inside their tools instead of in the set."""
    tool, own = _split(toolset, at)
    fix = finding.fix
    if fix is not None:
        edits = []
        for edit in fix.edits:
            owner, place = _split(toolset, (*prefix, *edit.at))
            if owner is not tool:
                raise RuleCrash(f"rule {rule.id} offers a fix that edits another tool than the one it reports")
            edits.append(Edit(place, edit.value))
        fix = Fix(fix.title, tuple(edits), fix.safe)
    related = tuple(
        Place(owner, place)
        for owner, place in (_split(toolset, (*prefix, *other)) for other in finding.related)
        if owner is not None
    )
    severity = rule.severity
    if finding.severity is not None and SEVERITIES.index(finding.severity) > SEVERITIES.index(severity):
        severity = finding.severity
    whose = tool if tool is not None or not toolset.tools else toolset.tools[0]
    source = whose.origin.source if whose is not None else ""
    silenced = silences(rule.id, tool.name if tool else "", own, finding.key, source, toolset.server) if silences else ()
    return Reported(rule.id, severity, tool, own, finding.message, fix, related, finding.key, silenced, finding.replaces)


def _split(toolset: Toolset, at: Pointer) -> tuple[Tool | None, Pointer]:
    """A place in a set as a tool and a place in it; the set itself is not a tool."""
    if not at:
        return None, ()
    index = at[0]
    if not isinstance(index, int) or index not in range(len(toolset.tools)):
        raise RuleCrash(f"a finding on a set must start with the index of a tool, not {index!r}")
    return toolset.tools[index], at[1:]
