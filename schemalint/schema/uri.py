"""Whether a text is a URI reference by RFC 3986, as `$id`, `$ref` and `$schema` must be."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_SIGN: Final = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
_AUTHORITY: Final = rf"(?:{_SIGN}|\[[0-9A-Fa-fv:.]+\])*(?=[/?#]|$)"
_REFERENCE: Final = (
    rf"(?:[A-Za-z][A-Za-z0-9+.-]*:(?://{_AUTHORITY})?|//{_AUTHORITY}|(?![^/?#]*:))"  # or no colon before a slash
    rf"(?:{_SIGN}|/)*(?:\?(?:{_SIGN}|[/?])*)?(?:#(?:{_SIGN}|[/?])*)?"
)


@cache
def _form() -> re.Pattern[str]:
    return re.compile(_REFERENCE)


def is_reference(text: str) -> bool:
    """Whether a text is a URI reference: `List<Foo>`, `#/$defs/Foo[]` and `My Schema` are not."""
    return _form().fullmatch(text) is not None
