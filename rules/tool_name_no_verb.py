r"""A tool's name says no action.

A model picks a tool by its name before it reads anything else, and what it wants to do is a verb. `article_getter` and
`package_versions` have to be translated; `get_article` and `list_package_versions` read like the plan. Models are misled by
names more than by descriptions (Hammer, arXiv 2410.04587); conventional, verb-first names are the first lever of the design
guidance.

Borrowed commands (`grep`, `bash`, `git_status`), conversions (`docx_to_pdf`), questions (`is_open`) and verbs behind a
namespace (`jira_get_issue`, `issue_read`) are verbs. A namespace is the server's name, `mcp`, or words that at least three
tools of the set start with. Agent nouns (`getter`, `searcher`) are not verbs. A word that the description uses as a verb
("Query the ..." beside `orders_query`) counts, and so does a program that the description says is run. Names and
descriptions in other languages than English are left alone; bare words such as `utility` are reported by `generic-name`.

It is wrong about verbs that are not in our list and about the names of rare programs: add them once to `extra-verbs` or
`borrowed`.

Options:

- `namespace` (default none): words in front of the names that only say whose tool it is.
- `extra-verbs` (default none): further words that count as verbs, in lower case.
- `borrowed` (default none): further programs whose name counts as a verb.

```yaml
- name: article_getter # finding: `article_getter` has no verb; name the action: `get_article`
  description: Fetch one article with its abstract.
- name: user_info # finding: `user_info` has no verb; name the action: `get_user_info` (or add its verb to `extra-verbs`)
  description: Get the account that owns the token.
```

```yaml ok
- {name: get_article, description: Fetch one article with its abstract.}
- {name: git_status, description: Shows which files changed.}
- {name: docx_to_pdf, description: A PDF of a Word document.}
- {name: issue_read, description: One issue with its comments.}
- {name: deactivate_user, description: The user cannot log in afterwards.}
- {name: directory_tree, description: A folder and all below it.}
```

```yaml ok extra_verbs=["frobnicate"]
- {name: frobnicate_widget, description: Settle the widget anew.}
```

Evidence: 82 findings on 82 of 1,111 real tools (7.4%), seen while the rule was made; 21 more in a registry of 755 tool
summaries; 100 of 103 read hits right; precision 1.00, recall 0.94 on 68 labels; 23 of 24 right on servers that nobody had read
(tests/campaigns/precision.md); 2026-12-01.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language import names, verbs
from schemalint.language.words import is_foreign

_NOUNS = {"choice": "choose", "choices": "choose", "deletion": "delete", "sale": "sell", "sales": "sell"}
_NOMINAL = ("al", "als", "ance", "ances", "ion", "ions", "ment", "ments", "ses", "sis")
_PLAIN = {"give": "get", "provide": "get", "retrieve": "get", "return": "get", "do": None, "perform": None}
"""What a description may open with, and the conventional verb for a name; None where it says nothing."""


def check(
    tools: Toolset, *, namespace: tuple[str, ...] = (), extra_verbs: tuple[str, ...] = (), borrowed: tuple[str, ...] = ()
) -> Iterator[Finding]:
    for members in names.seen_together(tools):
        split = [names.tokens(names.base(tool.name)) for _, tool in members]
        lengths = names.namespaces(split, tools.server, namespace, verbs.can_act)
        house = names.house_of(members)
        for (index, tool), words, length in zip(members, split, lengths, strict=True):
            if not words or not tool.name.isascii() or "_".join(words) in names.GENERIC_NAMES or is_foreign(tool.text):
                continue
            if verbs.acts(words, namespace=length, extra=extra_verbs, borrowed=borrowed, alone=len(members) < 3):
                continue
            if any(verbs.is_action(owner) for owner in names.owners(tool.name)) or verbs.witnessed(words[length:], tool.text):
                continue
            yield Finding((index, "name"), f"`{tool.name}` has no verb; {_advice(tool, words, length, house)}")


def _advice(tool: Tool, words: tuple[str, ...], length: int, house: names.Style) -> str:
    """A name that would do: with the verb inside an agent noun, or else the one that the description opens with."""
    front, rest = words[:length], words[length:]
    if names.is_version(rest[-1]):
        rest = rest[:-1]
    agent = verbs.agent(rest[-1]) if rest else None
    verb = agent or ("manage" if len(verbs.leading_verbs(tool.text)) > 2 else _plain(verbs.leading_verb(tool.text)))
    if verb is None:
        return "name the action first, or add its verb to `extra-verbs`"
    said = bool(rest) and (agent is not None or _is_noun_of(rest[-1], verb))
    better = names.renamed(tool.name, (*front, verb, *(rest[:-1] if said else rest)), house)
    return f"name the action: `{better}`" + ("" if agent else " (or add its verb to `extra-verbs`)")


def _is_noun_of(word: str, verb: str) -> bool:
    """Whether a word is the verb made a noun, as `analysis` is of `analyze`; `settings` are a thing that is set."""
    stem = verb[: min(len(verb) - 1, 5)]
    return _NOUNS.get(word) == verb or (len(word) > len(verb) and word.startswith(stem) and word.endswith(_NOMINAL))


def _plain(verb: str | None) -> str | None:
    return _PLAIN.get(verb, verb) if verb else None


rule = Rule(check, lever="naming", severity="warning", sets=("recommended",), from_config={"namespace": "namespace"})
