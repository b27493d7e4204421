"""Help and shell completion: Typer, built from the table. Nothing is run by it, as importing it costs more than a check."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from inspect import Parameter, Signature
from io import StringIO
from typing import Annotated, Any, Optional

import typer

from schemalint.cli import table
from schemalint.cli.options import Option, Options
from schemalint.cli.out import emit


def show_help(words: Sequence[str]) -> int:
    """Print what the words ask for, or what a shell asks for by its variable. The exit code."""
    text, code = StringIO(), 0
    try:
        with redirect_stdout(text):
            _application()(args=list(words), prog_name="schemalint")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    emit(text.getvalue())
    return code


def _application() -> typer.Typer:
    app = typer.Typer(
        name="schemalint",
        help="Lint, canonicalize and document LLM tool definitions.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=False)(_version)
    for command in table.COMMANDS:
        app.command(command.name, help=command.about, epilog=command.epilog or None)(_function(command))
    return app


def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False) -> None:
    pass


def _function(command: type[Options]) -> Callable[..., None]:
    def function(**_: Any) -> None:
        pass

    listed = sorted(command.every(), key=lambda option: not option.positional)
    parameters = [
        Parameter(option.name, Parameter.KEYWORD_ONLY, annotation=_annotation(option), default=_default(option))
        for option in listed
    ]
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return function


def _default(option: Option[Any]) -> Any:
    return Parameter.empty if option.required else None if option.several else option.default


def _annotation(option: Option[Any]) -> Any:
    if option.positional:
        kind: Any = Optional[list[str]] if option.several else str if option.required else Optional[str]  # noqa: UP045
        return Annotated[kind, typer.Argument(metavar=option.usage, help=option.about, show_default=False)]
    if option.is_flag:
        return Annotated[bool, typer.Option(*option.flags, help=option.about, show_default=False)]
    kind = Optional[list[str]] if option.several else Optional[str]  # noqa: UP045 - read at run time on 3.10
    return Annotated[
        kind,
        typer.Option(
            *option.flags,
            help=option.about,
            metavar=option.shown,
            show_default=option.default not in (None, ()),
            autocompletion=_completion(option),
        ),
    ]


def _completion(option: Option[Any]) -> Callable[[str], list[str]] | None:
    if not option.choices:
        return None
    return lambda incomplete: [choice for choice in option.choices if choice.startswith(incomplete)]
