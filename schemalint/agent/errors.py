"""Errors for authors and callers of tools; each lists everything that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from schemalint.linting.run import Reported

DefinitionCode: TypeAlias = Literal["UNSUPPORTED_SCHEMA", "UNSUPPORTED_SIGNATURE", "REFUSED_BY_RULES"]


class DefinitionError(ValueError):
    """A tool that cannot be defined this way.

    `faults` lists everything that is wrong, one text each; `findings` holds those of the rules, where `lint=True` asked them.
    """

    def __init__(self, tool: str, code: DefinitionCode, faults: Sequence[str], findings: Sequence[Reported] = ()) -> None:
        super().__init__(f"the tool `{tool}` cannot be defined ({code}): {'; '.join(faults)}")
        self.tool = tool
        self.code = code
        self.faults = tuple(faults)
        self.findings = tuple(findings)


class ArgumentsError(ValueError):
    """Arguments that the definition of a tool refuses. `faults` are all of them, one text each, fit to be shown to a model."""

    code: Literal["INVALID_ARGS"] = "INVALID_ARGS"

    def __init__(self, tool: str, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.tool = tool
        self.faults = tuple(faults)


class Unsupported(ValueError):
    """One or more faults on their way up to whoever knows the tool's name."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
