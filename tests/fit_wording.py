"""Fits the weights of `schemalint/language/features.txt` and writes them there: `python tests/fit_wording.py [MORE.jsonl ...]`.

Training sets: `tests/wording.tsv`, `attacks.jsonl` (the kinds that are wording), `benign.jsonl`, three of `labels`, and the
real tools of `../shared/corpus`. More may be named, one `{"attack": bool, "tool": {...}}` a line; sets of others are not
committed, and `tests/campaigns/security.md` lists which were used. A tool counts by its worst sentence. A weight keeps the sign
that its table gives it, so that each can be read; what a rule calls a warning is worth 4 points.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schemalint.language.sentence import features, readings
from schemalint.model import Tool
from schemalint.sources import load, shapes
from schemalint.sources.source import Source

HERE = Path(__file__).parent
TABLE = HERE.parent / "schemalint" / "language" / "features.txt"
MECHANICAL = ("unicode", "bidi", "ansi", "look-alike", "encod", "white", "secret", "hidden", "homoglyph")
LOUD = 2
"""How many real tools may reach what makes a warning."""
LABELLED = ("conceal-from-user", "exfiltration-phrase", "instruction-override")
Bag = list[list[int]]
"""The sentences of a tool, each by the numbers of its features."""


def tools_of(raw: Any) -> list[Tool]:
    return [tool for group in shapes.recognize([raw], named=True).groups for tool in group.tools]


def with_text(text: str, place: str = "") -> dict[str, Any]:
    """A harmless tool with one sentence more, in its description or that of a parameter, as `wording.tsv` means it."""
    properties: dict[str, Any] = {name: {"type": "string"} for name in ("query", "note", "context", "trace_id")}
    if place:
        properties[place]["description"] = text
    description = "Lists boards." if place else f"Lists boards. {text}"
    return {"name": "list_boards", "description": description, "parameters": {"type": "object", "properties": properties}}


def own() -> Iterator[tuple[bool, Tool]]:
    for line in (HERE / "wording.tsv").read_text(encoding="utf-8").splitlines():
        label, place, text = line.split("\t")
        yield from ((label == "attack", tool) for tool in tools_of(with_text(text, place.partition("@")[2])))
    for name, attack in (("attacks.jsonl", True), ("benign.jsonl", False)):
        for line in (HERE / name).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if not any(word in row.get("attack", "").lower() for word in MECHANICAL):
                yield from ((attack, tool) for tool in tools_of(row["tool"]))
    for name in LABELLED:
        for line in (HERE / "labels" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield from ((row["expected"], tool) for tool in tools_of(row["tool"]))


def real() -> Iterator[Tool]:
    corpus = HERE.parent.parent / "shared" / "corpus"
    for path in (corpus / "mcp", corpus / "functions" / "docker_mcp_registry.json"):
        for source in load(str(path)):
            if isinstance(source, Source):
                yield from (tool for toolset in source.toolsets for tool in toolset.tools)


def more(path: str) -> Iterator[tuple[bool, Tool]]:
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield from ((bool(row["attack"]), tool) for tool in tools_of(row["tool"]))


def bag_of(tool: Tool) -> Bag:
    number = {feature.name: index for index, feature in enumerate(features())}
    return [[number[name] for name in reading.names] for reading in readings(tool, 0.0) if reading.use != "mention"]


def fit(rows: list[tuple[bool, Bag]], most: float, rounds: int = 60) -> list[float]:
    """Logistic regression on the worst sentence of each tool, by projected gradient; no weight is above `most`."""
    signs = [math.copysign(1.0, feature.weight) for feature in features()]
    weights, bias = [sign * 0.5 for sign in signs], -3.0
    dice = random.Random(18)
    for turn in range(rounds):
        rate = 0.2 / (1 + turn / 10)
        dice.shuffle(rows)
        for attack, bag in rows:
            if not bag:
                continue
            worst = max(bag, key=lambda sentence: sum(weights[index] for index in sentence))
            points = bias + sum(weights[index] for index in worst)
            slope = float(attack) - 1 / (1 + math.exp(-max(min(points, 30), -30)))
            cost = 1.0 if attack else 2.0
            bias += rate * cost * slope
            for index in worst:
                moved = weights[index] + rate * (cost * slope - 0.01 * weights[index])
                weights[index] = signs[index] * min(max(signs[index] * moved, 0.0), most * (3 if signs[index] < 0 else 1))
    return weights


def main(paths: list[str]) -> None:
    rows = [(attack, bag_of(tool)) for attack, tool in own()]
    rows += [(attack, bag_of(tool)) for path in paths for attack, tool in more(path)]
    bags = [bag_of(tool) for tool in real()]
    everything = rows + [(False, bag) for bag in bags]

    def points(bag: Bag, weights: list[float]) -> float:
        return max((sum(weights[index] for index in sentence) for sentence in bag), default=0.0)

    most, scale, weights, ranked = math.inf, 1.0, list[float](), list[float]()
    for _ in range(4):  # no feature alone shall make a finding, so the largest weight follows the bar
        weights = fit(list(everything), most)
        ranked = sorted((points(bag, weights) for bag in bags), reverse=True)
        scale = 4.0 / max(ranked[LOUD] + 0.01, 0.1)
        most = 3.4 / scale
    for attack in (True, False):
        found = [points(bag, weights) * scale for label, bag in rows if label == attack]
        share = {least: sum(value >= least for value in found) for least in (2.5, 4, 5)}
        print("attacks" if attack else "harmless", len(found), share)
    print("real", len(ranked), {least: sum(value * scale >= least for value in ranked) for least in (2, 2.5, 3, 4, 5)})
    numbers = iter(weights)
    lines = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            line = f"{next(numbers) * scale:.1f} {line.split(' ', 1)[1]}"
        lines.append(line)
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
