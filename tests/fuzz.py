"""The fuzzing campaign: the harnesses of `harnesses.py` in turn, each for a slice of time, for as long as asked.

    python tests/fuzz.py --seconds 3600 --state /tmp/fuzz.json     runs, and goes on where the state ended
    python tests/fuzz.py --state /tmp/fuzz.json --page             writes tests/campaigns/fuzzing.md
    python tests/fuzz.py --only canon --number 1234                runs one input, and shows what it raises

Executions are counted by the harnesses: one is one call of the part under test on one input.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
import traceback
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

import harnesses

SLICE: Final = 3.0
SLOW: Final = 5.0
PAGE: Final = Path(__file__).parent / "campaigns" / "fuzzing.md"
State = dict[str, dict[str, Any]]


def fault(error: BaseException) -> str:
    """What went wrong and where, without what differs from input to input."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if "schemalint" in frame.filename]
    last = ours[-1] if ours else traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, {last.name}"


def run(state: State, names: list[str], seconds: float, save: Path | None) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for name in names:
            own = state.setdefault(name, {"inputs": 0, "executions": 0, "seconds": 0.0, "faults": {}})
            start = time.process_time()
            stop = time.monotonic() + SLICE
            while time.monotonic() < stop:
                number = own["inputs"]
                own["inputs"] += 1
                began = time.process_time()
                try:
                    own["executions"] += harnesses.run(name, number)
                except Exception as error:
                    found = own["faults"].setdefault(fault(error), {"number": number, "times": 0})
                    found["times"] += 1
                if time.process_time() - began > SLOW:
                    own["faults"].setdefault(f"slower than {SLOW:g} s", {"number": number, "times": 0})["times"] += 1
            own["seconds"] += time.process_time() - start
        if save is not None:
            save.write_text(json.dumps(state, indent=1))


def page(state: State) -> str:
    revision = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    rows = [
        f"| {name} | {harnesses.HARNESSES[name].__doc__} | {own['inputs']:,} | {own['executions']:,} |"
        f" {own['seconds'] / 60:.0f} | {sum(fault['times'] for fault in own['faults'].values())} |"
        for name, own in state.items()
    ]
    inputs, executions = (sum(own[key] for own in state.values()) for key in ("inputs", "executions"))
    minutes = sum(own["seconds"] for own in state.values()) / 60
    faults = [
        f"- {name}: {words}, {found['times']} times, first at number {found['number']}"
        for name, own in state.items()
        for words, found in own["faults"].items()
    ]
    day = datetime.now(timezone.utc).date()
    head = f"""# Fuzzing

Random inputs with the structure of real ones. `python tests/fuzz.py --state FILE` until {day}, at {revision}, Python
{platform.python_version()}, mutating the tools of `tests/corpus`. The script counts: an execution is one call of the part under
test on one input.

| harness | what must hold | inputs | executions | CPU minutes | failed |
|---|---|--:|--:|--:|--:|
"""
    total = f"| **all** | | {inputs:,} | **{executions:,}** | {minutes:.0f} | |"
    return "\n".join((head + rows[0], *rows[1:], total, "\n## Failed in this run\n", *(faults or ["Nothing."]), ""))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--only", help="names of harnesses, with commas between them")
    parser.add_argument("--number", type=int)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--page", action="store_true")
    given = parser.parse_args()
    names = given.only.split(",") if given.only else list(harnesses.HARNESSES)
    if given.number is not None:
        print(harnesses.run(names[0], given.number))
        return 0
    state: State = json.loads(given.state.read_text()) if given.state is not None and given.state.exists() else {}
    run(state, names, given.seconds, given.state)
    if given.page:
        known = PAGE.read_text(encoding="utf-8").partition("\n## Found before")[1:] if PAGE.exists() else ()
        PAGE.write_text(page(state) + "".join(known), encoding="utf-8")
    for name, own in state.items():
        sys.stdout.write(f"{name}: {own['inputs']:,} inputs, {own['executions']:,} executions, {own['faults']}\n")
    return int(any(own["faults"] for own in state.values()))


if __name__ == "__main__":
    sys.exit(main())
