"""The nouns, and the one walk over a schema.

Knows no file, no rule and no wire shape: everything here is a frozen value or a pure function over one. What stands where in
a schema is the business of `places`, whose names are given here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from schemalint.record import dataclass, field
from schemalint.schema import members
from schemalint.schema.keywords import CONSTRAINTS, subschemas
from schemalint.schema.look import Layer, look
from schemalint.schema.pointer import MAX_DEPTH, TooDeep
from schemalint.schema.pointer import Json as Json
from schemalint.schema.pointer import Pointer as Pointer

Severity: TypeAlias = Literal["error", "warning", "info"]
Trust: TypeAlias = Literal["own", "third-party"]
Fidelity: TypeAlias = Literal["exact", "derived", "approximate"]

Lever: TypeAlias = Literal[
    "validity", "naming", "description", "shape", "enum", "required", "target", "consistency", "security", "metadata", "budget"
]
RuleSet: TypeAlias = Literal["minimal", "recommended", "strict", "preview"]
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")


# ------------------------------------------------------------------------------------------------------- tools and their sets


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a tool came from. `document` counts the values in one source (JSONL lines, YAML documents), from 0."""

    source: str = ""
    document: int = 0
    group: str | None = None
    framework: str | None = None
    fidelity: Fidelity = "exact"
    unseen: tuple[Pointer, ...] = ()
    """Canonical places of an approximate tool of which something is out of sight."""


MEMBERS: Final = ("name", "description", "parameters", "annotations", "output_schema", "title")


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    """One tool as a model is told of it, whatever wire shape it came in. Compare tools by their canonical bytes.

    Members are kept as they were written, wrong types included; None means absent unless `places` names the member.
    `places` maps canonical pointers (`("parameters",)`) to the document they stand in; `document` completes them.
    """

    name: str
    description: Json = None
    parameters: Json = None
    annotations: Json = None
    output_schema: Json = None
    title: Json = None
    extra: Mapping[str, Json] = field(default_factory=dict)
    places: Mapping[Pointer, Pointer] = field(default_factory=dict)
    origin: Origin = Origin()
    memo: dict[str, Any] = field(init=False, repr=False, compare=False, default_factory=dict)
    """What was worked out about the tool and is asked for again, by name. No part of the tool: a changed copy starts anew."""

    @property
    def text(self) -> str:
        """The description, or the empty string where there is none or it is no text."""
        return self.description if isinstance(self.description, str) else ""

    def has(self, member: str) -> bool:
        """Whether a member is present; `null` written in the source is present, a member nobody wrote is absent."""
        return getattr(self, member) is not None or (member,) in self.places

    def members(self) -> dict[str, Json]:
        """The tool as one value, the thing that canonical pointers address. Absent members stay absent."""
        value = {member: getattr(self, member) for member in MEMBERS if self.has(member)}
        if self.extra:
            value["extra"] = dict(self.extra)
        return value

    def document(self, at: Pointer) -> Pointer:
        """Where a canonical place stands in the document that the tool was read from."""
        for length in range(len(at), -1, -1):
            if at[:length] in self.places:
                return (*self.places[at[:length]], *at[length:])
        return at

    def nodes(self) -> Iterator[Node]:
        """The walk over the parameters: the root first, then every schema position, each once."""
        nodes: tuple[Node, ...] | None = self.memo.get("nodes")
        if nodes is None:
            nodes = self.memo["nodes"] = tuple(walk(self.parameters, ("parameters",), self))
        return iter(nodes)


@dataclass(frozen=True, slots=True)
class Target:
    """A provider, client, engine or protocol version that the tools must work with; `targets.find` makes one from its name.

    `date` names one of its tables, ISO 8601. `prefix` is what a client puts before a tool's name on the way there, with
    `{server}` for the server's name; None where nobody said it, and the table's own counts.
    """

    name: str
    date: str
    prefix: str | None = None

    @property
    def label(self) -> str:
        """How findings name it: a version of the protocol with its date, everything else without."""
        return f"{self.name}@{self.date}" if self.name == "mcp" else self.name


@dataclass(frozen=True, slots=True, eq=False)
class Toolset:
    """The tools that one model sees together, and the targets that they are checked for."""

    tools: tuple[Tool, ...]
    server: str | None = None
    trust: Trust = "own"
    independent: bool = False
    """True for data sets (JSONL, one tool a line), whose tools are reported together but never shown to one model."""
    targets: tuple[Target, ...] = ()
    configured: str | None = None
    """The server's name in the user's configuration, which clients put in front of names; `server` may be its own name."""
    registry: str = ""
    """What its tools are registered with, in Python that was read; those of one are one set across files."""
    about: Mapping[str, Json] = field(default_factory=dict)
    """What a live server states beside its tools, by the text of a pointer: `/version`, `/instructions` (empty where it has
    none), `/prompts/NAME`, `/resources/URI` and `/resourceTemplates/URI`. Empty for what is not a live server.
    """


# ------------------------------------------------------------------------------------------------------------------ the walk


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One schema position, made only by `walk`.

    `schema` is what stands at `at`, of any type; `view` is what it says once local `$ref`s, nullable unions and one-armed
    `allOf`s are looked through, always a dict, so that `node.view.get(...)` is safe. `view_at` is where the innermost text
    stands; `place` finds the text of one keyword.
    `name` is the parameter's name where the position declares one; `depth` counts the parameters that enclose it.
    """

    at: Pointer
    schema: Json
    tool: Tool
    name: str | None
    required: bool
    depth: int
    parent: Node | None
    layers: tuple[Layer, ...]
    view: Mapping[str, Json]
    nullable: bool

    @property
    def view_at(self) -> Pointer:
        """Where the innermost text of `view` stands."""
        return self.layers[-1][0] if self.layers else self.at

    @property
    def text(self) -> str:
        """The description as it is seen here, or the empty string."""
        text = self.view.get("description")
        return text if isinstance(text, str) else ""

    @property
    def type(self) -> str | None:
        """The one type declared, null left aside; None where there is none or more than one."""
        declared = self.view.get("type")
        return declared if isinstance(declared, str) else None

    @property
    def properties(self) -> Mapping[str, Json]:
        """The members that `view` declares; empty where it declares none."""
        return members.properties(self.view)

    @property
    def is_root(self) -> bool:
        """Whether this is the whole of the parameters."""
        return len(self.at) == 1

    @property
    def is_parameter(self) -> bool:
        """Whether the position is one of the tool's own, top-level parameters."""
        return self.name is not None and self.depth == 0

    def place(self, *steps: str | int) -> Pointer:
        """Where the text of a keyword of `view` stands: here, or behind a `$ref` or union."""
        for at, layer in self.layers:
            if steps[0] in layer:
                return (*at, *steps)
        return self.at


def walk(root: Json, base: Pointer, tool: Tool) -> Iterator[Node]:
    """Every schema position of a schema, each once, parents before children, in the order of the text.

    What stands behind a local `$ref` is visited where it is first used, with its own place. A definition that nothing
    refers to is not visited: no call can fill it in. Iterative: a definition may be recursive, and depth is bounded by
    `MAX_DEPTH`.
    """
    constraints: set[Node | None] = set()  # below a keyword that only constrains what is declared elsewhere (`if`, `not`, ...)
    opened: set[Pointer] = set()  # the layers whose children have been put on the stack
    stack: list[tuple[Pointer, Json, str | None, bool, Node | None]] = [(base, root, None, False, None)]
    while stack:
        at, schema, name, required, parent = stack.pop()
        if len(at) > 2 * MAX_DEPTH:
            raise TooDeep(f"schema nested deeper than {MAX_DEPTH} levels")
        layers, view, nullable = look(at, schema, root, base)
        depth = parent.depth + (parent.name is not None) if parent else int(at != base)
        node = Node(at, schema, tool, name, required, depth, parent, layers, view, nullable)
        yield node
        if parent in constraints or _constrains(node):
            constraints.add(node)
        declares = node not in constraints
        looked_through = {layer_at for layer_at, _ in layers[1:]}
        children: list[tuple[Pointer, Json, str | None, bool, Node | None]] = []
        for layer_at, layer in layers:
            if layer_at in opened:
                continue
            opened.add(layer_at)
            names = members.required(layer)
            for steps, sub in subschemas(layer):
                where = (*layer_at, *steps)
                if where in looked_through:
                    continue
                if steps[0] in ("$defs", "definitions"):
                    continue
                child = str(steps[1]) if declares and steps[0] == "properties" else None
                children.append((where, sub, child, child in names, node))
        stack.extend(reversed(children))


def _constrains(node: Node) -> bool:
    """Whether the keyword that leads to a position from its parent only constrains what is declared elsewhere."""
    return node.parent is not None and any(
        node.at[: len(layer_at)] == layer_at and node.at[len(layer_at)] in CONSTRAINTS for layer_at, _ in node.parent.layers
    )


# -------------------------------------------------------------------------------------------------------------- what rules say


class _Remove:
    __slots__ = ()

    def __repr__(self) -> str:
        return "REMOVE"


REMOVE: Final = _Remove()
"""The value of an `Edit` that takes away what stands at its place."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Put a value at a place (`REMOVE` takes it away). Places are canonical, as in the finding that carries the fix."""

    at: Pointer
    value: Json


@dataclass(frozen=True, slots=True)
class Fix:
    """A titled tuple of edits. Safe: the same arguments are accepted and no text meant for the model changes its meaning."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule says: where, and what is wrong and what is expected. Rule id and severity are stamped on by `lint`.

    `at` is canonical: `("parameters", "properties", "path")` inside the tool. A rule whose scope is `Toolset` puts the
    tool's index in front; so do its `related` places and its edits. `severity` may only lower the rule's own.
    `key` tells findings of one rule apart, for suppressions: (target, trait) for the rules on targets. `replaces` names rules
    whose finding at this place has the same cause: of both only this one is reported.
    """

    at: Pointer
    message: str
    fix: Fix | None = None
    related: Sequence[Pointer] = ()
    severity: Severity | None = None
    key: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
