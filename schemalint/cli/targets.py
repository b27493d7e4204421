"""`schemalint targets`: the list of targets, one target's page, or the matrix of traits and targets."""

from __future__ import annotations

import json

from schemalint.cli.out import emit
from schemalint.cli.table import Targets
from schemalint.config import ConfigError
from schemalint.targets import pages
from schemalint.targets.tables import UnknownTarget, find


def run(options: Targets) -> int:
    """The exit code: 0. Errors: `ConfigError` for a target that is not there, and for one beside --matrix."""
    if options.target is not None and options.matrix:
        raise ConfigError("targets", None, "--matrix shows every target, so none can be named")
    if options.stale:
        return _stale(options)
    try:
        emit(_text(options.target, options.output_format, matrix=options.matrix))
    except UnknownTarget as error:
        raise ConfigError("targets", None, str(error)) from None
    return 0


def _stale(options: Targets) -> int:
    from datetime import datetime, timezone

    cells = pages.stale(datetime.now(timezone.utc).date(), options.target)
    emit(_json(pages.stale_values(cells)) if options.output_format == "json" else pages.stale_text(cells))
    return int(bool(cells))


def _text(name: str | None, form: str, *, matrix: bool) -> str:
    if name is not None:
        target = find(name)
        if form == "json":
            return _json(pages.page_values(target))
        return pages.page_markdown(target) if form == "markdown" else pages.page(target)
    if matrix:
        if form == "json":
            return _json(pages.matrix_values())
        return pages.matrix_markdown() if form == "markdown" else pages.matrix()
    if form == "json":
        return _json(pages.listed_values())
    return pages.listed_markdown() if form == "markdown" else pages.listed()


def _json(value: object) -> str:
    return json.dumps(value, indent=1) + "\n"
