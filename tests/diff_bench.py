"""How the cost of `diff` grows: `python tests/diff_bench.py [--write]`. Prints processor time and ratios; nothing is a test.

Ten times the input should cost about ten times as much: tools that were all renamed, tools that were all edited, and one tool
with thousands of nested parameters of which every tenth changed. Medians of three runs, interleaved.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from schemalint.change.compare import diff
from schemalint.model import Tool, Toolset

RESULT = Path(__file__).resolve().parent / "campaigns" / "diff_bench.md"
Pair = tuple[Toolset, Toolset]


def tool(name: str, number: int, kind: str = "string") -> Tool:
    members: dict[str, Any] = {
        f"field_{i}": {"type": kind if i == number % 5 else "string", "description": f"Field {i} of record {number}."}
        for i in range(5)
    }
    return Tool(
        name, f"Read record {number} of the archive.", {"type": "object", "properties": members, "required": ["field_0"]}
    )


def renamed(count: int) -> Pair:
    old = Toolset(tuple(tool(f"read_{i}", i) for i in range(count)))
    return old, Toolset(tuple(tool(f"fetch_{i}", i) for i in range(count)))


def edited(count: int) -> Pair:
    old = Toolset(tuple(tool(f"read_{i}", i) for i in range(count)))
    return old, Toolset(tuple(tool(f"read_{i}", i, "integer") for i in range(count)))


def nested(count: int) -> Pair:
    def schema(kind: str) -> dict[str, Any]:
        groups = {
            f"group_{group}": {
                "type": "object",
                "properties": {f"p_{i}": {"type": kind if i % 10 == 0 else "string", "maxLength": i + 1} for i in range(20)},
            }
            for group in range(count // 20)
        }
        return {"type": "object", "properties": groups}

    return tuple(Toolset((Tool("set_all", "Set all.", schema(kind)),)) for kind in ("string", "integer"))  # type: ignore[return-value]


CASES: tuple[tuple[str, Callable[[int], Pair], int], ...] = (
    ("tools, all renamed", renamed, 1_000),
    ("tools, all edited", edited, 1_000),
    ("nested parameters of one tool", nested, 400),
)


def seconds(pair: Pair) -> float:
    start = time.process_time()
    diff(*pair)
    return time.process_time() - start


def table() -> str:
    inputs = [(name, size, make(size)) for name, make, small in CASES for size in (small, 10 * small)]
    times: dict[tuple[str, int], list[float]] = {}
    for _ in range(3):
        for name, size, pair in inputs:
            times.setdefault((name, size), []).append(seconds(pair))
    rows = ["| what | small | s | ten times as many | s | ratio |", "|---|---:|---:|---:|---:|---:|"]
    for name, _, small in CASES:
        one, ten = (statistics.median(times[name, size]) for size in (small, 10 * small))
        rows.append(f"| {name} | {small:,} | {one:.2f} | {10 * small:,} | {ten:.2f} | {ten / one:.1f} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--write", action="store_true", help="keep the result")
    result = table()
    print(result)
    if arguments.parse_args().write:
        head = (
            f"# How the cost of diff grows\n\nBy tests/diff_bench.py, {datetime.now(timezone.utc).date()}, processor time.\n\n"
        )
        RESULT.write_text(head + result, encoding="utf-8")


if __name__ == "__main__":
    main()
