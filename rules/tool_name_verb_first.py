r"""The verb of a name does not stand first, where the other tools of the set put it first.

One order over the whole family lets a model guess the name that it has not seen: beside `create_port` it expects `forward_port`,
not `port_forward`. Which order is better differs by model (Anthropic, Writing effective tools), so only the minority of a set is named.

A set whose names mostly begin with the resource is left in peace (`pods_list` beside other `pods_...` is such a name), and
so is a name without a verb, which is `tool-name-no-verb`. `page_iframe_click` beside `page_click`, and `port_forward`
beside `stop_port_forward`, are ignored: the words in front say where, or the whole is a term. So are four names or more that
end in one verb: `label_write` beside `issue_write`, `page_write` and `team_write` is a habit. Words that are nouns as often
(file, list, label) count as the verb only in front of another word that is not a verb, or at the end where the description
opens with them.

Options: `style` (`consistent`): `verb-first` or `resource-first` asks for one order whatever the others do. `namespace` (list of
words): what stands in front of every name and is passed over.

```yaml
- {name: create_port, description: Open a port.}
- {name: delete_port, description: Close a port.}
- {name: list_ports, description: List open ports.}
- {name: port_forward, description: Forward a port.}   # finding: `port_forward` puts the verb behind the noun, and most names here begin with it: `forward_port`
```

```yaml ok
- {name: port_create, description: Open a port.}
- {name: port_delete, description: Close a port.}
- {name: list_ports, description: List open ports.}
```

```yaml style=verb-first
- {name: volume_create, description: Create a volume.}   # finding: "`volume_create` puts the verb behind the noun: `create_volume`"
- {name: semantic_search, description: Search by meaning.}
- {name: price_list, description: All prices of one shop.}
```

```yaml style=resource-first
- {name: create_volume, description: Create a volume.}   # finding: "`create_volume` puts the verb before the noun: `volume_create`"
- {name: volume_delete, description: Delete a volume.}
```

Evidence: 10 findings on 10 of 1,111 real tools (0.9%), seen while the rule was made; 5 more in a registry of 755 tool
summaries; 14 of 15 read hits right; precision 1.00, recall 1.00 on 29 labels; 1 of 2 right on servers that nobody had read
(tests/campaigns/precision.md); 2026-12-01.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language import names, verbs
from schemalint.language.words import is_foreign

_HOW = frozenset("async auto batch bulk deep dry force fts full fuzzy hybrid multi quick reverse safe semantic web".split())
HABIT = 4
"""Names that end in one verb and make it a habit of the set: `issue_write`, `label_write`, `page_write`, `team_write`."""

_THINGS_TOO = frozenset(
    "build call change check display export import list look match process query search set view watch".split()
)
"""Last words that are a thing as often (`deck_list`, `item_build`): the description has to open with them as a verb."""


def check(
    tools: Toolset,
    *,
    style: Literal["consistent", "verb-first", "resource-first"] = "consistent",
    namespace: tuple[str, ...] = (),
) -> Iterator[Finding]:
    for members in names.seen_together(tools):
        split = [names.tokens(names.base(tool.name)) for _, tool in members]
        lengths = names.namespaces(split, tools.server, namespace, verbs.can_act)
        house = names.house_of(members)
        given = {word for text in (*namespace, tools.server or "") for word in names.tokens(text)}
        kept = _kept(split, lengths, given)
        front: list[tuple[int, tuple[str, ...]]] = []  # with the name in the other order
        behind: list[tuple[int, tuple[str, ...]]] = []
        resource_first = 0  # of those in front: `pods_list` beside other `pods_...` is the resource, and then the verb
        resources = _resources(split, lengths, given)
        wholes, tails = set(split), {words[count:] for words in split for count in (1, 2)}
        endings = Counter(words[-1] for words in split if len(words) > 1)
        for (index, tool), words, length in zip(members, split, lengths, strict=True):
            how, rest = _without_how(words[length:])
            if not rest or "to" in rest[1:-1] or is_foreign(tool.text):
                continue
            before = (*words[:length], *how)
            if _leads(rest):
                front.append((index, (*before, *rest[1:], rest[0])))
                resource_first += len(rest) == 1 and words[:length] in resources
            elif _ends(rest, tool) and not _is_variant(words, wholes, tails):
                whose = words[: length if kept[words[:length]] else 0]
                behind.append((index, (*whose, rest[-1], *before[len(whose) :], *rest[:-1])))
        if style == "resource-first":
            moved, told = [(index, words) for index, words in front if len(words) > 1], "puts the verb before the noun"
        elif style == "verb-first" or len(front) - resource_first > len(behind) + resource_first:
            moved, told = behind, "puts the verb behind the noun"
            told += ", and most names here begin with it" if style == "consistent" else ""
        else:
            continue
        for index, words in moved:
            name = tools.tools[index].name
            if style == "consistent" and endings[names.tokens(name)[-1]] >= HABIT:
                continue
            yield Finding((index, "name"), f"`{name}` {told}: `{names.renamed(name, words, house)}`")


def _kept(split: list[tuple[str, ...]], lengths: list[int], given: set[str]) -> dict[tuple[str, ...], bool]:
    """Whether a proposed name keeps words in front: those that are given, or that a namespace stands in for most names.

    Where most names have none, `tekton_task_start` is better called `start_tekton_task`.
    """
    fronts = Counter(words[:length] for words, length in zip(split, lengths, strict=True))
    most = 2 * sum(count for front, count in fronts.items() if front) >= len(split)
    return {front: most or given.issuperset(front) for front in fronts}


def _resources(split: list[tuple[str, ...]], lengths: list[int], given: set[str]) -> set[tuple[str, ...]]:
    """The namespaces that name what the tools of a part of the set work on, not whose tools they all are."""
    fronts = Counter(words[:length] for words, length in zip(split, lengths, strict=True))
    return {front for front, count in fronts.items() if 2 * count < len(split) and not given.issuperset(front)}


def _is_variant(words: tuple[str, ...], wholes: set[tuple[str, ...]], tails: set[tuple[str, ...]]) -> bool:
    """Whether the words before the verb say where or how another tool of the set acts, or are a term together with it.

    `page_iframe_click` beside `page_click` clicks in a frame; `port_forward` beside `stop_port_forward` is what is stopped.
    """
    return words in tails or any((*words[:count], words[-1]) in wholes for count in range(1, min(len(words) - 1, 4)))


def _without_how(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words in front that only say how, and the rest, which is never empty unless the name is."""
    count = 0
    while count < len(words) - 1 and words[count] in _HOW:
        count += 1
    return words[:count], words[count:]


def _leads(words: tuple[str, ...]) -> bool:
    """Whether the first word is the verb; a word that is a noun as often is one only before a last word that is not a verb."""
    first, last = words[0], words[-1]
    if verbs.is_action(first):
        return True
    return verbs.can_act(first) and (len(words) == 1 or not verbs.is_action(last))


def _ends(words: tuple[str, ...], tool: Tool) -> bool:
    """Whether the last word is the verb."""
    last = words[-1]
    if len(words) < 2 or not verbs.is_action(last):
        return False
    return last not in _THINGS_TOO or not tool.text or verbs.leading_verb(tool.text) == last


rule = Rule(check, lever="naming", severity="info", sets=("recommended",), from_config={"namespace": "namespace"})
