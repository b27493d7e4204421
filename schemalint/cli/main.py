"""The command line from argv to the exit code; nothing below it decides how the process ends.

0 did the job, 1 did it and found something, 2 could not do it (bugs of ours too), 130 on Ctrl-C. Typer is asked for help and
completion only: it is slow to import, and an uncaught exception or a closed pipe would look like findings there.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from schemalint import __version__, edge
from schemalint.cli import table
from schemalint.cli.out import emit, note
from schemalint.cli.parse import ON_THEIR_OWN, parse
from schemalint.errors import Failure

FAILED = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    edge.alone = argv is None
    # One pass and out: the cyclic collector costs a third of a large run (10,000 tools 2.6 s with it, 1.5 s without).
    gc.disable()
    _end_on_signals()
    try:
        if words in (["--version"], ["-V"]):
            emit(f"schemalint {__version__}\n")
            return 0
        if (asked := _asked_for_help(words)) is not None:
            from schemalint.cli.help import show_help

            return show_help(asked)
        options = parse(words)
        return int(import_module(options.module).run(options))
    except Failure as error:
        note(f"error: {error}")
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _crashed(error)


def _end_on_signals() -> None:
    """Make SIGTERM, and the SIGHUP of a terminal that is closed, an exception, so that half-written files and children are
    cleaned up; 143 and 129, as shells do."""
    # `signal` would wrap each number in an enum, and `threading` tell what a `ValueError` tells: 2 ms at every start.
    signals = import_module("_signal")
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signals, name, None)  # Windows has no SIGHUP
        if number is not None and signals.getsignal(number) != signals.SIG_IGN:  # as under nohup
            try:
                signals.signal(number, lambda number, _: sys.exit(128 + number))
            except ValueError:  # not the main thread
                return


def _asked_for_help(words: Sequence[str]) -> list[str] | None:
    """What Typer has to answer, help or completion; None for a command to run."""
    if not words or "_SCHEMALINT_COMPLETE" in os.environ or words[0] in ON_THEIR_OWN:
        return list(words)
    before = words[: words.index("--")] if "--" in words else words
    is_known = any(words[0] == command.name for command in table.COMMANDS)
    return [words[0], "--help"] if is_known and "--help" in before else None


def _crashed(error: Exception) -> int:
    if os.environ.get("SCHEMALINT_DEBUG"):
        import traceback

        traceback.print_exc()
    fault = "out of memory" if isinstance(error, MemoryError) else f"{type(error).__name__}: {error}"
    note(f"error: schemalint failed: {fault}\nThis is a bug; please report it. SCHEMALINT_DEBUG=1 shows where it happened.")
    return FAILED
