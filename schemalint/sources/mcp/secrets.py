"""What may be shown of a command, an address or a server's words: everything but what is likely to be a key. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

HIDDEN: Final = "***"

_SHORTEST: Final = 4
"""Shorter values are not secrets, and hiding them would blot out words."""
_LONGEST: Final = 1500
"""Characters of what is reported of a server; its own words in it may be as long as a message."""


def shown(argument: str) -> str:
    """A `stdio:` command or an address as it may be shown.

    Without the values of flags, variables and headers that are called keys, without keys of services that are known by how
    they begin, and without the user, the values of the query and the fragment of addresses. Everything else stays as written.
    """
    for pattern in _patterns():
        argument = pattern.sub(rf"\1{HIDDEN}", argument)
    return published().sub(HIDDEN, shown_address(argument))


def shown_address(text: str) -> str:
    """A text with every address in it stripped of its user, the values of its query, and its fragment."""
    text = _fragment().sub(r"\1", _user().sub(rf"\1{HIDDEN}@", text))
    return _query().sub(rf"\1{HIDDEN}", text)


def hide(text: str, secrets: Iterable[str]) -> str:
    """A text in which the values that were handed to a server, and what follows the first word of each, are not to be read."""
    values = {value for secret in secrets for value in (secret, *secret.split()[1:])}
    for value in sorted(values, key=len, reverse=True):
        if len(value) >= _SHORTEST:
            text = text.replace(value, HIDDEN)
    return text


def reported(text: str, secrets: Iterable[str]) -> str:
    """What is reported of a server, without secrets and not too long.

    Hides before it cuts: half a secret would no longer be found.
    """
    text = hide(text, secrets)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def inside(address: str) -> tuple[str, ...]:
    """The values of an address that are not shown, as they are and as they are written in it: user, password, query."""
    from urllib.parse import unquote_plus

    user = next((match[0].partition("://")[2][:-1] for match in _user().finditer(address)), "")
    values = [*user.split(":"), *(match[0][len(match[1]) :] for match in _query().finditer(address.partition("#")[0]))]
    return tuple(dict.fromkeys(form for value in values if value for form in (value, unquote_plus(value))))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """A flag, a variable or a header that is called a key, up to where its value begins, and the value."""
    inside = r"[\w.-]*(?:key|token|secret|passw(?:or)?d|passphrase|credentials?)"
    name = rf"(?:{inside}|(?:[\w.-]*[-_.])?(?:auth|authorization|bearer|pat))"
    value = r"(?:\"[^\"]*\"|'[^']*'|[^\s\"'])+"
    texts = (
        rf"(?<!\S)(--?{name}(?:=|\s+(?!-))){value}",
        rf"(?<![\w.?&-])({name}=){value}",
        r"((?:authorization|[\w-]*api-?key)\s*:\s*(?:bearer\s+|basic\s+|token\s+)?)[^\s\"']+",
    )
    return tuple(re.compile(text, re.IGNORECASE) for text in texts)


@cache
def published() -> re.Pattern[str]:
    """Keys of services, by the beginnings that these have published; names such as `npm_config` have no digit."""
    starts = (
        r"gh[pousr]_|github_pat_|glpat-|sk-|xox[a-z]-|xapp-|AKIA|ASIA|AIza"
        r"|hf_|npm_|pypi-|gsk_|xai-|ya29\.|shp[a-z]{2}_|dop_v1_|SG\."
    )
    long = r"(?=[A-Za-z_.-]*[0-9])[A-Za-z0-9_.-]{16,}"
    return re.compile(rf"(?<![A-Za-z0-9])(?:(?:{starts}){long}|eyJ[A-Za-z0-9_-]{{8,}}\.[A-Za-z0-9_.-]*)")


@cache
def _user() -> re.Pattern[str]:
    return re.compile(r"(\b[a-zA-Z][a-zA-Z0-9+.-]*://)[^\s/?#@\"']*(?:@[^\s/?#@\"']*)*@")


@cache
def _fragment() -> re.Pattern[str]:
    return re.compile(r"(\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s#\"']*)#[^\s\"']*")


@cache
def _query() -> re.Pattern[str]:
    return re.compile(r"((?<=[?&])[^\s=&\"']*=)[^\s&\"']*")
