"""Where a cell of a table comes from: addresses that a user can open, in the short forms that people write.

A source is one or more parts, separated by `; `, each with an optional remark in parentheses:

- `owner/repository#123`, an issue or pull request on GitHub;
- `PyPI name 1.2.3, path`, `npm name 1.2.3, path` or `crates.io name 1.2.3, path`, a file of a released package;
- `https://...`, anything else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_FORMS: Final[Mapping[str, str]] = {
    r"(?P<repository>[\w.-]+/[\w.-]+)#(?P<number>\d+)": "https://github.com/{repository}/issues/{number}",
    r"PyPI (?P<name>[\w.-]+) (?P<version>\d[\w.]*)(, \S+)?": "https://pypi.org/project/{name}/{version}/",
    r"npm (?P<name>[\w@/.-]+) (?P<version>\d[\w.-]*)(, \S+)?": "https://www.npmjs.com/package/{name}/v/{version}",
    r"crates\.io (?P<name>[\w-]+) (?P<version>\d[\w.-]*)(, \S+)?": "https://crates.io/crates/{name}/{version}",
    r"(?P<address>https://[\w.-]+/\S*)": "{address}",
}
_REMARK: Final = r"(?P<source>.*?)(?: \([^()]*\))?"


def parts(source: str) -> list[str]:
    return source.split("; ")


def address(part: str) -> str | None:
    """The address of one part of a source, None where it has none."""
    bare = re.fullmatch(_REMARK, part)
    for form, template in _FORMS.items():
        if bare is not None and (found := re.fullmatch(form, bare["source"])) is not None:
            return template.format(**found.groupdict())
    return None


def linked(source: str) -> str:
    """A source for Markdown: each part links to its address."""
    return "; ".join(f"[{part.replace('[', '(').replace(']', ')')}]({address(part)})" for part in parts(source))
