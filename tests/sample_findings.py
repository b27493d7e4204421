"""A sample of what recommended rules find on servers of one's own choice, to be read: `python tests/sample_findings.py FOLDER`.

FOLDER holds a file a server: `{"package": ..., "version": ..., "tools": [...]}`. Prints at most forty warnings and errors of a
rule and ten infos, chosen by a fixed seed, each with what it is about: a reader adds right, debatable or wrong in front.
`--count FILE` counts such verdicts by rule.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

from schemalint.linting.rule import builtin, load
from schemalint.linting.run import Reported, lint
from schemalint.schema.pointer import Json, pointer_text, value_at
from schemalint.sources import Source
from schemalint.sources import load as load_source

LOUD, CALM = 40, 10
VERDICTS = ("right", "debatable", "wrong")


def about(found: Reported) -> str:
    """What a finding is about, as the definition holds it."""
    if found.tool is None:
        return ""
    value: Json = value_at(found.tool.members(), found.at)
    if isinstance(value, dict):
        value = {key: one if len(str(one)) < 300 else f"{str(one)[:300]}..." for key, one in value.items()}
    return json.dumps(value, ensure_ascii=False)[:700]


def rows(folder: Path) -> dict[tuple[str, str], list[list[str]]]:
    """Findings by rule and severity: server, version, tool, place, message, and what it is about."""
    rules = [rule for rule in load(builtin()).values() if "recommended" in rule.sets]
    found: dict[tuple[str, str], list[list[str]]] = defaultdict(list)
    for path in sorted(folder.glob("*.json")):
        version = json.loads(path.read_text(encoding="utf-8")).get("version", "")
        for source in load_source(str(path)):
            if isinstance(source, Source):
                for toolset in source.toolsets:
                    for one in lint(toolset, rules):
                        place = [path.stem, version, one.tool_name or "", pointer_text(one.at)]
                        found[one.rule, one.severity].append([*place, one.message, about(one)])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--count", action="store_true", help="the path is a file of verdicts: count them by rule")
    asked = parser.parse_args()
    if asked.count:
        counts: Counter[tuple[str, str, str]] = Counter()
        for line in asked.path.read_text(encoding="utf-8").splitlines():
            verdict, rule, severity, *_ = line.split("\t")
            counts[severity, rule, verdict] += 1
        for severity, rule in sorted({(severity, rule) for severity, rule, _ in counts}):
            each = [counts[severity, rule, verdict] for verdict in VERDICTS]
            print(f"| {rule} | {severity} | {sum(each)} | {' | '.join(map(str, each))} |")
        return 0
    chance = random.Random(14)
    for (rule, severity), found in sorted(rows(asked.path).items()):
        for row in chance.sample(found, min(len(found), CALM if severity == "info" else LOUD)):
            print("\t".join(["?", rule, severity, *(cell.replace("\t", " ").replace("\n", " ") for cell in row)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
