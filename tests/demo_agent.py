"""Make the files beside the demo agent's tools from its registry: `python tests/demo_agent.py`.

Its catalog, its lock file, and the log of a conversation in which one tool comes and another goes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from schemalint.model import Tool
from schemalint.sources import Reach, Source, load

AGENT = Path(__file__).resolve().parents[1] / "fixtures" / "demo" / "agent"
REGISTRY = "tools:registry"
TEXT = "The booking desk has closed. Bookings can still be cancelled."


def tools() -> dict[str, Tool]:
    """The tools of the registry by their names."""
    [source] = load(REGISTRY, cwd=AGENT, reach=Reach(home=AGENT, python=sys.executable))
    assert isinstance(source, Source), source
    return {tool.name: tool for toolset in source.toolsets for tool in toolset.tools}


def log(known: dict[str, Tool]) -> str:
    """The log: it begins without `cancel_booking`, gets it, and loses `book_seats`."""

    def header(seq: int, reason: str, *names: str) -> dict[str, Any]:
        return {
            "seq": seq,
            "type": "header",
            "reason": reason,
            "starts_series": False,
            "tools": [known[name].members() for name in names],
        }

    def message(seq: int, name: str, header_seq: int | None, *blocks: dict[str, str]) -> dict[str, Any]:
        refers = {"header_seq": header_seq} if header_seq is not None else {}
        return {"seq": seq, "type": "developer_message", "id": name, **refers, "blocks": list(blocks)}

    events = [
        header(1, "initial", "book_seats", "find_connections"),
        header(2, "change", "book_seats", "cancel_booking", "find_connections"),
        message(3, "m1", 2, {"type": "tool_addition", "name": "cancel_booking"}),
        header(4, "change", "cancel_booking", "find_connections"),
        message(5, "m2", None, {"type": "tool_removal", "name": "book_seats"}, {"type": "text", "text": TEXT}),
    ]
    return "".join(json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n" for event in events)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """schemalint in the folder of the demo agent, with this interpreter."""
    command = [sys.executable, "-m", "schemalint", *words]
    return subprocess.run(command, cwd=AGENT, capture_output=True, text=True, timeout=120)


if __name__ == "__main__":
    AGENT.joinpath("history.jsonl").write_text(log(tools()), encoding="utf-8")
    for words in (("catalog", REGISTRY, "-o", "TOOLS.md"), ("lock", REGISTRY)):
        done = run(*words, "--python", sys.executable)
        print(done.stdout + done.stderr, end="")
