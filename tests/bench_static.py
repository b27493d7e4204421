"""What a static check of Python files costs beside parsing them: `python tests/bench_static.py [ROUNDS]`.

Makes a folder of 100 files with 300 tools of several frameworks, in files as long as real ones (strands-agents-tools has 24
lines of code a tool and 390 lines a file, awslabs' servers 4 tools a file), and measures, in one process and in pairs: bare
`ast.parse` of all files, reading the tools (`sources.load`), and the whole check with the recommended rules. Prints the
medians and their ratios to bare parsing; the limit of the whole check is 8 (issue 4, done when 6).
"""

from __future__ import annotations

import ast
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from schemalint.linting.rule import builtin
from schemalint.linting.rule import load as load_rules
from schemalint.linting.run import lint
from schemalint.sources import Source, load, together

FILES, TOOLS, LIMIT = 100, 3, 8.0
HEADS = {
    "mcp": ("from mcp.server.fastmcp import FastMCP, Context\n", "mcp = FastMCP({stem!r})\n", "@mcp.tool()"),
    "fastmcp": ("from fastmcp import FastMCP\n", "mcp = FastMCP({stem!r})\n", "@mcp.tool"),
    "langchain": ("from langchain_core.tools import tool\n", "", "@tool(parse_docstring=True)"),
    "agents": ("from agents import function_tool\n", "", "@function_tool"),
    "strands": ("from strands import tool\n", "", "@tool"),
}
TOOL = '''
class {klass}(BaseModel):
    """One {noun} as it is stored."""

    {noun}_id: str = Field(description="Identifier of the {noun}, as `list_{noun}s` gives it.")
    title: str
    state: Literal["open", "closed"] = "open"
    tags: list[str] = Field(default_factory=list, max_length=20)


{decorator}
async def {verb}_{noun}(
    {noun}: {klass},
    reason: str,
    limit: int = 20,
    mode: Literal["fast", "exact"] = "fast",
    owner: Optional[str] = None,
    since: Annotated[str, Field(description="Date in ISO 8601.")] = "2020-01-01",
) -> dict[str, Any]:
    """{title} a {noun} in the archive.

    Use it after the user has confirmed; the change is logged with the reason.

    Args:
        {noun}: The {noun} to {verb}.
        reason: Why, in one sentence for the log.
        limit: At most so many entries are returned.
        mode: How the archive is searched.
        owner: Only what this person owns.
        since: Leave out what is older.

    Returns:
        The {noun} as it is stored now.
    """
{body}    return result

'''
LINES = (
    "    rows = await connection.fetch(query, {noun}.{noun}_id, limit, timeout=30 * factor)\n",
    "    if not rows and mode == 'exact':\n        raise LookupError(f'no {noun} {{{noun}.{noun}_id}} before {{since}}')\n",
    "    for index, row in enumerate(rows):\n        result[str(index)] = [row[name] for name in COLUMNS if name]\n",
    "    logger.info('%s changed by %s: %s', {noun}.{noun}_id, owner or 'nobody', reason.strip()[:200])\n",
    "    result['state'] = {{'open': 1, 'closed': 0}}.get({noun}.state, -1) + offset * (limit - 1)\n",
    "    try:\n        total += int(row['pages'] or 0)\n    except KeyError as error:\n        failures.append(str(error))\n",
)
NOUNS = "book chart letter map photo record score sketch".split()
VERBS = "archive create delete find move read rename update".split()


def write(folder: Path) -> None:
    """The files: five frameworks in turn, three tools each, about 110 lines a tool."""
    chance = random.Random(4)
    for number in range(FILES):
        imports, setup, decorator = list(HEADS.values())[number % len(HEADS)]
        stem = f"server_{number:03}"
        parts = [
            "import logging\nfrom typing import Annotated, Any, Literal, Optional\n\nfrom pydantic import BaseModel, Field\n",
            imports,
            "\nlogger = logging.getLogger(__name__)\nCOLUMNS = ('id', 'title', 'pages', 'state')\n",
            setup.format(stem=stem),
        ]
        for noun, verb in zip(chance.sample(NOUNS, TOOLS), chance.sample(VERBS, TOOLS), strict=True):
            body = "".join(chance.choice(LINES).format(noun=noun) for _ in range(40))
            named = {"noun": noun, "verb": verb, "title": verb.capitalize(), "klass": noun.capitalize()}
            parts.append(TOOL.format(**named, decorator=decorator, body=body))
        (folder / f"{stem}.py").write_text("".join(parts), encoding="utf-8")


def measure(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    rules = [rule for rule in load_rules(builtin()).values() if "recommended" in rule.sets]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder)
        texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]

        def parse() -> None:
            for text in texts:
                ast.parse(text)

        def read() -> list[Source]:
            return [one for one in load(".", cwd=folder) if isinstance(one, Source)]

        def check() -> int:
            return sum(1 for toolset in together(read()) for _ in lint(toolset, rules))

        sources = read()
        tools = sum(len(toolset.tools) for source in sources for toolset in source.toolsets)
        lines = sum(text.count("\n") for text in texts)
        print(f"{len(sources)} files, {tools} tools, {lines} lines, {check()} findings, {rounds} rounds")
        pairs = [(measure(parse), measure(read), measure(check)) for _ in range(rounds)]
    bare, reading, checking = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"bare ast.parse    {bare * 1000:7.0f} ms")
    print(f"reading the tools {reading * 1000:7.0f} ms  {reading / bare:4.1f} times")
    print(f"the whole check   {checking * 1000:7.0f} ms  {checking / bare:4.1f} times, limit {LIMIT:g}")
    ratio = statistics.median(check / bare for bare, _, check in pairs)
    return int(tools != FILES * TOOLS or ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
