"""Configuration files -> one frozen `Config`: which file counts, what extends what, and what a file may not make happen.

Whoever can edit a clone can edit its configuration, so a file that was merely found chooses rules, limits and files inside
the repository and never makes anything run. Knows no rule: what files say about rules stays in the layers, for `choose`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal

from schemalint.config.exclusions import DEFAULT
from schemalint.config.keys import (
    KEYS,
    ConfigError,
    FailOn,
    Layer,
    Override,
    PropertyOrder,
    Steps,
    ToolsetTable,
    checked,
    line_of,
)
from schemalint.edge.read import MAX_FILE_SIZE, Refused, decode, read_file
from schemalint.model import Json, RuleSet, Trust
from schemalint.record import dataclass, field, replace

NAMES: Final = (".schemalint.toml", "schemalint.toml", "pyproject.toml")
_LARGEST: Final = 2**20
"""Bytes of a configuration file that are read."""
_SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".py")


@dataclass(frozen=True, slots=True, eq=False)
class Config:
    """What the files say. Sources are relative to the folder that the search began in; sizes are in bytes.

    `property_order` is None where no file sets it, as commands differ in their default. `layers` has the outermost file first.
    """

    sources: tuple[str, ...] = ()
    exclude: tuple[str, ...] = DEFAULT
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    include_tests: bool = False
    baseline: str | None = None
    rule_set: RuleSet = "recommended"
    fail_on: FailOn = "warning"
    server_name: str | None = None
    namespace: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    name_prefix: str | None = None
    client_prefixes: bool = False
    external_names: tuple[str, ...] = ()
    known_external_tools: tuple[str, ...] = ()
    mcp_directory: bool = False
    in_schema_ignores: bool = False
    trust: Trust | None = None
    """Whose the tools are; None for those of files to be the user's own, and those of servers a stranger's."""
    property_order: PropertyOrder | None = None
    max_file_size: int = MAX_FILE_SIZE
    toolsets: tuple[ToolsetTable, ...] = ()
    rule_folders: tuple[Path, ...] = ()
    python: str | None = None
    tool_classes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    tool_makers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    may_run: bool = False
    """Whether what the files name may be run: by `--trust`, or because the user's own configuration lists the folder."""
    layers: tuple[Layer, ...] = ()
    overrides: tuple[Override, ...] = ()
    search: Search | None = None
    """Where the configurations of single files are looked for; None where one file was named for all, or none counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """How the configuration of a run was found, so that those of its files are found the same way."""

    start: Path
    trusted: bool
    known: dict[Path, Config] = field(default_factory=dict)
    """What was found, by folder."""


_NAMED: Final = {"set": "rule_set", "toolset": "toolsets", "limits": "max_file_size"}
ATTRIBUTES: Final[Mapping[str, str]] = {
    key: attribute
    for key in KEYS
    if (attribute := _NAMED.get(key, key.replace("-", "_"))) in Config.__slots__ and key != "overrides"
}
"""The keys that are settings, each with its member of `Config`; what files say about rules stays in the layers."""


def read(start: Path, *, file: Path | None = None, isolated: bool = False, trusted: bool = False) -> Config:
    """The configuration that counts for a folder: `file` where given, else the nearest one upward, else the defaults.

    The search ends at the repository root (a folder with `.git`) or at home; outside of both it looks into `start` alone, so
    that nothing is picked up from a folder that others may write. `trusted` is the command line's `--trust`.
    Errors: `ConfigError`.
    """
    if isolated:
        if file is not None:
            raise ConfigError("--isolated", None, "cannot be used together with --config")
        return Config()
    start = _real(start)
    search = Search(start, trusted) if file is None else None
    layer = _load(start / file, str(file)) if file is not None else _first(_upward(start), start)
    if layer is None:
        if file is not None:
            raise ConfigError(str(file), None, "holds no table [tool.schemalint]")
        return Config(search=search)
    return _built(layer, start, search, trusted=trusted)


def nearest(run: Config, folder: Path) -> Config:
    """The configuration that counts for the files of a folder: that of the run, or one that is nearer to them.

    Of a nearer one only counts what may differ from file to file: it makes nothing run but rules, and those with trust only.
    Errors: `ConfigError`.
    """
    search = run.search
    if search is None:
        return run
    if not search.known:
        search.known[search.start] = run
        if run.layers:
            search.known[_real(run.layers[-1].path.parent)] = run
    passed: list[Path] = []
    found: Config | None = None
    for here in _upward(_real(folder), search.start):
        found = search.known.get(here)
        passed.append(here)
        if found is None and (layer := _first([here], search.start)) is not None:
            found = _built(layer, search.start, search, trusted=search.trusted, beside=True)
        if found is not None:
            break
    search.known.update(dict.fromkeys(passed, found or run))
    return found or run


def with_layers(config: Config, more: Iterable[Layer]) -> Config:
    """A configuration with more layers, which come last."""
    start = config.search.start if config.search is not None else Path.cwd()
    return _merged((*config.layers, *more), start, config.search, may_run=config.may_run)


def _built(layer: Layer, start: Path, search: Search | None, *, trusted: bool, beside: bool = False) -> Config:
    """A file with what it extends as a configuration. `beside`: only what it says of the files near it counts."""
    root = _repository(_real(layer.path.parent))
    if root is not None and search is not None and not _real(layer.path).is_relative_to(root):
        raise ConfigError(layer.name, None, "is a link out of the repository, and is not followed")
    layers = _extended(layer, root or _real(layer.path.parent), start)
    trusts = [_refuse_untrusted(known, root or _real(layer.path.parent), trusted, beside=beside) for known in layers]
    return _merged(layers, start, search, may_run=all(trusts))


# --------------------------------------------------------------------------------------------------------- which file counts


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))  # Path.resolve raises on a loop of links below Python 3.13


def _first(folders: Iterable[Path], start: Path) -> Layer | None:
    for folder in folders:
        for name in NAMES:
            path = folder / name
            if os.path.lexists(path) and (layer := _load(path, _shown(path, start))) is not None:
                return layer
    return None


def _upward(start: Path, end: Path | None = None) -> Iterator[Path]:
    """The folders in which a configuration may be, from the inside out. Below `end` nothing else ends the search."""
    home = _home()
    folders = [start, *start.parents]
    if end is not None and end in folders:
        yield from folders[: folders.index(end) + 1]
        return
    last = next((i for i, folder in enumerate(folders) if folder == home or os.path.lexists(folder / ".git")), 0)
    yield from folders[: last + 1]


def _home() -> Path | None:
    try:
        return _real(Path.home())
    except RuntimeError:  # neither HOME nor an entry for this user
        return None


def _repository(folder: Path) -> Path | None:
    return next((parent for parent in (folder, *folder.parents) if os.path.lexists(parent / ".git")), None)


def _shown(path: Path, start: Path) -> str:
    try:
        return os.path.relpath(path, start)
    except ValueError:  # another drive
        return str(path)


def _load(path: Path, name: str) -> Layer | None:
    """A file as a layer whose values are not checked yet; None for a `pyproject.toml` without our table."""
    try:
        text = decode(read_file(path, _LARGEST))
    except Refused as error:
        # The flag that raises the limit is for documents.
        raise ConfigError(name, error.line, error.reason.partition("; --max-file-size")[0]) from error
    table = ("tool", "schemalint") if path.name == "pyproject.toml" else ()
    if table and "schemalint" not in text:
        return None  # most projects: it does not mention us, so nothing is parsed and nothing in it can be wrong for us
    values: Json = _toml(name, text)
    for depth, key in enumerate(table, 1):
        if key not in values:
            return None
        values = values[key]
        if not isinstance(values, dict):
            raise ConfigError(name, line_of(text, table[:depth]), f"`{'.'.join(table[:depth])}` must be a table")
    return Layer(path, name, text, table, values)


def _toml(name: str, text: str) -> dict[str, Json]:
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        values: dict[str, Json] = toml.loads(text)
    except RecursionError as error:
        raise ConfigError(name, None, "is nested too deeply") from error
    except ValueError as error:
        import re

        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = None if place is None else int(place[1]) if place[1] else text.rstrip().count("\n") + 1
        reason = str(error)[: place.start()] if place else str(error)
        raise ConfigError(name, line, f"is not TOML: {reason}") from error
    return values


def _extended(innermost: Layer, root: Path, start: Path) -> tuple[Layer, ...]:
    """The file and those it extends, the outermost first, each checked."""
    layers: list[Layer] = []
    raw: Layer | None = innermost
    while raw is not None:
        layer = Layer(raw.path, raw.name, raw.text, raw.table, checked(raw, raw.values))
        layers.insert(0, layer)
        raw = None
        extend = layer.values.get("extend")
        if extend is not None:
            path = _real(_real(layer.path.parent) / extend)
            if not path.is_relative_to(root):
                raise layer.wrong(f"`extend` names {extend}, which is outside of the repository", "extend")
            if path in [_real(known.path) for known in layers]:
                raise layer.wrong(f"`extend` names {extend}, which extends this file: a circle", "extend")
            if not path.exists():
                raise layer.wrong(f"`extend` names {extend}, and there is no such file", "extend")
            raw = _load(path, _shown(path, start))
            if raw is None:
                raise layer.wrong(f"`extend` names {extend}, which holds no table [tool.schemalint]", "extend")
    return tuple(layers)


def _merged(layers: Iterable[Layer], start: Path, search: Search | None, *, may_run: bool) -> Config:
    values: dict[str, Any] = {}
    overrides: list[Override] = []
    for layer in layers:
        overrides += layer.values.get("overrides", ())
        for key, attribute in ATTRIBUTES.items():
            if key in layer.values:
                values[attribute] = _value(key, layer.values[key], values.get(attribute), _real(layer.path.parent), start)
    return Config(**values, may_run=may_run, layers=tuple(layers), overrides=tuple(overrides), search=search)


def _value(key: str, value: Any, outer: Any, folder: Path, start: Path) -> Any:
    """What a key of a file in `folder` means; `outer` is its value in the files that it extends."""
    match key:
        case "sources":
            return _anchored(value, folder, start)
        case "toolset":
            return tuple(replace(table, sources=_anchored(table.sources, folder, start)) for table in value)
        case "baseline":
            return str(folder / value)
        case "limits":
            return value.get("max-file-size", outer or MAX_FILE_SIZE)
        case "rule-folders":
            return (*(outer or ()), *(folder / name for name in value))
        case "extend-exclude":
            return (*(outer or ()), *value)
        case "tool-classes" | "tool-makers":
            return {**(outer or {}), **value}
        case "python" if os.path.basename(value) != value:  # noqa: PTH119
            return str(folder / value)
    return value


def _anchored(sources: Iterable[str], folder: Path, start: Path) -> tuple[str, ...]:
    """Sources as they are called from `start`."""
    base = _shown(folder, start)
    return tuple(str(Path(base, source)) if base != "." and _kind(source, folder) == "path" else source for source in sources)


# -------------------------------------------------------------------------------------------------- what a file may not cause


def _kind(source: str, folder: Path) -> Literal["path", "live", "module", "stdin"]:
    """What a source in a configuration means. A dotted name that is not a file and has no known suffix is a module."""
    if source == "-":
        return "stdin"
    if source.startswith(("stdio:", "http://", "https://")):
        return "live"
    name, _, attribute = source.partition(":")
    dotted = all(part.isidentifier() for part in name.split("."))
    looks_like_module = dotted and ("." in name or bool(attribute)) and not name.endswith(_SUFFIXES)
    return "module" if looks_like_module and not os.path.lexists(folder / source) else "path"


def _refuse_untrusted(layer: Layer, root: Path, trusted: bool, *, beside: bool = False) -> bool:
    """Whether what a file names may be run. An interpreter is refused only where it would be started.

    Errors: `ConfigError` that names the flag where a file asks for what only the command line may unlock.
    """
    folder = _real(layer.path.parent)
    values: Mapping[str, Any] = {} if beside else layer.values
    named: list[tuple[str, Steps]] = [(source, ("sources", source)) for source in values.get("sources", ())]
    for index, toolset in enumerate(values.get("toolset", ())):
        named += [(source, ("toolset", index, "sources", source)) for source in toolset.sources]
    wants: list[tuple[str, Steps]] = []
    for source, at in named:
        kind = _kind(source, folder)
        if kind == "stdin":
            raise layer.wrong("`-` (standard input) can be named on the command line only", *at)
        if kind == "live":
            wants.append((f"`{source}` would start or call a server", at))
        elif kind == "module":
            wants.append((f"`{source}` would import a Python module", at))
        elif not _inside(folder, source, root):
            wants.append((f"`{source}` is outside of the repository", at))
    folders = layer.values.get("rule-folders", ())
    wants += [(f"`{name}` would load rules, which are Python code", ("rule-folders", name)) for name in folders]
    asks = bool(wants) or "python" in layer.values
    may_run = trusted or (asks and _listed_as_trusted(folder, root))
    if wants and not may_run:
        what, at = wants[0]
        raise layer.wrong(f"{what}; a configuration may ask for that only with --trust", *at)
    for name in folders:
        if not os.path.isdir(folder / name):  # noqa: PTH112 - Path.is_dir raises on a name that is too long
            raise layer.wrong(f"`rule-folders` names {name}, and there is no such folder", "rule-folders", name)
    return may_run or not asks


def _inside(folder: Path, source: str, root: Path) -> bool:
    """Whether a path or glob can only name what is inside `root`."""
    parts = Path(source).parts
    fixed = next((i for i, part in enumerate(parts) if any(mark in part for mark in "*?[")), len(parts))
    return ".." not in parts[fixed:] and _real(folder.joinpath(*parts[:fixed])).is_relative_to(root)


def _listed_as_trusted(folder: Path, root: Path) -> bool:
    """Whether the user's own configuration lists this repository, or the part of it that the folder is in."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    if not Path(base).is_absolute():  # by the XDG base directory specification
        home = _home()
        if home is None:
            return False
        base = str(home / ".config")
    path = Path(base, "schemalint", "config.toml")
    if not os.path.lexists(path) or _real(path).is_relative_to(root):
        return False
    raw = _load(path, str(path))
    values = dict(raw.values) if raw is not None else {}
    layer = Layer(path, str(path), raw.text if raw is not None else "", ())
    listed = values.pop("trusted", [])
    if values:
        raise layer.wrong(f"unknown key `{next(iter(values))}`; this file may hold `trusted` alone", next(iter(values)))
    if not isinstance(listed, list) or not all(isinstance(path, str) and Path(path).is_absolute() for path in listed):
        raise layer.wrong("`trusted` must be a list of absolute paths of folders", "trusted")
    # A listed folder never covers the clones below it: whoever lists ~/src has not read what is in there.
    return any(_real(Path(path)).is_relative_to(root) and folder.is_relative_to(_real(Path(path))) for path in listed)
