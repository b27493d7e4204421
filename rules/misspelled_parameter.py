r"""A text calls a parameter by a spelling that it does not have.

The model sends what the text says, `reviewNumber`, the tool knows `review_number`, and the call is refused or the value is
dropped. It happens where one text documents several SDKs, or where parameters were renamed and texts were not.

Looked at are the words of the tool's and its parameters' texts that are written as a name of several words, in camelCase, or with
`_` or `-` in backticks or quotes, and that are a parameter but for case and joints. A word that is the name of anything in the set
(another parameter, a tool) is right as it is, and so are a value and what is in a block of code. A parameter's own text may say what
an outside API calls it.

```yaml
- name: list_review_files
  description: List the files of a review (reviewNumber or branch is needed).   # finding: the text calls `review_number` "reviewNumber"; use the parameter's own spelling
  parameters:
    type: object
    properties:
      review_number: {type: string, description: Number of the review.}
      branch: {type: string, description: Branch that is reviewed.}
```

```yaml ok
- name: list_review_files
  description: "List the files of a review. Needs review_number. Returns {reviewNumber, files}."
  parameters:
    type: object
    properties:
      review_number: {type: string, description: Number of the review. GitHub calls it a pull request.}
      behalf_of: {type: string, description: "User for behalfOf, as the API calls it."}
      github: {type: string, description: Host.}
```

Evidence: 12 findings on 5 of 1,111 real tools, seen while the rule was made; 11 of 12 read hits right, 1 debatable; 10 of 10
right on servers that nobody had read (tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language.family import unspelled
from schemalint.language.names import style_of
from schemalint.model import Pointer
from schemalint.pattern import pattern

_word = pattern(r"(?<![\w.{/$<-])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*(?![\w}/>(-]|\.\w)")
_code = pattern(
    r"```.*?(?:```|\Z)|\{[^{}]*\}|<[^<>]*>|\bhttps?://\S+",
)
_result = pattern(r"(?i)\b(?:returns?|response|result|output|example)s?\b")


def check(tool: Tool, tools: Toolset) -> Iterator[Finding]:
    _, *nodes = tool.nodes()
    own = {node.name for node in nodes if node.name}
    joined = {unspelled(name): name for name in own if style_of(name) is not None}
    if not joined:
        return
    texts: list[tuple[Pointer, str, str | None]] = [(("description",), tool.text, None)]
    texts += [(node.place("description"), node.text, node.name) for node in nodes if node.text]
    known = own | {value for node in nodes for value in _values(node.view.get("enum"))}
    told = set[str]()
    for at, text, owner in texts:
        for match in _word().finditer(_blanked(text)):
            word = match[0]
            name = joined.get(word.lower() if word.isalnum() else unspelled(word))
            if name is None or name == owner or word in told or word in known:
                continue
            if style_of(word) not in ("camelCase", "snake_case", "PascalCase") or _speaks_of_results(text, match.start()):
                continue
            if style_of(word) == "PascalCase" or any(word == other.name for other in tools.tools):
                continue
            told.add(word)
            yield Finding(at, f'the text calls `{name}` "{word}"; use the parameter\'s own spelling')


def _values(enum: object) -> list[str]:
    return [value for value in enum if isinstance(value, str)] if isinstance(enum, list) else []


def _blanked(text: str) -> str:
    """The text with blocks of code, objects, markup and addresses blanked out, every other word in its place."""
    return _code().sub(lambda match: " " * len(match[0]), text)


def _speaks_of_results(text: str, at: int) -> bool:
    """Whether the sentence so far is about what the tool returns, which has names of its own."""
    before = text[:at]
    start = max(before.rfind(". "), before.rfind("\n"))
    return _result().search(before[start + 1 :]) is not None


rule = Rule(check, lever="description", severity="warning", sets=("recommended",))
