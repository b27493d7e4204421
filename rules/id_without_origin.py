r"""A required id does not say where it comes from, though another tool of the set gives it.

"The ID of the story" leaves a model to make one up. "Story id from list_stories" closes the loop between the two tools.

The rule looks at required parameters that end in `_id`, where another tool lists, finds, gets or creates the same thing and does not need
that id itself. A text that tells of a source, a form or an example is enough, in the parameter or in the tool, and so is a schema
with `format`, `pattern`, `enum` or examples. One finding an id, at the first tool that takes it.

```yaml
- name: get_story
  description: Read one story.
  parameters:
    type: object
    required: [story_id]
    properties:
      story_id: {type: string, description: The ID of the story.}    # finding: `story_id` does not say where it comes from; name the tool that gives it, such as `list_stories`, or its form
- name: list_stories
  description: List stories.
```

```yaml ok
- name: get_story
  description: Read one story.
  parameters:
    type: object
    required: [story_id, author_id, shelf_id]
    properties:
      story_id: {type: string, description: Story id from list_stories.}
      author_id: {type: string, description: The ID of the author.}
      shelf_id: {type: string, description: "Shelf, e.g. sh_12"}
- name: list_stories
  description: List stories.
- name: list_shelves
  description: List shelves.
```

Evidence: 19 findings on 19 of 1,111 real tools (1.7%), seen while the rule was made; 11 more in a registry of 755 tool
summaries; no hits were read and there is no labelled set; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Node, Rule, Tool, Toolset
from schemalint.language.names import tokens
from schemalint.language.words import stem
from schemalint.model import Pointer
from schemalint.schema.keywords import SAMPLES, STRING_FORMS
from schemalint.schema.members import required

GIVING = frozenset("browse create fetch find get list lookup query search".split())
ENDS = frozenset("about at by for from in of on to under with".split())
MOST = 32  # tools that give the same thing; more are not compared, so that the work stays linear


@cache
def _source() -> re.Pattern[str]:
    return re.compile(
        r"\bfrom\b|\b(?:return|obtain|retriev|receiv|provided by|found|given by|visible|shown|listed)\w*\b|\bsee\b|\bURLs?\b|\buse\b"
        r"|\bcall\b|\be\.?g\b|\bexamples?\b|\bsuch as\b|\blike\b|\bformat\b|\bUUID\b|\bGUID\b|\bnumeric\b|\binteger\b|\bstarts? with\b"
        r"|\bslug\b|\bkey\b|[0-9\"'`_/]|列出|获取|返回",
        re.IGNORECASE,
    )


def check(tools: Toolset) -> Iterator[Finding]:
    if tools.independent:
        return
    givers: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    for index, tool in enumerate(tools.tools):
        given = gift(tool)
        if given is not None:
            givers.setdefault(given[0], []).append((index, given[1]))
    found: dict[str, tuple[str, list[Pointer]]] = {}
    for index, tool in enumerate(tools.tools):
        own = tokens(tool.name)
        for node in silent(index, tools):
            wanted = tokens(node.name or "")[:-1]
            fitting = [
                tools.tools[one]
                for one, space in givers.get(stem(wanted[-1]), ())[:MOST]
                if one != index and own[: len(space)] == space and node.name not in required(tools.tools[one].parameters)
            ]
            giver = max(fitting, key=lambda one: nearness(tokens(one.name), wanted, own), default=None)
            if giver is not None and giver.name not in tool.text:
                found.setdefault(node.name or "", (giver.name, []))[1].append((index, *node.at))
    for name, (giver_name, places) in found.items():
        said = f"`{name}` does not say where it comes from; name the tool that gives it, such as `{giver_name}`, or its form"
        yield Finding(places[0], said, related=tuple(places[1:]), replaces=("param-description-restates-name",))


def nearness(giver: tuple[str, ...], wanted: tuple[str, ...], own: tuple[str, ...]) -> tuple[int, int, int]:
    """How much of the id's name and of the nouns of its tool's name the giver's name says, and how little else."""
    said = {stem(word) for word in giver}
    nouns = {stem(word) for word in own if word not in GIVING}
    return len(said & {stem(word) for word in wanted}), len(said & nouns), -len(giver)


def gift(tool: Tool) -> tuple[str, tuple[str, ...]] | None:
    """The thing whose id a tool gives (its stem), and the words in front of the verb: `jira_search_issues` gives issues.

    Getting one thing (`get_story`) takes its id as a rule, and gives it only where the tool asks for no id.
    """
    words = tokens(tool.name)
    verb = next((i for i, word in enumerate(words) if word in GIVING), len(words))
    thing = words[verb + 1 :]
    end = next((i for i, word in enumerate(thing) if word in ENDS), len(thing))
    if not thing[:end]:
        return None
    head = thing[end - 1]
    one = words[verb] in ("fetch", "get") and not (head.endswith("s") and stem(head) != head)
    if one and any(tokens(name)[-1:] == ("id",) for name in required(tool.parameters)):
        return None
    return stem(head), words[:verb]


def silent(index: int, tools: Toolset) -> Iterator[Node]:
    """The required ids of a tool that tell nothing of their source, form or an example."""
    for node in tools.tools[index].nodes():
        if not (node.is_parameter and node.required) or node.type not in ("string", "integer", "number", None):
            continue
        words = tokens(node.name or "")
        said = not (SAMPLES | STRING_FORMS).isdisjoint(node.view) or _source().search(node.text)
        if len(words) > 1 and words[-1] == "id" and not said:
            yield node


rule = Rule(check, lever="description", severity="info", sets=("strict",))
