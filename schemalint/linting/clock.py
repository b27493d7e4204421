"""What rules cost in a run: the time in each, how often it was called and what it found.

Our own rules are timed where somebody asks; a user's own always, so that one that holds up a run is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any, Final

from schemalint.linting.rule import Rule, builtin
from schemalint.model import Finding
from schemalint.record import dataclass, field

SLOW: Final = 1.0
"""Seconds of a run from which a user's own rule is named."""
SLOW_CALL: Final = 0.001
"""Seconds of a call from which it is: a rule that is quick and called a million times is not to blame."""


@dataclass(slots=True, eq=False)
class Spent:
    """What one rule cost."""

    rule: Rule
    seconds: float = 0.0
    calls: int = 0
    found: int = 0


@dataclass(slots=True, eq=False)
class Clock:
    """What the rules of a run cost, by id; `every`: our own too."""

    every: bool
    spent: dict[str, Spent] = field(default_factory=dict)

    def around(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        """The rules, with those that are timed called by the clock."""
        ours = str(builtin())
        return tuple(self._timed(rule) if self.every or not rule.path.startswith(ours) else rule for rule in rules)

    def _timed(self, rule: Rule) -> Rule:
        spent = self.spent.setdefault(rule.id, Spent(rule))

        def check(*given: Any, **options: Any) -> Iterable[Finding]:
            called = rule.check  # to read its file is not its own time
            start = perf_counter()
            found = list(called(*given, **options))
            spent.seconds += perf_counter() - start
            spent.calls += 1
            spent.found += len(found)
            return found

        return rule.calling(check)

    def table(self) -> Iterator[str]:
        """A line for each rule that was called, the dearest first."""
        yield f"{'ms':>10} {'calls':>9} {'findings':>9}  rule"
        for one in sorted(self.spent.values(), key=lambda one: -one.seconds):
            if one.calls:
                yield f"{one.seconds * 1000:>10.1f} {one.calls:>9,} {one.found:>9,}  {one.rule.id}"

    def slow(self) -> Iterator[str]:
        """What to say of the user's own rules that hold up the run."""
        for one in self.spent.values():
            if one.seconds >= SLOW and one.seconds >= SLOW_CALL * one.calls and not self.every:
                yield f"{one.rule.path}: the rule {one.rule.id} took {one.seconds:.1f} s of this run; see --profile-rules"
