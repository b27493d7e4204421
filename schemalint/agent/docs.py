"""A docstring -> what a model sees: its text without the blocks on arguments and results, and the texts of arguments.

Reads Google, NumPy and reST as the rule `docstring-arguments-block` does, so that what is read here never trips it. Pure.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping

from schemalint.language.docstrings import arguments_block, without_results
from schemalint.record import dataclass, field


@dataclass(frozen=True, slots=True)
class Docs:
    """`text` has a line for each paragraph; `members` the texts of arguments or attributes by their names."""

    text: str = ""
    members: Mapping[str, str] = field(default_factory=dict)


def docs_of(docstring: str | None) -> Docs:
    """What a docstring says. `Attributes` are read like arguments, since classes have those instead."""
    if not docstring or not docstring.strip():
        return Docs()
    text = re.sub(r"^([ \t]*)Attributes(?=:?[ \t]*$)", r"\1Parameters", inspect.cleandoc(docstring), flags=re.MULTILINE)
    block = arguments_block(text)
    if block is not None:
        text = text[: block.start].rstrip() + "\n\n" + text[block.end :]
    prose = without_results(text)
    return Docs(_joined(prose), dict(block.entries) if block is not None else {})


def class_docs(cls: type) -> Docs:
    """What a class says in its own docstring; the one that `dataclass` and `NamedTuple` generate does not count."""
    own = vars(cls).get("__doc__")
    return docs_of(own) if isinstance(own, str) and not own.startswith(f"{cls.__name__}(") else Docs()


def _joined(text: str) -> str:
    """The text with each paragraph of prose on one line: it was broken to fit the source. Lists and code stay as they are."""
    paragraphs = (part.strip("\n") for part in re.split(r"\n[ \t]*\n", text.strip()))
    return "\n\n".join(
        " ".join(line.strip() for line in lines) if all(map(_is_prose, lines)) else "\n".join(lines)
        for lines in (paragraph.split("\n") for paragraph in paragraphs if paragraph)
    )


def _is_prose(line: str) -> bool:
    return re.match(r"[ \t]|[-*+>|#`~]|\d+[.)] ", line) is None
