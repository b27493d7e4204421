"""The benchmark: its tools are tools, and its table says what was measured."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import bench

from schemalint import Toolset, lint
from schemalint.sources import shapes


def recognized(path: Path) -> Toolset:
    groups = shapes.recognize(json.loads(path.read_text(encoding="utf-8")), named=True).groups
    return Toolset(tuple(tool for group in groups for tool in group.tools))


def test_inputs_are_the_same_in_every_run_and_the_small_one_is_clean(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first, again = (bench.write_inputs(folder, [5, 200]) for folder in (tmp_path, tmp_path / "again"))
    assert [path.read_bytes() for path in first.values()] == [path.read_bytes() for path in again.values()]
    assert [] == list(lint(recognized(first[5])))
    many = recognized(first[200])
    assert 200 == len({tool.name for tool in many.tools})
    assert 0.02 < sum(one.rule == "param-description-missing" for one in lint(many)) / 200 < 0.4


def test_commands_are_run_in_turns_and_compared_with_the_first_of_their_block() -> None:
    rows = [
        bench.Row("start", "short", [sys.executable, "-c", "print('ab')"]),
        bench.Row("start", "longer", [sys.executable, "-c", "sum(range(3_000_000)); raise SystemExit(3)"]),
    ]
    bench.interleaved(rows, 2)
    assert [2, 2] == [len(row.cpu) for row in rows]
    *_, short, longer = bench.table([rows])
    assert "| start | short |" in short
    assert short.endswith("| 1.00 | exit 0, 3 bytes |")
    assert "|  | longer |" in longer
    assert longer.endswith("| exit 3, 0 bytes |")
    assert float(longer.split("|")[7]) > 1.2
