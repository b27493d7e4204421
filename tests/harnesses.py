"""Random inputs with the structure of real ones, and what must hold of each: a harness for every part that reads strangers'
text.

A harness is a function of a source of randomness; it makes an input, runs the part on it, and returns how often it ran it.
Input N of a harness is the same at every run, so that its number is all that is needed to see it again:

    python tests/fuzz.py --only canon --number 1234
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from schemalint import canon, globs, judge, locking
from schemalint.change.compare import diff
from schemalint.config.keys import ConfigError, Layer, checked
from schemalint.fixing import fix_sources
from schemalint.history import DeveloperMessage, Fold, LogError, Mode, project, read_log, steps
from schemalint.linting import rule as rules
from schemalint.linting.run import Reported, lint
from schemalint.locking import file as lock_file
from schemalint.model import Tool, Toolset
from schemalint.reports.report import report
from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, TooDeep, value_at
from schemalint.schema.references import dead_ends
from schemalint.sources import Source, python, together
from schemalint.sources.file import read_bytes
from schemalint.sources.mcp.messages import Failed, kind_of
from schemalint.sources.mcp.protocol import Ask, Reply, Tell, listing
from schemalint.sources.shapes import recognize
from schemalint.text import json_text, yaml_text
from schemalint.text.document import Document, Malformed

Pick: TypeAlias = random.Random
Harness: TypeAlias = Callable[[Pick], int]
_HERE: Final = Path(__file__).parent

# -------------------------------------------------------------------------------------------------------------------- seeds


@cache
def tools() -> list[dict[str, Json]]:
    """The tools of our own corpus, as an MCP server lists them."""
    files = sorted((_HERE / "corpus" / "mcp").glob("*.json"))
    return [tool for file in files for tool in json.loads(file.read_bytes())["result"]["tools"]]


@cache
def texts(*patterns: str) -> list[str]:
    found = (path for pattern in patterns for path in sorted(_HERE.parent.glob(pattern)))
    return [path.read_text(encoding="utf-8", errors="replace") for path in found if path.stat().st_size < 20_000]


WORDS: Final = (
    "type properties items required enum const anyOf oneOf allOf not if then else $ref $defs definitions $id $schema $anchor"
    " format"
    " pattern minimum maximum exclusiveMinimum multipleOf minLength maxItems minItems uniqueItems additionalProperties default"
    " examples title description nullable dependentRequired dependentSchemas patternProperties propertyNames contains"
    " prefixItems maxContains minContains"
    " unevaluatedProperties contentEncoding deprecated readOnly name inputSchema input_schema parameters function outputSchema"
    " annotations _meta icons cache_control strict tools result"
).split()
SCALARS: Final[tuple[Json, ...]] = (
    *(None, True, False, 0, 1, -1, 1.0, 0.5, 2**53 + 1, 1e300, "", " ", "a", "object", "string", "array", "integer", "strng"),
    *(
        "#",
        "#/",
        "#/$defs/a",
        "#/properties/a",
        "#/$defs/a~1b%25",
        "http://example.invalid/x",
        "^(a+)+$",
        "[",
        "\\",
        "\u202e",
        "\x1b[0m",
    ),
    *("e\u0301", "ﬀ", "\U0001f600", "::error::x", "a.b", "__proto__", "x" * 300, "\n", "null"),
)


def scalar(pick: Pick) -> Json:
    return pick.choice(SCALARS)


def grown(pick: Pick, depth: int) -> Json:
    """A random value that looks like a schema."""
    if depth == 0 or pick.random() < 0.25:
        return scalar(pick)
    if pick.random() < 0.25:
        return [grown(pick, depth - 1) for _ in range(pick.randrange(4))]
    return {pick.choice(WORDS): grown(pick, depth - 1) for _ in range(pick.randrange(4))}


def places(value: Json, at: Pointer = ()) -> Iterator[Pointer]:
    yield at
    if isinstance(value, dict):
        for key, member in value.items():
            yield from places(member, (*at, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from places(member, (*at, index))


def mutated(pick: Pick, value: Json, most: int = 4) -> Json:
    """A copy of a value with a few members replaced, removed, moved, copied, wrapped or added."""
    copy: Json = json.loads(json.dumps(value))
    for _ in range(pick.randrange(1, most + 1)):
        every = list(places(copy))
        at = pick.choice(every)
        if not at:
            continue
        parent: Any = value_at(copy, at[:-1])
        here = parent[at[-1]]
        match pick.randrange(8):
            case 0 | 1:
                parent[at[-1]] = scalar(pick)
            case 2:
                parent[at[-1]] = grown(pick, 3)
            case 3:
                del parent[at[-1]]
            case 4:
                parent[at[-1]] = pick.choice([[here], {"anyOf": [here]}, {pick.choice(WORDS): here}])
            case 5 if isinstance(here, dict):
                here[pick.choice(WORDS)] = json.loads(json.dumps(value_at(copy, pick.choice(every), None)))
            case 6 if isinstance(here, list):
                here.insert(pick.randrange(len(here) + 1), scalar(pick))
            case _:
                if isinstance(parent, dict):
                    parent[pick.choice([*WORDS, "", "a", "$ref", "x" * 70])] = parent.pop(at[-1])
    return copy


_SNIPPETS: Final = (
    *(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "'",
        "\\",
        "\n",
        "\r",
        "\t",
        " ",
        "\0",
        "\ufeff",
        "\u2028",
        "&a",
        "*a",
        "<<",
        "- ",
        "# ",
        "? ",
    ),
    *(
        "|",
        ">",
        "!!",
        "%",
        "@",
        "`",
        "...",
        "---",
        "null",
        "true",
        "1e999",
        "-0",
        "0x1",
        "NaN",
        "\\ud800",
        "\\u0000",
        "é",
        "\ud7ff",
        "//",
        "/*",
    ),
    *(
        "def ",
        "class ",
        "@tool\n",
        "lambda: ",
        "f'",
        '"""',
        "(",
        ")",
        "=",
        "import x\n",
        "[[",
        "]]",
        "= '",
        "schemalint: ignore[",
    ),
)


def torn(pick: Pick, text: str, most: int = 5) -> str:
    """A text with pieces cut, doubled, moved and put in."""
    for _ in range(pick.randrange(1, most + 1)):
        at, end = sorted(pick.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + pick.choice((1, 2, 8, 60)))
        piece = text[at:end]
        match pick.randrange(5):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:end] + piece + text[end:]
            case 2:
                other = pick.randrange(len(text) + 1)
                text = text[:other] + piece + text[other:]
            case _:
                text = text[:at] + pick.choice(_SNIPPETS) + text[at + pick.randrange(2) :]
    return text


def shuffled(pick: Pick, value: Json) -> Json:
    """The value with the members of each object in another order."""
    if isinstance(value, dict):
        members = list(value.items())
        pick.shuffle(members)
        return {key: shuffled(pick, member) for key, member in members}
    return [shuffled(pick, member) for member in value] if isinstance(value, list) else value


def wrapped(pick: Pick, listed: list[Json]) -> Json:
    """Tools in one of the shapes that wires and files have."""
    plain: list[Any] = [tool for tool in listed if isinstance(tool, dict)]
    openai: list[Json] = [
        {
            "type": "function",
            "function": {"name": t.get("name"), "description": t.get("description"), "parameters": t.get("inputSchema")},
        }
        for t in plain
    ]
    gemini = [{key if key != "inputSchema" else "parameters": value for key, value in t.items()} for t in plain]
    shapes: list[Json] = [
        *(
            listed,
            {"tools": listed},
            {"result": {"tools": listed}, "jsonrpc": "2.0", "id": 1},
            openai,
            {"tools": openai, "model": "m"},
        ),
        *([{"functionDeclarations": gemini}], {"tools": [{"functionDeclarations": gemini}]}, plain[0] if plain else None),
        {"toolConfig": {"tools": [{"toolSpec": {**t, "inputSchema": {"json": t.get("inputSchema")}}} for t in plain]}},
        {str(t.get("name")): t for t in plain},
    ]
    return pick.choice(shapes)


def some_tools(pick: Pick, most: int = 3) -> list[Json]:
    return [mutated(pick, pick.choice(tools())) for _ in range(pick.randrange(1, most + 1))]


def read_tool(pick: Pick) -> Tool | None:
    found = recognize([mutated(pick, pick.choice(tools()), 6)], named=True)
    return next((tool for group in found.groups for tool in group.tools), None)


# ---------------------------------------------------------------------------------------------------------- texts and values


def reader(pick: Pick) -> int:
    """JSON text: never raises; what is sound is what `json` reads, and every place of it is found in the text."""
    text = json.dumps(wrapped(pick, some_tools(pick, 1)), indent=pick.choice((None, 2)), ensure_ascii=pick.random() < 0.5)
    if pick.random() < 0.7:
        text = torn(pick, text)
    parsed = json_text.parse(text)
    json_text.parse(text, comments=True)
    if isinstance(parsed, Document) and not parsed.faults:
        assert written_alike(parsed.value, json.loads(text))
        for at in pick.sample(every := list(places(parsed.value)), min(5, len(every))):
            extent = parsed.extent(at)
            assert extent is not None
            assert parsed.locate(at) is not None
            assert written_alike(json.loads(text[slice(*extent)]), value_at(parsed.value, at))
    json_text.parse_lines(text)
    return 3


def yaml(pick: Pick) -> int:
    """YAML text: never raises; a JSON text is read as JSON reads it."""
    if pick.random() < 0.3:
        value = wrapped(pick, some_tools(pick, 1))
        text = json.dumps(value, ensure_ascii=True)
        parsed = yaml_text.parse(text)
        read = json_text.parse(text)
        if len(parsed) == 1 and isinstance(parsed[0], Document) and isinstance(read, Document) and not parsed[0].faults:
            assert written_alike(parsed[0].value, read.value)
        return 1
    seed = pick.choice(texts("fixtures/good/*.yaml", "fixtures/canon/*.yaml", "fixtures/broken/*.yaml", "fixtures/demo/*.yaml"))
    start = pick.randrange(max(len(seed) - 600, 1))
    text = torn(pick, seed[start : start + 600])
    yaml_text.parse(text)
    list(yaml_text.comments(text))
    return 2


def shapes(pick: Pick) -> int:
    """Any value is recognized or not, and every tool of it has a place in it."""
    value = mutated(pick, wrapped(pick, some_tools(pick)))
    for named in (True, False):
        for group in recognize(value, named=named).groups:
            for tool in group.tools:
                for at in tool.places.values():
                    missing = object()
                    assert value_at(value, at, missing) is not missing
    return 2


def walk(pick: Pick) -> int:
    """The walk ends, and visits no place twice."""
    tool = Tool("a", "b", mutated(pick, pick.choice(tools()).get("inputSchema", {}), 8))
    try:
        nodes = list(tool.nodes())
    except TooDeep:
        return 1
    assert len(nodes) == len({node.at for node in nodes})
    for node in nodes[:20]:
        judge.mismatch(scalar(pick), node)
    dead_ends(tool.parameters, ("parameters",)) if isinstance(tool.parameters, dict) else ()
    return 2


def canonical(pick: Pick) -> int:
    """Canonical bytes are a fixed point, and the order of members does not show in them."""
    value: Json = [mutated(pick, pick.choice(tools()), 6)]
    runs = 0
    for group in recognize(value, named=True).groups:
        if any(
            _is_bare_map(tool.parameters) or not (tool.has("description") or tool.has("parameters")) for tool in group.tools
        ):
            continue  # nothing in a name alone, and in a map of maps, says what it was written as
        try:
            data = canon.canonical(Toolset(group.tools))
        except canon.CanonError:
            continue
        again = [tool for own in recognize(json.loads(data), named=True).groups for tool in own.tools]
        assert data == canon.canonical(Toolset(tuple(again)))
        others = [tool for own in recognize(shuffled(pick, value), named=True).groups for tool in own.tools]
        assert data == canon.canonical(Toolset(tuple(others)))
        runs += 3
    return runs


def _is_bare_map(parameters: Json) -> bool:
    """Whether a schema that was written under `inputSchema` reads as a map of parameters under `parameters`."""
    members = (
        [one for key, one in parameters.items() if key != "type" or isinstance(one, dict)]
        if isinstance(parameters, dict)
        else []
    )
    return bool(members) and all(isinstance(member, dict) for member in members)


def globbing(pick: Pick) -> int:
    """A pattern of stars and letters matches what the same pattern matches when tried in every way."""
    pattern = "".join(pick.choice("ab*?") for _ in range(pick.randrange(1, 8)))
    text = "".join(pick.choice("ab") for _ in range(pick.randrange(8)))

    def slowly(i: int, j: int) -> bool:
        if i == len(pattern):
            return j == len(text)
        if pattern[i] == "*":
            return slowly(i + 1, j) or (j < len(text) and slowly(i, j + 1))
        return j < len(text) and pattern[i] in ("?", text[j]) and slowly(i + 1, j + 1)

    assert slowly(0, 0) == globs.fits(globs.segment(pattern), text)
    with suppress(globs.BadPattern):
        globs.fits(globs.segment(torn(pick, pattern + "[a-c]") or "*"), text)
    return 2


# ------------------------------------------------------------------------------------------------------------ whole commands


@cache
def _rules() -> tuple[rules.Rule, ...]:
    return tuple(rules.load(rules.builtin()).values())


def _checked(sources: tuple[Source, ...] | list[Source]) -> list[Reported]:
    found = ((toolset, lint(toolset, _rules())) for toolset in together(sources))
    return list(report(sources, (), found).findings)


def fixes(pick: Pick) -> int:
    """Every rule runs on any tool; fixes end, leave a text that is read as the same tools, and have nothing more to do then."""
    text = json.dumps(some_tools(pick, 1), indent=2)
    sources = [one for one in read_bytes("a.json", text.encode(), 2**24, named=True) if isinstance(one, Source)]
    unsafe = pick.random() < 0.5
    done = fix_sources(sources, lambda now: _checked(list(now)), unsafe=unsafe)
    for source in done.sources:
        assert isinstance(json_text.parse(source.text), Document)
    again = fix_sources(done.sources, lambda now: _checked(list(now)), unsafe=unsafe)
    assert [one.text for one in done.sources] == [one.text for one in again.sources]
    return 2


def difference(pick: Pick) -> int:
    """Any two tools can be compared; a tool does not differ from itself, in whatever order its members are."""
    old = read_tool(pick)
    if old is None:
        return 0
    changed = recognize([mutated(pick, _wire(old))], named=True)
    new = next((one for group in changed.groups for one in group.tools), old)
    try:
        diff(Toolset((old,)), Toolset((new,)))
        assert not diff(Toolset((old,)), Toolset((old,))).changes
    except canon.CanonError:
        pass
    return 2


def _wire(tool: Tool) -> Json:
    members = tool.members()
    extra = members.pop("extra", {})
    return {
        **extra,
        **{{"parameters": "inputSchema", "output_schema": "outputSchema"}.get(k, k): v for k, v in members.items()},
    }


@cache
def _locks() -> list[tuple[Json, Toolset]]:
    sets = [
        Toolset(tuple(t for g in recognize(tools()[i : i + 3], named=True).groups for t in g.tools)) for i in range(0, 30, 3)
    ]
    texts = [locking.lock_text(locking.lock([one]), store_text=n % 2 == 0) for n, one in enumerate(sets)]
    return [(json.loads(text), one) for text, one in zip(texts, sets, strict=True)]


def locks(pick: Pick) -> int:
    """A lock file is read or refused with a reason; what is read can be compared and written."""
    value, toolset = pick.choice(_locks())
    text = torn(pick, json.dumps(value)) if pick.random() < 0.3 else json.dumps(mutated(pick, value))
    try:
        lock = lock_file.parse(text)
    except locking.LockError:
        return 1
    locking.drift(lock, locking.lock([toolset]))
    lock_file.parse(locking.lock_text(lock))
    return 3


@cache
def _log() -> list[Json]:
    lines = (_HERE.parent / "fixtures" / "demo" / "agent" / "history.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def history(pick: Pick) -> int:
    """A log of a conversation is followed or refused with a line."""
    lines = [mutated(pick, line, 2) if pick.random() < 0.15 else line for line in _log()]
    if pick.random() < 0.3:
        lines.insert(pick.randrange(len(lines)), mutated(pick, pick.choice(lines), 1))
    text = "\n".join(map(json.dumps, lines))
    fold, events = Fold(), []
    try:
        for _, event in read_log(torn(pick, text) if pick.random() < 0.1 else text):
            fold.read(event)
            events.append(event)
    except LogError as error:
        assert error.reason  # noqa: PT017
        return 1
    messages = [event for event in events if isinstance(event, DeveloperMessage)]
    mode: Mode = pick.choice(("none", "addition-only", "in-history"))
    if fold.history is not None:
        project(messages, fold.active, mode, fold.history)
        list(steps(events, mode))
    return 3


def source_code(pick: Pick) -> int:
    """Python source is read or refused with a line; nothing of it runs."""
    seed = pick.choice(texts("fixtures/good/*.py", "fixtures/broken/*.py", "fixtures/demo/**/*.py", "tests/static/**/*.py"))
    start = pick.randrange(max(len(seed) - 1_500, 1))
    start = seed.rfind("\n", 0, start) + 1
    text = torn(pick, seed[start : start + 1_500], 3)
    module = python.parse(text)
    if not isinstance(module, Malformed):
        for recognized in module.recognized:
            for group in recognized.groups:
                for tool in group.tools:
                    module.document.nearest(tool.document(("parameters",)))
    return 1


_CONFIGURATION: Final[Json] = {
    "set": "strict",
    "select": ["a"],
    "sources": ["tools.json", "a/**/*.json"],
    "exclude": ["*.b"],
    "fail-on": "error",
    "targets": ["openai"],
    "limits": {"max-file-size": 1000},
    "rules": {"tool-name-invalid": {"severity": "info", "pattern": "a+"}},
    "per-tool-ignores": {"a_*": ["b"]},
    "suppress": [{"tool": "a*", "at": "/properties/x", "rules": ["b"], "reason": "c"}],
    "allow-change": [{"tool": "a", "kind": "b", "reason": "c"}],
    "toolset": [{"sources": ["a"], "server": "s", "trust": "own", "targets": ["gemini"]}],
    "tool-classes": {"a.B": {"name": "name", "description": "spec.text()"}},
}


def configuration(pick: Pick) -> int:
    """A configuration is accepted or refused with its file and key."""
    value = mutated(pick, _CONFIGURATION, 6)
    if pick.random() < 0.2 and isinstance(value, dict):
        value["suppress"] = [{"tool": "a", "rules": ["b"], "expires": date(2027, 1, 1)}]
    text = torn(pick, "[rules.tool-name-invalid]\npattern = 'a'\nsources = [\"x\"]\n[[suppress]]\ntool = 'b'\n")
    layer = Layer(Path("schemalint.toml"), "schemalint.toml", text, ())
    try:
        checked(layer, value)
    except ConfigError as error:
        assert str(error).startswith("schemalint.toml:")  # noqa: PT017
    return 1


def answers(pick: Pick) -> int:
    """Whatever a server answers, it is listed or fails with a sentence."""
    replies: dict[str, Json] = {
        "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
                       "serverInfo": {"name": "s", "version": "1"}, "instructions": "i"},
        "tools/list": {"tools": some_tools(pick), "nextCursor": pick.choice([None, "a"])},
        "prompts/list": {"prompts": [{"name": "p", "description": "d"}]},
        "resources/list": {"resources": [{"uri": "file:///a", "name": "r"}]},
        "resources/templates/list": {"resourceTemplates": [{"uriTemplate": "a{b}", "name": "r"}]},
        "server/discover": {"supportedVersions": ["2026-07-28"], "serverInfo": {}},
    }  # fmt: skip
    conversation = listing(start=1, page=1, limit=2**20)
    runs = 0
    try:
        step = next(conversation)
        while runs < 120:
            runs += 1
            if isinstance(step, Tell):
                step = conversation.send(None)
                continue
            assert isinstance(step, Ask)
            number = step.message["id"]
            result = mutated(pick, replies.get(str(step.message["method"]), {}), 2)
            whole: Json = {"jsonrpc": "2.0", "id": number, "result": result}
            if pick.random() < 0.15:
                error = mutated(
                    pick, {"code": pick.choice([-32601, -32602, -32022]), "message": "m", "data": {"supported": ["2025-06-18"]}}
                )
                whole = {"jsonrpc": "2.0", "id": number, "error": error}
            if kind_of(whole, number) != "answer":
                return runs
            document = json_text.parse(json.dumps(whole))
            assert isinstance(document, Document)
            step = conversation.send(Reply(document, 100))
    except StopIteration as stop:
        recognize({"tools": list(stop.value.tools)}, named=True)
    except Failed as failed:
        assert str(failed)  # noqa: PT017
    return max(runs, 1)


HARNESSES: Final[dict[str, Harness]] = {
    "reader": reader,
    "yaml": yaml,
    "shapes": shapes,
    "walk": walk,
    "canon": canonical,
    "fixes": fixes,
    "diff": difference,
    "locks": locks,
    "history": history,
    "python": source_code,
    "configuration": configuration,
    "answers": answers,
    "globs": globbing,
}


def run(name: str, number: int) -> int:
    """Input `number` of a harness: how often the part ran. Raises what the part raised, or an AssertionError."""
    return HARNESSES[name](random.Random(f"{name} {number}"))
