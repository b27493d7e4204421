"""A rule, and the loader that makes rules out of a folder of files.

Built-in rules and a user's own are loaded the same way. A rule file states everything about its rule: the docstring
is the page, the signature of `check` is the scope and the options, the file's name is the id. Knows how a rule is written,
not what any rule finds, and not how pages are tested.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from schemalint.config import FOR_RULES
from schemalint.edge.show import did_you_mean
from schemalint.errors import Failure
from schemalint.model import SEVERITIES, Finding, Lever, Node, RuleSet, Severity, Tool, Toolset
from schemalint.record import dataclass, field, fields

Scope: TypeAlias = Literal["node", "tool", "toolset"]

SETS: Final[tuple[RuleSet, ...]] = get_args(RuleSet)
LEVERS: Final[tuple[Lever, ...]] = get_args(Lever)
_SCOPES: Final[Mapping[type, Scope]] = {Node: "node", Tool: "tool", Toolset: "toolset"}
_SUPERSETS: Final[Mapping[str, tuple[RuleSet, ...]]] = {
    "minimal": ("minimal", "recommended", "strict"),
    "recommended": ("recommended", "strict"),
    "strict": ("strict",),
    "preview": ("preview",),
}


class RuleError(Failure):
    """A rule file that cannot be used. The message is for the person who wrote it: path, line where known, what to write."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One habit to find: `Rule(check, lever="naming", severity="warning", sets=("recommended",))` ends every rule file.

    `check(node: Node)`, `check(tool: Tool)` or `check(tools: Toolset)` yields findings; a second positional parameter
    `tools: Toolset` is filled in for the first two; keyword-only parameters are the options, with their defaults.
    `sets` names the smallest set the rule is in; the larger ones follow. `strict` has other defaults for the strict set.
    `from_config={"namespace": "namespace"}` fills an option from a key at the top of the configuration, where that is set;
    `recommended_with="mcp-directory"` puts the rule into the recommended set where that key is true.

    What a rule declares about the places it looks at saves calls that find nothing; every one of them may be left out.
    `keys`: only at schemas that state one of these keywords (a tool rule: only at tools with such a schema). `types`: only at
    schemas of one of these types. `root`: only at the whole of the parameters. `marks`: only at tools in whose texts, in
    lower case, one of these pieces stands. `foreign`: only at tools with characters beyond ASCII. `targets`: only at sets
    that are checked for targets.
    """

    check: Callable[..., Iterable[Finding]]
    lever: Lever
    severity: Severity
    sets: tuple[RuleSet, ...]
    strict: Mapping[str, Any] = field(default_factory=dict)
    from_config: Mapping[str, str] = field(default_factory=dict)
    recommended_with: str | None = None
    keys: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    root: bool = False
    marks: tuple[str, ...] = ()
    foreign: bool = False
    targets: bool = False
    id: str = field(init=False)
    page: str = field(init=False)
    path: str = field(init=False)
    scope: Scope = field(init=False)
    wants_tools: bool = field(init=False)
    options: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        code = self.check.__code__
        path = code.co_filename

        def wrong(what: str) -> RuleError:
            return RuleError(f"{path}:{code.co_firstlineno}: {what}")

        positional = code.co_varnames[: code.co_argcount]
        keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        if not positional:
            raise wrong("check needs a first parameter annotated Node, Tool or Toolset")
        annotation = self.check.__annotations__.get(positional[0])
        if isinstance(annotation, str):
            raise wrong(
                "the scope is read from check's annotations: remove `from __future__ import annotations` and the quotes"
            )
        if not isinstance(annotation, type) or annotation not in _SCOPES:
            raise wrong(f"annotate `{positional[0]}` with Node, Tool or Toolset (from schemalint), not {annotation!r}")
        scope = _SCOPES[annotation]
        if len(positional) > (1 if scope == "toolset" else 2):
            raise wrong(
                f"check has too many positional parameters; options are keyword-only: check({positional[0]}, *, option=...)"
            )
        if len(positional) == 2 and self.check.__annotations__.get(positional[1]) is not Toolset:
            raise wrong(f"annotate `{positional[1]}` with Toolset; options are keyword-only, after `*`")
        defaults = self.check.__kwdefaults__ or {}
        for name in keywords:
            if name not in defaults:
                raise wrong(f"option `{name}` needs a default")
        for argument, names in (("strict", self.strict), ("from_config", self.from_config)):
            if unknown := [name for name in names if name not in defaults]:
                raise wrong(f"{argument}={{...}} names `{unknown[0]}`, which is not an option of check")
        asked = [*self.from_config.values(), *([self.recommended_with] if self.recommended_with is not None else [])]
        if unknown := [key for key in asked if key not in FOR_RULES]:
            known_keys = f"; a rule may ask for {', '.join(FOR_RULES)}"
            raise wrong(
                f"no rule can ask for the configuration key `{unknown[0]}`{did_you_mean(unknown[0], FOR_RULES, known_keys)}"
            )
        for name, key in self.from_config.items():
            if not isinstance(defaults[name], FOR_RULES[key]):
                kind = FOR_RULES[key].__name__
                raise wrong(f"option `{name}` is filled from the key `{key}`, so its default must be a {kind}")
        if self.recommended_with is not None and FOR_RULES[self.recommended_with] is not bool:
            raise wrong(f"recommended_with names the key `{self.recommended_with}`, which is not true or false")
        for word, known, role in ((self.lever, LEVERS, "lever"), (self.severity, SEVERITIES, "severity")):
            if word not in known:
                raise wrong(f"{role} {word!r} is not one of {', '.join(known)}")
        if not self.sets or any(name not in SETS for name in self.sets):
            raise wrong(f"sets={self.sets!r} must name one or more of {', '.join(SETS)}")
        if fault := _declares_wrongly(self, scope):
            raise wrong(fault)
        derived = {
            "sets": tuple(name for name in SETS if any(name in _SUPERSETS[own] for own in self.sets)),
            "id": Path(path).stem.replace("_", "-"),
            "page": self.check.__globals__.get("__doc__") or "",
            "path": path,
            "scope": scope,
            "wants_tools": len(positional) == 2,
            "options": {name: defaults[name] for name in keywords},
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def title(self) -> str:
        """The page's first line: the habit in one sentence."""
        return self.page.strip().split("\n", 1)[0]

    @property
    def evidence(self) -> str | None:
        """What was measured on real tools, by the last paragraph of the page; None for a rule that nobody measured."""
        last = self.page.rstrip().rpartition("\n\n")[2]
        return last.removeprefix("Evidence: ") if last.startswith("Evidence: ") else None

    def configured(self, *, severity: Severity | None = None, options: Mapping[str, Any] | None = None) -> Rule:
        """This rule with another severity and other option values. Unknown options raise KeyError with their name."""
        values = dict(self.options)
        for name, value in (options or {}).items():
            if name not in values:
                raise KeyError(name)
            values[name] = value
        return self._with(severity=severity or self.severity, options=values)

    def declaring_nothing(self) -> Rule:
        """This rule without what it declares about the places it looks at, to be called everywhere."""
        return self._with(keys=(), types=(), root=False, marks=(), foreign=False, targets=False)

    def calling(self, check: Callable[..., Iterable[Finding]]) -> Rule:
        """This rule with something around its check, such as a clock."""
        return self._with(check=check)

    def _with(self, **values: Any) -> Rule:
        kept = {one.name: values[one.name] if one.name in values else _told(self, one.name) for one in fields(self)}
        return _made({name: value for name, value in kept.items() if value is not _UNTOLD})

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What an index leaves out is read from the rule's file when it is first asked for."""
            if name not in _LEFT_OUT:
                raise AttributeError(f"a rule has no {name!r}")
            value = getattr(_read(self.path), name)
            object.__setattr__(self, name, value)
            return value


_UNTOLD: Final = object()
_LEFT_OUT: Final = ("check", "page")
"""What the index of our rules does not hold: most of a file, which a run needs of few rules."""


def _told(rule: Rule, name: str) -> Any:
    """A member of a rule, without reading its file for it."""
    try:
        return object.__getattribute__(rule, name)
    except AttributeError:
        return _UNTOLD


def _made(members: Mapping[str, Any]) -> Rule:
    rule: Rule = object.__new__(Rule)
    for name, value in members.items():
        object.__setattr__(rule, name, value)
    return rule


def _declares_wrongly(rule: Rule, scope: Scope) -> str | None:
    """What is wrong with the declarations of a rule, or None."""
    allowed: Mapping[Scope, tuple[str, ...]] = {
        "node": ("keys", "types", "root"),
        "tool": ("keys", "marks", "foreign"),
        "toolset": ("targets",),
    }
    for name in ("keys", "types", "marks"):
        if isinstance(getattr(rule, name), str):
            return f"{name} is a tuple of texts: {name}=({getattr(rule, name)!r},)"
    for name in ("keys", "types", "root", "marks", "foreign", "targets"):
        if getattr(rule, name) and name not in allowed[scope]:
            takers = " and ".join(f"`{kind}`" for kind, names in allowed.items() if name in names)
            return f"{name} is for rules on a {takers}, and this one is on a `{scope}`"
    for mark in rule.marks:
        if mark != mark.lower() or not mark.isascii() or not mark.isprintable() or not mark or set('"\\*?') & set(mark):
            return f'the mark {mark!r} must be in lower case and plain ASCII, without any of `*`, `?`, `"` and `\\`'
    return None


def builtin() -> Path:
    """The folder of our own rules: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "rules"
    return inside if inside.is_dir() else package.parent / "rules"


def index_text(rules: Iterable[Rule]) -> str:
    """The index of some rules as a module of Python: all that a run asks of those that find nothing to look at."""
    names = [one.name for one in fields(Rule) if one.name not in (*_LEFT_OUT, "path")]
    rows = {Path(rule.path).name: {name: getattr(rule, name) for name in names} for rule in rules}
    return f"# Written when the wheel is built, from the files beside it.\nRULES = {rows!r}\n"


def _indexed(folder: Path) -> dict[str, Rule]:
    """Our rules by the index that an installed wheel has; none in a checkout, where the files are read."""
    if not (folder / INDEX).is_file():
        return {}
    rows = import_module("schemalint.rules._index").RULES
    rules = (_made({**row, "path": f"{folder}{os.sep}{file}"}) for file, row in rows.items())
    return {rule.id: rule for rule in rules}


@cache
def _read(path: str) -> Rule:
    return next(_load_files([Path(path)]))


INDEX: Final = "_index.py"


def load(folder: Path) -> dict[str, Rule]:
    """The rules of a folder, by id, in the order of their names. One broken file refuses the whole folder, loudly.

    Errors: `RuleError` for a folder that is missing or empty and for a file that cannot be used.
    """
    if not folder.is_dir():
        raise RuleError(f"{folder}: no such folder of rules")
    if folder == builtin() and (indexed := _indexed(folder)):
        return indexed
    rules = {rule.id: rule for rule in _load_files(sorted(folder.glob("*.py")))}
    if not rules:
        raise RuleError(f"{folder}: no rule in it; a rule is one .py file that ends with `rule = Rule(check, ...)`")
    return rules


def load_all(folders: Iterable[Path] = ()) -> dict[str, Rule]:
    """Our rules and those of more folders, by id. Errors: `RuleError`, also for two rules with one id."""
    rules = load(builtin())
    for folder in folders:
        for own in load(folder).values():
            if own.id in rules:
                raise RuleError(f"{own.path}: a rule called {own.id} is there already: {rules[own.id].path}; rename the file")
            rules[own.id] = own
    return rules


def _load_files(paths: Iterable[Path]) -> Iterator[Rule]:
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from types import ModuleType

    own = builtin()
    keep = sys.dont_write_bytecode
    for path in paths:
        if path.name.startswith("_"):
            continue
        name = f"schemalint_rule_{path.stem}"
        loader = SourceFileLoader(name, str(path))
        module = ModuleType(name)
        module.__file__ = str(path)
        module.__spec__ = ModuleSpec(name, loader, origin=str(path))
        # Nothing is written where the user did not ask for it: no __pycache__ in a user's folder of rules.
        sys.dont_write_bytecode = keep or path.parent.resolve() != own
        try:
            loader.exec_module(module)
        except RuleError:
            raise
        except SyntaxError as error:
            raise RuleError(f"{error.filename or path}:{error.lineno}: {error.msg}") from error
        except Exception as error:
            raise RuleError(f"{path}:{_line_in(path, error)}: {type(error).__name__}: {error}") from error
        finally:
            sys.dont_write_bytecode = keep
        rule = getattr(module, "rule", None)
        if not isinstance(rule, Rule):
            raise RuleError(f"{path}: no rule in it; end the file with `rule = Rule(check, lever=..., severity=..., sets=...)`")
        if Path(rule.path) != path:
            raise RuleError(f"{path}: `check` is defined in {rule.path}; a rule's check must be in its own file")
        yield rule


def _line_in(path: Path, error: BaseException) -> int:
    """The last line of `path` that the error passed through; 1 where it passed through none."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
