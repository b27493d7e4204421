"""The command of a run once more with other options, for advice: it must do what was meant to the same sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from schemalint.cli.options import Options

_OF_A_LOOK: Final = (
    "--output-format",
    "--color",
    "--quiet",
    "--verbose",
    "--statistics",
    "--show-suppressed",
    "--max-findings",
)
"""Flags that change what is printed and nothing else."""
_PLAIN: Final = r"[\w./:=@*,+()\[\]-]+"
_LEFT_OUT: Final = "..."


def again(options: Options, *more: str, without: tuple[str, ...] = ()) -> str:
    """The command line of a run, with more words and without some flags.

    What is not plain is left out as `...`: advice goes to the logs of a CI, a name may be hostile, and the command of a server
    or a header may hold a secret.
    """
    return " ".join(("schemalint", options.name, *_kept(options, (*without, *_OF_A_LOOK)), *more))


def _kept(options: Options, without: tuple[str, ...]) -> Iterator[str]:
    from shlex import quote

    flags = {flag: option for option in options.every() for flag in option.flags}
    words = iter(options.words)
    for word in words:
        flag, equals, _ = word.partition("=")
        option = flags.get(flag)
        value = None
        if option is not None and not equals and not option.is_flag and option.bare is None:
            value = next(words, None)
        if option is not None and option.flags[0] in without:
            continue
        for part in (word, value):
            if part is not None and part != "--":
                secret = (flag == "--header" and part != flag) or part.startswith("stdio:") or "@" in part or "?" in part
                yield quote(part) if re.fullmatch(_PLAIN, part) and not secret else _LEFT_OUT
