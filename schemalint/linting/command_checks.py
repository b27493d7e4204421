"""Checks that a command of its own makes, because they need more than definitions: a lock file, or a second listing.

This is the noun; the checks are beside the code that makes them. `rules` lists them and `explain` explains them like rules.
"""

from __future__ import annotations

from typing import Final

from schemalint.model import Lever, RuleSet, Severity
from schemalint.record import dataclass

IDS: Final = (
    *("blanket-suppression", "budget-regression", "definition-drift", "expired-suppression"),
    *("unknown-rule-in-suppression", "unstable-order", "unused-suppression"),
)
"""What a configuration and the command line may name besides rules."""


@dataclass(frozen=True, slots=True)
class CommandCheck:
    """`command` is what runs it; `page` reads as that of a rule does: first the habit in one sentence, then why."""

    id: str
    lever: Lever
    severity: Severity
    command: str
    page: str
    sets: tuple[RuleSet, ...] = ()

    @property
    def title(self) -> str:
        """The page's first line."""
        return self.page.strip().split("\n", 1)[0]
