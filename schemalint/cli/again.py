"""The command of a run once more with other options, for advice: it must do what was meant to the same sources."""

from __future__ import annotations

from schemalint.cli.options import Options

_LEFT_OUT = "..."


def again(options: Options, *more: str, without: tuple[str, ...] = ()) -> str:
    """The command line of a run, quoted for a shell, with more words and without some flags.

    The values of `--header` are left out: they may be secrets, and advice goes to the logs of CI.
    """
    from shlex import quote

    kept: list[str] = []
    words = iter(options.words)
    for word in words:
        flag, equals, _ = word.partition("=")
        if flag == "--header":
            kept += ["--header", _LEFT_OUT]
            if not equals:
                next(words, None)
        elif word == "--":
            kept += [*more, word, *words]
            break
        elif flag not in without:
            kept.append(word)
    else:
        kept += more
    return " ".join(("schemalint", options.name, *map(quote, kept)))
