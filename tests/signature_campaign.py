"""Reads unusual signatures without running them, and compares them with what the frameworks send. Needs their environment.

    python -m venv FW && FW/bin/pip install fastmcp pydantic-ai-slim langchain-core openai-agents anthropic
    .venv/bin/python tests/signature_campaign.py FW/bin/python

Prints a table: of each framework how many functions are called exact and equal what it sends, how many are called approximate,
how many it refuses, and each difference of what is called exact. The last result is in `campaigns/signatures.md`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from schemalint.canon import canonical
from schemalint.frameworks.common.docstrings import dedented
from schemalint.model import Json, Tool
from schemalint.record import replace
from schemalint.sources import Reach, Source, load

HEAD = '''
import datetime as dt, decimal, enum, pathlib, re, typing as t, uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Callable, Counter, DefaultDict, Deque, Final, Generic, Literal, NamedTuple, NewType, Optional
from typing import Type, TypeVar, Union
from typing_extensions import LiteralString, NotRequired, Required, TypedDict
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, HttpUrl, Json, PositiveInt, RootModel, SecretStr
from pydantic import StringConstraints, computed_field, conint, constr

UserId = NewType("UserId", int)
N = TypeVar("N", int, str)
class Mode(str, enum.Enum):
    """The modes."""
    FAST = "fast"
    SLOW = "slow"
    QUICK = "fast"
class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2
class Flag(enum.Enum):
    A = enum.auto()
    B = enum.auto()
class Point(NamedTuple):
    x: int
    y: int = 0
class Address(TypedDict, total=False):
    street: Required[str]
    zip: str
class Base(BaseModel):
    """Base of the others."""
    id: int
    tags: list[str] = []
class Child(Base):
    model_config = ConfigDict(extra="forbid", title="Kid", json_schema_extra={"examples": [{"id": 1}]})
    name: Annotated[str, Field(min_length=1, description="Its name.")]
    when: dt.datetime | None = None
    kind: Literal["a", "b"] = "a"
    sub: "Base | None" = Field(None, description="What is below.")
class Tree(BaseModel):
    words: str
    inner: Optional["Tree"] = None
class Computed(BaseModel):
    _hidden: int = 1
    shown: int = Field(default_factory=int)
    @computed_field
    @property
    def twice(self) -> int: return 2
class One(BaseModel):
    type: Literal["one"]
    a: int
class Two(BaseModel):
    class Inner(BaseModel):
        deep: int
    type: Literal["two"]
    b: Inner
class Inner(BaseModel):
    shallow: int
class Named(BaseModel):
    my_name: str = Field(alias="myName")
class Told(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)
    a: int
    """Attribute a."""
@dataclass
class Visit:
    a: int
    b: list[int] = field(default_factory=list)
    c: str = field(default="x", metadata={"description": "C."})
T = TypeVar("T")
class Box(BaseModel, Generic[T]):
    v: T
class Root(RootModel[list[int]]):
    pass
Above = Annotated[int, Field(gt=0)]
Names = dict[str, list[int]]
TEXT = "text"
NUMBER = 5
'''
SIGNATURES = """
m: Mode|m: Mode = Mode.FAST|m: Mode | None = None|l: Level = Level.LOW|f: Flag|p: Point|a: Address|a: list[Address]|c: Child
c: Child, n: int|c: Optional[Child] = None|x: Tree|x: Tree, n: int|x: Computed|x: Computed, y: int = 1|d: Union[One, Two]
d: Annotated[Union[One, Two], Field(discriminator="type")]|a: Two, n: int|a: Two, b: Inner|a: Named, n: int|d: Told, n: int
d: Visit, n: int|g: Box[int], n: int|r: Root, n: int|u: UserId|n: N|i: Above = NUMBER|n: Names|s: set[int]
s: frozenset[str] = frozenset()|t: tuple[int, str]|t: tuple[int, ...] = ()|b: bytes|d: decimal.Decimal
d: decimal.Decimal = Field(ge=0, le=1)|u: uuid.UUID|p: pathlib.Path|d: dt.date, t: dt.timedelta, z: dt.time|r: re.Pattern
c: complex|x: Any|x: object|x: None|x = 3|x: "int" = 3|x: int = NUMBER|s: str = TEXT|s: Sequence[int] = (1, 2)
m: Mapping[str, Mode]|i: Iterable[str]|l: Literal[1, "a", True, None]|l: Literal[Mode.FAST]|l: Literal["a"]
s: Annotated[str, "A text."]|s: Annotated[str, Field(description="A text.", examples=["x"])] = "y"
s: Annotated[str, StringConstraints(min_length=2, pattern="^a")]|n: conint(ge=1, le=9)|s: constr(min_length=1)|n: PositiveInt
e: HttpUrl|s: SecretStr|j: Json|a: AwareDatetime|x: int | str | None = None|x: Optional[list[Optional[int]]] = None|x: dict
x: list|x: list[dict[str, Any]]|x: dict[int, str]|x: dict[Mode, int]|x: Callable[[int], str]|x: Type[int]|x: float = 1e5
x: float = 1|x: int = -1|x: bool = False, y: str = "é"|x: list[int] = [1, 2]|x: dict = {"a": 1}|*, x: int, y: int = 2
x: int, *args: int|x: int, **kw: int|x: int, /, y: int|_x: int = 1|x: Final[int] = 3|x: t.List[t.Dict[str, t.Optional[Level]]]
x: tuple[()]|x: list[list[list[Mode]]]|x: Annotated[Optional[int], Field(ge=1)] = None|x: Annotated[int | str, Field(ge=1)]
x: int = Field(3, ge=1, title="Ex", deprecated=True)|x: int = Field(default=3, json_schema_extra={"unit": "m"})
x: list[int] = Field(default_factory=list, max_length=3)|x: str = Field(alias="xAlias")|x: str = Field(..., min_length=1)
x: LiteralString|x: Deque[int]|x: Counter[str]|x: DefaultDict[str, int]|
"""
TEXTS = (
    '"""Do it."""',
    (
        '"""Do it.\n\n    More words here.\n    And more.\n\n    Args:\n        x: An x.\n        n (int): An n.\n'
        '            Goes on.\n        no: Not there.\n\n    Returns:\n        Text.\n    """'
    ),
    '"""\n    Args:\n        x: An x.\n    """',
    '"""Do it.\n\n    Args:\n        x: An x.\n\n    Keyword Args:\n        n: An n.\n    """',
    '"""Do it.\n\n    @param x: An x.\n    """',
    '"""Do it.\n\n    Parameters\n    ----------\n    x : int\n        An x.\n    """',
    '"""Do it.\n\n    :param x: An x.\n    :returns: Text.\n    """',
)
RESULTS = ("str", "None", "int", "list[int]", "Child", "dict[str, int]", "Mode", "Visit", "Optional[Mode]", "dt.date", "Root")
MAKERS = {
    "MCP SDK": ("from mcp.server import MCPServer\nserver = MCPServer('x')", "server.tool()({f})"),
    "FastMCP": ("from fastmcp import FastMCP\nserver = FastMCP('x')", "server.tool({f})"),
    "Pydantic AI": ("from pydantic_ai import Tool", "{f}_tool = Tool({f})"),
    "OpenAI Agents": ("from agents import function_tool", "{f}_tool = function_tool({f})"),
    "OpenAI Agents, not strict": ("from agents import function_tool", "{f}_tool = function_tool(strict_mode=False)({f})"),
    "LangChain": ("from langchain_core.tools import tool", "{f}_tool = tool({f})"),
    "Anthropic": ("from anthropic import beta_tool", "{f}_tool = beta_tool({f})"),
}


def module(maker: str) -> str:
    head, call = MAKERS[maker]
    found = [one for line in SIGNATURES.strip().split("\n") for one in line.split("|")]
    # The bar stands between signatures and inside unions: what is cut there begins or ends with a space.
    signatures: list[str] = []
    for one in found:
        if signatures and one.startswith(" "):
            signatures[-1] += f"|{one}"
        else:
            signatures.append(one)
    lines = [head, HEAD]
    for number, signature in enumerate(signatures):
        text, result = TEXTS[number % len(TEXTS)], RESULTS[number % len(RESULTS)]
        lines.append(f"def do_{number}({signature}) -> {result}:\n    {text}\n")
        lines.append(f"try:\n    {call.format(f=f'do_{number}')}\nexcept Exception:\n    pass\n")
    return "\n".join(lines)


def sent(tool: Tool, read: Tool) -> dict[str, Json]:
    """What a tool sends, without the schema of its result where that is out of sight of `read`."""
    plain = replace(tool, description=dedented(tool.description)) if isinstance(tool.description, str) else tool
    value: dict[str, Json] = json.loads(canonical(plain))
    extra = {key: one for key, one in value.pop("extra", {}).items() if key != "_meta"}
    if ("output_schema",) in read.origin.unseen:
        value.pop("output_schema", None)
    return {**value, "extra": extra}


def tools(path: Path, reach: Reach) -> dict[str, Tool]:
    found = (one for one in load(path.name, cwd=path.parent, reach=reach) if isinstance(one, Source))
    return {tool.name: tool for one in found for tool in one.tools()}


def main(python: str) -> int:
    differences: list[str] = []
    print("| framework | exact and equal | approximate | refused | different |\n|---|---|---|---|---|")
    for maker in MAKERS:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "made.py"
            path.write_text(module(maker), encoding="utf-8")
            read = tools(path, Reach())
            real = tools(path, Reach(importing=True, python=python))
        lines = {line.split("(")[0][4:]: line for line in module(maker).split("\n") if line.startswith("def do_")}
        exact = {name: tool for name, tool in read.items() if tool.origin.fidelity != "approximate"}
        different = [name for name, tool in exact.items() if name in real and sent(tool, tool) != sent(real[name], tool)]
        refused = read.keys() - real.keys()
        equal = len(exact) - len(different) - len(refused & exact.keys())
        print(f"| {maker} | {equal} | {len(read) - len(exact)} | {len(refused)} | {len(different)} |")
        for name in different:
            was, now = sent(exact[name], exact[name]), sent(real[name], exact[name])
            members = [key for key in {*was, *now} if was.get(key) != now.get(key)]
            shown = "; ".join(f"{key}: {json.dumps(was.get(key))} read, {json.dumps(now.get(key))} sent" for key in members)
            differences.append(f"{maker}: {lines[name]} {shown}")
    print("\n".join(["", *differences]))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
