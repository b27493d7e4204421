"""What makes tools in a way of the project's own: what its configuration says so of, and decorators that its files define."""

from __future__ import annotations

import ast
import re
from typing import Final

from schemalint import frameworks
from schemalint.frameworks.common.record import FUNCTION, Framework, ToolClass
from schemalint.record import replace
from schemalint.sources.python.reader import Outline, beside, dotted
from schemalint.sources.python.servers import made_by

_OWN: Final = re.compile(r"(?:.*_)?tool")
_OTHER_USES: Final = re.compile(r"(?:requires?|needs?|uses?|without|with|skip|deprecated|mock|patch|test)_")


def taught(name: str, outline: Outline) -> Framework | None:
    """What the configuration says of a decorator or base class: the framework that it is like, or which names it has."""
    said = outline.beside.maker(name) if outline.beside is not None else None
    if said is None:
        return None
    if "as" in said:
        return frameworks.named(said["as"])
    arguments = {given: own for own, given in said.items() if own in ("name", "description")}
    if "parameters" in said:
        arguments[said["parameters"]] = "args_schema"
    subclass = ToolClass(
        said.get("name", "name"),
        said.get("description", "description"),
        said.get("parameters", "args_schema"),
        (said.get("method", "run"), "__call__"),
    )
    return replace(FUNCTION, arguments=arguments, subclass=subclass)


def of_project(named: ast.Name, outline: Outline) -> Framework | None:
    """The framework of a project's own decorator called `tool`, `is_tool` or `..._tool`, which a file of the project defines.

    It is that of a known one which the decorator calls; else it makes tools in a way of its own.
    """
    if named.id.startswith("_") or _OWN.fullmatch(named.id) is None or _OTHER_USES.match(named.id) is not None:
        return None
    found = beside(named, outline)
    own, name = (found[0].outline, found[1]) if found is not None else (outline, named.id)
    function = own.functions.get(name) if found is not None or name not in outline.imports else None
    if function is None:
        return None
    for inner in ast.walk(function):
        if isinstance(inner, ast.Call):
            if (framework := frameworks.making(dotted(inner.func, own))) is not None:
                return framework
            registers = isinstance(inner.func, ast.Attribute) and inner.func.attr in frameworks.methods()
            if registers and (framework := made_by(inner.func.value, own)[1]) is not None:  # type: ignore[attr-defined]
                return framework
    return FUNCTION
