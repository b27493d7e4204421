r"""A tool's name ends in a version, or in a word that stands for one.

`search` and `search_v2` side by side make a model guess which one is meant to be called; `search_v2` alone pays for a
history that no model needs. The design guidance asks for boring names without versions: one tool under the plain name, old
behaviour behind a parameter or gone.

`v` and digits count when they are a word of their own at the end (`fsAccessV2`, not `convert_ipv4`), unless they belong to
a standard (`generate_uuid_v4`) or say what is converted to (`migrate_to_v3`). The other words (`new`, `old`, `legacy`, ...)
may also describe what a tool works on, as in `list_new`, `mark_message_deprecated` or `get_release_latest`. So they count
when the set also holds the name without them, or behind a verb and a noun in the singular (`read_file_legacy`); `copy` and
`latest` only beside the plain name, and `latest` only if both tools take the same parameters.

It is wrong where versions of an API are chosen by the model on purpose.

Options:

- `words` (default new old legacy latest final copy tmp deprecated): words that stand for a version.
- `standards` (default cvss http ip oauth openapi recaptcha snmp socks tls uuid): words whose version is part of what they
  name.

```yaml
- name: search_v2 # finding: `search_v2` carries the version `v2` in its name; name it `search`
  description: Find text in all files.
- name: read_file_old # finding: `read_file_old` differs from `read_file` by `old` only; keep one, or name what differs
  description: Read a text file by lines.
- name: read_file
  description: Read a text file.
```

```yaml ok
- {name: generate_uuid_v4, description: Make a random identifier.}
- {name: convert_ipv4, description: Write an IPv4 address as a number.}
- {name: migrate_to_v3, description: Move a project to version 3 of the format.}
- {name: list_new, description: List what nobody has read.}
- {name: get_release, parameters: {type: object, properties: {id: {type: integer}}}}
- {name: get_release_latest, parameters: {type: object, properties: {}}}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 0.92 on 27 labels; 2026-11-30.
"""

from collections.abc import Iterator

from schemalint import Finding, Rule, Tool, Toolset
from schemalint.language import names
from schemalint.language.scripts import reads_latin
from schemalint.language.verbs import can_act
from schemalint.language.words import is_foreign
from schemalint.schema.members import properties

_WORDS = ("new", "old", "legacy", "latest", "final", "copy", "tmp", "deprecated")
_READING = ("fetch", "find", "get", "list", "load", "query", "read", "retrieve", "search", "show", "view")
_STANDARDS = ("cvss", "http", "ip", "oauth", "openapi", "recaptcha", "snmp", "socks", "tls", "uuid")


def check(tools: Toolset, *, words: tuple[str, ...] = _WORDS, standards: tuple[str, ...] = _STANDARDS) -> Iterator[Finding]:
    for members in names.seen_together(tools):
        keys = [(tuple(names.segments(tool.name)[:-1]), names.tokens(names.base(tool.name))) for _, tool in members]
        plain = dict(zip(reversed(keys), reversed(members), strict=True))
        house = names.house_of(members)
        for (index, tool), (front, own) in zip(members, keys, strict=True):
            *rest, last = own or ("",)
            sibling = plain.get((front, tuple(rest)))
            if not rest or not (
                _is_version(rest, last, standards) or (last in words and _is_edition(rest, last, tool, sibling))
            ):
                continue
            if sibling is None:
                better = names.renamed(tool.name, rest, house)
                yield Finding((index, "name"), f"`{tool.name}` carries the version `{last}` in its name; name it `{better}`")
            else:
                message = f"`{tool.name}` differs from `{sibling[1].name}` by `{last}` only; keep one, or name what differs"
                yield Finding((index, "name"), message, related=((sibling[0], "name"),))


def _is_version(rest: list[str], last: str, standards: tuple[str, ...]) -> bool:
    return names.is_version(last) and rest[-1] not in standards and rest[-1] not in ("as", "from", "in", "into", "to")


def _is_edition(rest: list[str], last: str, tool: Tool, sibling: tuple[int, Tool] | None) -> bool:
    """Whether a word like `new` marks an edition of the tool, and does not describe what the tool works on."""
    if sibling is not None:
        return last != "latest" or _parameters(tool) == _parameters(sibling[1])
    if not reads_latin(tool.text) or is_foreign(
        tool.text
    ):  # the words are English, and in a name given by others they may mean what is new there
        return False
    # `send_invoice_copy` and `get_readings_latest` say what is sent and got; behind other verbs `latest` is an edition.
    if last == "copy" or (last == "latest" and rest[0] in _READING) or rest[0] in ("flag", "mark", "set"):
        return False
    return len(rest) > 1 and can_act(rest[0])


def _parameters(tool: Tool) -> frozenset[str]:
    return frozenset(properties(tool.parameters))


rule = Rule(check, lever="naming", severity="warning", sets=("recommended",))
