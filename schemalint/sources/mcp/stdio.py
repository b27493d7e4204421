"""An MCP server that is started and talked to over its standard input and output, one JSON text a line.

Starts through `edge.talk` only. Bounds what it hears; noise between the messages is skipped, counted and reported.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from schemalint.edge import system
from schemalint.edge.inbox import Late, TooLong
from schemalint.edge.talk import NotStarted, Talk, end, hear, say, talking
from schemalint.record import dataclass, field
from schemalint.sources.mcp.messages import Failed, answer, kind_of, read_message
from schemalint.sources.mcp.protocol import WHOLE, Ask, Reply, Tell
from schemalint.sources.mcp.secrets import hide

DOWNLOADERS: Final = ("npx", "uvx", "bunx", "pipx", "docker", "podman", "pnpm", "yarn", "uv", "bun", "deno")
"""Programs that may fetch a server before they start it."""

_KEPT_NOISE: Final = 3
_KEPT_ERRORS: Final = 50
_SHOWN_ERRORS: Final = 5
_SHOWN_LENGTH: Final = 200
_MAX_REQUESTS: Final = 1000
"""Requests of the server that are answered before it is given up."""


@dataclass(frozen=True, slots=True)
class Command:
    """What to start: `env` is added to the little that every server gets. `secrets` are values never to be shown."""

    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path | None = None
    secrets: tuple[str, ...] = ()


@dataclass(slots=True)
class Heard:
    """What a server wrote beside its answers: noise on its output and how often, and the last lines of its errors."""

    noise: list[str] = field(default_factory=list)
    noises: int = 0
    strays: list[str] = field(default_factory=list)
    errors: tuple[str, ...] = ()
    requests: int = 0
    size: int = 0


def environment(own: Mapping[str, str]) -> dict[str, str]:
    """The variables that a server gets: the few that programs need to run at all, and its own."""
    # A value that starts with `()` is a shell function, which some shells would run.
    few = {name: os.environ[name] for name in system.passed() if name in os.environ and not os.environ[name].startswith("()")}
    return {**few, **own}


@contextmanager
def started(command: Command, limit: int, heard: Heard) -> Iterator[Callable[[Ask | Tell], Reply | None]]:
    """A running server, as the function that exchanges messages with it; ended with all it started when the block is left.

    `limit` counts the bytes of a message. `heard` is filled as the talk goes on. Errors: `Failed`.
    """
    env = environment(command.env)
    argv = [system.program(command.argv[0], env.get("PATH")), *command.argv[1:]]
    try:
        with talking(argv, env=env, cwd=command.cwd) as talk:
            yield lambda step: _exchange(talk, step, command, limit, heard)
        heard.errors = _errors(talk, command)
    except NotStarted as error:
        raise Failed(str(error)) from None


def _exchange(talk: Talk, step: Ask | Tell, command: Command, limit: int, heard: Heard) -> Reply | None:
    say(talk, _line(step.message))
    if isinstance(step, Tell):
        return None
    changed = False
    until = time.monotonic() + step.seconds
    method, awaited = step.message["method"], step.message["id"]
    while True:
        try:
            text = hear(talk, until, limit)
        except Late:
            raise Failed(
                f"did not answer `{method}` within {step.seconds:g} s{_instead(heard)}{_said(talk, command)}"
            ) from None
        except TooLong:
            raise Failed(f"sent a message of more than {limit} bytes; --max-file-size raises the limit") from None
        if text is None:
            raise Failed(_ended(talk, command, str(method), heard))
        heard.size += len(text)
        if heard.size > (WHOLE + 1) * limit:
            raise Failed(f"wrote more than {(WHOLE + 1) * limit} bytes")
        message = read_message(text)
        kind = kind_of(message.value, awaited) if message is not None else None
        match kind:
            case "answer" if message is not None:
                return Reply(message, len(text), changed)
            case "request" if message is not None:
                heard.requests += 1
                if heard.requests > _MAX_REQUESTS:
                    raise Failed(f"sent more than {_MAX_REQUESTS} requests of its own instead of answering `{method}`")
                say(talk, _line(answer(message.value)))
            case "changed":
                changed = True
            case "stray" if message is not None:
                if len(heard.strays) < _KEPT_NOISE:
                    heard.strays.append(hide(json.dumps(message.value.get("id")), command.secrets)[:_SHOWN_LENGTH])
            case None if text.strip():
                heard.noises += 1
                if len(heard.noise) < _KEPT_NOISE:
                    heard.noise.append(hide(text.decode("utf-8", "replace").strip(), command.secrets)[:_SHOWN_LENGTH])
            case _:
                pass


def _line(message: Mapping[str, object]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


# ---------------------------------------------------------------------------------------------------------- what is reported


def notes(heard: Heard) -> tuple[str, ...]:
    """What else a server that was listed should hear about itself."""
    found = []
    if heard.noises:
        one = heard.noises == 1
        lines, are = ("a line", "is not a message") if one else (f"{heard.noises} lines", "are not messages")
        shown = ", ".join(f"`{text}`" for text in heard.noise) + (", ..." if heard.noises > len(heard.noise) else "")
        found.append(f"warning: writes {lines} to standard output that {are}, which breaks clients: {shown}")
    if heard.strays:
        found.append(f"warning: sends answers that nobody waits for: id {', '.join(heard.strays)}")
    return tuple(found)


def _ended(talk: Talk, command: Command, method: str, heard: Heard) -> str:
    code = end(talk)
    how = f"was ended by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
    return f"`{command.argv[0]}` {how} before it answered `{method}`{_instead(heard)}{_said(talk, command)}"


def _instead(heard: Heard) -> str:
    """What came instead of an answer."""
    if heard.strays:
        return f"; it answered with id {', '.join(heard.strays)}, which nobody asked with"
    return f"; it wrote `{heard.noise[0]}` to standard output, which is not a message" if heard.noise else ""


def _said(talk: Talk, command: Command) -> str:
    lines = [line[:_SHOWN_LENGTH] for line in _errors(talk, command) if line.strip()]
    return "; its standard error ends with: " + " | ".join(lines[-_SHOWN_ERRORS:]) if lines else ""


def _errors(talk: Talk, command: Command) -> tuple[str, ...]:
    text = hide(talk.errors[0].decode("utf-8", "replace"), command.secrets)
    return tuple(text.splitlines()[-_KEPT_ERRORS:])
