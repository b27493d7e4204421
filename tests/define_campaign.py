"""Schema, validator and signature of typed functions agree: `python tests/define_campaign.py [COUNT]`, by default 20000.

Half of the arguments are made to fit the hints, half are spoilt until the hints refuse them. Each is judged three times: by
the hints, by our validator, and by jsonschema with the schema; and what fits is built into the Python values that it was made
from. `--write` puts the result into tests/campaigns/define.md.
"""

from __future__ import annotations

import platform
import random
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any

import typed_functions as typed
from jsonschema import Draft202012Validator

from schemalint.agent.define import Defined

SEED = 20261130


def judged(tools: list[Defined[..., Any]], count: int, seed: int = SEED) -> tuple[Counter[str], list[str]]:
    """How many arguments of each kind were judged, and every disagreement."""
    chance = random.Random(seed)
    readers = [Draft202012Validator(one.definition.parameters) for one in tools]
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(count):
        index = number % len(tools)
        one, reader = tools[index], readers[index]
        value, meant = typed.some_members(typed.parameters(one.function), chance)
        good = number // len(tools) % 2 == 0
        given: Any = value
        for _ in range(50):
            if good or not typed.takes(one.function, given):
                break
            given = typed.spoilt(given, chance)
        opinions = (typed.takes(one.function, given), not one.faults(given), reader.is_valid(given))
        counts["fit" if opinions[0] else "do not fit"] += 1
        if len(set(opinions)) > 1 or (good and not opinions[0]):
            wrong.append(f"{one.definition.name}: {given!r}: hints, validator and jsonschema say {opinions}")
        elif good:
            built = {name: made for name, made in one.invoke(given).items() if name in meant}
            if built != meant or not all(type(built[name]) is type(meant[name]) for name in meant):
                wrong.append(f"{one.definition.name}: {given!r}: built {built!r}, not {meant!r}")
    return counts, wrong


def main() -> int:
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), 20_000)
    tools = typed.tools()
    counts, wrong = judged(tools, count)
    line = (
        f"| {len(tools)} | {count} | {counts['fit']} | {counts['do not fit']} | {len(wrong)} |"
        f" Python {platform.python_version()}, jsonschema {version('jsonschema')}, seed {SEED} |"
    )
    print(*wrong[:20], line, sep="\n")
    if "--write" in sys.argv:
        Path(__file__).with_name("campaigns").joinpath("define.md").write_text(
            "# Typed functions\n\n"
            "Hints, validator and jsonschema judge the same arguments; by `tests/define_campaign.py --write`.\n\n"
            "| functions | arguments | fit | do not fit | disagreements | with |\n|---|---|---|---|---|---|\n" + line + "\n",
            encoding="utf-8",
        )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
