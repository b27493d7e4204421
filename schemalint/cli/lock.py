"""`schemalint lock`: write down what was reviewed, and say what is different now."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePath

from schemalint.canon import CanonError, canonical_json
from schemalint.change.checks import DRIFT, REGRESSION, UNSTABLE
from schemalint.change.drift import Drift, drift, growth
from schemalint.change.lock import Lock, lock, value_of
from schemalint.change.lockfile import NAME, LockError, read, render
from schemalint.cli.inputs import Inputs, configuration, gather, notes, say_broken, toolsets_of
from schemalint.cli.listed_again import listed_again
from schemalint.cli.old_texts import OldTexts
from schemalint.cli.out import emit, note
from schemalint.cli.table import Lock as Options
from schemalint.config import Config, ConfigError
from schemalint.edge.show import show
from schemalint.language.changed import Piece, changed_words
from schemalint.linting.run import Reported
from schemalint.model import Json, Pointer, Tool, Toolset
from schemalint.reports import drift as report_drift
from schemalint.reports.drift import Line, message, of
from schemalint.reports.report import by_place, report, severest
from schemalint.sources import Source


def run(options: Options) -> int:
    """The exit code: 0 written or equal, 1 drift or growth, 2 something could not be read or written."""
    if options.check and options.store_text:
        raise ConfigError("lock", None, "--check writes nothing, so --store-text has no place beside it")
    percent = options.max_growth
    path = Path(options.file or NAME)
    config = configuration(options)
    locked: Lock | None = None
    if options.check or percent is not None:
        try:
            locked = _read(path, needed=options.check)
        except LockError as error:
            place = "".join(f":{number}" for number in (error.line, error.column) if number is not None)
            note(f"error: {path}{place}: {error.reason}")
            return 2
    inputs = gather(options, config, options.sources)
    notes(options, inputs)
    say_broken(inputs)
    if inputs.nothing and not inputs.broken and options.ignore_unrecognized:
        if not options.check or locked is None or not locked.sets:
            return 0
    elif inputs.broken or inputs.nothing:
        done = "compared with the tools" if options.check else "written"
        why = "something could not be read" if inputs.broken else "no tool was found"
        note(f"error: {path} was not {done}, since {why}")
        return 2
    unknown = [tool.name for one in inputs.toolsets for tool in one.tools if tool.origin.fidelity == "approximate"]
    if unknown:
        note(f"error: `{unknown[0]}` was read without running its code, so its exact bytes are not known; --import reads them")
        return 2
    order = config.property_order or (locked.property_order if locked is not None else "sorted")
    try:
        now = lock(inputs.toolsets, property_order=order, label=_label(path))
        ignored = {word for layer in config.layers for word in layer.values.get("ignore", ())}
        grown = [] if REGRESSION.id in ignored else list(_grown(path, locked, now, percent))
        if options.check and locked is not None:
            lines = [one for one in _check(options, config, inputs, path, locked, now) if one.rule not in ignored] + grown
            closing = _closing(path, locked, now) if any(one.rule == DRIFT.id for one in lines) else ""
            emit(report_drift.render(lines) + closing)
            return int(bool(lines))
        emit(report_drift.render(grown))
        return 1 if grown else _write(path, render(now, store_text=options.store_text), now)
    except CanonError as error:
        note(f"error: {error}")
        return 2


def _read(path: Path, *, needed: bool) -> Lock | None:
    if not os.path.lexists(path):
        if needed:
            raise LockError("there is no such file; `schemalint lock` writes it")
        return None
    return read(path)


def _label(path: Path) -> Callable[[str], str]:
    """How sources are written down: files as they are seen from the folder of the lock file, servers without secrets."""

    def seen(file: str) -> str:
        try:
            return PurePath(os.path.relpath(file, path.parent)).as_posix()
        except ValueError:  # another drive
            return PurePath(file).as_posix()

    def label(source: str) -> str:
        file, colon, name = source.rpartition(":")
        if os.path.lexists(source):
            source = seen(source)
        elif source.startswith("git:"):
            from schemalint.sources.git import path_of

            source = seen(os.fspath(_top() / path_of(source)))  # it counts from the top of the repository
        elif colon and os.path.lexists(file):
            source = f"{seen(file)}:{name}"
        else:
            from schemalint.change.secrets import without_secrets

            source = without_secrets(source)
        # A name that is no UTF-8 can stand in no JSON.
        return show(source) if any("\ud800" <= sign <= "\udfff" for sign in source) else source

    return label


def _write(path: Path, new: str, now: Lock) -> int:
    from schemalint.edge.read import Refused, read_file
    from schemalint.edge.write import write_atomic

    data = new.encode()
    try:
        same = read_file(path, len(data)) == data
    except Refused:
        same = False
    if not same:
        write_atomic(path, data, root=_root(path))
    tools = sum(len(one.tools) for one in now.sets.values())
    count = f"{tools} tool{'' if tools == 1 else 's'}"
    emit(f"{show(path)}: {'is up to date' if same else 'written'}, {count}\n")
    return 0


def _root(path: Path) -> Path | None:
    """The folder that a link may not lead out of: the repository's, else the current one; none for a path named outside it."""
    root = _top()
    named = Path(os.path.normpath(Path.cwd() / path))
    return root if named.is_relative_to(root) else None


def _top() -> Path:
    """The folder of the repository; without one the current folder."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if os.path.lexists(folder / ".git")), here)


# ------------------------------------------------------------------------------------------------------------------ --check


def _check(options: Options, config: Config, inputs: Inputs, path: Path, locked: Lock, now: Lock) -> Iterator[Line]:
    """Security findings in what changed, then what changed, then what a second listing shows."""
    found = list(drift(locked, now))
    again = list(listed_again(options, config, inputs))
    changed = {id(one.new.tool) for one in found if one.new is not None}
    changed |= {id(tool) for one in again for tool in one.rewritten}
    if changed:
        second = [one.source for one in again]
        toolsets = (*inputs.toolsets, *toolsets_of(options, config, second))
        yield from _security(config, (*inputs.sources, *second), toolsets, changed)
    yield from _drifted(inputs, path, locked, found)
    for one in again:
        if one.order is not None:
            yield Line(one.source.path, UNSTABLE.severity, UNSTABLE.id, None, f"two listings of the tools {one.order}")
        for tool in one.rewritten:
            yield Line(
                one.source.path, DRIFT.severity, DRIFT.id, tool.name, "the second of two listings defines the tool otherwise"
            )


def _security(config: Config, sources: Sequence[Source], toolsets: Sequence[Toolset], changed: set[int]) -> Iterator[Line]:
    from schemalint.linting import rule
    from schemalint.linting.choose import choose, silencer
    from schemalint.linting.run import lint

    rules = dict(rule.load(rule.builtin()))
    chosen = choose(rules, config, select=["security"])
    silences = silencer(rules, config)
    reported = (
        (one, [finding for finding in lint(one, chosen, silences) if finding.tool is None or id(finding.tool) in changed])
        for one in toolsets
    )
    yield from map(of, severest(by_place(report(sources, (), reported).findings)))


def _drifted(inputs: Inputs, path: Path, locked: Lock, found: Sequence[Drift]) -> Iterator[Line]:
    old_texts = OldTexts(path, locked)
    by_tool: dict[int, list[Reported]] = {}
    for one in found:
        sentence = message(one, locked)
        if one.new is None or one.new.tool is None:
            yield Line(str(path), DRIFT.severity, DRIFT.id, one.tool, sentence)
            continue
        words = _words(one, one.new.tool, old_texts, locked)
        reported = Reported(DRIFT.id, DRIFT.severity, one.new.tool, _at(one.field), sentence, words=words)
        by_tool.setdefault(id(one.new.tool), []).append(reported)
    placed = report(
        inputs.sources,
        (),
        ((toolset, [one for tool in toolset.tools for one in by_tool.get(id(tool), ())]) for toolset in inputs.toolsets),
    ).findings
    yield from map(of, by_place(placed))


def _at(field_: str) -> Pointer:
    if not field_.startswith("/") or field_ == "/":
        return ()
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in field_.split("/")[1:])


def _words(one: Drift, tool: Tool, old_texts: OldTexts, locked: Lock) -> tuple[Piece, ...]:
    if one.kind != "changed" or one.old is None or one.field not in one.old.fields:
        return ()
    new = value_of(tool, one.field, None, locked.property_order)
    old = old_texts.of(one)
    if old is None or new is None:
        return (Piece("same", "the old text is not at hand: neither in the lock file (--store-text) nor in git"),)
    return changed_words(_plain(old[0]), _plain(new[0]))


def _plain(value: Json) -> str:
    return value if isinstance(value, str) else canonical_json(value).decode()


def _grown(path: Path, locked: Lock | None, now: Lock, percent: float | None) -> Iterator[Line]:
    if locked is None or percent is None:
        return
    for one in growth(locked, now, percent):
        more = f"{one.percent:.0f} % more than" if one.before else "and nothing in"
        yield Line(
            str(path),
            REGRESSION.severity,
            REGRESSION.id,
            None,
            f"the set `{one.set}` costs about {one.after} tokens, {more} the {one.before} that were locked; "
            f"--max-growth allows {percent:g} %",
        )


def _closing(path: Path, locked: Lock, now: Lock) -> str:
    found = list(drift(locked, now))
    if not found:
        return ""
    names = {(one.set, one.tool) for one in found if one.tool is not None}
    gone = sum(len(locked.sets[one.set].tools) for one in found if one.tool is None and one.field == "/")
    count = len(names) + gone or len(found)
    what = (
        ("tool differs" if count == 1 else "tools differ") if names or gone else "difference" if count == 1 else "differences"
    )
    return f"{count} {what} from {show(path)}; when the change is wanted, run `schemalint lock` and commit the file with it\n"
