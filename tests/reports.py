"""Public reports of refused tools, rebuilt and judged: `python tests/reports.py` writes tests/campaigns/reports.md.

Each report of `tests/reports.yaml` is judged for the target that it is about: what was refused must be found by a rule on
targets, and what helped must not. The page is the log; `tests/test_reported.py` keeps both numbers where they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import test_traits
from ruamel.yaml import YAML

from schemalint import Toolset
from schemalint.targets import Verdict, everything, find, table, verdicts
from schemalint.targets.words import severity

HERE = Path(__file__).resolve().parent
RESULT = HERE / "campaigns" / "reports.md"


FIRST_RUNS = (
    "first sample, 69 of 71 (97%); missed zereight/gitlab-mcp#166 and 14790897/MiqroForge-Desktop#1165;",
    "second sample, 22 of 26 (85%); missed marianfoo/sap-mcp-servers#52, blurrah/mcp-graphql#14, can1357/oh-my-pi#2652",
    "and QwenLM/qwen-code#11834, whose API had no table. Both together: 91 of 97 (94%).",
    "garrytan/gbrain#1028 was first held against `codex`, which repairs such schemas; its refusal is that of the API.",
)
"""What the tables said before they had learned from a sample: a record, for it cannot be measured again."""


@dataclass(frozen=True)
class Judged:
    """One report: the traits of the target's refusals that the refused tool has, and those of the accepted one."""

    source: str
    date: str
    target: str
    found: tuple[str, ...]
    alarms: tuple[str, ...]


def reports() -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = YAML(typ="safe").load((HERE / "reports.yaml").read_text(encoding="utf-8"))
    return read


def judged() -> Iterator[Judged]:
    for report in reports():
        refused, accepted = report.get("tools", (1, 1))
        yield Judged(
            report["source"],
            str(report["date"])[:7],
            report["target"],
            told(report["refused"], report["target"], refused),
            told(report["accepted"], report["target"], accepted),
        )


def told(case: dict[str, Any], target: str, count: int) -> tuple[str, ...]:
    """The traits for which a target refuses a tool, as far as `check` warns of it."""
    tool = test_traits.tool(case)
    tools = (tool,) if count == 1 else tuple(replace(tool, name=f"{tool.name}_{i}") for i in range(count))
    found = verdicts(Toolset(tools, targets=(find(target),)))
    return tuple(dict.fromkeys(verdict.trait for verdict in found if is_warned_of(verdict)))


def is_warned_of(verdict: Verdict) -> bool:
    return verdict.cell.outcome == "error" and severity(verdict, "error") != "info"


def page() -> str:
    found = list(judged())
    predicted = sum(bool(one.found) for one in found)
    alarms = sum(bool(one.alarms) for one in found)
    cited = {
        one.source
        for one in found
        for target in everything()
        for cell in table(target).traits.values()
        if one.source in cell.source
    }
    fresh = [one for one in found if one.source not in cited]
    lines = [
        "# Public reports, rebuilt",
        "",
        "Written by `tests/reports.py` from `tests/reports.yaml`. Each definition is rebuilt with names and words of our own",
        "from a report in a public tracker, and judged for the target that the report is about. Nothing was sent to an API.",
        "",
        f"- {predicted} of {len(found)} refusals are predicted ({predicted / len(found):.0%}); the tables learned from those",
        "  that the first run of a sample missed, so the first runs are the figures of what was unseen:",
        *(f"  {seen}" for seen in FIRST_RUNS),
        f"- {len(fresh)} reports are not the source of a cell; of these {sum(bool(one.found) for one in fresh)} are predicted.",
        f"- {alarms} of {len(found)} definitions that helped are still reported.",
        "",
        "| report | date | target | found in what was refused | found in what helped |",
        "|---|---|---|---|---|",
    ]
    for one in found:
        repository, _, number = one.source.partition("#")
        link = f"[{one.source}](https://github.com/{repository}/issues/{number})"
        lines.append(f"| {link} | {one.date} | {one.target} | {', '.join(one.found)} | {', '.join(one.alarms)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    RESULT.write_text(page(), encoding="utf-8")
    sys.stdout.write(page())
