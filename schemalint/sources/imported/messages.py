"""What kept a module or a tool from being read, as one sentence.

Knows the facts that the worker sends; a sentence completes "PATH: ...". Everything foreign in it is shown through the reports.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from schemalint.edge.show import nearest
from schemalint.record import dataclass
from schemalint.schema.pointer import Json, pointer_text
from schemalint.sources.imported.process import Subject

_FORMS: Final = (
    "known are tool dictionaries, MCP servers, the tools, agents and toolkits of agent frameworks, Pydantic classes, functions,"
    " and objects with a method `__schemalint__`"
)
_LONGEST: Final = 300


@dataclass(frozen=True, slots=True)
class Case:
    """The facts of a trouble, and around it: what was imported, by which interpreter (its version where it answered), where."""

    trouble: Mapping[str, Json]
    subject: Subject
    python: str
    version: Json
    cwd: Path


def sentence(case: Case) -> str:
    """What is wrong, what was expected and what to do."""
    return _SENTENCES[str(case.trouble["kind"])](case)


def line_and_column(case: Case) -> tuple[int | None, int | None]:
    """Where the trouble is, if that is in the very file that the user named."""
    file, line = case.trouble.get("file"), case.trouble.get("line")
    if case.subject.file is None or not isinstance(file, str) or not isinstance(line, int):
        return None, None
    same = os.path.realpath(file) == os.path.realpath(case.cwd / case.subject.file)
    return (line, case.trouble.get("column", 1)) if same else (None, None)


def _short(text: Json) -> str:
    words = " ".join(str(text).split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def _place(case: Case) -> str:
    """`at FILE:LINE`, or nothing where the report names the same place."""
    if not case.trouble.get("file") or line_and_column(case)[0] is not None:
        return ""
    return f" at {_shown(case.trouble['file'], case.cwd)}:{case.trouble.get('line', 1)}"


def _shown(file: Json, cwd: Path) -> str:
    try:
        shown = os.path.relpath(str(file), cwd)
    except ValueError:  # another drive
        return str(file)
    return str(file) if shown.startswith("..") else shown


def _doing(case: Case) -> str:
    called = case.subject.attribute is not None and "()" in case.subject.attribute
    return f"importing `{case.subject.name}`" + (f" and calling `{case.subject.attribute}`" if called else "")


def _missing(case: Case) -> str:
    name = str(case.trouble["name"])
    wanted = case.subject.module or ""
    if wanted == name or wanted.startswith(f"{name}."):
        return f"cannot find module `{wanted}` (looked in: {_looked(case)}){_nearest(name, wanted, case.cwd)}"
    if case.trouble.get("parent"):
        return f"{_doing(case)} needs the module `{name}`, which is not there{_place(case)}"
    package = name.partition(".")[0]
    return (
        f"{_doing(case)} needs the package `{package}`, which {case.python} does not have;"
        " run schemalint in the project's environment, name its interpreter with --python PATH,"
        f" or give the pre-commit hook `additional_dependencies: [{package}]`"
    )


def _looked(case: Case) -> str:
    folders = [".", *(["src"] if (case.cwd / "src").is_dir() else [])]
    return f"{', '.join(folders)} and the packages of {case.python}"


def _nearest(name: str, wanted: str, cwd: Path) -> str:
    parents, _, last = name.rpartition(".")
    known = set()
    for base in (cwd, cwd / "src"):
        folder = base.joinpath(*parents.split(".")) if parents else base
        if folder.is_dir():
            known |= {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    if (near := nearest(last, sorted(known))) is not None:
        found = f"{parents}.{near}" if parents else near
        return f"; did you mean `{found}{wanted[len(name) :]}`?"
    file = nearest(wanted, [path.name for path in cwd.iterdir()])
    return f"; did you mean the file `{file}`?" if file is not None else ""


def _start(case: Case) -> str:
    return (
        f"the interpreter that imports cannot be started: {_short(case.trouble['message'])};"
        " name one with --python PATH, run schemalint in the project's environment, or for pre-commit install what the module"
        " needs with `additional_dependencies`"
    )


def _raised(case: Case) -> str:
    reason = f": {_short(case.trouble['message'])}" if case.trouble["message"] else ""
    if case.trouble["type"] == "MemoryError":
        return f"{_doing(case)} takes more memory than it may{_place(case)}"
    what = f"{_doing(case)} raised {case.trouble['type']}{reason}{_place(case)}"
    hint = "; set the environment variable" if case.trouble.get("environment") else ""
    return f"{what}{hint}"


def _exit(case: Case) -> str:
    code = "" if case.trouble["code"] == "None" else _short(case.trouble["code"])
    return f'{_doing(case)} called sys.exit({code}){_place(case)}; guard it with `if __name__ == "__main__"`'


def _input(case: Case) -> str:
    return f'{_doing(case)} asks for input, and there is none{_place(case)}; guard it with `if __name__ == "__main__"`'


def _timeout(case: Case) -> str:
    return f"{_doing(case)} did not finish within {case.trouble['seconds']:g} s and was ended; --timeout gives it longer"


def _died(case: Case) -> str:
    code = case.trouble["code"]
    how = f"with code {code}"
    if isinstance(code, int) and code < 0:
        names = {number.value: number.name for number in signal.Signals}
        how = f"by signal {names.get(-code, -code)}"
    lines = case.trouble["lines"]
    last = f"; its last output: {_short(' | '.join(lines))}" if lines else ""
    return f"{_doing(case)} ended the interpreter {how} before it could answer{last}"


def _syntax(case: Case) -> str:
    where = _place(case)
    reason = f"not valid Python{where}: {_short(case.trouble['message'])}"
    return f"{reason}{_other_python(str(case.trouble.get('file')), case)}"


def _other_python(file: str, case: Case) -> str:
    """Which Python it is that does not know the syntax, where ours does."""
    import ast
    import sys

    from schemalint.edge.read import Refused, decode, read_file

    try:
        ast.parse(decode(read_file(Path(file))))
    except (Refused, SyntaxError, ValueError, RecursionError):
        return ""
    own = ".".join(map(str, sys.version_info[:3]))
    return f"; the interpreter in use is Python {case.version} ({case.python}), and Python {own} reads the file"


def _no_attribute(case: Case) -> str:
    found = case.trouble["found"]
    known = f"; tools are found in: {', '.join(f'`{name}`' for name in found)}" if found else "; no tools are found in it"
    return f"`{case.subject.name}` has no `{case.trouble['attribute']}`{known}"


def _not_callable(case: Case) -> str:
    what = f"`{case.trouble['attribute']}` of `{case.subject.name}` is a {case.trouble['type']}"
    return f"{what} and cannot be called; leave the parentheses off"


def nothing(functions: int, classes: int, subject: Subject) -> str:
    """That a module holds no tools, and how to name one."""
    seen = f"{functions} function{'' if functions == 1 else 's'}, {classes} class{'' if classes == 1 else 'es'}"
    how = f"name one, as in `{subject.name}:function`, or put them in a list called TOOLS"
    return f"holds no tool objects (saw {seen}); {how}"


def _unknown(case: Case) -> str:
    return f"`{case.subject.attribute}` is a {case.trouble['type']}, which is not a known tool form: {_FORMS}"


def _refused(case: Case) -> str:
    reason = f": {_short(case.trouble['message'])}" if case.trouble["message"] else ""
    return f"{case.trouble['framework']} could not make a definition of it: {case.trouble['type']}{reason}"


def _endless(case: Case) -> str:
    return f"{_doing(case)} gives more than {case.trouble['limit']} tools; only what ends can be checked"


def _in(case: Case) -> str:
    at = pointer_text(tuple(case.trouble["at"]))
    return f" at {_short(at)}" if at else ""


def _not_json(case: Case) -> str:
    return f"holds a {case.trouble['type']}{_in(case)}, which is not a JSON value"


def _not_finite(case: Case) -> str:
    return f"holds {case.trouble['value']}{_in(case)}, which is not a JSON number"


def _surrogate(case: Case) -> str:
    return f"holds half of a surrogate pair{_in(case)}, which is not a character"


def _too_much(case: Case) -> str:
    return f"holds more than {case.trouble['limit']}{_in(case) if 'at' in case.trouble else ''}"


def gap(name: str, trouble: Mapping[str, Json]) -> str:
    """A note on a parameter whose type says nothing: it is read as one that takes any value."""
    if trouble["why"] == "unresolved":
        return (
            f"annotation `{_short(trouble['type'])}` of parameter `{trouble['parameter']}` of `{name}` cannot be resolved"
            f" ({_short(trouble['message'])}), so it is read as any value; a type that is imported for type checking only, or"
            " local to a function, has to stand where the function is defined"
        )
    return (
        f"parameter `{trouble['parameter']}` of `{name}` has type {_short(trouble['type'])}, which has no JSON form, so it is"
        " read as any value"
    )


_SENTENCES: Final = {
    "missing": _missing,
    "start": _start,
    "raised": _raised,
    "exit": _exit,
    "input": _input,
    "timeout": _timeout,
    "died": _died,
    "syntax": _syntax,
    "no-attribute": _no_attribute,
    "not-callable": _not_callable,
    "unknown": _unknown,
    "refused": _refused,
    "endless": _endless,
    "not-json": _not_json,
    "not-finite": _not_finite,
    "surrogate": _surrogate,
    "too-much": _too_much,
}
