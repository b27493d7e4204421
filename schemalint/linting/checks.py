"""A check that needs the result of something else, and so fits no rule: the noun. The checks stand beside the code that knows.

They are listed by `rules` and explained by `explain` like rules, and run by the command that they name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from schemalint.model import Lever, Severity

IDS: Final = ("budget-regression", "definition-drift", "unstable-order")
"""What `ignore` of a configuration may name besides rules."""


@dataclass(frozen=True, slots=True)
class Check:
    """`command` is what runs it; `page` reads as that of a rule does: first the habit in one sentence, then why."""

    id: str
    lever: Lever
    severity: Severity
    command: str
    page: str

    @property
    def title(self) -> str:
        """The page's first line."""
        return self.page.strip().split("\n", 1)[0]
