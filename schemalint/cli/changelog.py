"""`schemalint catalog --changelog git:OLD..NEW`: which commit changed which tool, and how, from the sources in git."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from schemalint.canon import PropertyOrder
from schemalint.change.compare import diff
from schemalint.change.grade import GRADES, Change
from schemalint.cli.inputs import Inputs, gather
from schemalint.cli.table import Catalog
from schemalint.config import Config
from schemalint.edge.markdown import code, inline
from schemalint.edge.show import LONGEST_MESSAGE, cut
from schemalint.errors import Failure
from schemalint.sources.git import PREFIX
from schemalint.sources.git_objects import Unreadable, ask
from schemalint.sources.permissions import TIMEOUT

_MOST_COMMITS: Final = 1_000
_MOST_CHANGES: Final = 50
"""Changes of one commit that are listed."""


def changelog(options: Catalog, config: Config, span: str) -> str:
    """The page, the newest commit first; only commits that changed a tool. Errors: `Failure`."""
    old, dots, new = span.removeprefix(PREFIX).partition("..")
    if not span.startswith(PREFIX) or not dots or not old or old.startswith("-") or new.startswith("-") or ":" in span[4:]:
        raise Failure(f"--changelog: expected git:OLD..NEW, such as git:v1.0..HEAD, not {span}")
    sources = options.sources or config.sources or (".",)
    if any(name.startswith((PREFIX, "-", "stdio:", "http:", "https:")) for name in sources):
        raise Failure("--changelog: needs files or folders of the repository as sources")
    try:
        listed = ask(
            ("log", "--reverse", "--first-parent", "--format=%H%x00%cs%x00%s", f"{old}..{new or 'HEAD'}", "--", *sources),
            Path.cwd(),
            options.timeout or TIMEOUT,
        )
    except Unreadable as error:
        raise Failure(f"--changelog: {error}") from None
    commits = [line.split("\0", 2) for line in listed.decode("utf-8", "replace").splitlines()]
    if len(commits) > _MOST_COMMITS:
        raise Failure(f"--changelog: {len(commits):,} commits are more than {_MOST_COMMITS:,}; choose a shorter span")
    order = config.property_order or "sorted"
    before = _at(options, config, old, sources)
    sections: list[list[str]] = []
    for name, day, subject in commits:
        after = _at(options, config, name, sources)
        lines = list(_changes(before, after, order))
        if lines:
            sections.append([f"## {day}: {inline(subject)}", "", f"Commit {code(name[:12])}", "", *lines, ""])
        before = after
    title = inline(options.title if options.title is not None else "Changes of the tools")
    body = [line for section in reversed(sections) for line in section] or ["No tool changed."]
    return "\n".join([f"# {title}", "", *body]).rstrip() + "\n"


def _at(options: Catalog, config: Config, revision: str, sources: tuple[str, ...]) -> Inputs:
    """The tools at a revision; what could not be read there counts as absent."""
    return gather(options, config, tuple(f"{PREFIX}{revision}:./{name.removeprefix('./')}" for name in sources))


def _changes(before: Inputs, after: Inputs, order: PropertyOrder) -> Iterator[str]:
    found = sorted(
        diff(before.toolsets, after.toolsets, property_order=order).changes,
        key=lambda one: (GRADES.index(one.grade), one.tool or "", one.pointer, one.kind),
    )
    for change in found[:_MOST_CHANGES]:
        yield f"- {_name(change)} ({change.grade}): {inline(cut(change.message, LONGEST_MESSAGE))}"
    if len(found) > _MOST_CHANGES:
        yield f"- and {len(found) - _MOST_CHANGES} more"


def _name(change: Change) -> str:
    return code(change.tool) if change.tool is not None else "all tools"
