"""What reading yields: sources and the tools in them.

Unreadable input is a value (`Broken`), not an exception that unwinds: it is reported beside the findings of good inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from schemalint.model import Tool, Toolset
from schemalint.record import dataclass, field
from schemalint.schema.pointer import Pointer, pointer_text
from schemalint.sources.comments import Comment
from schemalint.sources.unread import Cause
from schemalint.text.document import Document, Span


@dataclass(frozen=True, slots=True)
class Broken:
    """An input, or one tool of it, that could not be read; `tool` and `pointer` where only a tool is lost."""

    path: str
    reason: str
    line: int | None = None
    column: int | None = None
    tool: str | None = None
    pointer: Pointer | None = None

    @property
    def where(self) -> str:
        """`path:line:column` as far as they are known, with a pointer where there is no line."""
        place = "".join(f":{number}" for number in (self.line, self.column) if number is not None)
        if not place and self.pointer:
            place = f" at {pointer_text(self.pointer)}"
        return self.path + place

    @property
    def sentence(self) -> str:
        """Why it could not be read, with the tool where only a tool is lost."""
        return f"tool `{self.tool}`: {self.reason}" if self.tool is not None else self.reason


def described(broken: Broken, verdict: str = "") -> str:
    """One line, not sanitized: `path:line:column: VERDICT tool `name`: reason`."""
    return f"{broken.where}: {verdict}{broken.sentence}"


@dataclass(frozen=True, slots=True)
class Missing:
    """A module that defines tools which a registry could not hold, since nothing had loaded it."""

    path: str
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """How a live MCP server was asked. What it lists may depend on the `capabilities` that were declared to it."""

    transport: str
    """`stdio` or `http`."""
    protocol: str
    """The revision of the protocol, such as `2025-11-25`."""
    server: str | None = None
    """The name that the server gives itself."""
    version: str | None = None
    capabilities: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """The last lines of its standard error."""


@dataclass(frozen=True, slots=True)
class Source:
    """An input that was read. `path` is as the user wrote it; `text` is what its places refer to."""

    path: str
    shape: str
    toolsets: tuple[Toolset, ...]
    broken: tuple[Broken, ...] = ()
    documents: Sequence[Document] = ()
    text: str = ""
    skipped: tuple[str, ...] = ()
    """Notes on what was passed over on purpose, such as a provider's built-in tools."""
    ignores: Mapping[int, tuple[Comment, ...]] = field(default_factory=dict)
    """Comments that silence rules, by the lines that they count for."""
    kind: str = ""
    """How the text is written: `json`, `jsonc`, `lines`, `yaml` or `python`; empty where there is none."""
    read_only: bool = False
    """Whether the text is that of a revision, which can be read and shown and not be rewritten."""

    session: Session | None = None
    """How the tools were listed, where a live server did."""

    unread: Mapping[Cause, int] = field(default_factory=dict)
    """How many tools were recognized and not read, by cause."""

    missing: tuple[Missing, ...] = ()
    """Modules whose tools a registry should have had, where the source is one."""

    def tools(self) -> Iterator[Tool]:
        """All tools of the source, set by set."""
        for toolset in self.toolsets:
            yield from toolset.tools

    def locate(self, document: int, at: Pointer) -> Span | None:
        """Where a place is; for a place that is not in the text, the nearest enclosing one that is."""
        return self.documents[document].nearest(at) if document < len(self.documents) else None


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A canonical place of a tool, and where that is in what the tool was read from; `whole` means the whole document.

    Pointer and lines are worked out each time they are asked for: most findings are only counted. `line` and `column`
    are used instead where a text is known by its lines only.
    """

    tool: Tool
    at: Pointer
    source: Source = Source("", "value", ())
    whole: bool = False
    line: int | None = None
    column: int = 1

    @property
    def pointer(self) -> Pointer:
        """The place in the document."""
        return () if self.whole else self.tool.document(self.at)

    @property
    def span(self) -> Span | None:
        """The place in the text; None where there is no text."""
        if self.line is not None:
            return Span(self.line, self.column, self.line, self.column)
        return self.source.locate(self.tool.origin.document, self.pointer)

    @property
    def where(self) -> str:
        """`path:line:column`, only the path where there is no text."""
        span = self.span
        return f"{self.source.path}:{span.line}:{span.column}" if span is not None else self.source.path
