"""What the security rules find of attacks in other people's words: `python tests/security.py SET.jsonl ... --real R.jsonl`.

A set has one `{"set": ..., "attack": bool, "kind": ..., "tool": {...}}` a line, and `"before": {...}` where the tool was
reviewed once in another form. The sets are of others and not committed; `tests/campaigns/security.md` says which they are and
holds the last result. `--real` names sets of real tools, one `{"server": ..., "tools": [...]}` a line; the corpus beside the
project counts always. Prints every figure that issue 18 asks for; `--show` prints what was missed and what was wrongly found,
which spends a set.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from schemalint.config import Config
from schemalint.language.hidden import bidi_controls, hidden_spans
from schemalint.language.sentence import readings
from schemalint.language.texts import texts
from schemalint.linting.recheck import recheck
from schemalint.linting.rule import Rule, builtin, load
from schemalint.linting.run import Reported, lint
from schemalint.model import Tool, Toolset
from schemalint.sources import load as load_source
from schemalint.sources import shapes
from schemalint.sources.source import Source

ROOT = Path(__file__).resolve().parents[1]
WORDING = (
    "conceal-from-user cross-tool-steering exfiltration-phrase foreign-data-in-parameter instruction-override"
    " pseudo-system-tag sensitive-path-request"
).split()
FILES = ".ssh id_rsa .aws/credentials .npmrc .netrc /etc/passwd /etc/shadow mcp.json .kube/config .pypirc".split()


def rows(path: str) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, Path(path).read_text(encoding="utf-8").splitlines())


def tools_of(raw: Any) -> tuple[Tool, ...]:
    raws = raw if isinstance(raw, list) else [raw]
    return tuple(tool for group in shapes.recognize(raws, named=True).groups for tool in group.tools)


def loud(tools: Sequence[Tool], rules: Sequence[Rule]) -> list[Reported]:
    """What a user of a stranger's tools sees of them by default."""
    return [one for one in lint(Toolset(tuple(tools), trust="third-party"), rules) if one.severity != "info"]


def kinds(row: dict[str, Any]) -> Iterator[str]:
    yield row["set"]
    text = json.dumps(row["tool"], ensure_ascii=False)
    if any(char.isalpha() and ord(char) > 0x2FF for char in text):
        yield "in other scripts"
    if ":" in row.get("kind", ""):
        yield "in other European languages"
    if any(name in text for name in FILES):
        yield "names a file of secrets"
    if any(_hides(said) for tool in tools_of(row["tool"]) for _, said, _ in texts(tool)):
        yield "hidden characters"


def _hides(text: str) -> bool:
    return bool(bidi_controls(text)) or any(True for _ in hidden_spans(text))


def real(paths: Sequence[str]) -> Iterator[tuple[str, tuple[Tool, ...]]]:
    corpus = ROOT.parent / "shared" / "corpus" / "mcp"
    for source in load_source(str(corpus)) if corpus.is_dir() else ():
        if isinstance(source, Source):
            yield from (("corpus", toolset.tools) for toolset in source.toolsets)
    for path in paths:
        yield from ((Path(path).stem, tools_of(row["tools"])) for row in rows(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--real", nargs="*", default=[])
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    known = load(builtin())
    rules = [rule for rule in known.values() if rule.lever == "security"]
    total: Counter[tuple[str, bool]] = Counter()
    hit: Counter[tuple[str, bool, str]] = Counter()
    changes: Counter[tuple[bool, bool]] = Counter()
    for path in options.sets:
        for row in rows(path):
            tools = tools_of(row["tool"])
            found = loud(tools, rules)
            worst = "error" if any(one.severity == "error" for one in found) else "warning" if found else ""
            for kind in kinds(row):
                total[kind, row["attack"]] += 1
                hit[kind, row["attack"], worst] += 1
            before = row.get("before") or {**row["tool"], "description": "Looks up an item.", "inputSchema": {"type": "object"}}
            (old,) = tools_of(before)
            news: list[Reported] = []
            for tool in tools:
                _, found_in = recheck([Toolset((tool,), trust="third-party")], Config(), {id(tool): old})
                news += [one for _, some in found_in for one in some]
            changes[row["attack"], any(one.severity != "info" for one in news)] += 1
            if options.show and bool(found) != row["attack"]:
                print("missed" if row["attack"] else "wrong", row["set"], json.dumps(row["tool"], ensure_ascii=False)[:300])
    for (kind, attack), count in sorted(total.items()):
        errors, warnings = hit[kind, attack, "error"], hit[kind, attack, "warning"]
        what = "attacks" if attack else "look-alikes"
        print(f"{kind}: {errors + warnings} of {count} {what} ({(errors + warnings) / count:.0%}), {errors} as errors")
    for attack in (True, False):
        marked, count = changes[attack, True], changes[attack, True] + changes[attack, False]
        if count:
            print(f"{'poisoned' if attack else 'harmless'} changes that diff marks: {marked} of {count} ({marked / count:.0%})")
    tools_seen: Counter[str] = Counter()
    noise: Counter[tuple[str, str]] = Counter()
    marked_new: Counter[str] = Counter()
    for name, tools in real(options.real):
        tools_seen[name] += len(tools)
        for one in loud(tools, rules):
            noise[name, one.severity] += one.rule in WORDING
            if options.show and one.rule in WORDING:
                print("real", one.severity, one.rule, one.message[:200])
        for tool in tools:
            said = [one for one in lint(Toolset((tool,)), rules) if one.rule in (*WORDING, "speaks-to-model")]
            marked_new[name] += bool(said)
    for name, count in tools_seen.items():
        errors, warnings = noise[name, "error"], noise[name, "warning"]
        print(
            f"real tools, {name}: {warnings} warnings, {errors} errors on {count}; {marked_new[name] / count:.1%} marked if new"
        )
    every = [tool for _, tools in real(()) for tool in tools]
    wording = [rule for rule in rules if rule.id in WORDING]
    took = float("inf")
    for _ in range(3):
        readings.cache_clear()
        started = time.perf_counter()
        for tool in every:
            list(lint(Toolset((tool,)), wording))
        took = min(took, time.perf_counter() - started)
    if every:
        print(f"all rules on wording: {took / len(every) * 1000:.2f} ms a tool")
    language = ROOT / "schemalint" / "language"
    files = [
        *(Path(rule.path) for rule in wording),
        *(language / name for name in ("sentence.py", "lexicon.txt", "features.txt")),
    ]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    print(f"lines of the rules on wording, lexicon and features: {lines}")


if __name__ == "__main__":
    main()
