"""How many tools of public repositories are found: `python tests/reading_campaign.py FOLDER [-v]` over a folder of checkouts.

Counts what is present with a counter of its own (syntax alone: decorators, classes, calls, lists and literals), reads each
checkout as `schemalint check .` does, and pairs the two. Writes `tests/campaigns/reading.md`; `-v` names every tool that is
missed in silence or invented. A file `CHECKOUT.commit` beside a checkout holds its commit and the commit's date.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path

from schemalint.sources import Broken, PassedOver, Reach, Source, load

TABLE = Path(__file__).with_name("campaigns") / "reading.md"
DECORATORS = set(
    "tool tool_plain function_tool kernel_function ai_function beta_tool beta_async_tool activity action mcp_tool"
    " llm_tool register_for_llm register_tool define_tool".split()
)
BASES = set("BaseTool Tool StructuredTool AgentTool BaseLLMTool FunctionTool AsyncBaseTool RunnableTool".split())
WRAPS = set(
    "FunctionTool LongRunningFunctionTool StructuredTool Tool from_function from_defaults create_tool_from_function add_tool"
    " register_tool_function from_langchain".split()
)
SCHEMAS = ("input_schema", "inputSchema", "parameters", "params_json_schema")
TESTS = re.compile(r"(^|/)(tests?|testing|__tests__|spec)/|(^|/)(test_[^/]*|[^/]*_tests?|conftest)\.py$")
NEVER = re.compile(r"(^|/)(\.[^/]+|node_modules|site-packages|__pycache__|build|dist|venv|env)/")
NOTED = re.compile(r"\blines? (\d+)")


@dataclass
class Present:
    """A tool as the counter sees it: where its definition is and what it may be called."""

    file: str
    first: int
    last: int
    names: set[str]
    kind: str
    key: str = ""
    """The function that is meant, for a tool that is a function by its use."""
    around: str = ""
    """The class that it is a method of."""
    fate: str = "silent"


@dataclass
class Row:
    """The outcome for one checkout."""

    name: str
    present: list[Present]
    invented: list[str] = field(default_factory=list)
    beside: int = 0
    """Tools found in JSON and YAML, which the counter does not look at."""
    seconds: float = 0

    def count(self, *fates: str) -> int:
        return sum(one.fate in fates for one in self.present)


# ------------------------------------------------------------------------------------------------------------- the counter


def called(node: ast.expr) -> str:
    """The last part of the name of what is called or named."""
    node = node.func if isinstance(node, ast.Call) else node
    node = node.value if isinstance(node, ast.Subscript) else node
    return getattr(node, "attr", getattr(node, "id", ""))


def text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def argument(call: ast.Call, *names: str) -> ast.expr | None:
    return next((one.value for one in call.keywords if one.arg in names), None)


def _registers(call: ast.Call) -> bool:
    """`FunctionTool(self.x)`, `self.register(self.x)`; not `atexit.register(self.x)`."""
    own = isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == "self"
    return called(call) in ("FunctionTool", "from_function") or (own and called(call) == "register")


def _local(name: str, tree: ast.Module) -> bool:
    """Whether a name is a variable of the module, and a function only elsewhere."""
    return any(isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id == name for one in ast.walk(tree))


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Definitions:
    """The tools of one checkout's Python files."""

    def __init__(self, root: Path) -> None:
        self.found: list[Present] = []
        self.trees: dict[str, ast.Module] = {}
        for path in sorted(root.rglob("*.py")):
            below = path.relative_to(root).as_posix()
            if not (TESTS.search(below) or NEVER.search(below)):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    try:
                        self.trees[below] = ast.parse(path.read_bytes())
                    except (SyntaxError, ValueError, RecursionError):
                        continue
        self.classes: dict[str, ast.ClassDef] = {}
        self.functions: dict[str, set[str]] = {}
        for file, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.classes.setdefault(node.name, node)
                elif isinstance(node, FUNCTIONS):
                    self.functions.setdefault(node.name, set()).add(file)
        for file, tree in self.trees.items():
            self.definitions(file, tree)
        decorated = {name for one in self.found for name in one.names}
        seen: set[str] = set()
        for file, tree in self.trees.items():
            for one in self.uses(file, tree):
                name = min(one.names)
                where = file if file in self.functions[one.key] else ""  # one definition is one tool, whoever imports it
                if name not in decorated and f"{where}:{name}" not in seen:
                    seen.add(f"{where}:{name}")
                    self.found.append(one)

    def add(self, file: str, node: ast.stmt | ast.expr, names: Sequence[str | None], kind: str) -> Present:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        return Present(file, first, node.end_lineno or node.lineno, {one for one in names if one}, kind)

    def definitions(self, file: str, tree: ast.Module) -> None:
        """Decorated functions, classes derived from a tool, literal definitions."""
        others = set() if "browser_use" in ast.dump(tree) else {"action"}  # Slack and Django have actions that are no tools
        inside = {id(one): owner.name for owner in ast.walk(tree) if isinstance(owner, ast.ClassDef) for one in owner.body}
        for node in ast.walk(tree):
            if isinstance(node, FUNCTIONS) and not any(called(one) == "overload" for one in node.decorator_list):
                for one in node.decorator_list:
                    if called(one) in DECORATORS - others and not isinstance(one, ast.Subscript):
                        given = text(argument(one, "name")) if isinstance(one, ast.Call) else None
                        made = self.add(file, node, [node.name, given], f"@{called(one)}")
                        self.found.append(replace(made, around=inside.get(id(node), "")))
                        break
            elif isinstance(node, ast.ClassDef):
                name = self.tool_name(node)
                if name is not None:
                    self.found.append(self.add(file, node, [node.name, name], "class"))
                for listed in self.spec(node):
                    self.found.append(self.add(file, listed, [listed.name], "toolkit"))
            elif isinstance(node, ast.Dict):
                members = {text(key): value for key, value in zip(node.keys, node.values, strict=True) if key is not None}
                held = next((members[one] for one in SCHEMAS if isinstance(members.get(one), ast.Dict)), None)
                steps = {text(key) for key in held.keys if key is not None} if isinstance(held, ast.Dict) else set()
                if text(members.get("name")) and "description" in members and steps & {"type", "properties"}:
                    self.found.append(self.add(file, node, [text(members["name"])], "literal"))
            elif isinstance(node, ast.Call) and called(node) in ("Tool", "FunctionDeclaration"):
                name = text(argument(node, "name"))
                if name and argument(node, *SCHEMAS) is not None:
                    self.found.append(self.add(file, node, [name], "object"))

    def tool_name(self, node: ast.ClassDef) -> str | None:
        """The literal name of a class that is a tool."""
        for one in node.decorator_list:
            if isinstance(one, ast.Call) and called(one) == "register_tool" and one.args:
                return text(one.args[0])
        lineage, seen = [node], {node.name}
        derived = False
        for owner in lineage:
            for base in owner.bases:
                name = called(base)
                derived = derived or name in BASES
                if name in self.classes and name not in seen and name not in BASES:
                    seen.add(name)
                    lineage.append(self.classes[name])
        if not derived or node.name in BASES:
            return None
        for inner in node.body:
            match inner:
                case (
                    ast.Assign(targets=[ast.Name(id="name")], value=value)
                    | ast.AnnAssign(target=ast.Name(id="name"), value=value)
                ):
                    default = argument(value, "default") if isinstance(value, ast.Call) else value
                    return text(default or (value.args[0] if isinstance(value, ast.Call) and value.args else None))
                case ast.FunctionDef(name="__init__"):
                    for call in ast.walk(inner):
                        if isinstance(call, ast.Call) and called(call) == "__init__" and text(argument(call, "name")):
                            return text(argument(call, "name"))
                case _:
                    pass
        return None

    def spec(self, node: ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """The methods that a toolkit lists: `spec_functions`, `FunctionTool(self.x)`, `self.register(self.x)`."""
        names: set[str] = set()
        for inner in ast.walk(node):
            match inner:
                case ast.Assign(targets=[ast.Name(id="spec_functions")], value=ast.List(elts=elements)):
                    for one in elements:
                        names.add(text(one) or (text(one.elts[0]) if isinstance(one, ast.Tuple) and one.elts else None) or "")
                case ast.Call(args=[ast.Attribute(value=ast.Name(id="self"), attr=name), *_]) if _registers(inner):
                    names.add(name)
                case _:
                    pass
        decorated = {min(one.names) for one in self.found if one.kind.startswith("@") and one.names}
        for inner in node.body:
            if isinstance(inner, FUNCTIONS) and inner.name in names and inner.name not in decorated:
                yield inner

    def uses(self, file: str, tree: ast.Module) -> Iterator[Present]:
        """Functions of the checkout that a call makes tools, and those in `tools=[...]`."""
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            if called(node) in WRAPS:
                taken = argument(node, "func", "fn", "coroutine", "async_fn") or (node.args[0] if node.args else None)
                if isinstance(taken, ast.Name) and taken.id in self.functions and not _local(taken.id, tree):
                    given = text(argument(node, "name"))
                    yield replace(self.add(file, node, [taken.id, given], f"{called(node)}()"), key=taken.id)
            listed = argument(node, "tools", "functions") if called(node)[:1].isupper() or "agent" in called(node) else None
            for one in listed.elts if isinstance(listed, ast.List) else ():
                if isinstance(one, ast.Name) and one.id in self.functions and not _local(one.id, tree):
                    yield replace(self.add(file, one, [one.id], "tools=[...]"), key=one.id)


# ------------------------------------------------------------------------------------------------------------------ pairing


def measured(root: Path) -> Row:
    present = Definitions(root).found
    row = Row(root.name, present)
    unsaid: Counter[str] = Counter()
    lines: dict[str, set[int]] = {}
    tools: list[tuple[str, int, str, str]] = []
    before, start = Path.cwd(), time.monotonic()
    os.chdir(root)
    try:
        for outcome in load(".", reach=Reach(include_tests=False)):
            if isinstance(outcome, Broken):
                unsaid[outcome.path] += 1
                continue
            unsaid[outcome.path] += sum(outcome.unread.values())
            if isinstance(outcome, PassedOver):
                lines.setdefault(outcome.path, set()).update(int(one) for one in NOTED.findall(outcome.reason))
                continue
            lines.setdefault(outcome.path, set()).update(int(one) for note in outcome.skipped for one in NOTED.findall(note))
            row.beside += sum(len(one.tools) for one in outcome.toolsets) if outcome.kind != "python" else 0
            tools += _places(outcome) if outcome.kind == "python" else ()
    finally:
        os.chdir(before)
    row.seconds = time.monotonic() - start
    for tool in tools:
        _pair(tool, row)
    owners: dict[tuple[str, str], bool] = {}
    for one in present:
        if one.fate == "silent" and one.around and owners.get((one.file, one.around)):
            one.fate = "said"  # its class is
        if one.fate == "silent":
            if any(one.first <= line <= one.last for line in lines.get(one.file, ())):
                one.fate = "said"
            elif unsaid[one.file] > 0:
                unsaid[one.file] -= 1
                one.fate = "said"
            owners[one.file, one.around] = one.fate == "said"
    return row


def _places(source: Source) -> Iterator[tuple[str, int, str, str]]:
    for toolset in source.toolsets:
        for tool in toolset.tools:
            place = source.documents[tool.origin.document or 0].nearest(tool.places[()])
            yield source.path, place.line if place else 0, tool.name, tool.origin.fidelity


def _pair(tool: tuple[str, int, str, str], row: Row) -> None:
    file, line, name, fidelity = tool
    inside = [one for one in row.present if one.file == file and one.first <= line <= one.last]
    named = [one for one in row.present if name in one.names or any(name.endswith(f"_{own}") for own in one.names)]
    near = [one for one in named if one.file == file] or named
    fits = [one for one in inside if one in named] or sorted(inside, key=lambda one: one.last - one.first)[:1] or near
    if not fits:
        row.invented.append(f"{file}:{line}: {name}")
    for one in fits[:1]:
        fate = "approximate" if fidelity == "approximate" else "exact"
        one.fate = fate if one.fate in ("silent", "said") else one.fate


# ---------------------------------------------------------------------------------------------------------------- the table


def table(rows: Sequence[Row], root: Path) -> str:
    head = (
        "| repository | commit | present | found | exact | approximate | said | silent | in no count | JSON, YAML | seconds |"
    )
    out = [head, "|---|---|" + "--:|" * 9]
    total = [0] * 8
    for row in rows:
        commit = root / f"{row.name}.commit"
        shown = " of ".join(commit.read_text().split()) if commit.exists() else ""
        shown = re.sub(r"\b([0-9a-f]{12})[0-9a-f]{28}\b", r"\1", shown)
        exact, approximate = row.count("exact"), row.count("approximate")
        counts = [len(row.present), exact + approximate, exact, approximate, row.count("said"), row.count("silent")]
        counts += [len(row.invented), row.beside]
        total = [one + other for one, other in zip(total, counts, strict=True)]
        name = row.name.replace("+", "/")
        out.append(f"| {name} | {shown} | " + " | ".join(map(str, counts)) + f" | {row.seconds:.1f} |")
    share = [f"{one} ({100 * one / max(1, total[0]):.1f} %)" for one in total[1:6]]
    out.append(f"| all | | {total[0]} | " + " | ".join(share) + f" | {total[6]} | {total[7]} | |")
    return "\n".join(out)


def main() -> int:
    root = Path(sys.argv[1]).resolve()
    verbose = "-v" in sys.argv
    rows = []
    for folder in sorted(one for one in root.iterdir() if one.is_dir()):
        row = measured(folder)
        rows.append(row)
        print(row.name, len(row.present), Counter(one.fate for one in row.present), len(row.invented), flush=True)
        if verbose:
            for one in row.present:
                if one.fate in ("silent", "said"):
                    print(f"  {one.fate} {one.kind} {one.file}:{one.first} {'/'.join(sorted(one.names))}")
            print(*(f"  invented? {one}" for one in row.invented), sep="\n")
    day = datetime.now(timezone.utc).date()
    kept = TABLE.read_text().partition("\n## ")[2] if TABLE.exists() else ""
    head = f"# Tools of public repositories\n\nMeasured on {day} by `python tests/reading_campaign.py FOLDER`."
    TABLE.write_text(f"{head}\n\n{table(rows, root)}\n" + (f"\n## {kept}" if kept else ""))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
