"""A rule's page as data: its examples and what they promise. Reads the page's text only; `prove` runs the examples.

Notation: fenced `yaml` or `json` blocks are examples. `# finding: text` ends the line that a finding is on; what follows
a line `---` is the text after the fixes; the words after `yaml` are `ok` (nothing may be found), `server=NAME`,
`trust=third-party`, `target=NAME[@DATE],...`, or options as `name=value` (JSON, or a bare word). A file of cases
(`tests/rules/<rule>.yaml`) holds the same, each case headed by a line `#: [ok] [name=value ...] - title`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from schemalint.model import Json, Trust
from schemalint.record import dataclass

_FENCES = ("```yaml", "```json")
_MARK = "# finding: "


@dataclass(frozen=True, slots=True)
class Example:
    """One example: `line` is the page's line on which `before` starts; lines in `findings` count within `before`, from 1.

    `findings` are (line, message); `pointers` are the places that a JSON example promises instead.
    """

    language: str
    line: int
    ok: bool
    before: str
    after: str | None
    findings: tuple[tuple[int, str], ...]
    pointers: tuple[str, ...]
    options: Mapping[str, Json]
    server: str | None
    trust: Trust
    title: str
    targets: tuple[str, ...] = ()


class PageError(ValueError):
    """A page that breaks the notation; the message names the line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


def examples(page: str) -> Iterator[Example]:
    """The examples of a rule's page, in order. Errors: `PageError`."""
    lines = page.split("\n")
    start: int | None = None
    for number, line in enumerate(lines):
        if start is None and line.startswith(_FENCES):
            start = number
        elif start is not None and line.rstrip() == "```":
            language, _, words = lines[start][3:].partition(" ")
            yield _example(language, start + 2, words, "\n".join(lines[start + 1 : number]) + "\n")
            start = None
    if start is not None:
        raise PageError(start + 1, "the example is not closed with ```")


def cases(text: str) -> Iterator[Example]:
    """The cases of a `tests/rules` file. Errors: `PageError`."""
    lines = text.split("\n")
    heads = [number for number, line in enumerate(lines) if line.startswith("#: ")]
    if not heads or any(line.strip() and not line.startswith("#") for line in lines[: heads[0]]):
        raise PageError(1, "a case starts with a line `#: [ok] [name=value ...] - title`")
    for number, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        words, _, title = lines[number][3:].partition("- ")
        yield _example("yaml", number + 2, words, "\n".join(lines[number + 1 : end]) + "\n", title.strip())


def _example(language: str, line: int, words: str, body: str, title: str = "") -> Example:
    ok, server, options, pointers = False, None, {}, []
    trust: Trust = "own"
    targets: tuple[str, ...] = ()
    for word in words.split():
        name, equals, value = word.partition("=")
        if word == "ok":
            ok = True
        elif not equals:
            raise PageError(line - 1, f"`{word}` is neither `ok` nor name=value")
        elif name == "server":
            server = value
        elif word == "trust=third-party":
            trust = "third-party"
        elif name == "target":
            targets = tuple(value.split(","))
        elif name == "finding":
            pointers.append(value)
        else:
            options[name.replace("-", "_")] = _value(value)
    before, separator, after = ("\n" + body).partition("\n---\n")
    before = before[1:] + ("\n" if separator else "")
    findings = [] if language == "json" else list(_findings(before))
    if ok and (findings or pointers):
        raise PageError(line, "an example marked `ok` promises a finding")
    if not ok and not (findings or pointers):
        raise PageError(line, "an example promises a finding or is marked `ok`")
    return Example(
        language,
        line,
        ok,
        before,
        after if separator else None,
        tuple(findings),
        tuple(pointers),
        options,
        server,
        trust,
        title,
        targets,
    )


def _findings(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        head, *messages = line.split(_MARK)
        if messages and (not head.strip() or head.endswith(" ")):
            yield from ((number, _text(message.strip())) for message in messages)


def _text(message: str) -> str:
    """A message as it is meant: one with `: ` or ` #` in it may be double-quoted, as in YAML."""
    value = _value(message) if message.startswith('"') and message.endswith('"') else message
    return value if isinstance(value, str) else message


def _value(text: str) -> Json:
    try:
        return json.loads(text)
    except ValueError:
        return text
