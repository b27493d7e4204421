"""How many parameter texts of real docstring blocks the fix of `docstring-arguments-block` moves: `python tests/docstrings.py`.

Over the corpus beside the project. What should be moved is counted without the reader of blocks: below a heading (`Args:`,
`Parameters` and dashes) or in `:param`, each line that starts with the name of a parameter whose own description is empty, and
says something after a colon. Also counts the moved parameters that `param-description-missing` reports as well. Exits 1 below
95 % or when one is reported twice.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from schemalint.linting.rule import builtin, load
from schemalint.linting.run import lint
from schemalint.model import Tool, Toolset
from schemalint.sources import Source
from schemalint.sources import load as load_source

CORPUS = Path(__file__).resolve().parents[1].parent / "shared" / "corpus" / "mcp"
BAR = 0.95
HEADING = re.compile(
    r"^[ \t]*(?:(?:Keyword )?(?:Args|Arguments)|Param(?:eter)?s)[ \t]*(?::[ \t]*$|\n[ \t]*-{3,}[ \t]*$)|:param ", re.M
)


def told(tool: Tool) -> Iterator[str]:
    """The parameters without a description for which a line below a heading gives a text."""
    heading = HEADING.search(tool.text)
    if heading is None:
        return
    below = tool.text[heading.start() :]
    for node in tool.nodes():
        if not node.is_parameter or not node.name or node.text.strip():
            continue
        name = re.escape(node.name)
        bullet = r"(?:[-*][ \t]+|:param[ \t]+(?:\w+[ \t]+)?)?"
        kind = r"[ \t]*(?:\([^\n]*?\))?[ \t]*"
        line = rf"^[ \t]*{bullet}[`*]{{0,3}}{name}[`*]{{0,3}}{kind}:[ \t]*(?:\S|\n[ \t]+\S)"
        if re.search(line, below, re.M):
            yield node.name


def main() -> int:
    rules = load(builtin())
    block, missing = rules["docstring-arguments-block"], rules["param-description-missing"]
    tools = expected = moved = doubled = 0
    for source in load_source(str(CORPUS)):
        if not isinstance(source, Source):
            continue
        for tool in (tool for toolset in source.toolsets for tool in toolset.tools):
            wanted = set(told(tool))
            found = list(lint(Toolset((tool,)), [block]))
            texts = {str(edit.at[2]): edit.value for one in found if one.fix for edit in one.fix.edits if len(edit.at) == 4}
            whole = " ".join(tool.text.split())
            right = {name for name in wanted if isinstance(text := texts.get(name), str) and text and text in whole}
            for name in sorted(wanted - right):
                print(f"{Path(source.path).name}\t{tool.name}\t{name}: not moved")
            tools, expected, moved = tools + bool(wanted), expected + len(wanted), moved + len(right)
            if found:
                again = list(lint(Toolset((tool,)), [missing]))
                said = " ".join(one.message for one in again)
                doubled += sum(f"`{name}`" in said or any(name in one.at for one in again) for name in texts)
    share = moved / expected if expected else 0.0
    print(f"{moved} of {expected} parameter texts of {tools} tools are moved ({share:.1%}); {doubled} also reported as missing")
    return 0 if share >= BAR and not doubled else 1


if __name__ == "__main__":
    sys.exit(main())
