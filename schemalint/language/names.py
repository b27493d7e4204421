"""The parts of a name: its words, the style it is written in, the namespace in front of it, abbreviations spelled out.

Knows how people join words in identifiers; knows no verbs' meaning and judges nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from schemalint.model import Finding, Tool, Toolset
from schemalint.pattern import pattern

if TYPE_CHECKING:
    from re import Pattern

Style: TypeAlias = Literal["snake_case", "kebab-case", "camelCase", "PascalCase", "UPPER_CASE"]
"""How a name of several words is written."""
STYLES: Final[tuple[Style, ...]] = get_args(Style)
"""All styles."""

GENERIC_NAMES: Final = frozenset(
    "action api call command function helper helpers main misc operation task test tool tools util utility utils".split()
)
"""Whole names that say nothing of what a tool is for."""

ABBREVIATIONS: Final = {
    short: word
    for short, _, word in (
        pair.partition(":")
        for pair in """
    acct:account addr:address app:application arg:argument args:arguments attr:attribute auth:authentication btn:button
    calc:calculate cfg:config cmd:command config:configuration ctx:context db:database dbs:databases del:delete desc:description
    dest:destination dev:development dir:directory dirs:directories doc:document docs:documents dst:destination env:environment
    err:error exec:execute ext:extension func:function gen:generate id:identifier ids:identifiers img:image info:information
    init:initialize k8s:kubernetes lang:language lat:latitude len:length lib:library lng:longitude loc:location lon:longitude
    max:maximum mgr:manager min:minimum msg:message msgs:messages num:number obj:object op:operation ops:operations
    opts:options org:organization orgs:organizations param:parameter params:parameters perm:permission pkg:package pos:position
    prev:previous prod:production prop:property props:properties pwd:password qty:quantity ref:reference refs:references
    repo:repository repos:repositories req:request res:response resp:response spec:specification specs:specifications
    src:source stat:statistics stats:statistics str:string svc:service sync:synchronize temp:temporary tmp:temporary
    ts:timestamp txn:transaction usr:user util:utility utils:utilities val:value var:variable vars:variables
    """.split()
    )
}
"""Short forms that stand in names, and the word that prose uses instead. Lower case."""

_SHARED = 3  # tools that make a namespace of the words they all start with
_LONGEST_NAMESPACE = 4


def expand(token: str) -> str:
    """The word that an abbreviation stands for: `expand("repo") == "repository"`; other words come back unchanged."""
    return ABBREVIATIONS.get(token, token)


# --------------------------------------------------------------------------------------------------------------------- words


@cache
def _humps() -> Pattern[str]:
    """One word inside letters and digits: a name with capitals of its own, an acronym (its plural too), or a hump."""
    import re

    products = """
        BigQuery|DevOps|DynamoDB|GitHub|GitLab|GraphQL|IPv4|IPv6|JavaScript|LaTeX|LinkedIn|MongoDB|MySQL|NoSQL|NuGet|OAuth2?|
        OpenAI|OpenAPI|PayPal|PostgreSQL|PyPI|SQLite|TypeScript|WhatsApp|YouTube|iOS|macOS
    """
    products = "".join(products.split())
    return re.compile(
        rf"(?:{products})(?![a-z])|[A-Z]{{2,}}s(?![a-z])|[A-Z]+(?![a-z])(?:\d+(?:s(?![a-z]))?)?|[A-Z]?[^\W_A-Z]+|[A-Z]+"
    )


@lru_cache(maxsize=4096)
def spans(name: str) -> tuple[tuple[int, int], ...]:
    """Where the words of a name stand: split at everything that is no letter or digit, and at the humps of camelCase."""
    return tuple(match.span() for match in _humps().finditer(name))


def tokens(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: `tokens("getHTTPUrls_v2") == ("get", "http", "urls", "v2")`."""
    return tuple(name[start:end].lower() for start, end in spans(name))


_separator = pattern(r"(?:__+|[./:])(?=.)")


def segments(name: str) -> list[str]:
    """The parts of a name that clients and servers join with `__`, `.`, `/` or `:`; at least one."""
    return [part for part in _separator().split(name) if part] or [name]


def base(name: str) -> str:
    """The last segment of a name, without what a client or server put in front: `base("mcp__git__git_log") == "git_log"`."""
    return segments(name)[-1]


def owners(name: str) -> list[str]:
    """The segments in front of a name that belong to it (`.`, `/`, `:`), not to a client's prefix (`__`)."""
    return segments(name.rpartition("__")[2] or name)[:-1]


def without(name: str, count: int) -> str:
    """A name without its first `count` words and the joint behind them."""
    return name[spans(name)[count][0] :] if count else name


def is_version(word: str) -> bool:
    """Whether a word of a name is a version: `v` and digits."""
    return word[:1] == "v" and word[1:].isascii() and word[1:].isdigit()


# --------------------------------------------------------------------------------------------------------------------- style


def style_of(name: str) -> Style | Literal["mixed"] | None:
    """The style of a name of several words; None for one word and for what is no identifier.

    Acronyms in capitals fit any style. `mixed` is what fits none: `get_userName`, `get-user_name`, `Get_User`.
    """
    core = name.strip("_")
    joints = {letter for letter in core if not letter.isalnum()}
    if not core or joints - {"_", "-"} or core[0].isdigit():
        return None
    if not joints:
        if len(spans(core)) < 2 or len(core) < 4:
            return None
        return "PascalCase" if core[0].isupper() else "camelCase"
    if len(joints) == 2:
        return "mixed"
    parts = [part for part in core.split(joints.pop()) if part]
    if any(not (part == part.lower() or _is_acronym(part)) for part in parts):
        return "mixed"
    if "-" in core:
        return "kebab-case"
    capitals = [part for part in parts if part != part.lower()]
    return "UPPER_CASE" if len(capitals) == sum(any(c.isalpha() for c in part) for part in parts) else "snake_case"


def _is_acronym(part: str) -> bool:
    return part == part.upper() or (len(part) > 2 and part.endswith("s") and part[:-1] == part[:-1].upper())


def restyle(words: Sequence[str], style: Style) -> str:
    """The words written in a style: `restyle(("timeout", "ms"), "snake_case") == "timeout_ms"`."""
    match style:
        case "snake_case":
            return "_".join(words)
        case "kebab-case":
            return "-".join(words)
        case "UPPER_CASE":
            return "_".join(words).upper()
        case "PascalCase":
            return "".join(word.capitalize() for word in words)
        case "camelCase":
            return "".join(word.capitalize() if i else word for i, word in enumerate(words))


def renamed(name: str, words: Sequence[str], style: Style) -> str:
    """A name with other words in its last segment: `renamed("mcp__git__doLog", ("log",), "snake_case") == "mcp__git__log"`."""
    return name.removesuffix(base(name)) + restyle(words, style)


def says(style: str) -> str:
    """The style as the predicate of a message."""
    return "mixes styles" if style == "mixed" else f"is {style}"


def house_style(styles: Iterable[str | None]) -> tuple[Style, bool]:
    """The style that names are held to, and whether it is their own habit.

    Four fifths of at least four names of several words make a habit, and so do two or three that agree: who renames them gains
    nothing. Without a habit it is snake_case, which the guidance asks for.
    """
    counts = Counter(style for style in styles if style is not None)
    total = sum(counts.values())
    for style in STYLES:
        if (total >= 4 and counts[style] * 5 >= total * 4) or (total >= 2 and counts[style] == total):
            return style, True
    return "snake_case", False


def told_once(what: str, house: Style, styles: Sequence[str | None]) -> Finding:
    """What is said of a set that is consistent in another style than snake_case: once, and on the set."""
    share = f"{styles.count(house)} of {len(styles) - styles.count(None)}"
    return Finding((), f"{what} here are {house} ({share}); the guidance asks for snake_case", severity="info")


def house_of(members: Iterable[tuple[int, Tool]]) -> Style:
    """The style that a proposed name of these tools is written in."""
    return house_style(style_of(base(tool.name)) for _, tool in members)[0]


# ----------------------------------------------------------------------------------------------------------------- namespaces


def seen_together(toolset: Toolset) -> list[list[tuple[int, Tool]]]:
    """The tools that one model sees together, with their indexes: the whole set, or each tool of a data set alone."""
    numbered = list(enumerate(toolset.tools))
    return [[pair] for pair in numbered] if toolset.independent else [numbered]


def namespaces(
    names: Sequence[tuple[str, ...]], server: str | None, extra: Iterable[str], is_verb: Callable[[str], bool]
) -> list[int]:
    """How many leading words of each name (given as its words) only say whose tool it is.

    Those are the words of `extra`, `mcp`, the words of the server's name, and any run of words that at least three tools start
    with. A verb that is not in `extra` ends the run, and one word is always left. Linear in the number of names.
    """
    given = {token for text in extra for token in tokens(text)}
    known = {"mcp", *tokens(server or "")}
    runs: Counter[tuple[str, ...]] = Counter()
    for words in names:
        runs.update(words[:length] for length in range(1, min(len(words), _LONGEST_NAMESPACE + 1)))
    lengths: list[int] = []
    for words in names:
        length = 0
        while length < len(words) - 1:
            word = words[length]
            shared = length < _LONGEST_NAMESPACE and runs[words[: length + 1]] >= _SHARED
            if word not in given and (is_verb(word) or not (shared or word in known)):
                break
            length += 1
        lengths.append(length)
    return lengths
