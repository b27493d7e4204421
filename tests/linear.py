"""Whether the cost of a check grows with the number of tools and not faster: `python tests/linear.py`.

Writes lists of generated tools and checks each in a process of its own, with every rule. Prints the processor time that
10,000 tools and 1,000 tools take beyond the start of the program, and their ratio; exits 1 when it is above 11. Twice: once
for tools as a large server has them, once for a family of tools that are nearly the same, where rules that compare tools work
hardest. The lowest of several runs counts, since a machine only ever adds time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

FEW, MANY = 1_000, 10_000
VERBS = "archive close create delete export find get list merge move read rename restore search send update".split()
THINGS = (
    "account branch card document event file folder group invoice label message order page report session team user".split()
)
PARAMETERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("path", {"type": "string", "description": "Where the object stands, from the root of the workspace."}),
    ("limit", {"type": "integer", "description": "How many results to return at most.", "default": 20}),
    ("sort", {"type": "string", "description": "The order of the results.", "enum": ["asc", "desc"]}),
    ("state", {"type": "string", "description": "One of open, closed or all; open by default."}),
    ("per_page", {"type": "integer", "description": "Results on a page."}),
    ("dry_run", {"type": "boolean", "description": "Only tell what would be done."}),
    ("fields", {"type": "array", "items": {"type": "string"}, "description": "The fields to return."}),
    ("filter", {"type": "object", "properties": {"since": {"type": "string", "format": "date-time"}}}),
)


def varied(count: int) -> list[dict[str, Any]]:
    """Tools of a large server: three words in a name, one to five parameters, texts of one to three sentences."""
    chance = random.Random(1)
    return [_varied(i, chance) for i in range(count)]


def _varied(i: int, chance: random.Random) -> dict[str, Any]:
    verb, thing = VERBS[i % len(VERBS)], THINGS[i // len(VERBS) % len(THINGS)]
    chosen = chance.sample(PARAMETERS, chance.randint(1, 5))
    extra = " ".join(
        chance.choice((f"Takes a {thing} by path.", "Returns JSON.", "Fails when it is locked.")) for _ in range(2)
    )
    return {
        "name": f"{verb}_{thing}_of_unit{i}",
        "description": f"{verb.capitalize()} one {thing} of organizational unit {i}. {extra}",
        "parameters": {"type": "object", "properties": dict(chosen), "required": [chosen[0][0]]},
    }


def alike(count: int) -> list[dict[str, Any]]:
    """A family with one text, names and parameters in many spellings, and references to tools that are not there."""
    spelled = ("page_size", "pageSize", "PageSize", "page-size")
    return [
        {
            "name": f"Get_item{i}" if i % 2 else f"getItem{i - i % 4}",
            "description": "Return one item of the store. Use the `item_detail` tool to get its id.",
            "parameters": {
                "type": "object",
                "properties": {
                    spelled[i % 4]: {"type": "integer" if i % 3 else "string"},
                    "path" if i % 2 else "file_path": {"type": "string"},
                    "sort": {"type": "string", "enum": ["asc", "desc", "none", f"by_{i}"]},
                },
            },
        }
        for i in range(count)
    ]


def seconds(path: Path, count: int, runs: int) -> float:
    """Processor seconds of one check, the lowest of several. Errors: RuntimeError where not all tools were checked."""
    command = [
        sys.executable,
        "-m",
        "schemalint",
        "check",
        str(path),
        "--isolated",
        "--select",
        "ALL",
        "--output-format",
        "json",
    ]
    lowest = float("inf")
    for _ in range(runs):
        before = os.times()
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        after = os.times()
        checked = json.loads(done.stdout)["summary"]["tools"] if done.returncode in (0, 1) and done.stdout else 0
        if checked != count:
            raise RuntimeError(f"{checked} of {count} tools were checked, exit {done.returncode}: {done.stderr.strip()}")
        used = after.children_user - before.children_user + after.children_system - before.children_system
        lowest = min(lowest, used)
    return lowest


def ratio(make: Callable[[int], list[dict[str, Any]]], runs: int, folder: Path) -> tuple[float, float, float]:
    """Seconds beyond the start for few tools and for many, and how many times as long the many take."""
    used = []
    for count in (1, FEW, MANY):
        path = folder / f"{make.__name__}_{count}.json"
        path.write_text(json.dumps(make(count)), encoding="utf-8")
        used.append(seconds(path, count, runs))
    start, few, many = used
    return few - start, many - start, (many - start) / (few - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=float, default=11.0, help="the highest ratio that is accepted (default: 11)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each size, of which the quickest counts (default: 3)")
    asked = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for make in (varied, alike):
            few, many, times = ratio(make, asked.runs, Path(folder))
            failed = failed or times > asked.most
            cost = f"{FEW:>6,}: {few:6.2f} s   {MANY:,}: {many:6.2f} s"
            print(f"{make.__name__:<7} {cost}   ratio {times:.2f}, at most {asked.most:g}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
