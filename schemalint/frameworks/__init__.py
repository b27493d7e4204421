"""The frameworks that make tools of Python code, one file each: the folder is the register, and there is no second list.

What reads Python, what imports it, hints and documentation ask here. Nothing is loaded before the first question.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from schemalint.frameworks.common.record import Framework

_ANY_CASE: Final = "[oO][oO][lL]"
"""In nearly every name of a framework that makes tools, and found faster than `tool` without regard to case."""


@cache
def known() -> tuple[Framework, ...]:
    """All frameworks, in the order of their files."""
    files = sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.ispkg)
    return tuple(importlib.import_module(f"{__name__}.{file}").FRAMEWORK for file in files)


def named(name: str) -> Framework:
    return next(one for one in known() if one.name == name)


# -------------------------------------------------------------------------------------------------- how one is met in a module


@cache
def words() -> re.Pattern[str]:
    """The words of which a module that makes tools holds at least one."""
    names = {
        name.rpartition(".")[2]
        for one in known()
        for name in (*one.decorators, *one.calls, *one.methods, *one.definitions, *one.bases, *one.unfollowed)
    }
    names.update(name for one in known() for name in one.hosts if "_" in name)  # which are given their list first
    others = sorted(name for name in names if not re.search(_ANY_CASE, name))
    return re.compile("|".join((_ANY_CASE, *map(re.escape, others))))


@cache
def methods() -> frozenset[str]:
    """The methods of servers and agents that register functions."""
    return frozenset(chain.from_iterable(one.methods for one in known()))


@cache
def injected() -> frozenset[str]:
    """Types and marks by which a parameter is filled in. A module may mix frameworks, so those of all count."""
    return frozenset(chain.from_iterable(one.injected for one in known()))


@cache
def arguments() -> Mapping[str, str]:
    """What arguments are called elsewhere, for a decorator whose framework is not known."""
    return {name: own for one in known() for name, own in one.arguments.items()}


@cache
def _packages() -> frozenset[str]:
    return frozenset(chain.from_iterable(one.packages for one in known()))


def package(dotted: str) -> str:
    """The package that a full name begins with: the first two parts where they are one, as in `google.adk`."""
    parts = dotted.split(".", 2)
    pair = ".".join(parts[:2])
    return pair if pair in _packages() else parts[0]


@cache
def _table(*kinds: str) -> Mapping[tuple[str, str], Framework]:
    """The frameworks by their packages, each with the names that some members of their records have."""
    return {
        (package, name): one for one in known() for kind in kinds for package in one.packages for name in getattr(one, kind)
    }


def _lookup(dotted: str, *kinds: str) -> Framework | None:
    """The framework that has a full name among its own: the package with the last part, or with the last two."""
    first = package(dotted)
    if first not in _packages():
        return None
    table, parts = _table(*kinds), dotted.rsplit(".", 2)
    return table.get((first, parts[-1])) or (table.get((first, ".".join(parts[-2:]))) if len(parts) > 2 else None)


def making(dotted: str) -> Framework | None:
    """The framework of a decorator or call that makes a tool of a function."""
    return _lookup(dotted, "decorators", "calls")


def serving(dotted: str) -> Framework | None:
    """The framework of a class whose objects register functions."""
    found = _lookup(dotted, "servers", "agents")
    return found if found is not None and found.methods else None


def hosting(dotted: str) -> Framework | None:
    """The framework of a call that accepts plain functions in `tools=[...]`."""
    return _lookup(dotted, "hosts")


def defining(dotted: str) -> Framework | None:
    """The framework of a class whose objects are definitions as they are sent."""
    return _lookup(dotted, "definitions")


def unfollowed(dotted: str) -> Framework | None:
    """The framework of a call that makes a tool in a way that is not followed."""
    return _lookup(dotted, "unfollowed")


@cache
def _binders() -> Mapping[str, Framework]:
    return {name: one for one in known() for name in one.binds}


def binding(method: str) -> Framework | None:
    """The framework of a method that gives a model a list of tools, whatever object it is of."""
    return _binders().get(method)


def brings(dotted: str) -> bool:
    """Whether a full name is of the packages of a framework, which are read or bring tools of their own."""
    return package(dotted) in _packages() or any(dotted.startswith(f"{name.replace('.', '_')}_") for name in _packages())


@cache
def _bases() -> Mapping[str, tuple[Framework, ...]]:
    return {name: tuple(one for one in known() if name in one.bases) for other in known() for name in other.bases}


def base(dotted: str) -> Framework | None:
    """The framework of a class whose subclasses are tools or hold some; of several with its name the one of its package."""
    found = _bases().get(dotted) or _bases().get(dotted.rpartition(".")[2]) or ()
    first = package(dotted)
    own = [one for one in found if first in one.packages] or [one for one in found if first not in _packages()]
    return own[0] if own else None


def server_names() -> frozenset[str]:
    """The last parts of the names of servers, whose first argument is what they are called."""
    return frozenset(chain.from_iterable(one.servers for one in known()))


def decorators() -> frozenset[str]:
    """The names of decorators, which a project may export again from a module of its own."""
    return frozenset(chain.from_iterable(one.decorators for one in known()))
