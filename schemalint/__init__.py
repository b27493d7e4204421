"""Lint, canonicalize, compare and document LLM tool definitions. Every public name is here, bound when first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from schemalint import history as history
    from schemalint import language as language
    from schemalint import wire as wire
    from schemalint.agent.builtin import DuplicateToolError as DuplicateToolError
    from schemalint.agent.builtin import builtins as builtins
    from schemalint.agent.builtin import register_builtin as register_builtin
    from schemalint.agent.define import define_tool as define_tool
    from schemalint.agent.define import tool as tool
    from schemalint.agent.errors import ArgumentsError as ArgumentsError
    from schemalint.agent.errors import DefinitionError as DefinitionError
    from schemalint.agent.names import mcp_name as mcp_name
    from schemalint.agent.names import split_mcp_name as split_mcp_name
    from schemalint.agent.registry import Registry as Registry
    from schemalint.api import LoadError as LoadError
    from schemalint.api import catalog as catalog
    from schemalint.api import lint as lint
    from schemalint.api import load as load
    from schemalint.canon import canonical as canonical
    from schemalint.canon import digest as digest
    from schemalint.change.compare import diff as diff
    from schemalint.linting.rule import Rule as Rule
    from schemalint.linting.run import Reported as Reported
    from schemalint.locking import Drift as Drift
    from schemalint.locking import Lock as Lock
    from schemalint.locking import LockError as LockError
    from schemalint.locking import drift as drift
    from schemalint.locking import lock as lock
    from schemalint.locking import read_lock as read_lock
    from schemalint.locking import write_lock as write_lock
    from schemalint.model import REMOVE as REMOVE
    from schemalint.model import Edit as Edit
    from schemalint.model import Finding as Finding
    from schemalint.model import Fix as Fix
    from schemalint.model import Node as Node
    from schemalint.model import Target as Target
    from schemalint.model import Tool as Tool
    from schemalint.model import Toolset as Toolset
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
    "Rule": "linting.rule",
    "ArgumentsError": "agent.errors",
    "DefinitionError": "agent.errors",
    "Drift": "locking",
    "DuplicateToolError": "agent.builtin",
    "LoadError": "api",
    "Lock": "locking",
    "LockError": "locking",
    "Registry": "agent.registry",
    "Reported": "linting.run",
    "builtins": "agent.builtin",
    "canonical": "canon",
    "catalog": "api",
    "define_tool": "agent.define",
    "diff": "change.compare",
    "digest": "canon",
    "drift": "locking",
    "export": "targets.export",
    "history": "history",
    "lint": "api",
    "load": "api",
    "lock": "locking",
    "mcp_name": "agent.names",
    "read_lock": "locking",
    "register_builtin": "agent.builtin",
    "split_mcp_name": "agent.names",
    "tool": "agent.define",
    "language": "language",
    "wire": "wire",
    "write_lock": "locking",
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
