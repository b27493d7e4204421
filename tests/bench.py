"""schemalint beside its peers on one machine in one run: processor time of whole processes, interleaved, as ratios.

    python tests/bench.py FOLDER [--rounds N] [--sizes 5 100 1000 10000] [--corpus FOLDER] [--write]

Builds an environment for each peer below FOLDER (agent-friend, lintlang, mcp-strict-check and rfc8785 from PyPI, Spectral and
canonicalize from npm; what is there already is kept), installs this checkout as a wheel, makes the inputs, runs all commands of
a size in turns, and prints medians, spread and ratios. Like is compared with like: the same tools, JSON out, nothing on a
terminal. `--write` renews `tests/campaigns/benchmark.md`. Needs a network, or the packages in a cache; a peer that cannot be
installed is left out and named. Times move with what else the machine does; ratios of one run less.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "tests" / "campaigns" / "benchmark.md"
PYPI = ("agent-friend", "lintlang", "mcp-strict-check")
NPM = ("@stoplight/spectral-cli", "canonicalize")

# -------------------------------------------------------------------------------------------------------------------- inputs

NOUNS = "invoice order ticket note user team report image task contact payment branch webhook folder calendar".split()
VERBS = "get list create update delete search export send archive assign".split()
PARAMETERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("limit", {"type": "integer", "minimum": 1, "maximum": 100, "default": 20, "description": "Most results of one page."}),
    ("query", {"type": "string", "description": "Words that the text must have, in any order."}),
    ("cursor", {"type": "string", "description": "Where the next page starts, from the answer before; empty for the first."}),
    ("since", {"type": "string", "format": "date-time", "description": "Only what changed after this time, RFC 3339."}),
    ("labels", {"type": "array", "items": {"type": "string"}, "description": "Labels that it must have, all of them."}),
    ("dry_run", {"type": "boolean", "default": False, "description": "Whether to say what would happen and change nothing."}),
    ("sort", {"type": "string", "enum": ["newest", "oldest"], "default": "newest", "description": "Which come first."}),
    ("owner", {"type": "object", "properties": {"id": {"type": "string", "description": "Id of the person."}},
               "required": ["id"], "description": "Who is in charge."}),
)  # fmt: skip


def tools(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """Tools of a made-up service, of one to nine parameters; one in five has a fault that any linter should name."""
    dice = random.Random(seed)
    made = []
    for number in range(count):
        verb, noun = VERBS[number % len(VERBS)], NOUNS[number // len(VERBS) % len(NOUNS)]
        version = number // (len(VERBS) * len(NOUNS))
        name = f"{verb}_{noun}" + (f"_{dice.choice(NOUNS)}_{version}" if version else "")
        chosen = dice.sample(PARAMETERS, dice.randint(0, len(PARAMETERS)))
        properties = {f"{noun}_id": {"type": "string", "description": f"Id of the {noun}, as search_{noun} gives it."}}
        properties |= json.loads(json.dumps(dict(chosen)))
        description = (
            f"{verb.capitalize()} one or more {noun}s of the workspace. Use it when the {noun} is known; answers with JSON."
        )
        tool: dict[str, Any] = {
            "name": name,
            "description": description,
            "inputSchema": {"type": "object", "properties": properties, "required": [f"{noun}_id"]},
        }
        if dice.random() < 0.2:
            del properties[f"{noun}_id"]["description"]
        if dice.random() < 0.05:
            tool["inputSchema"]["required"].append("nowhere")
        made.append(tool)
    return made


CLEAN = 5
"""Up to so many tools, those without any finding are taken: what a hook sees on most days."""


def write_inputs(folder: Path, sizes: Sequence[int]) -> dict[int, Path]:
    paths = {}
    for size in sizes:
        found = tools(size)
        if size <= CLEAN:
            found = [
                {
                    "name": f"{verb}_note",
                    "description": f"{verb.capitalize()} the notes whose text has the words, newest first.",
                    "inputSchema": {
                        "type": "object",
                        "properties": {"query": {"type": "string", "description": "Words that the text must have."}},
                        "required": ["query"],
                    },
                }
                for verb in VERBS[1 : size + 1]
            ]
        paths[size] = folder / f"tools-{size}.json"
        paths[size].write_text(json.dumps(found, indent=1), encoding="utf-8")
    return paths


RULES = """rules:
  description: {given: "$[*]", severity: warn, then: {field: description, function: truthy}}
  name: {given: "$[*].name", severity: error, then: {function: pattern, functionOptions: {match: "^[a-zA-Z0-9_-]{1,64}$"}}}
  parameter: {given: "$[*].inputSchema.properties[*]", severity: warn, then: {field: description, function: truthy}}
  type: {given: "$[*].inputSchema.properties[*]", severity: warn, then: {field: type, function: truthy}}
"""


# -------------------------------------------------------------------------------------------------------------- environments


def environments(folder: Path) -> tuple[dict[str, Path], list[str]]:
    """The programs by name, and what could not be installed."""
    programs: dict[str, Path] = {"python": Path(sys.executable)}
    absent = []
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for name in ("schemalint", *PYPI):
        home = folder / name
        if not (home / "bin" / "python").exists():
            venv.create(home, with_pip=True)
        wanted = [str(ROOT), "rfc8785"] if name == "schemalint" else [name]
        if name == "schemalint" or not (home / "bin" / name).exists():
            again = ["--force-reinstall", "--no-deps"] if (home / "bin" / name).exists() else []
            done = subprocess.run([home / "bin" / "pip", "install", "-q", *again, *wanted], env=clean, check=False)
            if done.returncode:
                absent.append(name)
                continue
        programs[name] = home / "bin" / name
    programs["python"] = folder / "schemalint" / "bin" / "python"
    if npm := shutil.which("npm"):
        home = folder / "node"
        home.mkdir(exist_ok=True)
        if not (home / "node_modules" / "canonicalize").exists():
            subprocess.run([npm, "install", "--silent", "--prefix", str(home), *NPM], check=False)
        (home / "rules.yaml").write_text(RULES, encoding="utf-8")
        if (home / "node_modules" / ".bin" / "spectral").exists():
            programs["spectral"] = home / "node_modules" / ".bin" / "spectral"
            programs["canonicalize"] = home / "node_modules" / "canonicalize"
    absent += [name for name in ("spectral", "canonicalize") if name not in programs]
    return programs, absent


# --------------------------------------------------------------------------------------------------------------- measurements


@dataclass
class Row:
    """One command of a group; ratios are to the first of the group."""

    group: str
    name: str
    command: list[str]
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    memory: int = 0
    said: str = ""


def once(row: Row) -> None:
    start = time.perf_counter()
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")}
    with subprocess.Popen(row.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env) as child:
        assert child.stdout is not None
        said = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    row.wall.append(time.perf_counter() - start)
    row.cpu.append(used.ru_utime + used.ru_stime)
    row.memory = max(row.memory, used.ru_maxrss)
    row.said = f"exit {child.returncode}, {len(said):,} bytes"
    if row.group.startswith("in a process"):  # these measure themselves: seconds of processor time
        row.cpu[-1] = float(said)
        row.said = ""


def interleaved(rows: list[Row], rounds: int) -> None:
    dice = random.Random(1)
    for number in range(rounds + (rounds > 1)):
        for row in dice.sample(rows, len(rows)):
            once(row)
            if number == 0 and rounds > 1:  # the first round warms caches up
                row.cpu.clear()
                row.wall.clear()


CANON = """
import json, sys, time
tools = json.load(open(sys.argv[2], encoding="utf-8"))
{how}
best = min(run() for _ in range(5))
print(best)
"""
HOW = {
    "schemalint": "from schemalint.canon import canonical_json as one",
    "rfc8785": "from rfc8785 import dumps as one",
    "json.dumps(sort_keys=True)": "one = lambda value: json.dumps(value, sort_keys=True, ensure_ascii=False)",
    "schemalint structure": "from schemalint.schema.forms import faults; one = lambda tool: list(faults(tool['inputSchema']))",
    "jsonschema check_schema": "from jsonschema import Draft202012Validator as V\n"
    "one = lambda tool: V.check_schema(tool['inputSchema'])",
}
RUN = """
def run():
    start = time.process_time()
    for tool in tools:
        one(tool)
    return time.process_time() - start
"""
NODE = """
const fs = require('fs'); const tools = JSON.parse(fs.readFileSync(process.argv[2]));
import(process.argv[1]).then(module => { const one = module.default; let best = 1e9;
for (let round = 0; round < 5; round++) { const start = process.cpuUsage(); tools.forEach(tool => one(tool));
const used = process.cpuUsage(start); best = Math.min(best, (used.user + used.system) / 1e6); } console.log(best); });
"""


def plan(programs: dict[str, Path], inputs: dict[int, Path], corpus: list[str]) -> list[tuple[list[Row], int]]:
    """The groups of commands that are run in turns, and the share of the rounds that each gets, in percent."""
    ours, python = str(programs["schemalint"]), str(programs["python"])
    groups: list[tuple[list[Row], int]] = []
    small = min(inputs)
    clean = [
        Row("start", "python -c pass", [python, "-c", "pass"]),
        Row("start", "schemalint --version", [ours, "--version"]),
        Row("start", f"schemalint check, clean file of {small} tools", [ours, "check", "--isolated", str(inputs[small])]),
    ]
    if "agent-friend" in programs:
        clean.append(
            Row("start", "agent-friend validate, same file", [str(programs["agent-friend"]), "validate", str(inputs[small])])
        )
    groups.append((clean, 300))
    for size, path in inputs.items():
        if size == small:
            continue
        share = 100 if size < 5000 else 40
        group = f"check, {size:,} tools"
        rows = [Row(group, "schemalint check, JSON", [ours, "check", "--isolated", "--output-format", "json", str(path)])]
        if "agent-friend" in programs:
            rows.append(
                Row(group, "agent-friend validate --json", [str(programs["agent-friend"]), "validate", "--json", str(path)])
            )
        if "spectral" in programs and size <= 1000:
            rules = str(programs["spectral"].parents[2] / "rules.yaml")
            rows.append(
                Row(
                    group,
                    "spectral, 4 rules, JSON",
                    [str(programs["spectral"]), "lint", str(path), "-r", rules, "-f", "json", "-q"],
                )
            )
        if "lintlang" in programs and size <= 100:  # 0.5 s at 100 tools, more than a minute at 1,000
            rows.append(Row(group, "lintlang scan", [str(programs["lintlang"]), "scan", str(path)]))
        groups.append((rows, share))
        if "mcp-strict-check" in programs:
            group = f"targets, {size:,} tools"
            words = ["--isolated", "--select", "target", "--target", "openai-strict", "--output-format", "json"]
            rows = [
                Row(group, "schemalint check --target openai-strict, JSON", [ours, "check", *words, str(path)]),
                Row(
                    group,
                    "mcp-strict-check --axis openai --json",
                    [str(programs["mcp-strict-check"]), "--tools", str(path), "--axis", "openai", "--json", "--exit-zero"],
                ),
            ]
            groups.append((rows, share))
    if corpus:
        rows = [
            Row(
                f"real tools, {len(corpus)} files",
                "schemalint check, JSON",
                [ours, "check", "--isolated", "--output-format", "json", *corpus],
            )
        ]
        groups.append((rows, 100))
    middle = str(inputs[sorted(inputs)[(len(inputs) - 1) // 2]])
    group = "in a process, canonical bytes"
    rows = [
        Row(group, name, [python, "-c", CANON.format(how=HOW[name] + RUN), "", middle])
        for name in ("schemalint", "rfc8785", "json.dumps(sort_keys=True)")
    ]
    if "canonicalize" in programs and (node := shutil.which("node")):
        entry = json.loads((programs["canonicalize"] / "package.json").read_text(encoding="utf-8"))
        main = programs["canonicalize"] / str(entry.get("main") or entry.get("exports") or "index.js")
        rows.append(Row(group, "canonicalize (Node)", [node, "-e", NODE, str(main), middle]))
    groups.append((rows, 100))
    group = "in a process, whether a schema is one"
    rows = [
        Row(group, name, [python, "-c", CANON.format(how=HOW[name] + RUN), "", middle])
        for name in ("schemalint structure", "jsonschema check_schema")
    ]
    groups.append((rows, 100))
    return groups


def table(groups: Sequence[Sequence[Row]]) -> list[str]:
    lines = ["| what | | processor ms | spread | wall ms | MiB | ratio | said |", "|---|---|---:|---:|---:|---:|---:|---|"]
    for rows in groups:
        first = statistics.median(rows[0].cpu)
        for row in rows:
            cpu = statistics.median(row.cpu)
            spread = (max(row.cpu) - min(row.cpu)) / cpu if cpu else 0.0
            lines.append(
                f"| {row.group if row is rows[0] else ''} | {row.name} | {_short(cpu * 1000)} | {spread:.0%} | "
                f"{statistics.median(row.wall) * 1000:,.0f} | {row.memory / 1024:,.0f} | {cpu / first:.2f} | {row.said} |"
            )
    return lines


def _short(number: float) -> str:
    return f"{number:,.1f}" if number >= 1 else f"{number:.3f}"


def page(rounds: int, done: Sequence[Sequence[Row]], absent: Sequence[str], *, corpus: bool) -> list[str]:
    """The lines of the campaign's page."""
    load, today = os.getloadavg()[0], f"{datetime.now(timezone.utc):%Y-%m-%d}"
    lines = [
        "# Speed beside peers",
        "",
        "Processor time of whole processes, medians of interleaved rounds; ratios are to the first line of each block. By",
        f"`python tests/bench.py FOLDER --rounds {rounds}{' --corpus FOLDER' if corpus else ''} --write`, {today},",
        f"Python {platform.python_version()}, {os.cpu_count()} processors, load {load:.1f} at the end. The script makes the",
        "tools; those of the corpus were seen while the program was written.",
        "",
        *table(done),
    ]
    if absent:
        lines += ["", f"Not installed, and so not measured: {', '.join(absent)}."]
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--sizes", type=int, nargs="+", default=[CLEAN, 100, 1000, 10000])
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    programs, absent = environments(folder)
    sizes = sorted(given.sizes)
    # In a process of its own: a child begins with the memory of the one that starts it, which is then its least.
    writing = f"import bench, pathlib; bench.write_inputs(pathlib.Path({str(folder)!r}), {sizes!r})"
    subprocess.run([sys.executable, "-c", writing], cwd=ROOT / "tests", check=True)
    inputs = {size: folder / f"tools-{size}.json" for size in sizes}
    corpus = sorted(map(str, given.corpus.glob("*.json"))) if given.corpus else []
    done: list[list[Row]] = []
    for rows, share in plan(programs, inputs, corpus):
        interleaved(rows, max(1, given.rounds * share // 100))
        done.append(rows)
        print("\n".join(table([rows])[2:]), flush=True)
        if given.write:
            PAGE.write_text("\n".join(page(given.rounds, done, absent, corpus=bool(corpus))) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
