"""Whether a change that `diff` does not call breaking breaks no call: `python tests/change_campaign.py [--write]`.

Takes tools of the corpus beside the project, edits their parameters at random (one to three edits, each the size of what an
author does), compares both ways round, makes instances of the old schema by hand, and asks jsonschema, with an empty registry,
whether each valid one is still valid under the new schema. Prints how many pairs were graded how, how many changes could not be
told, and every counterexample; then makes as many pairs that only widen, of which none may be called breaking. Exits 1 where
there is a counterexample, where more than one edit in twenty cannot be told or more than 3 of 1,000 wideners are called
breaking. `--write` keeps the result in tests/campaigns/diff.md. The functions serve tests/test_subsume.py too, on schemas
of our own.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from change_widening import widened
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry

from schemalint.change.compare import diff
from schemalint.model import Tool, Toolset
from schemalint.schema.forms import dialect, faults
from schemalint.schema.keywords import subschemas
from schemalint.schema.pointer import pointer_text
from schemalint.schema.references import dead_ends

ROOT = Path(__file__).resolve().parents[1]
RESULT = ROOT / "tests" / "campaigns" / "diff.md"
Schema = dict[str, Any]
WORDS = [
    "",
    "a",
    "ab",
    "abc",
    "id-1",
    "2024-01-31",
    "2024-01-31T10:00:00Z",
    "12",
    "me@example.com",
    "https://example.com",
    "A_B",
    "x" * 40,
]
UNDECLARED = ["zz_undeclared", "zz_other"]
NAMES = ["alpha", "beta", "gamma", "delta"]
PATTERNS = ["^[a-z]+$", "^\\d+$", "^[A-Z]", ".", "^(a|ab|zz)$", "[0-9]{2}"]


# ---------------------------------------------------------------------------------------------------------------- mutation


def nodes(schema: Any) -> list[Schema]:
    """Every object schema inside of one, itself first."""
    found, stack = [], [schema]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            found.append(one)
            stack.extend(sub for _, sub in subschemas(one))
    return found


def edit_bound(one: Schema, root: Schema, chance: random.Random) -> bool:
    kinds = kinds_of(one)
    pairs = {
        "integer": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        "number": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        "string": ["minLength", "maxLength"],
        "array": ["minItems", "maxItems", "uniqueItems"],
        "object": ["minProperties", "maxProperties"],
    }
    known = [keyword for kind in kinds for keyword in pairs.get(kind, [])]
    if not known:
        return False
    keyword = chance.choice([keyword for keyword in known if keyword in one] or known)
    if keyword in one and chance.random() < 0.3:
        del one[keyword]
    elif keyword == "uniqueItems":
        one[keyword] = not one.get(keyword, False)
    elif keyword == "multipleOf":
        # Powers of two: jsonschema divides floats, and would not find 0.3 a multiple of 0.1.
        one[keyword] = chance.choice([1, 2, 3, 4, 6] if "integer" in kinds else [0.25, 0.5, 1, 1.5, 2])
    else:
        base = one.get(keyword, chance.randint(0, 12))
        least = 0 if keyword.startswith(("minL", "maxL", "minI", "maxI", "minP", "maxP")) else -20
        one[keyword] = max(
            least, (base if isinstance(base, int) and not isinstance(base, bool) else 3) + chance.choice([-3, -1, 0, 1, 2, 5])
        )
    return True


def kinds_of(one: Schema) -> list[str]:
    declared = one.get("type")
    return [declared] if isinstance(declared, str) else [kind for kind in declared or [] if isinstance(kind, str)]


def edit_type(one: Schema, root: Schema, chance: random.Random) -> bool:
    if one is root:
        return False
    kinds = kinds_of(one)
    what = chance.randrange(6)
    if what == 0 and kinds:
        one["type"] = [*dict.fromkeys([*kinds, "null"])]
    elif what == 1 and len(kinds) > 1:
        one["type"] = chance.choice(kinds)
    elif what == 2 and kinds:
        one["type"] = [*dict.fromkeys([*kinds, chance.choice(["string", "integer", "boolean", "number", "array"])])]
    elif what == 3 and "integer" in kinds:
        one["type"] = "number"
    elif what == 4 and "number" in kinds:
        one["type"] = "integer"
    elif what == 5:
        one["type"] = chance.choice(["string", "integer", "boolean", "object"])
    else:
        one.pop("type", None)
    return True


def edit_enum(one: Schema, root: Schema, chance: random.Random) -> bool:
    values = one.get("enum")
    if not isinstance(values, list) or not values:
        if kinds_of(one) != ["string"]:
            return False
        one["enum"] = chance.sample(["a", "ab", "abc", "12", "A_B"], 3)
        return True
    values = list(values)
    what = chance.randrange(4)
    if what == 0 and len(values) > 1:
        values.pop(chance.randrange(len(values)))
    elif what == 1:
        values.append(f"new_{chance.randint(0, 9)}" if all(isinstance(one, str) for one in values) else 77)
    elif what == 2:
        chance.shuffle(values)
    else:
        del one["enum"]
        return True
    one["enum"] = values
    return True


def edit_text(one: Schema, root: Schema, chance: random.Random) -> bool:
    key = chance.choice(["description", "description", "title", "default", "examples"])
    if key in one and chance.random() < 0.4:
        del one[key]
    else:
        one[key] = ["x"] if key == "examples" else f"{one.get(key, '')} edited"
    return True


def edit_members(one: Schema, root: Schema, chance: random.Random) -> bool:
    members = one.get("properties")
    if not isinstance(members, dict):
        return False
    what = chance.randrange(7)
    names = list(members)
    needed = [name for name in one.get("required", []) if isinstance(name, str)]
    if what == 0:
        members[chance.choice(NAMES)] = chance.choice([{"type": "string"}, {"type": "integer", "minimum": 0}, {}])
    elif what == 1 and names:
        members.pop(chance.choice(names))
    elif what == 2 and names:
        name = chance.choice(names)
        members[f"{name}_{chance.choice(NAMES)}"] = members.pop(name)
    elif what == 3 and names:
        one["required"] = [*dict.fromkeys([*needed, chance.choice(names)])]
    elif what == 4 and needed:
        needed.remove(chance.choice(needed))
        one["required"] = needed
    elif what == 5:
        items = list(members.items())
        chance.shuffle(items)
        one["properties"] = dict(items)
    else:
        one["additionalProperties"] = chance.choice([True, False, False, {"type": "string"}])
        if chance.random() < 0.3:
            del one["additionalProperties"]
    return True


def edit_elements(one: Schema, root: Schema, chance: random.Random) -> bool:
    if "array" not in kinds_of(one):
        return False
    if isinstance(one.get("items"), dict) and chance.random() < 0.3:
        del one["items"]
    elif chance.random() < 0.2 and dialect(root) == "2020-12":
        one["prefixItems"] = [{"type": "string"}, {}][: chance.randint(1, 2)]
    else:
        one["items"] = chance.choice(
            [{"type": "string"}, {"type": ["string", "integer"]}, {"type": "object", "properties": {}}]
        )
    return True


def edit_shape(one: Schema, root: Schema, chance: random.Random) -> bool:
    """The same said in another form, or nearly so."""
    if one is root:
        return False
    before = dict(one)
    what = chance.randrange(7)
    if what == 0:
        name = f"d{chance.randint(0, 999)}"
        one.clear()
        root.setdefault("$defs", {})[name] = before
        one["$ref"] = f"#/$defs/{name}"
    elif what == 1:
        one.clear()
        one["anyOf"] = [before, {"type": "null"}]
    elif what == 2:
        one.clear()
        one["allOf"] = [before]
    elif what == 3:
        one.clear()
        one["anyOf"] = [
            before,
            chance.choice([{"type": "boolean"}, {"type": "array", "items": {"type": "string"}}, {"const": "zz"}]),
        ]
    elif what == 4 and "enum" in one and one["enum"]:
        one["anyOf"] = [{"const": value} for value in one.pop("enum")]
    elif what == 5 and any(keyword in one for keyword in ("anyOf", "oneOf")):
        arms = one["anyOf" if "anyOf" in one else "oneOf"]
        if isinstance(arms, list) and len(arms) > 1:
            arms.pop(chance.randrange(len(arms))) if chance.random() < 0.5 else chance.shuffle(arms)
    else:
        items = list(one.items())
        chance.shuffle(items)
        one.clear()
        one.update(items)
    return True


def edit_rare(one: Schema, root: Schema, chance: random.Random) -> bool:
    """What few schemas have: patterns, formats, conditions and the like."""
    kinds = kinds_of(one)
    what = chance.randrange(6)
    if what == 5:
        condition: Schema = chance.choice(
            [{"type": "integer", "minimum": 3}, {"type": "string"}, {"maximum": -1}, {"enum": ["a"]}]
        )
        one.update({"if": condition, chance.choice(["then", "else"]): chance.choice([{"multipleOf": 2}, {"minLength": 2}])})
    elif what <= 1 and "string" in kinds:
        if "pattern" in one and chance.random() < 0.5:
            del one["pattern"]
        else:
            one["pattern"] = chance.choice(PATTERNS)
    elif what == 2 and "string" in kinds:
        one["format"] = chance.choice(["date", "uri"])
    elif what == 3 and "object" in kinds:
        one["patternProperties"] = {"^x_": chance.choice([{"type": "string"}, {"type": "integer"}])}
    elif what == 4:
        extra: Schema = chance.choice([{"not": {"const": "a"}}, {"if": {"type": "string"}, "then": {"minLength": 1}}])
        one.update(copy.deepcopy(extra))
    else:
        return False
    return True


EDITS: Sequence[tuple[int, Callable[[Schema, Schema, random.Random], bool]]] = (
    (3, edit_bound),
    (3, edit_type),
    (3, edit_enum),
    (3, edit_text),
    (5, edit_members),
    (2, edit_elements),
    (3, edit_shape),
    (1, edit_rare),
)


def mutated(schema: Schema, chance: random.Random) -> tuple[Schema, int]:
    """A copy with one to three edits, and how many there are."""
    new: Schema = copy.deepcopy(schema)
    wanted, done = chance.choice([1, 1, 2, 3]), 0
    for _ in range(30):
        if done == wanted:
            break
        one = chance.choice(nodes(new))
        (edit,) = chance.choices([edit for _, edit in EDITS], [weight for weight, _ in EDITS])
        done += edit(one, new, chance)
    return new, done


# --------------------------------------------------------------------------------------------------------------- instances


def instance(schema: Any, root: Any, names: Sequence[str], chance: random.Random, room: int = 7) -> Any:
    """A value that may well fit a schema, with a liking for the edges of its bounds. `names` are members to try in maps."""
    if not isinstance(schema, dict) or not room:
        return chance.choice(["a", 1, None, True, 1.5, [], {}])
    if isinstance(schema.get("$ref"), str):
        led = followed(schema["$ref"], root)
        schema = {**(led if isinstance(led, dict) else {}), **{k: v for k, v in schema.items() if k != "$ref"}}
    for keyword in ("allOf", "anyOf", "oneOf"):
        arms = schema.get(keyword)
        if isinstance(arms, list) and arms:
            chosen = arms if keyword == "allOf" else [chance.choice(arms)]
            joined = {k: v for k, v in schema.items() if k != keyword}
            for arm in chosen:
                joined = join(joined, arm if isinstance(arm, dict) else {})
            return instance(joined, root, names, chance, room - 1)
    if "const" in schema:
        return schema["const"]
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return chance.choice(schema["enum"])
    kinds = kinds_of(schema) or ["string", "integer", "number", "boolean", "null", "array", "object"]
    match chance.choice(kinds):
        case "string":
            return text(schema, chance)
        case "integer":
            return int(number(schema, chance))
        case "number":
            return number(schema, chance) + chance.choice([0, 0, 0.5])
        case "boolean":
            return chance.random() < 0.5
        case "null":
            return None
        case "array":
            return elements(schema, root, names, chance, room)
        case _:
            return members(schema, root, names, chance, room)


def followed(ref: str, root: Any) -> Any:
    for step in ref.removeprefix("#").split("/")[1:]:
        root = root.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(root, dict) else None
    return root


def join(one: Schema, other: Schema) -> Schema:
    both = {**one, **other}
    if "properties" in one and "properties" in other:
        both["properties"] = {**one["properties"], **other["properties"]}
    if "required" in one and "required" in other:
        both["required"] = [*dict.fromkeys([*one["required"], *other["required"]])]
    return both


def text(schema: Schema, chance: random.Random) -> str:
    low, high = int(schema.get("minLength", 0)), int(schema.get("maxLength", 60))
    if "pattern" not in schema and chance.random() < 0.6:
        return "a" * chance.choice([low, min(high, low + 1), min(high, 60)])
    fitting = [word for word in WORDS if low <= len(word) <= high]
    return chance.choice(fitting or ["a" * low])


def number(schema: Schema, chance: random.Random) -> float:
    low: float = next((schema[key] for key in ("minimum", "exclusiveMinimum") if key in schema), 0)
    high: float = next((schema[key] for key in ("maximum", "exclusiveMaximum") if key in schema), low + 30)
    step = schema.get("multipleOf", 1)
    value: float = chance.choice(
        [low, low + 1, high, high - 1, (low + high) // 2, low - 10 if "minimum" not in schema else low]
    )
    return value - value % step if isinstance(step, int) and step > 1 else value


def elements(schema: Schema, root: Any, names: Sequence[str], chance: random.Random, room: int) -> list[Any]:
    low, high = schema.get("minItems", 0), schema.get("maxItems", 4)
    first = schema.get("prefixItems", [])
    count = chance.choice([low, min(high, low + 1), min(high, max(low, 4))])
    rest = schema.get("items", {})
    return [instance(first[i] if i < len(first) else rest, root, names, chance, room - 1) for i in range(min(count, 12))]


def members(schema: Schema, root: Any, names: Sequence[str], chance: random.Random, room: int) -> Schema:
    declared: Schema = schema.get("properties") or {}
    needed = [name for name in schema.get("required", []) if isinstance(name, str)]
    often = chance.choice([0.0, 0.5, 1.0])
    value = {
        name: instance(sub, root, names, chance, room - 1)
        for name, sub in declared.items()
        if name in needed or chance.random() < often
    }
    other = schema.get("additionalProperties", True)
    for name in needed:
        if name not in value:
            value[name] = instance(other, root, names, chance, room - 1)
    # The convention that the grades rest on: an object that is merely open is given no member that a later version might
    # declare. A map, whose other members have a schema, may be given any.
    if isinstance(other, dict) and other:
        for name in chance.sample([*UNDECLARED, *names], min(2, len(names) + 2)):
            if name not in declared:
                value[name] = instance(other, root, names, chance, room - 1)
    elif other is not False and chance.random() < 0.3:
        value[chance.choice(UNDECLARED)] = chance.choice(["x", 1, None])
    for pattern, sub in (schema.get("patternProperties") or {}).items():
        if pattern == "^x_" and chance.random() < 0.5:
            value["x_1"] = instance(sub, root, names, chance, room - 1)
    return value


# -------------------------------------------------------------------------------------------------------------- the verdict


def validator(schema: Schema) -> Any:
    """What judges instances; None for a schema that is none, or that refers to nowhere."""
    if any(True for _ in dead_ends(schema)) or any(True for _ in faults(schema)):
        return None
    kind = Draft7Validator if dialect(schema) == "draft-07" else Draft202012Validator
    # The arguments of a call are an object, whether the schema says so or not.
    return kind({**schema, "type": "object"} if "type" not in schema else schema, registry=Registry())


def counterexamples(old: Schema, new: Schema, chance: random.Random, tries: int) -> Iterator[tuple[Any, bool]]:
    """Instances that are valid under the old schema, and whether each is valid under the new one."""
    before, after = validator(old), validator(new)
    if before is None or after is None:
        return
    names = [name for one in nodes(new) for name in (one.get("properties") or {})]
    for _ in range(tries):
        value = instance(before.schema, before.schema, names, chance)
        if isinstance(value, dict) and before.schema.get("properties") and "additionalProperties" not in before.schema:
            value = {
                name: one for name, one in value.items() if name not in UNDECLARED
            }  # as above: closing the root is no break
        if before.is_valid(value):
            yield value, after.is_valid(value)


def pair(schema: Schema, chance: random.Random) -> tuple[Schema, Schema, int]:
    """An old and a new schema, and by how many edits they differ."""
    new, edits = mutated(schema, chance)
    turn = chance.random()
    if turn < 0.25:
        other, more = mutated(schema, chance)
        return other, new, edits + more
    return (schema, new, edits) if turn < 0.65 else (new, schema, edits)


def corpus(folder: Path) -> list[Schema]:
    from schemalint.sources import Source, load

    found: list[Schema] = []
    for source in load(str(folder)):
        if isinstance(source, Source):
            tools = [tool for one in source.toolsets for tool in one.tools]
            found += [
                tool.parameters for tool in tools if isinstance(tool.parameters, dict) and tool.parameters.get("properties")
            ]
    return found


def run(schemas: Sequence[Schema], pairs: int, seed: int, tries: int) -> tuple[Counter[str], list[str]]:
    """How often each thing happened, and the counterexamples."""
    chance = random.Random(seed)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    while counts["pairs"] < pairs:
        old, new, edits = pair(chance.choice(schemas), chance)
        if validator(old) is None or validator(new) is None:
            continue
        counts["pairs"] += 1
        counts["edits"] += edits
        found = diff(Toolset((Tool("t", parameters=old),)), Toolset((Tool("t", parameters=new),)))
        counts[f"graded {found.grade}"] += 1
        unknown = [change for change in found.changes if change.kind == "undecidable"]
        counts["undecidable"] += len(unknown)
        counts["pairs with undecidable"] += bool(unknown)
        valid = list(counterexamples(old, new, chance, tries))
        refused = [value for value, fits in valid if not fits]
        if found.grade == "breaking":
            counts["breaking, and an instance shows it"] += bool(refused)
            continue
        counts["instances of pairs that are not breaking"] += len(valid)
        counts["pairs not breaking that no valid instance was made for"] += not valid
        if refused:
            said = [f"{change.kind} {pointer_text(change.pointer)}" for change in found.changes]
            wrong.append(json.dumps({"old": old, "new": new, "value": refused[0], "changes": said}))
    return counts, wrong


def false_alarms(schemas: Sequence[Schema], pairs: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Of pairs that cannot break by construction: how many are called breaking, and which."""
    chance = random.Random(seed)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    while counts["pairs that only widen"] < pairs:
        old = mutated(chance.choice(schemas), chance)[0]
        new = widened(old, chance)
        if validator(old) is None or validator(new) is None:
            continue
        counts["pairs that only widen"] += 1
        found = diff(Toolset((Tool("t", parameters=old),)), Toolset((Tool("t", parameters=new),)))
        breaking = [change for change in found.changes if change.grade == "breaking"]
        if breaking:
            counts["pairs that only widen, called breaking"] += 1
            said = [f"{change.kind} {pointer_text(change.pointer)}" for change in breaking]
            wrong.append(json.dumps({"old": old, "new": new, "breaking": said}))
    return counts, wrong


def table(counts: Counter[str], wrong: Sequence[str]) -> str:
    rows: list[tuple[str, float]] = [*sorted(counts.items()), ("counterexamples", len(wrong))]
    rows.append(("undecidable, of 100 edits", round(100 * counts["undecidable"] / counts["edits"], 1)))
    rows.append(("pairs with undecidable, of 100", round(100 * counts["pairs with undecidable"] / counts["pairs"], 2)))
    alarms, widening = counts["pairs that only widen, called breaking"], counts["pairs that only widen"]
    rows.append(("pairs that only widen, called breaking, of 100", round(100 * alarms / widening, 2) if widening else 0))
    return "\n".join(["| what | count |", "|---|---:|", *(f"| {name} | {count} |" for name, count in rows)]) + "\n"


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--pairs", type=int, default=20_000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--tries", type=int, default=12, help="instances made for each pair")
    arguments.add_argument("--corpus", type=Path, default=ROOT.parent / "shared" / "corpus" / "mcp")
    arguments.add_argument("--write", action="store_true", help="keep the result")
    given = arguments.parse_args()
    counts, wrong = run(corpus(given.corpus), given.pairs, given.seed, given.tries)
    quiet, alarms = false_alarms(corpus(given.corpus), given.pairs, given.seed)
    result = table(counts + quiet, wrong)
    print(result)
    for one in [*wrong[:20], *alarms[:20]]:
        print(one)
    if given.write:
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(f"# Changes made at random, compared\n\nBy tests/change_campaign.py, seed {given.seed}.\n\n{result}")
    return int(bool(wrong) or counts["undecidable"] > counts["edits"] / 20 or len(alarms) > 0.003 * given.pairs)


if __name__ == "__main__":
    sys.exit(main())
