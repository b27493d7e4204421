"""What is known of one framework: how it is met in a module, how it reads a function, how its objects are read, its habits.

A value of data and small functions; measured by running each framework on one function (`tests/test_python_frameworks.py`
compares). Where versions differ the newest one counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal, TypeAlias

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.docstrings import Docstring, Taken
from schemalint.frameworks.common.part import Part
from schemalint.model import Json, Tool
from schemalint.record import dataclass, field

Titles: TypeAlias = Literal["all", "none", "none or bare", "definitions", "nested"]
"""Which titles stay: all; none; none but those of parts that say little else; those of definitions; all but the parameters'."""
References: TypeAlias = Literal["kept", "inlined", "inlined alone", "inlined unless circular"]
"""What becomes of references: kept; replaced by what they refer to, also alone, without what is beside an inner one."""
Marks: TypeAlias = Literal["fields", "texts", "none"]
"""Which marks in `Annotated` count: Pydantic's; a bare string too, as a description; none."""
Undescribed: TypeAlias = Literal["absent", "empty", "null", "name"]
"""What is sent for the description of a function without a docstring."""
Odd: TypeAlias = Literal["positional", "underscore", "alias"]
"""Parameters that can only be given by position; those whose name begins with an underscore, or is an alias."""
Habit: TypeAlias = Literal[
    "block",  # the arguments block of a docstring is in the description
    "undescribed",  # a parameter has no description
    "raw docstring",  # the indentation of the source is in the description
    "signature",  # the Python signature is in front of the description
    "null default",  # a default is null, and the type does not allow it
    "required default",  # a required parameter has a default
    "required",  # what has a default is required, and the default is dropped
    "bare object",  # an object stands for a type that the generator does not know
    "empty object",  # the same, closed: only `{}` fits
    "name as text",  # the description of a parameter is its name
    "no items",  # an array lost the schema of its elements
    "defs",  # `defs` stands where `$defs` is meant
]
FIELD: Final = "Annotated[..., Field(description=...)]"
TEXT: Final = 'Annotated[..., "text"]'
DOCSTRING: Final = "the docstring"

CONTENT: Final = frozenset(
    "Image Audio File ToolResult TextContent ImageContent AudioContent ResourceLink EmbeddedResource CallToolResult"
    " ContentBlock InputRequiredResult PrefabApp".split()
)
"""What goes over the wire as content of MCP."""

Reads: TypeAlias = Callable[[Docstring], Taken]


@dataclass(frozen=True, slots=True)
class Results:
    """How the schema of a result is published. One that is not an object is wrapped in one, with a title or with `members`.

    `hides` is asked for a type without arguments, with its schema and whether the module postpones annotations.
    """

    hides: Callable[[Part, bool], bool]
    content: frozenset[str] = CONTENT
    """Types of results that have no schema."""
    title: str | None = None
    members: Mapping[str, Json] = field(default_factory=dict)
    enums: bool = True
    """Whether a schema is published for an enum."""
    dataclasses: bool = True
    """Whether that of a dataclass is the one that Pydantic gives it as a parameter."""
    serialized: bool = False
    """Whether types are read as what is sent of their values, and not as what is accepted for one."""


Read: TypeAlias = str | Mapping[str, str]
"""What an object sends: what is at a path (`tool_spec`, `to_dict()`), or a member each from one, left out where the path ends
in `?` and leads to None. A class stands for its schema, and a Pydantic object for its dump."""


@dataclass(frozen=True, slots=True)
class Objects:
    """How the importing worker reads the objects of a framework: plain data, which it gets as JSON.

    `classes` are the full names of the classes of tools; `marks` the members by which one is known whose class has moved.
    `read` says what a tool sends: of several ways the first whose members exist counts; `converter` is the framework's own
    function for it, used where it is loaded. None: the worker has a file of the framework's name with a function `read`.
    """

    classes: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    read: tuple[Read, ...] | None = None
    converter: str = ""
    containers: Mapping[str, str] = field(default_factory=dict)
    """Agents and toolkits whose tools are not in `tools`, and the path to them."""
    servers: tuple[str, ...] = ()
    """Classes of servers, which the worker's file lists."""
    marker: tuple[str, Json] | None = None
    """The attribute that marks a function as a tool, as a path, and its value; the worker's file reads it."""
    wraps: tuple[str, str] | None = None
    """The beginning of the names of agents, and what makes a tool of a plain function among their tools: a class, or
    an empty text for the function `wrap` of the worker's file."""
    held: tuple[str, ...] = ()
    """Private attributes in which a tool keeps its function."""


@dataclass(frozen=True, slots=True)
class ToolClass:
    """How a class derived from one of the framework's `bases` is a tool, or holds some.

    Its attributes `name` and `description` are the tool's; `schema` holds the model of its parameters, without which they are
    those of the first of `methods` that it has. `are_properties`: the attribute has the properties themselves. `holds`: names
    of lists of its methods, and `registers` methods of its own that take one, for a class whose methods are tools.
    """

    name: str = "name"
    description: str = "description"
    schema: str = "args_schema"
    methods: tuple[str, ...] = ("_run", "_arun")
    are_properties: bool = False
    shape: tuple[str, ...] = ()
    """Attributes by which a class is known whose base is out of sight, beside its name and description."""
    holds: tuple[str, ...] = ()
    registers: tuple[str, ...] = ()

    def has_shape(self, attributes: Collection[str]) -> bool:
        return bool(self.shape) and set(self.shape) <= set(attributes)


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework. `name` is in reports and origins, `title` is what its users call it."""

    name: str
    title: str = ""

    # How it is met in a module. Names count within `packages`, whatever module of theirs has them.
    packages: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    """Functions that make a tool of a function, as decorators or by a call."""
    calls: tuple[str, ...] = ()
    """Classes and class methods that do so by a call."""
    servers: tuple[str, ...] = ()
    """Classes whose objects have a name, which their tools are grouped under, and methods that register functions."""
    agents: tuple[str, ...] = ()
    """The same without a name."""
    methods: tuple[str, ...] = ()
    """Those methods."""
    binds: tuple[str, ...] = ()
    """Methods of models that are given a list of tools; what they make of a plain function is not followed."""
    mounts: tuple[str, ...] = ()
    """Methods that mount another server."""
    hosts: tuple[str, ...] = ()
    """Calls that accept plain functions in `tools=[...]`."""
    definitions: tuple[str, ...] = ()
    """Classes whose objects are definitions as they are sent."""
    members: Mapping[str, str | None] = field(default_factory=dict)
    """What the arguments of those classes are called when they are sent, where that differs; None for what is not sent."""
    bases: tuple[str, ...] = ()
    """Classes whose subclasses are tools or hold some: by their full names, or by a name that is enough in any module."""
    subclass: ToolClass | None = None
    """How those subclasses are read; None where they are not."""
    unfollowed: tuple[str, ...] = ()
    """Calls that make tools in a way that is not followed."""
    positional: tuple[str, ...] = ("name",)
    """What the positional arguments of a decorator are."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """Arguments that are called otherwise elsewhere: `{"desc": "description"}`."""

    # How it reads a function.
    exact: bool = True
    """False where schemas are built in a way that is not followed: tools are then approximate."""
    key: str = "parameters"
    """The member of a definition that holds the schema, as a path."""
    reads: Reads = docstrings.griffe
    """What it takes from a docstring: the description, and the texts of parameters."""
    switches: Mapping[tuple[str, bool | str], Reads] = field(default_factory=dict)
    """Arguments with which it reads docstrings in another way."""
    documented_first: bool = False
    """Whether the docstring wins over `Field(description=...)`."""
    undescribed: Undescribed = "absent"
    textless: frozenset[str] = frozenset()
    """Styles of docstrings for which the description is empty, and not left out, where the docstring is all sections."""
    renamed: Callable[[str], str] | None = None
    """What it makes of a name before it sends it."""
    root_title: Callable[[str, str], str] | None = None
    """The title of the whole schema, from the names of the tool and of the function."""
    marks: Marks = "fields"
    titles: Titles = "all"
    references: References = "kept"
    closed: bool = False
    recursive: bool = True
    """False where what it writes for a class that refers to itself is not followed."""
    single_model: bool = False
    """Whether the only parameter stands for all parameters where it is a model."""
    field_is_default: bool = False
    """Whether a parameter whose default is `Field(...)` need not be given, whatever that says."""
    by_alias: bool = True
    """Whether the parameters have the aliases of the fields of a model that stands for them, or their names."""
    refuses: frozenset[Odd] = frozenset()
    """Parameters for which it takes no function."""
    unlike: frozenset[Odd] = frozenset()
    """Parameters that it sends in a way that is not followed."""
    untyped: Callable[[str], str] | None = None
    """The title of a parameter without annotation, where that is read as a text."""
    parameter_text: str | None = None
    """The description of a parameter that has none."""
    injected: frozenset[str] = frozenset()
    """Types and marks of parameters that the framework fills in."""
    injected_names: frozenset[str] = frozenset()
    """Names of such parameters."""
    reshape: Callable[[Part, frozenset[str]], Part] | None = None
    """The last change of a schema; the second argument has the parameters that are references."""
    complete: Callable[[Part, Mapping[str, Json]], str | None] | None = None
    """The last change of a definition, with the arguments it was registered with; returns why the framework refuses it."""
    settings: tuple[str, ...] = ()
    """Arguments of its own that change what is sent."""
    sent: tuple[str, ...] = ()
    """Arguments that are sent as they are."""
    annotated: bool = False
    """Whether the annotations of MCP are sent."""
    results: Results | None = None

    objects: Objects | None = None

    # Its habits, and how its definitions are recognized.
    texts_from: str = ""
    """Where it takes the descriptions of parameters from: `FIELD`, `TEXT` or `DOCSTRING`."""
    habits: Mapping[Habit, str] = field(default_factory=dict)
    """The cause of each habit, with its cure where there is one."""
    origins: tuple[str, ...] | None = None
    """What `origin.framework` begins with; None for the name."""
    wrote: Callable[[Tool], bool] | None = None
    """Whether a definition has a shape that only this framework writes."""


FUNCTION: Final = Framework("function", marks="texts", closed=True)
"""A plain function: the schema that Pydantic gives it, with the texts of its docstring."""
