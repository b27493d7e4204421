"""The module that a request names, imported."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def imported(request: Mapping[str, Any]) -> types.ModuleType:
    """The module that a request names by its dotted name, or by its file, which is put where its package begins."""
    file, name, paths = request["file"], request["module"], list(request["paths"])
    if file is not None:
        root, name = _dotted(file)
        paths.insert(0, root)
    sys.path[:0] = list(dict.fromkeys(paths))
    sys.argv[:] = [file or name]
    if file is None:
        return importlib.import_module(name)
    if "." in Path(file).stem:
        return _load(name, file)
    # Another module of that name may have been loaded, or come first on the path: a `json.py`, a second `tools.py`.
    if name in sys.modules and file_of(sys.modules[name]) != os.path.realpath(file):
        return _load(name, file)
    module = importlib.import_module(name)
    return module if file_of(module) == os.path.realpath(file) else _load(name, file)


def _dotted(file: str) -> tuple[str, str]:
    """The folder that has to be on the path, and the name that the file has from there."""
    path = Path(file)
    folder = path.parent
    parts = [] if path.name == "__init__.py" else [path.stem]
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return str(folder), ".".join(parts)


def _load(name: str, file: str) -> types.ModuleType:
    """A file to which its name does not lead, under a name of its own."""
    own = "schemalint_" + "".join(char if char.isalnum() else "_" for char in name)
    spec = importlib.util.spec_from_file_location(own, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is not a Python file", name=name, path=file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[own] = module
    spec.loader.exec_module(module)
    return module


def file_of(module: types.ModuleType) -> str | None:
    file = getattr(module, "__file__", None)
    return os.path.realpath(file) if isinstance(file, str) else None
