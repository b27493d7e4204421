"""One declaration of a tool -> its definition, its validator and, for type checkers, its type.

`tool` reads a typed function, `define_tool` a specification dictionary. Knows no provider and no registry; the rules are asked
only where the author says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import WRAPPER_ASSIGNMENTS, lru_cache
from typing import TYPE_CHECKING, Final, Generic, ParamSpec, TypeVar, overload

from schemalint.agent.errors import ArgumentsError, DefinitionError, Unsupported
from schemalint.agent.json_values import copied, losses, place
from schemalint.agent.registry import Arguments, plain
from schemalint.agent.signature import signature_of
from schemalint.agent.spec import compiled_parameters, compiled_value
from schemalint.agent.subset import violations
from schemalint.agent.validate import faults
from schemalint.model import Json, Origin, Tool, Toolset
from schemalint.record import dataclass, field, replace

if TYPE_CHECKING:
    from schemalint.linting.rule import Rule

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

_ORIGIN: Final = Origin(framework="schemalint")


@dataclass(frozen=True, eq=False)
class Defined(Generic[P, R_co]):
    """A tool and the function behind it, made by `tool` or `define_tool`; called, it is that function, types and all.

    `definition` is what a model sees. A `Registry` accepts it as it is.
    """

    definition: Tool
    function: Callable[P, R_co]
    run: Callable[[Arguments, Mapping[str, object]], R_co] = field(repr=False)
    """Runs the function with arguments that fit, and with what `bound` gave."""
    context: str | None = None
    given: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known: dict[str, object] = {
            name: getattr(self.function, name) for name in WRAPPER_ASSIGNMENTS if hasattr(self.function, name)
        }
        vars(self).update(known, __wrapped__=self.function)  # for `help`, `inspect.signature` and the like

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        return self.function(*args, **kwargs)

    def faults(self, arguments: Json) -> list[str]:
        """All that is wrong with arguments that a model made, one text each; empty where they can be invoked."""
        return faults(self.definition.parameters, arguments)

    def invoke(self, arguments: Arguments) -> R_co:
        """Run the function with arguments as a model made them, built into the Python values that it declares.

        What is not declared is left aside. Errors: `ArgumentsError` with every fault; `TypeError` where the context was not
        bound; and what the function raises.
        """
        found = self.faults(arguments)
        if found:
            raise ArgumentsError(self.definition.name, found)
        if self.context is not None and self.context not in self.given:
            raise TypeError(f"`{self.definition.name}` needs its `{self.context}`: offer what `.bound(...)` returns")
        return self.run(arguments, self.given)

    def bound(self, context: object) -> Defined[P, R_co]:
        """The same tool with a value for its context parameter. Errors: `TypeError` for a tool that has none."""
        if self.context is None:
            raise TypeError(f"`{self.definition.name}` has no context; name its parameter with `@tool(context=...)`")
        return replace(self, given={self.context: context})

    def __schemalint__(self) -> dict[str, Json]:
        """The definition as plain JSON, for whatever lists the tools of a module."""
        return plain(self.definition)


@overload
def tool(function: Callable[P, R], /) -> Defined[P, R]: ...
@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    closed: bool = False,
    context: str | None = None,
    annotations: Mapping[str, Json] | None = None,
    lint: bool = False,
) -> Callable[[Callable[P, R]], Defined[P, R]]: ...
def tool(
    function: Callable[P, R] | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    closed: bool = False,
    context: str | None = None,
    annotations: Mapping[str, Json] | None = None,
    lint: bool = False,
) -> Defined[P, R] | Callable[[Callable[P, R]], Defined[P, R]]:
    """Make a tool of a typed function: `@tool`, or `@tool(name=..., ...)`.

    Name, description and the texts of parameters come from the function's name, its docstring (Google, NumPy or reST) and
    from `Annotated[int, "Most lines to return."]`, which wins. A parameter without a default is required; a default is
    stated, but for None, which says that the parameter may be left out. Types: `str`, `int`, `float`, `bool`, `Path`,
    `Literal`, `Enum`, lists, sets, `tuple[X, ...]`, `dict[str, X]`, dataclasses, TypedDict, NamedTuple, unions of what no
    value can fit twice, and `Any`. Bounds are read from `Annotated`, as `annotated_types` and Pydantic's `Field` have them; one
    that the schema cannot state is refused. `invoke` builds these of JSON and converts nothing else.

    `closed` adds `additionalProperties: false` to every object. `context` names a parameter, such as `self`, that the program
    gives by `bound` and no model sees. `annotations` are those of MCP, such as `{"readOnlyHint": True}`. `lint` refuses
    what the recommended rules find a warning or an error in.

    Errors: `DefinitionError` with everything that is wrong, code `UNSUPPORTED_SIGNATURE` or `REFUSED_BY_RULES`.
    """

    def defined(function: Callable[P, R]) -> Defined[P, R]:
        called = name if name is not None else getattr(function, "__name__", "")
        try:
            signature = signature_of(function, context=context, closed=closed)
        except Unsupported as error:
            raise DefinitionError(called, "UNSUPPORTED_SIGNATURE", error.faults) from error.__cause__
        text = description if description is not None else signature.description
        made = Tool(called, text or None, signature.parameters, _copied(called, annotations), origin=_ORIGIN)
        if lint:
            _check(made)

        def run(arguments: Arguments, given: Mapping[str, object]) -> R:
            keywords = {**signature.built(arguments), **given}
            return function(**keywords)  # type: ignore[call-arg]  # what fits the schema fits the signature it was made of

        return Defined(made, function, run, context)

    return defined if function is None else defined(function)


@overload
def define_tool(
    name: str,
    description: str,
    parameters: Mapping[str, Json] | None = None,
    *,
    schema: Mapping[str, Json] | None = None,
    returns: Mapping[str, Json] | None = None,
    annotations: Mapping[str, Json] | None = None,
    lint: bool = False,
) -> Defined[[Arguments], object]: ...
@overload
def define_tool(
    name: str,
    description: str,
    parameters: Mapping[str, Json] | None = None,
    *,
    run: Callable[[Arguments], R],
    schema: Mapping[str, Json] | None = None,
    returns: Mapping[str, Json] | None = None,
    annotations: Mapping[str, Json] | None = None,
    lint: bool = False,
) -> Defined[[Arguments], R]: ...
def define_tool(
    name: str,
    description: str,
    parameters: Mapping[str, Json] | None = None,
    *,
    run: Callable[[Arguments], R] | None = None,
    schema: Mapping[str, Json] | None = None,
    returns: Mapping[str, Json] | None = None,
    annotations: Mapping[str, Json] | None = None,
    lint: bool = False,
) -> Defined[[Arguments], R] | Defined[[Arguments], object]:
    """Make a tool of a specification: `{"path": {"type": "string", "required": True, "description": "..."}}`.

    Types are string, number, integer, boolean, null, array (`items`), object (`properties`, and `additionalProperties` True
    or False, always), json (any value), or `oneOf` with two branches or more in place of a type. Scalars may have `enum` and
    `const`; everything may have `description`, `title`, `default` and `examples`. A parameter, and a member of an object, is
    required where it says `required: True`. `schema` is a JSON Schema in place of `parameters`; `returns` specifies the result.
    `run` is given the arguments once they fit. `annotations` and `lint` are as for `tool`.

    Errors: `DefinitionError`, code `UNSUPPORTED_SCHEMA` with the first fault of a specification or every violation of a
    schema, or `REFUSED_BY_RULES`.
    """
    if schema is not None and parameters is not None:
        raise DefinitionError(name, "UNSUPPORTED_SCHEMA", ["give `parameters` or `schema`, not both"])
    try:
        output = None if returns is None else compiled_value(returns, root="returns")
        made = compiled_parameters({} if parameters is None else parameters) if schema is None else dict(schema)
    except Unsupported as error:
        raise DefinitionError(name, "UNSUPPORTED_SCHEMA", error.faults) from None
    root = "parameters" if schema is None else "schema"
    wrong = violations(made, root=root, object_root=True) + ([] if output is None else violations(output, root="returns"))
    if wrong:
        raise DefinitionError(name, "UNSUPPORTED_SCHEMA", wrong)
    definition = Tool(name, description, copied(made), _copied(name, annotations), output, origin=_ORIGIN)
    if lint:
        _check(definition)
    if run is None:
        nothing = _nothing_to_run(name)
        return Defined(definition, nothing, lambda arguments, _: nothing(arguments))
    return Defined(definition, run, lambda arguments, _: run(arguments))


def _nothing_to_run(name: str) -> Callable[[Arguments], object]:
    def run(_: Arguments) -> object:
        raise TypeError(f"`{name}` was defined without a function to run; give `define_tool(..., run=...)`")

    run.__name__ = run.__qualname__ = name
    return run


def _copied(name: str, annotations: Mapping[str, Json] | None) -> Json:
    value = None if annotations is None else dict(annotations)
    lost = losses(value)
    if lost:
        raise DefinitionError(name, "UNSUPPORTED_SCHEMA", [f"{place('annotations', at)} {loss}" for at, loss in lost])
    return copied(value)


def _check(tool: Tool) -> None:
    from schemalint.linting.run import lint
    from schemalint.schema.pointer import pointer_text

    found = [one for one in lint(Toolset((tool,)), _rules()) if one.severity != "info"]
    if found:
        texts = [f"{one.severity} {one.rule} at {pointer_text(one.at)}: {one.message}" for one in found]
        raise DefinitionError(tool.name, "REFUSED_BY_RULES", texts, found)


@lru_cache(maxsize=1)
def _rules() -> list[Rule]:
    from schemalint.linting.rule import builtin, load

    return [rule for rule in load(builtin()).values() if "recommended" in rule.sets]
