r"""Titles repeat the names of the parameters, as a generator wrote them.

Pydantic writes `"title": "Repo Name"` beside `repo_name`, and `...Arguments` at the root. A model learns nothing from it and reads
it on every request: 855 of 855 titles in real tools were of this kind, 17,337 characters.

A title of a definition that is the key it stands under is one too. One finding a tool; the fix drops them all. Titles that
somebody wrote differ from the name, and stay. A parameter that is *called* `title` is never touched. In Pydantic, `json_schema_extra` or a schema generator without titles stops it at the source.

```yaml
- name: get_repo
  description: Get one repository.
  parameters:
    title: get_repoArguments
    type: object
    properties:   # finding: 2 titles repeat the names beside them, as Pydantic writes them; drop them
      repo_name: {type: string, title: Repo Name}
      title: {type: string}
---
- name: get_repo
  description: Get one repository.
  parameters:
    type: object
    properties:
      repo_name: {type: string}
      title: {type: string}
```

```yaml ok
- name: get_repo
  description: Get one repository.
  parameters:
    title: What to get
    type: object
    properties:
      repo_name: {type: string, title: Repository without its owner}
      title: {type: string, description: Title to look for.}
      notes: {type: object, default: {title: Notes}}
```

Evidence: 251 findings on 251 of 1,111 real tools (22.6%), seen while the rule was made; 45 of 45 read hits right; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import REMOVE, Edit, Finding, Fix, Rule, Tool
from schemalint.frameworks.common.signs import is_titled
from schemalint.language.names import tokens
from schemalint.model import Pointer

_SUFFIXES = ("args", "arguments", "input", "inputs", "parameters", "params", "request", "schema")


def check(tool: Tool) -> Iterator[Finding]:
    places = list(dict.fromkeys(_generated(tool)))
    if not places:
        return
    at: Pointer = ("parameters", "properties") if isinstance(tool.parameters.get("properties"), dict) else ("parameters",)
    what = "1 title repeats the name beside it" if len(places) == 1 else f"{len(places)} titles repeat the names beside them"
    drop = "drop it" if len(places) == 1 else "drop them"
    fix = Fix("Drop titles that repeat names", tuple(Edit(place, REMOVE) for place in places), safe=True)
    writes = "Pydantic writes" if is_titled(tool) else "generators write"
    yield Finding(at, f"{what}, as {writes} them; {drop}", fix, related=places)


def _generated(tool: Tool) -> Iterator[Pointer]:
    for node in tool.nodes():
        for at, layer in node.layers:
            title = layer.get("title")
            if not isinstance(title, str):
                continue
            if at == node.at and node.is_root:
                repeats = _names_tool(title, tool.name)
            elif len(at) > 1 and at[-2] in ("$defs", "definitions"):
                repeats = title == at[-1]
            else:
                repeats = at == node.at and _names(title, node.name if node.name is not None else str(node.at[-1]))
            if repeats:
                yield (*at, "title")


def _names(title: str, name: str) -> bool:
    """Whether a title is a name with its underscores as blanks and its words in capitals, as Pydantic writes it."""
    spaced = name.replace("_", " ")
    titled = " ".join(word[:1].upper() + word[1:] for word in spaced.split())
    return title in (titled, name, spaced.title())


def _names_tool(title: str, name: str) -> bool:
    """Whether the title of all parameters is the name of the tool, or the end of it, and a word for parameters."""
    said, own = tokens(title), tokens(name)
    said = said[:-1] if said and said[-1] in _SUFFIXES else said
    return bool(said) and own[-len(said) :] == said


rule = Rule(check, lever="budget", severity="info", sets=("recommended",))
