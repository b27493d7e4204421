"""The same definitions as JSON and as YAML with comments: fixes give the same values, and touch nothing else in the YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from schemalint.cli.main import main
from schemalint.frameworks.common.signs import pydantic_title
from schemalint.linting.page import cases, examples
from schemalint.linting.rule import builtin, load
from schemalint.schema.equal import written_alike
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.text import json_text, yaml_text
from schemalint.text.document import Document
from schemalint.text.edit.quoting import is_plain

ROOT = Path(__file__).resolve().parents[1]
LEAST = 40
_GONE = object()


# ------------------------------------------------------------------------------------------------------------- the definitions


def parsed(text: str, *, yaml: bool) -> Document:
    (document,) = yaml_text.parse(text) if yaml else [json_text.parse(text)]
    assert isinstance(document, Document), document
    return document


def definitions() -> Iterator[Json]:
    """Tools of our own, each once: those of the fixtures, and those on which pages and cases of rules show a fix."""
    values: list[Json] = []
    for path in sorted(path for folder in ("good", "bad", "demo") for path in (ROOT / "fixtures" / folder).glob("*.json")):
        value = json.loads(path.read_text(encoding="utf-8"))
        tools = value.get("tools") if isinstance(value, dict) else value
        values += tools if isinstance(tools, list) else []
    for rule in load(builtin()).values():
        file = ROOT / "tests" / "rules" / f"{rule.id.replace('-', '_')}.yaml"
        shown = [*examples(rule.page), *(cases(file.read_text(encoding="utf-8")) if file.is_file() else ())]
        for example in shown:
            if example.after is not None:
                values += parsed(example.before, yaml=example.language == "yaml").value
    seen: set[str] = set()
    for value in values:
        key = json.dumps(value, sort_keys=True)
        if isinstance(value, dict) and isinstance(value.get("name"), str) and key not in seen:
            seen.add(key)
            yield value


def soiled(value: Json) -> Json:
    """A definition as a generator makes it of a function: the docstring raw, and a title for each parameter."""
    text = value.get("description")
    told = {"description": f"{text.strip()}\n\n    It is read on every call.  \n    "} if isinstance(text, str) else {}
    for member in ("parameters", "inputSchema", "input_schema"):
        schema = value.get(member)
        properties = schema.get("properties") if isinstance(schema, dict) else None
        if isinstance(properties, dict):
            titled = {
                name: {**one, "title": pydantic_title(name)} if isinstance(one, dict) else one
                for name, one in properties.items()
            }
            return {**value, **told, member: {**schema, "properties": titled}}
    return {**value, **told}


DEFINITIONS = list(definitions())
SOILED = list(map(soiled, DEFINITIONS))


# ------------------------------------------------------------------------------------------------------------------- the twins


class Writer:
    """A value as block YAML: one member a line, quotes of all kinds, comments above members and behind them.

    `lines` pairs each line with the place that it belongs to; a comment above a member belongs to what holds the member.
    """

    def __init__(self, value: Json, seed: int) -> None:
        self.random = Random(seed)
        self.unit = self.random.choice([2, 4])
        self.lines: list[tuple[str, Pointer]] = [("# The tools of one agent.", ())]
        self.comments: dict[str, Pointer] = {"The tools of one agent.": ()}
        self.write(value, (), 0, "")
        self.text = "".join(f"{line}\n" for line, _ in self.lines)

    def write(self, value: Json, at: Pointer, column: int, head: str) -> None:
        """`head` is what stands before the first line: dashes, and the spaces up to them."""
        for step, member in value.items() if isinstance(value, dict) else enumerate(value):
            here = (*at, step)
            start = head or " " * column
            if not head and self.random.random() < 0.2:
                self.comments[f"above {len(self.lines)}"] = at
                self.lines.append((f"{' ' * column}# above {len(self.lines)}", at))
            head = ""
            lead = f"{start}{self.scalar(str(step), key=True)}:" if isinstance(value, dict) else f"{start}-"
            if isinstance(member, (dict, list)) and member:
                deeper = column + (2 if isinstance(value, list) else self.unit)
                if isinstance(value, list):
                    self.write(member, here, deeper, f"{lead} ")
                else:
                    self.lines.append((lead + self.comment(here), here))
                    self.write(member, here, deeper, "")
            elif isinstance(member, str) and self.fits_block(member):
                mark = "|" if member.endswith("\n") else "|-"
                self.lines.append((f"{lead} {mark}{self.comment(here)}", here))
                for line in member.removesuffix("\n").split("\n"):
                    self.lines.append((" " * (column + self.unit) + line if line else "", here))
            else:
                self.lines.append((f"{lead} {self.scalar(member)}{self.comment(here)}", here))

    def comment(self, at: Pointer) -> str:
        if self.random.random() > 0.3 or not isinstance(at[-1], str):
            return ""
        said = f"behind {len(self.lines)}"
        self.comments[said] = at
        return f"   # {said}"

    def fits_block(self, text: str) -> bool:
        lines = text.removesuffix("\n").split("\n")
        return len(lines) > 1 and all(line.isprintable() and line == line.rstrip() for line in lines) and lines[0][:1].isalnum()

    def scalar(self, value: Json, *, key: bool = False) -> str:
        if not isinstance(value, str):
            return json.dumps(value)
        quote = self.random.choice(["", "", "", "'", '"'])
        if not quote and is_plain(value, flow=False):
            return value
        if value.isprintable() and quote == "'":
            return "'" + value.replace("'", "''") + "'"
        return json.dumps(value, ensure_ascii=self.random.random() < 0.5 and not key)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A definition, its twin, and what both were after the fixes: of each the text and the value."""

    twin: Writer
    json_before: str
    json_after: str
    yaml_after: str


def fixed(folder: Path, values: Sequence[Json], *flags: str) -> list[Fixed]:
    """All definitions fixed in one run; each lies in a folder of its own, so that no two form a set."""
    twins = [Writer([value], seed) for seed, value in enumerate(values)]
    files = [(folder / f"{i}" / "json" / "t.json", folder / f"{i}" / "yaml" / "t.yaml") for i in range(len(twins))]
    texts = [json.dumps([value], indent=2, ensure_ascii=False) + "\n" for value in values]
    for (one, other), text, twin in zip(files, texts, twins, strict=True):
        one.parent.mkdir(parents=True)
        other.parent.mkdir(parents=True)
        one.write_text(text, encoding="utf-8")
        other.write_text(twin.text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("schemalint.cli.main.gc.disable", lambda: None)
        main(["check", "--isolated", "--select", "ALL", "--output-file", "report.txt", *flags, "."])
    return [
        Fixed(twin, text, one.read_text(encoding="utf-8"), other.read_text(encoding="utf-8"))
        for twin, text, (one, other) in zip(twins, texts, files, strict=True)
    ]


@pytest.fixture(scope="module", params=["--fix", "--unsafe-fixes"])
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Fixed]:
    if request.param == "--fix":
        return fixed(tmp_path_factory.mktemp("twins"), SOILED, "--fix")
    return fixed(tmp_path_factory.mktemp("twins"), DEFINITIONS, "--fix", "--unsafe-fixes")


# ------------------------------------------------------------------------------------------------------------- what must hold


def changed(old: Json, new: Json, at: Pointer = ()) -> Iterator[Pointer]:
    """The places that are not the same any more, as far up as they are members of objects; a list counts as one value."""
    if isinstance(old, dict) and isinstance(new, dict) and (old.keys() & new.keys() or not (old or new)):
        for key in {**old, **new}:
            if key not in old or key not in new:
                yield (*at, key)
            else:
                yield from changed(old[key], new[key], (*at, key))
    elif is_list_of_objects(old) and is_list_of_objects(new) and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from changed(before, after, (*at, index))
    elif not written_alike(old, new):
        yield at


def is_list_of_objects(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def lies_in(at: Pointer, places: set[Pointer]) -> bool:
    return any(at[:length] in places for length in range(len(at) + 1))


def undashed(line: str) -> str:
    """A line whose dash may have come from a member above it that is gone."""
    return re.sub(r"^((?: |- )*)(?=\S)", lambda match: " " * len(match[1]), line)


def lines_of(text: str, document: Document, places: set[Pointer]) -> set[int]:
    """The numbers of the lines, from 0, that hold places of a text, with their keys."""
    lines = text.splitlines()
    numbers: set[int] = set()
    for at in places:
        span, extent = document.locate(at), document.extent(at)
        if span is not None and extent is not None:
            first, last = span.line - 1, text.count("\n", 0, max(extent[0], extent[1] - 1))
            while last > first and (not lines[last].strip() or lines[last].lstrip().startswith("#")):
                last -= 1  # what stands below a block belongs to what follows
            numbers |= set(range(first, last + 1))
    return numbers


def test_both_twins_say_the_same_before_and_after(twins: list[Fixed]) -> None:
    for one in twins:
        assert written_alike(parsed(one.twin.text, yaml=True).value, parsed(one.json_before, yaml=False).value)
        assert written_alike(parsed(one.yaml_after, yaml=True).value, parsed(one.json_after, yaml=False).value), one.twin.text


def test_at_least_forty_distinct_definitions_are_fixed(twins: list[Fixed]) -> None:
    mended = {one.json_before for one in twins if one.json_after != one.json_before}
    assert LEAST <= len(mended)
    assert len(mended) == sum(one.yaml_after != one.twin.text for one in twins)


def test_every_comment_stays_but_those_inside_of_what_is_replaced_or_on_its_line(twins: list[Fixed]) -> None:
    kept = 0
    for one in twins:
        old, new = (parsed(text, yaml=True).value for text in (one.twin.text, one.yaml_after))
        inside = set(changed(old, new))
        before, left = ([said for _, said in yaml_text.comments(text)] for text in (one.twin.text, one.yaml_after))
        may_go = {said for said in before if lies_in(one.twin.comments[said], inside)}
        # Behind a scalar that another one replaces a comment stays; behind a member that is gone it goes with the line.
        replaced = {at for at in inside if all(is_scalar(value_at(value, at, _GONE)) for value in (old, new))}
        must_stay = {said for said, at in one.twin.comments.items() if said not in may_go or at in replaced}
        assert [said for said in before if said in must_stay] == [said for said in left if said in must_stay], one.yaml_after
        assert left == [said for said in before if said in left]
        kept += len(must_stay)
    assert kept > 3 * len(twins)


def is_scalar(value: Json) -> bool:
    return isinstance(value, (str, int, float, bool))


def test_every_line_outside_of_what_is_edited_stays_as_it_was(twins: list[Fixed]) -> None:
    for one in twins:
        old, new = parsed(one.twin.text, yaml=True), parsed(one.yaml_after, yaml=True)
        places = set(changed(old.value, new.value))
        before = [undashed(line) for line, at in one.twin.lines if not lies_in(at, places)]
        edited = lines_of(one.yaml_after, new, places)
        # A comment inside of a list that is gone may stay where it was.
        inside = {line for line, at in one.twin.lines if line.lstrip().startswith("#") and lies_in(at, places)}
        after = [undashed(line) for i, line in enumerate(one.yaml_after.splitlines()) if i not in edited and line not in inside]
        assert before == after, one.yaml_after


def test_what_needs_no_fix_keeps_every_byte(twins: list[Fixed]) -> None:
    same_text = [
        one for one in twins if written_alike(*(parsed(text, yaml=False).value for text in (one.json_before, one.json_after)))
    ]
    assert [] == [one.twin.text for one in same_text if (one.twin.text, one.json_before) != (one.yaml_after, one.json_after)]
