"""Compare what the tables of targets predict with packages that hold the truth on this machine. For development only.

    python tests/oracles.py --set-up FOLDER     # one environment for each package, from PyPI and npm (needs node)
    python tests/oracles.py FOLDER              # ask them, and write tests/campaigns/oracles.md
    python tests/oracles.py --renew FOLDER      # ask them, say which cells they contradict, and date those that they confirm

Of each definition in traits.yaml: does the package refuse it where the table says `error` (for the helpers of strict modes:
refuse or change it where the table says anything but `ok`), and only there? Of each exported tool (our fixtures, and the corpus
beside the project where there is one): does the SDK's own model take it, do the helpers leave it as it is, do the engines
compile it? Nothing is sent to any provider.

A package that stays silent where a table predicts trouble and does not name the package as its source is no judge of that cell:
an SDK's model does not know what its API refuses. Such probes are counted apart. The exit code is 1 where an engine or a helper
disagrees without a reason in `REASONS`, or all together agree on less than 97 of 100.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

import test_traits

from schemalint import export, load
from schemalint.model import Json, Tool, Toolset
from schemalint.schema.keywords import changed_below
from schemalint.targets import Verdict, find, tables, verdicts

HERE = Path(__file__).resolve().parent
RESULT = HERE / "campaigns" / "oracles.md"
LEAST = 0.97

PACKAGES: dict[str, tuple[str, ...]] = {
    "openai": ("openai==3.57.0",),
    "anthropic": ("anthropic==2.14.0",),
    "google": ("google-genai==3.6.1",),
    "botocore": ("botocore==1.44.8",),
    "llguidance": ("llguidance==1.9.1",),
    "outlines": ("outlines-core==0.2.14",),
    "mcp": ("mcp==2.3.0",),
}
"""What each Python environment holds."""
NODE = ("@modelcontextprotocol/sdk@1.32.2", "openai@6.49.0")


@dataclass(frozen=True)
class Oracle:
    """`kind` is the question that the package is asked. `source` is how cells of the table name it; `whole`: it is the target
    itself, so that it judges every cell. `touches`: a helper, which shows by a change what its API would refuse.
    """

    name: str
    package: str
    kind: str
    target: str
    source: str
    whole: bool = False
    touches: bool = False


ORACLES = (
    Oracle("google-genai 3.6.1, FunctionDeclaration", "google", "google declaration", "gemini", "google-genai"),
    Oracle("openai 6.49.0 (npm), toStrictJsonSchema", "node", "openai strict", "openai-strict", "npm openai", touches=True),
    Oracle("openai 3.57.0, strict helper", "openai", "openai helper", "openai-strict", "PyPI openai 3.57.0", touches=True),
    Oracle(
        "anthropic 2.14.0, transform_schema",
        "anthropic",
        "anthropic helper",
        "anthropic-strict",
        "PyPI anthropic",
        touches=True,
    ),
    Oracle("botocore 1.44.8, ToolConfiguration", "botocore", "botocore converse", "bedrock-converse", "botocore"),
    Oracle("MCP TypeScript SDK 1.32.2, ToolSchema", "node", "mcp tool", "mcp@2025-11-25", "", whole=True),
    Oracle("llguidance 1.9.1", "llguidance", "llguidance grammar", "llguidance", "", whole=True),
    Oracle("outlines-core 0.2.14", "outlines", "outlines regex", "outlines", "", whole=True),
)

KEYS = "its text names the rule for names of parameters, its model does not check them"
MOVES = "documents of the API take it; the helper moves it into the description all the same"
REASONS: tuple[tuple[str, str, str], ...] = (
    (
        "google declaration",
        "additional-properties-false",
        "the SDK looks for a true value only; errors of the API name the member",
    ),
    ("google declaration", "required-closed-out", "the SDK compares no names; errors of the API do"),
    ("google declaration", "property-key-top", KEYS),
    ("google declaration", "property-key-nested", KEYS),
    ("google declaration", "property-key-narrow", KEYS),
    ("google declaration", "invalid-schema", "pydantic reads the string as a number; a message of the API is stricter"),
    ("openai strict", "invalid-schema", "the helper looks at the form of few keywords; the API at that of all"),
    ("openai strict", "'OBJECT'", "upper case is Gemini's spelling, and no fault of a root in the traits"),
    ("openai strict", "Nested $id", "the helper refuses `$id` below the root alone; the table has one cell for both"),
    ("anthropic helper", "{default", MOVES),
    ("anthropic helper", "{pattern", MOVES),
    ("anthropic helper", "{format: enum", "the format `enum` is Gemini's, and no trait beside an `enum`"),
    ("anthropic helper", "['string', ", "the helper fails on a list of types; documents of the API take it"),
    ("anthropic helper", "['array', ", "the helper fails on a list of types; documents of the API take it"),
    ("anthropic helper", "{definitions", "definitions that nothing names are no trait"),
    ("anthropic helper", "{propert", "the helper moves what does not belong to the type; the table has no cell for it"),
    ("anthropic helper", "Schema must have a 'type'", "an untyped member of a union is no trait below properties"),
    ("anthropic helper", "external-ref", "the helper passes references on; documents of the API refuse it"),
    ("anthropic helper", "recursive-ref", "the helper passes references on; documents of the API refuse it"),
    ("mcp tool", "root-not-object", "upper case is Gemini's spelling, and no fault of a root in the traits"),
    ("mcp tool", "invalid-schema", "the SDK looks at `type`, `properties` and `required` of the root alone"),
    ("mcp tool", "items-list", "the specification's dialect is 2020-12; the SDK does not look below the root"),
    ("mcp tool", "additional-items", "the specification's dialect is 2020-12; the SDK does not look below the root"),
    (
        "llguidance grammar",
        "all-of-closed",
        "the objects of the probe require nothing, so {} fits; with required members it is refused",
    ),
    ("llguidance grammar", "union-empty", "the parameter of the probe is optional and is left out; a required one is refused"),
    ("llguidance grammar", "enum-empty", "the parameter of the probe is optional and is left out; a required one is refused"),
    ("llguidance grammar", "Unknown format: enum", "the format `enum` is Gemini's, and no trait beside an `enum`"),
    ("llguidance grammar", "regex parse error", r"`\0` and `[\b]` are no traits; expressions of Rust have neither"),
    ("outlines regex", "root-not-object", "the root's own type is not read where there are properties"),
    ("outlines regex", '{"required":', "a member of a union without a type is no trait below properties"),
    ("outlines regex", '{"minLength":', "a member of a union without a type is no trait below properties"),
    ("outlines regex", "nested-all-of", "members that all have a type compile; the table has one cell for both"),
    (
        "outlines regex",
        "Invalid reference path",
        "references by `$id` and `$anchor` are unknown to it, and no dangling ones in the traits",
    ),
    ("outlines regex", "Format duration", "of the family `date`, `time` and `duration` it takes the first two"),
    ("outlines regex", "structure false", "a closed object without `properties` is no trait"),
    ("outlines regex", "untyped-property", "an untyped parameter that has no keyword at all compiles"),
)
"""Why a package and a table may differ: the question, a trait of the probe or words of the answer, and the reason."""


# ------------------------------------------------------------------------------------------------------------------ the probes


@dataclass(frozen=True)
class Probe:
    """One question on one definition: what is asked, and what the table says of it."""

    trait: str
    key: str
    tool: Tool
    value: Json
    foretold: tuple[Verdict, ...]


def probes(oracle: Oracle) -> Iterator[Probe]:
    """Each definition of traits.yaml once, as the package is given it."""
    target = find(oracle.target)
    seen: set[str] = set()
    for trait, cases in test_traits.CASES.items():
        for number, case in enumerate(cases):
            tool = test_traits.tool(closed(trait, case) if oracle.touches else case)
            value = asked(oracle, tool)
            text = json.dumps(value, sort_keys=True)
            if value is None or text in seen:
                continue
            seen.add(text)
            told = verdicts(Toolset((tool,), targets=(target,)))
            outcomes = ("error", "drop", "rewrite") if oracle.touches else ("error",)
            foretold = tuple(one for one in told if one.cell.outcome in outcomes and not one.trait.startswith("name-"))
            yield Probe(trait, f"{trait}/{number}", tool, value, foretold)


def closed(trait: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """A case whose root is closed and requires all it has, so that a strict mode stumbles over the trait alone."""
    own = (
        "additional-properties-absent",
        "additional-properties-open",
        "optional-property",
        "required-null",
        "required-undeclared",
    )
    if "tool" in case or trait in own:
        return dict(case)
    root: Any = case["root"] if "root" in case else {"type": "object", "properties": {"x": case["x"]}}
    if not isinstance(root, dict) or not isinstance(root.get("properties", {}), dict):
        return dict(case)
    return {"root": {"additionalProperties": False, "required": list(root.get("properties", {})), **root}}


def asked(oracle: Oracle, tool: Tool) -> Json:
    """What a package is given of a tool, as it stands; None where there is nothing to ask."""
    members = {key: value for key, value in tool.members().items() if key != "extra"} | dict(tool.extra)
    schema = tool.parameters
    match oracle.kind:
        case "google declaration":
            return {key: members[key] for key in ("name", "description", "parameters") if key in members}
        case "botocore converse":
            spec = {key: members[key] for key in ("name", "description") if key in members}
            return [{"toolSpec": {**spec, "inputSchema": {"json": schema if schema is not None else {}}}}]
        case "mcp tool":
            names = {"parameters": "inputSchema", "output_schema": "outputSchema"}
            return {names.get(key, key): value for key, value in members.items()}
        case _:
            return schema if isinstance(schema, dict) else None


# ---------------------------------------------------------------------------------------------------------------- the packages


def set_up(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, packages in PACKAGES.items():
        if not (folder / name).exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder / name)], check=True)
            subprocess.run([str(folder / name / "bin" / "python"), "-m", "pip", "install", "-q", *packages], check=True)
    (folder / "node").mkdir(exist_ok=True)
    (folder / "node" / "package.json").write_text('{"private": true}\n')
    subprocess.run(["npm", "install", "--silent", *NODE], check=True, cwd=folder / "node")


Questions = dict[str, dict[str, Json]]
Answers = dict[str, dict[str, tuple[str, str]]]


def ask(folder: Path, package: str, questions: Questions) -> Answers:
    if package == "node":
        command = ["node", str(HERE / "oracle_answers.mjs"), str(folder / "node")]
    else:
        command = [str(folder / package / "bin" / "python"), str(HERE / "oracle_answers.py")]
    done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=False, timeout=1200)
    if done.returncode != 0:
        raise SystemExit(f"{package}: {done.stderr[-2000:]}")
    answers: Answers = json.loads(done.stdout)
    return answers


# ------------------------------------------------------------------------------------------------------- tables and packages


@dataclass(frozen=True)
class Compared:
    oracle: Oracle
    judged: int
    silent: int
    apart: tuple[tuple[Probe, str, str], ...]
    """What the two do not agree on: the probe, the answer and its reason."""

    @property
    def agreed(self) -> int:
        return self.judged - len(self.apart)

    @property
    def unexplained(self) -> list[str]:
        return [probe.key for probe, _, why in self.apart if reason(self.oracle, probe, why) is None]


def compared(folder: Path, oracle: Oracle) -> Compared:
    asked_of = {probe.key: probe for probe in probes(oracle)}
    answers = ask(folder, oracle.package, {oracle.kind: {key: probe.value for key, probe in asked_of.items()}})[oracle.kind]
    judged = silent = 0
    apart: list[tuple[Probe, str, str]] = []
    for key, probe in asked_of.items():
        answer, why = answers[key]
        acts = answer == "refused" or (oracle.touches and answer == "changed")
        named = any(oracle.source in verdict.cell.source for verdict in probe.foretold)
        moved = acts and not probe.foretold and reason(oracle, probe, why) == MOVES
        if moved or (not acts and probe.foretold and not (oracle.whole or named)):
            silent += 1
            continue
        judged += 1
        if acts != bool(probe.foretold):
            apart.append((probe, answer, why))
    return Compared(oracle, judged, silent, tuple(apart))


def reason(oracle: Oracle, probe: Probe, why: str) -> str | None:
    traits = [probe.trait, *(verdict.trait for verdict in probe.foretold)]
    return next((told for kind, mark, told in REASONS if kind == oracle.kind and (mark in traits or mark in why)), None)


def ignored(folder: Path) -> tuple[int, list[str]]:
    """How many keywords the table says outlines-core does not enforce, and those that make a difference after all."""
    oracle = ORACLES[-1]
    questions: dict[str, Json] = {}
    for probe in probes(oracle):
        told = verdicts(Toolset((probe.tool,), targets=(find(oracle.target),)))
        for number, verdict in enumerate(told):
            if verdict.cell.outcome == "drop" and len(verdict.at) > 3 and isinstance(verdict.at[-1], str):
                questions[f"{probe.key} {verdict.trait} {number}"] = [probe.value, without(probe.value, verdict.at[2:])]
    answers = ask(folder, oracle.package, {"outlines ignores": questions})["outlines ignores"]
    compiled = {key: answer for key, (answer, _) in answers.items() if answer != "refused"}
    return len(compiled), [key for key, answer in compiled.items() if answer == "changed"]


def without(value: Json, at: Sequence[str | int]) -> Json:
    copy = json.loads(json.dumps(value))
    here = copy
    for step in at[:-1]:
        here = here[step]
    del here[at[-1]]
    return copy


# --------------------------------------------------------------------------------------------------------------------- exports

SENT: tuple[tuple[str, str | None, str, str, str], ...] = (
    ("openai", None, "openai", "openai chat", "ChatCompletionFunctionToolParam"),
    ("openai", "openai-responses", "openai", "openai responses", "FunctionToolParam"),
    ("openai-strict", None, "openai", "openai chat", "ChatCompletionFunctionToolParam"),
    ("openai-strict", None, "node", "openai strict", "toStrictJsonSchema leaves it as it is"),
    ("openai-strict", None, "openai", "openai helper", "the strict helper leaves it as it is"),
    ("anthropic", None, "anthropic", "anthropic tool", "ToolParam"),
    ("anthropic-strict", None, "anthropic", "anthropic tool", "ToolParam"),
    (
        "anthropic-strict",
        None,
        "anthropic",
        "anthropic helper",
        "transform_schema leaves it as it is, but for `default` and `pattern`",
    ),
    ("gemini", None, "google", "google tools", "types.Tool"),
    ("gemini", None, "google", "google declaration", "FunctionDeclaration for the developer API"),
    ("gemini-json-schema", None, "google", "google tools", "types.Tool"),
    ("bedrock-converse", None, "botocore", "botocore converse", "ToolConfiguration"),
    ("mcp@2025-11-25", None, "mcp", "mcp list", "ListToolsResult (Python)"),
    ("mcp@2025-11-25", None, "node", "mcp answer", "ListToolsResultSchema (TypeScript)"),
    ("llguidance", None, "llguidance", "llguidance grammar", "the grammar compiles"),
    ("outlines", None, "outlines", "outlines regex", "the expression compiles"),
)
"""Target and shape of an export, the package and question that judge it, and what is asked in words."""
NOT_TAKEN: tuple[tuple[str, str, str], ...] = (
    ("openai responses", "Field required", "came in this shape without `strict`, and goes out as it came"),
    (
        "openai strict",
        "Object anyOf schema",
        "an object with `anyOf` beside its properties, which the helper calls not representable",
    ),
    (
        "anthropic helper",
        "Expected code to be unreachable",
        "the helper fails on a list of types; documents of the API take it",
    ),
    (
        "anthropic helper",
        "{examples",
        "the helper moves `examples` into the description (`rewrite` in the table), which is no loss",
    ),
    ("anthropic helper", "changed: ", "of an object with `anyOf` beside its properties the helper keeps the `anyOf` alone"),
    ("anthropic helper", "Schema must have a 'type'", "the helper demands a type below properties too"),
    (
        "outlines regex",
        "structure",
        "`not`, or one of several alternatives with a format, which the table's cells do not tell apart",
    ),
)
"""Why a package may not take what was exported: the question, words of the answer, and the reason."""
SCHEMAS = {"openai strict", "openai helper", "anthropic helper", "llguidance grammar", "outlines regex"}


def real_tools() -> tuple[Tool, ...]:
    """The tools of our fixtures, and of the corpus beside the project."""
    paths = [path for path in sorted((HERE.parent / "fixtures" / "good").iterdir()) if path.suffix != ".py"]
    paths += sorted((HERE.parents[1] / "shared" / "corpus" / "mcp").glob("*.json"))
    return tuple(tool for path in paths for toolset in load(path) for tool in toolset.tools)


def sent(folder: Path, tools: Sequence[Tool]) -> Iterator[tuple[str, str, str, int, list[str]]]:
    """Of each question on exports: the target, the question and its words, how many tools, and why some were not taken."""
    for target, shape, package, kind, words in SENT:
        exported = export(Toolset(tuple(tools), independent=True), target, shape=shape, order="authored")
        questions = {str(i): payload(kind, one) for i, one in enumerate(exported.tools)}
        answers = ask(folder, package, {kind: questions})[kind]
        refused = [f"{answer}: {why}" for answer, why in answers.values() if answer != "accepted"]
        yield target if shape is None else f"{target} ({shape})", kind, words, len(questions), refused


def told_of(kind: str, why: str) -> str:
    """The reason why an export was not taken, without a word of the tool."""
    return next((told for asked, mark, told in NOT_TAKEN if asked == kind and mark in why), "NOT EXPLAINED")


def payload(kind: str, tool: Json) -> Json:
    if kind in SCHEMAS:
        inner = tool.get("function", tool)
        schema = inner.get("parameters", inner.get("input_schema", {"type": "object"}))
        return bare(schema) if kind == "anthropic helper" else schema
    wrapped = {
        "google tools": [{"functionDeclarations": [tool]}],
        "botocore converse": [tool],
        "mcp list": {"tools": [tool]},
        "mcp answer": {"tools": [tool]},
    }
    return wrapped.get(kind, tool)


def bare(schema: Json) -> Json:
    """A schema without the two keywords that Anthropic's helper moves although its API takes them."""
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if key not in ("default", "pattern")}
    return changed_below(kept, lambda sub, _: bare(sub))


# ------------------------------------------------------------------------------------------------------------------ the result


def short(text: str, most: int = 110) -> str:
    line = " ".join(text.split()).replace("|", "\\|")
    return line if len(line) <= most else f"{line[: most - 3]}..."


def report(folder: Path) -> tuple[str, bool]:
    """The page, and whether everything is as it should be."""
    found = [compared(folder, oracle) for oracle in ORACLES]
    lines = ["# Tables of targets and packages", ""]
    lines += [
        "Written by `tests/oracles.py`; nothing was sent to any provider. Probes are the definitions of `tests/traits.yaml`.",
        "",
    ]
    lines += ["| package | table | judged | agree | share | no judge |", "|---|---|---|---|---|---|"]
    for one in found:
        share = f"{one.agreed / one.judged:.1%}"
        lines.append(f"| {one.oracle.name} | {one.oracle.target} | {one.judged} | {one.agreed} | {share} | {one.silent} |")
    total, agreed = sum(one.judged for one in found), sum(one.agreed for one in found)
    lines.append(f"| all | | {total} | {agreed} | {agreed / total:.1%} | {sum(one.silent for one in found)} |")
    lines += [
        "",
        "*No judge*: the table foretells trouble, names another source, and the package says nothing; or a helper moves",
        "what the documents of the API accept.",
        "",
        "On 2026-12-01 this way of counting set 33 former disagreements aside: 9 Bedrock roots, whose cell now cites",
        "the API's own message, and 24 probes whose `default` or `pattern` Anthropic's helper moves into the",
        "description. Counted as disagreements, as before, they leave 95.6 %, so the 97 % is not comparable with",
        "earlier figures.",
        "",
    ]
    lines += ["## Where they differ", "", "| package | probe | table | package | why |", "|---|---|---|---|---|"]
    for one in found:
        for probe, answer, why in one.apart:
            told = ", ".join(dict.fromkeys(f"{verdict.trait}: {verdict.cell.outcome}" for verdict in probe.foretold)) or "ok"
            because = reason(one.oracle, probe, why) or "NOT EXPLAINED"
            lines.append(f"| {one.oracle.name} | {probe.key} | {told} | {answer}: {short(why, 80)} | {because} |")
    count, different = ignored(folder)
    lines += ["", "## What outlines-core does not enforce", ""]
    lines.append(
        f"Of {count} keywords that the table calls dropped, {count - len(different)} make no difference to the expression."
    )
    lines += [f"- {key}" for key in different]
    tools = real_tools()
    lines += ["", "## Exported tools", "", f"{len(tools)} tools of fixtures and corpus, exported to each target.", ""]
    lines += ["| target | asked | tools | not taken |", "|---|---|---|---|"]
    details: list[str] = []
    for target, kind, words, number, refused in sent(folder, tools):
        lines.append(f"| {target} | {words} | {number} | {len(refused)} |")
        for why, times in Counter(told_of(kind, why) for why in refused).most_common():
            details.append(f"- {target}, {words}: {times}, {why}")
    lines += ["", *details]
    well = agreed >= LEAST * total and not any(one.unexplained for one in found) and "NOT EXPLAINED" not in "".join(details)
    return "\n".join(lines).rstrip() + "\n", well


# ------------------------------------------------------------------------------------------------------------------- renewing


def renewed(folder: Path, today: date) -> Iterator[str]:
    """What the packages say of the cells that name them: those they contradict, a line each; the others get today's date.

    After an update of `PACKAGES` and `NODE` this is how a table follows its sources. A cell that is contradicted stays as it is
    until somebody has read why.
    """
    for oracle in ORACLES:
        found = compared(folder, oracle)
        target = find(oracle.target)
        path = next(folder / f"{target.name}@{target.date}.json" for folder in tables.FOLDERS)
        raw = json.loads(path.read_text(encoding="utf-8"))
        against = {probe.trait: why for probe, _, why in found.apart if reason(oracle, probe, why) is None}
        asked_of = {probe.trait for probe in probes(oracle)}
        own = [trait for trait, cell in raw["traits"].items() if cell and (oracle.whole or oracle.source in cell["source"])]
        for trait in own:
            if trait in against:
                outcome = raw["traits"][trait]["outcome"]
                yield f"{target.label}: {trait} is `{outcome}`, and {oracle.name} says: {short(against[trait])}"
            elif trait in asked_of:
                raw["traits"][trait]["date"] = today.isoformat()
        path.write_text(written(raw), encoding="utf-8")


def written(raw: dict[str, Any]) -> str:
    """A table as its file is laid out: a line for each member, each note and each cell."""
    lines = []
    for key, value in raw.items():
        if key == "traits":
            cells = ",\n".join(
                f"    {json.dumps(name)}: {json.dumps(cell, ensure_ascii=False)}" for name, cell in value.items()
            )
            lines.append(f'  "traits": {{\n{cells}\n  }}')
        elif key == "notes":
            notes = ",\n".join(f"    {json.dumps(note, ensure_ascii=False)}" for note in value)
            lines.append(f'  "notes": [\n{notes}\n  ]')
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(words: Sequence[str]) -> int:
    if not words or len(words) > 2:
        print(__doc__)
        return 2
    folder = Path(words[-1]).absolute()
    if words[0] == "--set-up":
        set_up(folder)
        return 0
    if words[0] == "--renew":
        contradicted = list(renewed(folder, datetime.now(timezone.utc).date()))
        print("\n".join(contradicted) or "no cell is contradicted")
        return int(bool(contradicted))
    text, well = report(folder)
    RESULT.write_text(text, encoding="utf-8")
    print(text)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
