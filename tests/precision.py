"""What the rules find on real tools, and how often they are right: `python tests/precision.py [--rule ID]... [--sample N]`.

Runs every rule over the corpus beside the project (1,111 tools of 87 MCP servers, and a registry of 755 tool summaries), over
the labels handed to the project and over our own (`tests/labels`), and counts the verdicts of people who read hits
(`tests/verdicts/*.tsv`). Prints a row a rule; exits 1 when a recommended rule of severity warning or error misses a bar.

`--evidence` writes what was measured to the pages of the rules, `--evidence --check` says which pages are out of date.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from schemalint.linting.rule import Rule, builtin, load
from schemalint.linting.run import Reported, lint
from schemalint.model import Tool, Toolset, Trust
from schemalint.schema.pointer import Json, pointer_text
from schemalint.sources import Source, shapes, together
from schemalint.sources import load as load_source
from schemalint.targets import find

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
LABELS = ROOT / "tests" / "labels"
UNREAD = ROOT / "tests" / "campaigns" / "precision.md"
VERDICTS = ROOT / "tests" / "verdicts"
MEASURED = "2026-11-30"
TARGETS = ("portable", "codex")
"""What the rules on targets are measured for: what the four big providers refuse, and a client that drops and rewrites."""
WORDING = frozenset(
    "conceal-from-user cross-tool-steering exfiltration-phrase foreign-data-in-parameter instruction-override"
    " speaks-to-model".split()
)
"""Rules that judge wording: labels that were seen while they were written give no recall; tests/campaigns/security.md does."""
PRECISION, RECALL, LOUD = 0.95, 0.90, 0.08
EVIDENCE = re.compile(r"\n*^Evidence: .*?(?:\n(?=\n)|\Z)", re.M | re.S)


@dataclass(slots=True)
class Measured:
    """What was counted for one rule. `loud` and `calm` are findings at warning and above, and below."""

    hits: list[Reported] = field(default_factory=list)
    tools: set[int] = field(default_factory=set)
    registry: int = 0
    labels: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    """(expected, found) -> how often."""
    wrong_labels: list[str] = field(default_factory=list)
    right: int = 0
    judged: int = 0

    @property
    def precision(self) -> float | None:
        found = self.labels[True, True] + self.labels[False, True]
        return self.labels[True, True] / found if found else None

    @property
    def recall(self) -> float | None:
        expected = self.labels[True, True] + self.labels[True, False]
        return self.labels[True, True] / expected if expected else None

    @property
    def by_reading(self) -> float | None:
        return self.right / self.judged if self.judged else None


def toolsets(*where: str) -> Sequence[Toolset]:
    sources = [source for source in load_source(str(SHARED.joinpath(*where))) if isinstance(source, Source)]
    return together(sources)


def labels() -> Iterator[dict[str, Json]]:
    for path in [SHARED / "corpus" / "labels_dev.jsonl", *sorted(LABELS.glob("*.jsonl"))]:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def labelled_set(label: dict[str, Json]) -> Toolset:
    """The tool of a label with the siblings and the server that the label gives it; the tool comes first."""
    given = label.get("context")
    context = given if isinstance(given, dict) else {}
    siblings = [
        one if isinstance(one, dict) else {"name": one, "description": "A sibling."} for one in context.get("tools") or []
    ]
    others = [one for one in siblings if one != label["tool"]]
    recognized = shapes.recognize([label["tool"], *others], named=True)
    trust: Trust = "third-party" if context.get("trust") == "third-party" else "own"
    return Toolset(recognized.groups[0].tools, server=context.get("server"), trust=trust)


def met(label: dict[str, Json], rule: Rule) -> bool:
    """Whether the rule speaks of the place of a label: at it, below it, or by its name in a finding that lists names.

    A label without a place is on the tool; for a rule on sets it is on the set, whichever of its tools the finding names.
    """
    place = re.sub(r"^/(inputSchema|input_schema)", "/parameters", label["path"] or "")
    tools = labelled_set(label)
    name = place.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")
    for found in lint(tools, [rule]):
        if not place and rule.scope == "toolset":
            return True
        about = [(found.tool, found.at), *((place.tool, place.at) for place in found.related)]
        for tool, at in about:
            text = pointer_text(at)
            if (tool is tools.tools[0] or tool is None) and (
                text.startswith(place) or (text and place.startswith(text) and f"`{name}`" in found.message)
            ):
                return True
        if found.tool is tools.tools[0] and f"`{name}`" in found.message:
            return True
    return False


def measure(rules: Sequence[Rule]) -> tuple[dict[str, Measured], int, int, dict[int, Tool]]:
    """The counts by rule, how many corpus tools there are, and how many are clean at warning and above."""
    result = {rule.id: Measured() for rule in rules}
    corpus = toolsets("corpus", "mcp")
    tools = {id(tool): tool for one in corpus for tool in one.tools}
    seriously: set[int] = set()
    targets = tuple(find(name) for name in TARGETS)
    for one in corpus:
        for found in lint(replace(one, targets=targets), rules):
            mine = result[found.rule]
            mine.hits.append(found)
            tool = found.tool or one.tools[0]
            mine.tools.add(id(tool))
            rule_of_it = next(rule for rule in rules if rule.id == found.rule)
            by_default = "recommended" in rule_of_it.sets and rule_of_it.lever != "target"
            if found.severity != "info" and by_default:
                seriously.add(id(tool))
    for one in toolsets("corpus", "functions", "docker_mcp_registry.json"):
        for found in lint(one, rules):
            result[found.rule].registry += 1
    by_id = {rule.id: rule for rule in rules}
    for label in labels():
        rule = by_id.get(label["rule"])
        if rule is not None:
            found_it = met(label, rule)
            result[rule.id].labels[bool(label["expected"]), found_it] += 1
            if found_it != label["expected"]:
                said = "missed" if label["expected"] else "wrong"
                result[rule.id].wrong_labels.append(f"{said}: {label['tool'].get('name')} {label['path']}: {label['why']}")
    for rule in rules:
        path = VERDICTS / f"{rule.id}.tsv"
        if path.is_file():
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file, delimiter="\t"):
                    result[rule.id].judged += 1
                    result[rule.id].right += row["verdict"] == "right"
    return result, len(tools), len(tools) - len(seriously), tools


def misses(rule: Rule, measured: Measured) -> Iterator[str]:
    """The bars that a recommended rule of severity warning or error misses."""
    if "recommended" not in rule.sets or rule.severity == "info" or rule.id in WORDING:
        return
    for what, value, bar in (
        ("precision on labels", measured.precision, PRECISION),
        ("recall on labels", measured.recall, RECALL),
        ("precision by reading", measured.by_reading, PRECISION),
    ):
        if value is not None and value < bar:
            yield f"{rule.id}: {what} {value:.3f} is below {bar}"


def unread() -> dict[str, tuple[int, int]]:
    """How many findings of a rule were right, and were read, on servers that nobody had read before."""
    found: dict[str, tuple[int, int]] = {}
    for line in UNREAD.read_text(encoding="utf-8").splitlines():
        if row := re.fullmatch(r"\| ([a-z-]+) \| \w+ \| (\d+) \| (\d+) \| \d+ \| \d+ \|", line):
            right, read = found.get(row[1], (0, 0))
            found[row[1]] = (right + int(row[3]), read + int(row[2]))
    return found


def evidence(rule: Rule, measured: Measured, tools: int) -> str:
    """The evidence line of a page: counts, precision by reading and on labels, date."""
    rate = len(measured.tools) / tools
    judged_for = f" for {' and '.join(f'`{name}`' for name in TARGETS)}" if rule.lever == "target" else ""
    counted = f"{len(measured.hits)} findings on {len(measured.tools)} of {tools:,} real tools ({rate:.1%}){judged_for}"
    # The corpus lay open while the rules were written: its figures flatter.
    parts = [
        f"Evidence: {counted}, seen while the rule was made"
        if measured.hits
        else f"Evidence: no real hit seen on {tools:,} real tools{judged_for}"
    ]
    if measured.registry:
        parts.append(f"{measured.registry} more in a registry of 755 tool summaries")
    if measured.judged:
        parts.append(f"{measured.right} of {measured.judged} read hits right")
    count = sum(measured.labels.values())
    if rule.id in WORDING:
        parts.append(
            "tests/campaigns/security.md says what it finds in other people's words; a clean result does not approve a tool"
        )
    elif count:
        precision = "none found" if measured.precision is None else f"precision {measured.precision:.2f}"
        recall = "" if measured.recall is None else f", recall {measured.recall:.2f}"
        parts.append(f"{precision}{recall} on {count} labels")
    if (unseen := unread().get(rule.id)) is not None and rule.id not in WORDING:
        parts.append(f"{unseen[0]} of {unseen[1]} right on servers that nobody had read (tests/campaigns/precision.md)")
    elif not measured.judged and not count and rule.id not in WORDING:
        parts.append("no hits were read and there is no labelled set")
    return "\n".join(textwrap.wrap("; ".join(parts) + f"; {MEASURED}.", 128))


def pages(rules: Sequence[Rule], result: dict[str, Measured], tools: int) -> Iterator[tuple[Path, str]]:
    """Each rule file with the text it must have: the evidence is the last paragraph of the docstring."""
    for rule in rules:
        path = Path(rule.path)
        text = path.read_text(encoding="utf-8")
        head, quotes, rest = text.partition('r"""')
        page, end, code = rest.partition('"""')
        page = EVIDENCE.sub("", page).rstrip("\n")
        yield path, f"{head}{quotes}{page}\n\n{evidence(rule, result[rule.id], tools)}\n{end}{code}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rule", action="append", default=[], help="only this rule; its wrong labels are listed")
    parser.add_argument("--sample", type=int, default=0, help="print this many random hits of each rule for reading")
    parser.add_argument("--evidence", action="store_true", help="write what was measured to the rules' pages")
    parser.add_argument("--check", action="store_true", help="with --evidence: only say which pages are out of date")
    asked = parser.parse_args()
    if not SHARED.is_dir():
        print("the shared corpus is not here, so nothing was measured")
        return 0
    everything = load(builtin())
    rules = [rule for rule in everything.values() if not asked.rule or rule.id in asked.rule]
    result, tools, clean, _ = measure(rules)
    if asked.evidence:
        stale = [(path, text) for path, text in pages(rules, result, tools) if path.read_text(encoding="utf-8") != text]
        for path, text in stale:
            print(f"{path.name}: evidence {'is out of date' if asked.check else 'written'}")
            if not asked.check:
                path.write_text(text, encoding="utf-8")
        print(f"evidence: {len(rules) - len(stale)} of {len(rules)} pages were up to date")
        return int(bool(stale) and asked.check)
    heads = f"{'hits':>5} {'tools':>7} {'registry':>8} {'P read':>12} {'P labels':>9} {'R labels':>9}"
    print(f"{'rule':<34} {'severity':<8} {'set':<12} {heads}")
    for rule in rules:
        print(row(rule, result[rule.id], tools))
        for line in result[rule.id].wrong_labels if asked.rule else ():
            print(f"    {line}")
    for rule in rules:
        hits = result[rule.id].hits
        for hit in random.Random(7).sample(hits, min(asked.sample, len(hits))):
            name = Path(hit.tool.origin.source).name if hit.tool else ""
            print(f"{rule.id}\t{name}\t{hit.tool.name if hit.tool else ''}\t{pointer_text(hit.at)}\t{hit.message}")
    print(f"{clean} of {tools} real tools ({clean / tools:.0%}) are clean at warning and above with the recommended rules")
    loud = [
        rule.id
        for rule in rules
        if "recommended" in rule.sets and rule.lever != "target" and len(result[rule.id].tools) > LOUD * tools
    ]
    print(f"rules on more than {LOUD:.0%} of the tools: {', '.join(loud) or 'none'}")
    missed = [line for rule in rules for line in misses(rule, result[rule.id])]
    print("\n".join(missed) or "every measured rule reaches its bars")
    unmeasured = [rule.id for rule in rules if not result[rule.id].judged and not result[rule.id].labels]
    print(f"without labels and read hits: {', '.join(unmeasured) or 'none'}")
    return int(bool(missed))


def row(rule: Rule, measured: Measured, tools: int) -> str:
    read = "-" if measured.by_reading is None else f"{measured.by_reading:.2f} ({measured.judged})"
    precision, recall = ("-" if value is None else f"{value:.2f}" for value in (measured.precision, measured.recall))
    rate = f"{len(measured.tools) / tools:.1%}"
    return (
        f"{rule.id:<34} {rule.severity:<8} {rule.sets[0]:<12} {len(measured.hits):>5} {rate:>7} {measured.registry:>8}"
        f" {read:>12} {precision:>9} {recall:>9}"
    )


if __name__ == "__main__":
    sys.exit(main())
