"""Lint, canonicalize, compare and document LLM tool definitions. Every public name is here, bound when first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from schemalint import language as language
    from schemalint.api import LoadError as LoadError
    from schemalint.api import catalog as catalog
    from schemalint.api import lint as lint
    from schemalint.api import load as load
    from schemalint.canon import canonical as canonical
    from schemalint.canon import digest as digest
    from schemalint.change import history as history
    from schemalint.change.compare import diff as diff
    from schemalint.harness import wire as wire
    from schemalint.harness.builtin import DuplicateToolError as DuplicateToolError
    from schemalint.harness.builtin import builtins as builtins
    from schemalint.harness.builtin import register_builtin as register_builtin
    from schemalint.harness.define import define_tool as define_tool
    from schemalint.harness.define import tool as tool
    from schemalint.harness.errors import ArgumentsError as ArgumentsError
    from schemalint.harness.errors import DefinitionError as DefinitionError
    from schemalint.harness.names import mcp_name as mcp_name
    from schemalint.harness.names import split_mcp_name as split_mcp_name
    from schemalint.harness.registry import Registry as Registry
    from schemalint.linting import Reported as Reported
    from schemalint.model import REMOVE as REMOVE
    from schemalint.model import Edit as Edit
    from schemalint.model import Finding as Finding
    from schemalint.model import Fix as Fix
    from schemalint.model import Node as Node
    from schemalint.model import Target as Target
    from schemalint.model import Tool as Tool
    from schemalint.model import Toolset as Toolset
    from schemalint.rule import Rule as Rule
    from schemalint.targets.export import export as export

__version__ = "0.1.0"

_HOMES = {
    "REMOVE": "model",
    "Edit": "model",
    "Finding": "model",
    "Fix": "model",
    "Node": "model",
    "Target": "model",
    "Tool": "model",
    "Toolset": "model",
    "Rule": "rule",
    "ArgumentsError": "harness.errors",
    "DefinitionError": "harness.errors",
    "DuplicateToolError": "harness.builtin",
    "LoadError": "api",
    "Registry": "harness.registry",
    "Reported": "linting",
    "builtins": "harness.builtin",
    "canonical": "canon",
    "catalog": "api",
    "define_tool": "harness.define",
    "diff": "change.compare",
    "digest": "canon",
    "export": "targets.export",
    "history": "change.history",
    "lint": "api",
    "load": "api",
    "mcp_name": "harness.names",
    "register_builtin": "harness.builtin",
    "split_mcp_name": "harness.names",
    "tool": "harness.define",
    "language": "language",
    "wire": "harness.wire",
}

_MODULES = ("history", "language", "wire")

__all__ = sorted(["__version__", *_HOMES])  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'schemalint' has no attribute {name!r}")
    module = __import__(f"schemalint.{home}", fromlist=["_"])
    value = module if name in _MODULES else getattr(module, name)
    globals()[name] = value
    return value
