"""The files of a project that the imports of a module lead to: parsed, never run, and never outside of the project.

Bounded: a few imports deep, and a number of files for each module. What is not found stays out of sight.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from schemalint.edge.read import Refused, decode, read_file
from schemalint.record import dataclass, field, replace
from schemalint.sources.python.constants import names_of
from schemalint.sources.python.literal import Names
from schemalint.sources.python.literal import Refused as TooLarge
from schemalint.sources.python.places import Scope
from schemalint.sources.python.reader import Outline, outlined

DEEPEST: Final = 3
"""How many imports are followed one after the other; a package that hands a name on is one of them."""
_MOST: Final = 60
"""Files that are read for one module."""
_LARGEST: Final = 2**20
_KEPT: Final = 256


@dataclass(slots=True, eq=False)
class Neighbor:
    """Another file of the project, as far as it was parsed."""

    outline: Outline
    names: Names
    scope: Scope


@dataclass(slots=True, eq=False)
class Beside:
    """Where imports of `file` lead to. `root` is the folder of the project, which nothing is read outside of."""

    file: Path
    root: Path
    makers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What the user said of decorators and base classes, by their full names."""
    depth: int = DEEPEST
    met: set[Path] = field(default_factory=set)
    """The files that were read for the module."""

    def maker(self, name: str) -> Mapping[str, str] | None:
        """What the user said of a decorator or base class, which the module imports as `name` or defines."""
        own = name.lstrip(".")
        return next((one for key, one in self.makers.items() if f".{key}".endswith(f".{own}") or key == _last(own)), None)

    def mentions(self, text: str) -> bool:
        """Whether a text has the name of a decorator or base class that the user spoke of."""
        return any(_last(key) in text for key in self.makers)

    def find(self, imported: str) -> tuple[Neighbor, str] | None:
        """The file that defines what was imported as `pkg.module.name` or `..module.name`, and its name there."""
        module, _, name = imported.rpartition(".")
        if not name or not (module or imported.startswith(".")) or self.depth <= 0:
            return None
        for path in self._files(module if module.strip(".") else imported[: len(imported) - len(name)]):
            if (path not in self.met and len(self.met) >= _MOST) or not _is_inside(path, self.root):
                return None
            self.met.add(path)
            neighbor = self._read(path)
            if neighbor is None:
                return None
            own = neighbor.outline
            if name in own.classes or name in own.functions or name in own.assigned:
                return neighbor, name
            further = own.imports.get(name)
            return own.beside.find(further) if further is not None and own.beside is not None else None
        return None

    def _read(self, path: Path) -> Neighbor | None:
        try:
            stamp = path.stat()
        except OSError:
            return None
        parsed = _parsed(path, (stamp.st_mtime_ns, stamp.st_size))
        if parsed is None:
            return None
        tree, names, scope = parsed
        outline = replace(_outline(tree), beside=replace(self, file=path, depth=self.depth - 1))
        return Neighbor(outline, names, scope)

    def _files(self, module: str) -> list[Path]:
        """The files that a module may be, the likeliest first: relative to the file, else below a folder above it."""
        steps = [step for step in module.split(".") if step]
        dots = len(module) - len(module.lstrip("."))
        if dots:
            starts = [self.file.parent.joinpath(*[".."] * (dots - 1))]
        else:
            above = [folder for folder in self.file.parents if folder == self.root or self.root in folder.parents]
            starts = [*reversed(above), self.root / "src"]
        tried = [start.joinpath(*steps) for start in starts]
        files = [one for base in tried for one in (base.with_suffix(".py") if steps else base, base / "__init__.py")]
        return [one for one in files if one.suffix == ".py" and one.is_file()]


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _is_inside(path: Path, root: Path) -> bool:
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False


@lru_cache(maxsize=_KEPT)
def _parsed(path: Path, version: tuple[int, int]) -> tuple[ast.Module, Names, Scope] | None:
    """A file that is Python; `version` tells what was read of it before from what it holds now."""
    del version
    try:
        text = decode(read_file(path, _LARGEST))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        scope = Scope(text)
        return tree, names_of(tree, scope), scope
    except (Refused, TooLarge, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@lru_cache(maxsize=_KEPT)
def _outline(tree: ast.Module) -> Outline:
    return outlined(tree)


def project_of(file: Path) -> Path:
    """The folder of the project that a file is in: with a `.git`, else with a `pyproject.toml`, else its own."""
    absolute = file.absolute()
    for mark in (".git", "pyproject.toml"):
        for folder in absolute.parents:
            if (folder / mark).exists():
                return folder
    return absolute.parent
