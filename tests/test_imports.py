"""Imports point one way. The test reads the imports and compares them with the floors of the house."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "schemalint"

# A module may import from its own part and from the parts on lower floors.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("errors", "globs", "pattern", "record"),
    ("automaton", "schema"),
    ("model",),
    ("edge", "canon", "frameworks"),
    ("judge", "language"),
    ("tokens", "config", "targets"),
    ("text",),
    ("sources",),
    ("linting",),
    ("change",),
    ("agent", "fixing", "locking"),
    ("reports", "catalogs", "history", "wire"),
    ("api", "cli"),
    ("__main__",),
)
FLOOR = {part: floor for floor, parts in enumerate(FLOORS) for part in parts}
MODULES = sorted(
    path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if path.name != "__init__.py" or path.parent != PACKAGE
)


def part(module: Path) -> str:
    return module.parts[0].removesuffix(".py")


def imported(module: Path) -> Iterator[str]:
    """The parts of schemalint that a module imports anywhere, also inside functions and for types."""
    for node in ast.walk(ast.parse((PACKAGE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "schemalint":
            below = node.module.split(".")[1:]
            yield from [below[0]] if below else [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            yield from (alias.name.split(".")[1] for alias in node.names if alias.name.startswith("schemalint."))


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_imports_only_from_lower_floors(module: Path) -> None:
    own = part(module)
    parts = [name for name in imported(module) if name != own and not name.startswith("__version")]
    assert [] == sorted({name for name in parts if FLOOR[name] >= FLOOR[own]})


def needed(module: Path) -> Iterator[str]:
    """The modules that a module imports when it is loaded or when one of its functions runs; not those for types alone."""
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or id(node) in for_types:
            continue
        around = ("schemalint", *module.parts)[: -node.level] if node.level else ()  # those of the worker are relative
        name = ".".join((*around, *filter(None, (node.module,))))
        for alias in node.names if name.split(".")[0] == "schemalint" else ():
            if file := file_of(f"{name}.{alias.name}") or file_of(name):
                yield file


def file_of(name: str) -> str | None:
    path = PACKAGE.joinpath(*name.split(".")[1:])
    found = next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()), None)
    return found.relative_to(PACKAGE).as_posix() if found is not None and found != PACKAGE / "__init__.py" else None


def test_no_module_needs_one_that_needs_it() -> None:
    graph = {module.as_posix(): set(needed(module)) - {module.as_posix()} for module in MODULES}
    assert len(graph) > 200
    assert graph.keys() == set(TopologicalSorter(graph).static_order())  # a circle is a CycleError that names it


LIBRARIES = {"docstring_parser", "jsonschema", "referencing", "rich", "ruamel", "schemalint", "tomli", "typer"}


def test_nothing_but_our_own_dependencies_is_imported_and_no_framework_ever() -> None:
    named: set[str] = set()
    for module in MODULES:
        for node in ast.walk(ast.parse((PACKAGE / module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                named.add((node.module or "").split(".")[0])
            elif isinstance(node, ast.Import):
                named.update(alias.name.split(".")[0] for alias in node.names)
    assert named - sys.stdlib_module_names - {"tomllib", "__future__"} <= LIBRARIES
    assert {"jsonschema", "ruamel", "typer", "ast"} <= named


def test_sources_know_neither_rules_nor_lint() -> None:
    used = {name for module in MODULES if part(module) == "sources" for name in imported(module)}
    assert set() == used & {"linting"}


def test_canon_and_language_do_not_know_the_doors_to_the_world() -> None:
    used = {name for module in MODULES if part(module) in ("canon", "model", "schema") for name in imported(module)}
    assert set() == used & {"edge", "sources", "config", "cli"}


def test_the_architecture_page_names_every_part_and_only_files_that_exist() -> None:
    page = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    picture = page.split("```")[1]
    assert FLOOR.keys() - {"wire", "history"} == {
        word for word in picture.replace("rules/", "").split() if word in FLOOR and word not in ("wire", "history")
    }
    examples = [
        line.split("`")[-2]
        for line in page.split("## Where to add what")[1].splitlines()
        if line.startswith("| ") and "`" in line
    ]
    named = [name for name in examples if name.endswith((".py", ".json"))]
    assert len(named) >= 4
    for name in named:
        assert list(PACKAGE.parent.glob(f"**/{name}")) or (PACKAGE.parent / name).exists(), name
