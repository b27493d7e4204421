"""How a source is named in a lock file: a file as seen from there, a server without anything that looks like a secret.

A lock file is committed. Hiding too much is a nuisance, hiding too little is a leak, so in doubt a word is hidden.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Final

from schemalint.edge.show import show
from schemalint.edge.write import repository
from schemalint.sources.mcp.secrets import HIDDEN as MASK
from schemalint.sources.mcp.secrets import published

_STDIO: Final = "stdio:"
_URL: Final = ("http://", "https://")


def seen_from(folder: Path = Path()) -> Callable[[str], str]:
    """The function that names a source in a lock file of this folder."""

    def seen(file: str) -> str:
        try:
            return PurePath(os.path.relpath(file, folder)).as_posix()
        except ValueError:  # another drive
            return PurePath(file).as_posix()

    def label(source: str) -> str:
        file, colon, name = source.rpartition(":")
        if os.path.lexists(source):
            source = seen(source)
        elif source.startswith("git:"):
            from schemalint.sources.git import path_of

            source = seen(os.fspath(repository() / path_of(source)))  # it counts from the top of the repository
        elif colon and os.path.lexists(file):
            source = f"{seen(file)}:{name}"
        else:
            source = without_secrets(source)
        # A name that is not UTF-8 cannot be written in JSON.
        return show(source) if any("\ud800" <= sign <= "\udfff" for sign in source) else source

    return label


# --------------------------------------------------------------------------------------------------------------- secrets


def without_secrets(source: str) -> str:
    """A source of the command line with `***` for passwords, query values, environment values and what looks like a token."""
    if source.startswith(_STDIO):
        try:
            words = shlex.split(source.removeprefix(_STDIO))
        except ValueError:  # a quote that is not closed: nothing runs, and nothing is known of the words
            words = [source.removeprefix(_STDIO).split(" ", 1)[0], MASK]
        return _STDIO + " ".join(map(_quoted, _words(words)))
    return _url(source) if source.lower().startswith(_URL) else source


def _quoted(word: str) -> str:
    """A word as a shell reads it; the mask itself stays without quotes, which would make it hard to read."""
    plain = word.replace(MASK, "x")
    return word if shlex.quote(plain) == plain else shlex.quote(word)


def _words(words: Sequence[str]) -> Iterator[str]:
    """The words of a command, each as it may be shown; a flag that speaks of secrets hides the word behind it."""
    after = ""
    for word in words:
        if after and not word.startswith("-"):
            yield _header(word) if after == "header" else MASK
            after = ""
            continue
        flag, equals, value = word.partition("=")
        after = ""
        if word.startswith("-") and not equals:
            after = "header" if flag in ("-H", "--header") else "secret" if _is_secret_name(flag) else ""
            yield word
        elif equals and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*|--?[A-Za-z][\w-]*", flag):
            # `NAME=value` is an environment variable; of the flags only those are hidden that speak of secrets.
            hidden = not flag.startswith("-") or _is_secret_name(flag)
            yield f"{flag}={_header(value) if flag == '--header' else MASK if hidden else _word(value)}"
        else:
            yield _word(word)


def _word(word: str) -> str:
    if word.lower().startswith(_URL):
        return _url(word)
    if re.search(r"\s", word):  # a command inside a command, as for `sh -c`
        return " ".join(_words(word.split()))
    return "/".join(MASK if looks_secret(step) else step for step in word.split("/"))


def _header(text: str) -> str:
    name, colon, _ = text.partition(":")
    return f"{name}: {MASK}" if colon else MASK


def _url(url: str) -> str:
    scheme, _, rest = url.partition("://")
    rest, _, query = rest.partition("#")[0].partition("?")
    host, slash, path = rest.partition("/")
    host = host.rpartition("@")[2]
    path = "/".join(MASK if looks_secret(step) else step for step in path.split("/"))
    names = "&".join(f"{pair.partition('=')[0]}={MASK}" for pair in query.split("&")) if query else ""
    return f"{scheme}://{host}{slash}{path}" + (f"?{names}" if names else "")


def looks_secret(word: str) -> bool:
    """Whether a word looks like a key or token: a published prefix, an id of random digits, or long and mixed."""
    if published().search(word):
        return True
    if re.fullmatch(r"[0-9a-fA-F]{24,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", word):
        return True
    # The names of packages and files have few digits and capitals between their letters, or signs that tokens lack.
    mixed = all(re.search(kind, word) for kind in ("[a-z]", "[A-Z]", "[0-9]"))
    return len(word) >= 20 and mixed and re.fullmatch(r"[A-Za-z0-9_+=.~-]+", word) is not None


def _is_secret_name(name: str) -> bool:
    return _names().search(name) is not None


@cache
def _names() -> re.Pattern[str]:
    return re.compile(
        r"(?i)token|secret|passw|pwd|pass$|api[-_]?key|auth|credential|bearer|private|access[-_]?key|session|cookie|signature|-u$|user$"
    )
