"""The full way through the command line: Typer, built from the table, for help, completion and the words of mistakes."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, Optional

import typer

from schemalint import __version__
from schemalint.cli.quick import read, split
from schemalint.cli.table import COMMANDS, Command, Option, Value, Values


def application(run: Callable[[Command, Values], int]) -> typer.Typer:
    """The Typer application; each command hands what it read to `run` and exits with its code."""
    app = typer.Typer(
        name="schemalint",
        help="Lint, canonicalize and document LLM tool definitions.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    def main(
        version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
    ) -> None:
        if version:
            typer.echo(f"schemalint {__version__}")
            raise typer.Exit

    app.callback(invoke_without_command=False)(main)
    for known in COMMANDS:
        app.command(known.name, help=known.help, epilog=known.epilog or None)(_function(known, run))
    return app


def _function(known: Command, run: Callable[[Command, Values], int]) -> Callable[..., None]:
    def function(**given: Any) -> None:
        values: dict[str, Value] = {}
        for option in known.options:
            value = given[option.name]
            if option.kind == "list" and value:
                value = split(option, value)
                if not value:  # an empty variable of a script must not pass for "none was asked for"
                    raise typer.BadParameter("names nothing", param_hint=option.flags[0])
            elif option.kind in ("text", "count", "size", "seconds") and isinstance(value, str) and value != option.default:
                value = _checked(option, value)
            values[option.name] = value if value != [] else option.default
        arguments = given.get("arguments") or []
        values["arguments"] = [arguments] if isinstance(arguments, str) else list(arguments)
        raise typer.Exit(run(known, values))

    parameters = [
        Parameter(option.name, Parameter.KEYWORD_ONLY, annotation=_annotation(option), default=option.default)
        for option in known.options
    ]
    name, required, text = known.arguments
    if name:
        several: Any = list[str] if required else Optional[list[str]]  # noqa: UP045 - read at run time on 3.10
        kind: Any = str if known.single else tuple[str, str] if known.pair else several
        metavar = name if known.single or known.pair else f"[{name}]..."
        annotation = Annotated[kind, typer.Argument(metavar=metavar, help=text, show_default=False)]
        default = Parameter.empty if required else None
        parameters.insert(0, Parameter("arguments", Parameter.KEYWORD_ONLY, annotation=annotation, default=default))
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return function


def _annotation(option: Option) -> Any:
    if option.kind == "flag":
        return Annotated[bool, typer.Option(*option.flags, help=option.help, rich_help_panel=option.panel, show_default=False)]
    kind: Any = Optional[list[str]] if option.kind == "list" else Optional[str]  # noqa: UP045 - read at run time on 3.10
    metavar = option.metavar or ("|".join(option.choices) if option.choices else "TEXT")
    return Annotated[
        kind,
        typer.Option(
            *option.flags,
            help=option.help,
            metavar=metavar,
            rich_help_panel=option.panel,
            show_default=option.default is not None,
        ),
    ]


def _checked(option: Option, text: str) -> Value:
    value = read(option, text)
    if value is None:
        expected = {
            "count": "a whole number from 0 to 99",
            "size": "a size such as 16MiB",
            "seconds": "a number of seconds such as 30",
        }.get(option.kind)
        raise typer.BadParameter(
            f"{text!r} is not {expected or 'one of ' + ', '.join(option.choices)}", param_hint=option.flags[0]
        )
    return value
