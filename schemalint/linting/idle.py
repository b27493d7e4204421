"""Suppressions that have rotted: they silence nothing, have run out, name what does not exist, or hide everything.

Only what a run looked at is judged: a suppression of a rule that did not run, or of a tool that was not read, may be needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from schemalint.edge.show import did_you_mean
from schemalint.linting.choose import ALL, is_known, is_narrow
from schemalint.linting.command_checks import IDS, CommandCheck
from schemalint.linting.rule import LEVERS, SETS, Rule
from schemalint.linting.run import FAIR, Reported
from schemalint.linting.silences import Silence, comments_of, has_expired, members_of
from schemalint.model import Tool
from schemalint.record import dataclass
from schemalint.sources.source import Place, Source

if TYPE_CHECKING:
    from datetime import date

_NOUNS: Final = {"comment": "the comment", "member": "the member", "per-tool-ignores": "`per-tool-ignores`"}


def _check(name: str, page: str) -> CommandCheck:
    return CommandCheck(name, "metadata", "warning", "check", page, ("recommended", "strict"))


BLANKET: Final = _check(
    "blanket-suppression",
    r"""
A suppression names no rule, so it also hides what nobody has seen yet.

`# schemalint: ignore` without brackets, and `ALL` in a suppression, silence every rule there is, and every rule that a later
version adds: an instruction to the model that somebody smuggles into the text is silenced with the rest.

Name the rules that you mean: `# schemalint: ignore[param-description-missing] reason`. The message lists what is silenced
now.
""",
)
EXPIRED: Final = _check(
    "expired-suppression",
    r"""
A suppression has run out.

Its `expires`, or the day after `until` in a comment, has passed. It silences nothing now, so what it hid is reported again.

Fix what it hid and remove it. If the reason still holds, give it a new day.
""",
)
UNKNOWN: Final = _check(
    "unknown-rule-in-suppression",
    r"""
A suppression names a rule that does not exist.

A misspelt name silences nothing. In the configuration that is an error; in a comment, or an `x-schemalint-ignore` member, this
check reports it with the nearest name that exists. A rule of your own exists where `--rules` or `rule-folders` loads it.
""",
)
UNUSED: Final = _check(
    "unused-suppression",
    r"""
A suppression silences nothing.

What it hid was fixed, or the tool is gone. Left in place, it would hide the next finding of its rule, which nobody has seen.

Comments and members are judged where their rule ran. Tables of the configuration are judged where the run reads all of its
folder, or the file that `source` names, since the tool that they mean may be in a file that was not read.

Remove the suppression, or the word of it that the message names.
""",
)
CHECKS: Final = (BLANKET, EXPIRED, UNKNOWN, UNUSED)


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """What a run looked at: the rules that ran, all that there are, and the sources whose comments count.

    `whole` are the files of the configuration whose tools were all read; `targets` are those that were judged. `members` says
    whether those of schemas count.
    """

    ran: Mapping[str, Rule | CommandCheck]
    known: Mapping[str, Rule]
    sources: Sequence[Source]
    whole: Collection[str]
    today: date
    targets: Collection[str] = ()
    members: bool = False


def idle(
    looked: Looked, silenced: Iterable[Reported], configured: Iterable[Silence], checks: Iterable[CommandCheck]
) -> Iterator[Reported]:
    """The findings on suppressions: those beside the tools by source, then those of the configuration."""
    chosen = {check.id: check for check in checks}
    by: dict[Silence, list[str]] = {}
    for finding in silenced:
        for silence in finding.silenced:
            by.setdefault(silence, []).append(finding.rule)

    def judged(silence: Silence, source: Source | None) -> Iterator[Reported]:
        for check, message in _faults(silence, by.get(silence, ()), looked, source):
            if check.id in chosen:
                yield _reported(chosen[check.id], silence, message)

    for source in looked.sources:
        written = [*comments_of(source, looked.known), *(members_of(source, looked.known) if looked.members else ())]
        for silence in dict.fromkeys(written):
            yield from judged(silence, source)
    for silence in dict.fromkeys(configured):
        yield from judged(silence, None)


def _faults(
    silence: Silence, rules: Sequence[str], looked: Looked, source: Source | None
) -> Iterator[tuple[CommandCheck, str]]:
    noun = _NOUNS.get(silence.form, "the suppression")
    if silence.word != "*" and not is_known(looked.known, silence.word):
        names = (*looked.known, *LEVERS, *SETS, *IDS, ALL)
        hint = did_you_mean(silence.word, names, "; `schemalint rules` lists them")
        yield UNKNOWN, f"{noun} names `{silence.word}`, and there is no such rule{hint}"
        return
    what = "every rule" if silence.covers is None or silence.word == ALL else f"`{silence.word}`"
    where = f" in `{silence.tool}`" if silence.form in ("suppress", "per-tool-ignores") else ""
    if has_expired(silence, looked.today):
        yield EXPIRED, f"{noun} that silences {what}{where} ran out on {silence.expires}; remove it, or give it a new day"
        return
    if rules and what == "every rule":
        named = ", ".join(f"`{rule}`" for rule in sorted(set(rules)))
        yield BLANKET, f"{noun} silences every rule{where}, also what is found later; name those that you mean: {named}"
    elif not rules and _was_tried(silence, looked, source):
        yield UNUSED, f"{noun} silences {what}{where}, and nothing is found there; remove it"


def _was_tried(silence: Silence, looked: Looked, source: Source | None) -> bool:
    """Whether a finding that it silences would have been found."""
    ran = [rule for rule in looked.ran.values() if isinstance(rule, Rule) and _covers(silence, rule)]
    if source is None:
        read = silence.path in looked.whole or any(_is_exactly(silence, one.path) for one in looked.sources)
        return read and any(_judges(silence, rule, looked.targets) for rule in ran)
    if source.broken or source.unread or ".py:" in source.path:
        return False  # it may be about a tool that was not read
    seen = not any(tool.origin.fidelity == "approximate" for tool in source.tools())
    return any((seen or rule.lever in FAIR) and _judges(silence, rule, looked.targets) for rule in ran)


def _covers(silence: Silence, rule: Rule) -> bool:
    return silence.covers is None or rule.id in silence.covers or silence.word.startswith(f"{rule.id}(")


def _judges(silence: Silence, rule: Rule, targets: Collection[str]) -> bool:
    """Whether a rule had something to judge: rules on targets are silent without the target."""
    if rule.lever != "target":
        return True
    named = silence.word[:-1].partition("(")[2].partition(":")[0] if is_narrow(silence.word) else "*"
    return bool(targets) if named == "*" else named in targets


def _is_exactly(silence: Silence, path: str) -> bool:
    """Whether a suppression is about this file alone, which was read."""
    if silence.within is None or any(sign in silence.within[1] for sign in "*?[!") or silence.within[1].endswith("/"):
        return False
    from schemalint.sources.ignores import is_within

    return is_within(path, silence.within[0], silence.within[1:])


def _reported(check: CommandCheck, silence: Silence, message: str) -> Reported:
    place = Place(Tool(""), (), Source(silence.path, "suppression", ()), whole=True, line=silence.line, column=silence.column)
    return Reported(check.id, check.severity, None, (), message, key=(silence.form, silence.word, silence.tool), place=place)
