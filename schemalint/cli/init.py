"""`schemalint init`: find where tools live, and write a configuration, a hook and a workflow for them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from schemalint.cli import check, starters
from schemalint.cli.out import emit
from schemalint.cli.table import Check, Init
from schemalint.config import read
from schemalint.errors import Failure
from schemalint.reports.comparison import counted
from schemalint.sources import Source, load

_FOREIGN: Final = frozenset(("vendor", "vendored", "third_party", "third-party", "thirdparty", "external"))
"""Folders whose tools are usually those of others."""
_SHOWN: Final = 8


def run(options: Init) -> int:
    """The exit code: 0. Errors: `Failure` where there are no tools, or something cannot be written."""
    found = [(source.path, sum(1 for _ in source.tools())) for source in load(".") if isinstance(source, Source)]
    counts = Counter({path: count for path, count in found if count})
    if not counts:
        raise Failure("no tools were found in this folder, so there is nothing to set up; `schemalint check FILE` says why not")
    emit(_overview(counts))
    for name, text in _files(options, counts):
        _write(options, name, text)
    for line in _next_steps(options):
        emit(f"{line}\n")
    return 0


# ------------------------------------------------------------------------------------------------------- where the tools live


def sources_of(paths: Sequence[str]) -> list[str]:
    """What names all of these files and the next ones beside them: the folder of each top folder that holds them."""
    by_top: dict[str, list[PurePosixPath]] = {}
    for path in map(PurePosixPath, paths):
        by_top.setdefault(path.parts[0] if len(path.parts) > 1 else str(path), []).append(path)
    return [str(own[0]) if own[0].parent == PurePosixPath() else _common(own) for own in by_top.values()]


def _common(paths: Sequence[PurePosixPath]) -> str:
    return os.path.commonpath([str(path.parent) for path in paths]).replace(os.sep, "/") + "/"


def foreign(paths: Sequence[str]) -> list[str]:
    """The folders among the paths that usually hold what others wrote."""
    found = []
    for path in map(PurePosixPath, paths):
        index = next((index for index, part in enumerate(path.parts[:-1]) if part.lower() in _FOREIGN), None)
        if index is not None:
            found.append("/".join(path.parts[: index + 1]) + "/")
    return list(dict.fromkeys(found))


def _overview(counts: Counter[str]) -> str:
    own = [f"{source} ({sum(counts[path] for path in counts if _is_in(path, source))})" for source in sources_of(list(counts))]
    more = f" and {len(own) - _SHOWN} more" if len(own) > _SHOWN else ""
    total = f"{counted(sum(counts.values()), 'tool')} in {counted(len(counts), 'file')}"
    return f"found {total}: {', '.join(own[:_SHOWN])}{more}\n"


def _is_in(path: str, source: str) -> bool:
    return path.startswith(source) if source.endswith("/") else path == source


# ---------------------------------------------------------------------------------------------------------------- what to write


def _files(options: Init, counts: Counter[str]) -> Iterator[tuple[str, str]]:
    paths = list(counts)
    config = read(Path.cwd())
    here = [layer.name for layer in config.layers if Path(layer.path).parent.resolve() == Path.cwd().resolve()]
    if here and here[-1] != "schemalint.toml":
        emit(f"{here[-1]}: has the configuration already\n")
    else:
        yield "schemalint.toml", starters.configuration(sources_of(paths), foreign(paths))
    if not _is_top():
        emit("this is not the top of the repository, so no hook and no workflow were written\n")
        return
    locked = os.path.lexists("tools.lock.json")
    yield ".pre-commit-config.yaml", starters.hooks(locked=locked)
    ci = options.ci or _ci()
    if ci == "github":
        yield ".github/workflows/schemalint.yml", starters.github(locked=locked)
    elif ci == "gitlab":
        own = os.path.lexists(".gitlab-ci.yml") and not options.force
        yield (".gitlab/schemalint.yml" if own else ".gitlab-ci.yml"), starters.gitlab(locked=locked)
        if own:
            emit("  add to .gitlab-ci.yml:  include: .gitlab/schemalint.yml\n")


def _is_top() -> bool:
    around = [Path.cwd(), *Path.cwd().parents]
    top = next((folder for folder in around if os.path.lexists(folder / ".git")), None)
    return top is None or top == Path.cwd()


def _ci() -> str:
    """The CI that the repository has, or else that of where it lives."""
    if os.path.lexists(".gitlab-ci.yml"):
        return "gitlab"
    try:
        remotes = Path(".git/config").read_text(encoding="utf-8", errors="replace")
    except OSError:
        remotes = ""
    return "gitlab" if "gitlab" in remotes and not os.path.lexists(".github") else "github"


def _write(options: Init, name: str, text: str) -> None:
    from schemalint.edge.write import write_inside

    path = Path(name)
    if os.path.lexists(path) and not options.force:
        emit(f"{name}: is there already, so it stays as it is (--force overwrites it)\n")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_inside(path, text.encode())
    emit(f"{name}: written\n")


def _next_steps(options: Init) -> Iterator[str]:
    """What is found now, and how to go on."""
    if options.baseline:
        check.run(Check({"write_baseline": "", "config": options.config}))
        yield "next: commit these files; `schemalint check` now fails for new findings alone"
        return
    found = check.found(Check({"config": options.config}))
    errors, warnings = found.count("error"), found.count("warning")
    if errors or warnings:
        yield f"found now: {counted(errors, 'error')}, {counted(warnings, 'warning')}; `schemalint check` lists them"
        yield "next: schemalint check --write-baseline    (from then on only new findings fail a run)"
    else:
        yield "found now: nothing that fails a run; commit these files"
