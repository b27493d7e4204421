"""Rounds of fixes: which are applied together, which wait, which are refused, and how two that disagree are named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest

from schemalint.config import Config
from schemalint.fixing import ROUNDS, FixedSources, FixesDisagree, fix_sources
from schemalint.fixing.offers import FixRefused, can_be_fixed, placed
from schemalint.linting.choose import choose
from schemalint.linting.rule import builtin
from schemalint.linting.rule import load as load_rules
from schemalint.linting.run import Reported, lint
from schemalint.model import REMOVE, Edit, Fix, Tool
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.sources import Source, load
from schemalint.sources.editing import reread
from schemalint.sources.source import Place
from schemalint.targets.safety import worsened

Rule = Callable[[Tool], Iterable[Reported]]
AT: Pointer = ("parameters", "properties", "a", "type")
TOOL = {
    "name": "t",
    "description": "d",
    "parameters": {"type": "object", "properties": {"a": {"type": "x"}}, "required": ["a", "b"]},
}


def source(value: Json, path: str = "t.json") -> Source:
    text = value if isinstance(value, str) else json.dumps(value)
    (read,) = load("-", stdin=BytesIO(text.encode()), stdin_filename=path)
    assert isinstance(read, Source), read
    return read


def said(tool: Tool, rule: str, *edits: Edit, at: Pointer = AT, safe: bool = True) -> Reported:
    return Reported(rule, "warning", tool, at, f"{rule} says so", Fix(f"Do what {rule} wants", edits, safe))


def placed_in(source: Source, finding: Reported) -> Reported:
    assert finding.tool is not None
    return replace(finding, place=Place(finding.tool, finding.at, source))


def where(at: Pointer, value: Json, rule: str, *edits: Edit, safe: bool = True) -> Rule:
    """A rule that finds a value at a place."""

    def find(tool: Tool) -> Iterator[Reported]:
        if value_at(tool.members(), at, KeyError) == value:
            yield said(tool, rule, *edits, at=at, safe=safe)

    return find


def run(rules: Sequence[Rule], *read: Source, unsafe: bool = False) -> tuple[FixedSources, int]:
    """Where a run ends, and how often it looked."""
    looks = 0

    def check(sources: Sequence[Source]) -> Iterator[Reported]:
        nonlocal looks
        looks += 1
        for one in sources:
            for toolset in one.toolsets:
                for tool in toolset.tools:
                    yield from (placed_in(one, reported) for rule in rules for reported in rule(tool))

    return fix_sources(read, check, unsafe=unsafe), looks


def parameters(done: FixedSources) -> Json:
    return done.sources[0].toolsets[0].tools[0].parameters


# -------------------------------------------------------------------------------------------------------------------- rounds


def test_without_findings_nothing_is_done() -> None:
    read = source([TOOL])
    done, looks = run([], read)
    assert (done.sources, done.count, done.refused, looks) == ((read,), 0, (), 1)


def test_fixes_that_do_not_touch_are_applied_in_one_round_and_then_it_is_looked_again() -> None:
    done, looks = run(
        [
            where(AT, "x", "b-rule", Edit(AT, "string")),
            where(("description",), "d", "a-rule", Edit(("description",), "Read a file.")),
        ],
        source([TOOL]),
    )
    assert 'description": "Read a file."' in done.sources[0].text
    assert (parameters(done)["properties"]["a"]["type"], done.count, looks) == ("string", 2, 2)


def test_of_two_that_touch_the_first_rule_wins_and_the_other_waits() -> None:
    whole = Edit(AT[:-1], {"type": "y", "title": "A"})
    waits = where(AT, "x", "b-rule", Edit(AT, "never"))
    follows = where(AT, "y", "b-rule", Edit(AT, "z"))
    done, looks = run([follows, waits, where(AT, "x", "a-rule", whole)], source([TOOL]))
    assert {"type": "z", "title": "A"} == parameters(done)["properties"]["a"]
    assert (done.count, looks) == (2, 3)


def test_two_findings_that_ask_for_the_same_are_both_fixed() -> None:
    rules = [where(AT, "x", name, Edit(AT, "string")) for name in ("a-rule", "b-rule")]
    done, _ = run(rules, source([TOOL]))
    assert (parameters(done)["properties"]["a"]["type"], done.count) == ("string", 2)


def test_removals_from_one_list_by_several_fixes_hit_what_they_mean() -> None:
    at = ("parameters", "required")
    rules = [where((*at, index), name, f"rule-{name}", Edit((*at, index), REMOVE)) for index, name in enumerate("ab")]
    done, _ = run(rules, source([TOOL]))
    assert ([], 2) == (parameters(done)["required"], done.count)


def test_unsafe_fixes_are_applied_only_when_asked_for() -> None:
    rules = [where(AT, "x", "a-rule", Edit(AT, "string"), safe=False)]
    read = source([TOOL])
    assert run(rules, read)[0].sources == (read,)
    assert parameters(run(rules, read, unsafe=True)[0])["properties"]["a"]["type"] == "string"


def test_each_source_is_fixed_and_the_others_stay_the_same_objects() -> None:
    one, other = source([TOOL], "one.json"), source([{**TOOL, "parameters": {}}], "other.yaml")
    done, _ = run([where(AT, "x", "a-rule", Edit(AT, "string"))], one, other)
    assert done.sources[1] is other
    assert ("one.json", True) == (done.sources[0].path, "string" in done.sources[0].text)


@pytest.mark.parametrize("path", ["t.jsonl", "t.ndjson"])
def test_lines_are_fixed_each_in_its_place(path: str) -> None:
    line = json.dumps(TOOL)
    text = f"{line}\n\n{line.replace('x', 'q')}\n{line}"
    done, _ = run([where(AT, "x", "a-rule", Edit(AT, "string"))], source(text, path))
    new = line.replace('"x"', '"string"')
    assert f"{new}\n\n{line.replace('x', 'q')}\n{new}" == done.sources[0].text
    assert done.count == 2


# ------------------------------------------------------------------------------------------------------------------- no end


def test_rules_that_undo_each_other_are_named_with_the_place() -> None:
    rules = [where(AT, "x", "a-rule", Edit(AT, "y")), where(AT, "y", "b-rule", Edit(AT, "x"))]
    with pytest.raises(FixesDisagree, match=r"t\.json: at /0/parameters/.*/type the fixes of a-rule and b-rule undo each"):
        run(rules, source([TOOL]))


def test_a_fix_without_end_is_named() -> None:
    def grows(tool: Tool) -> Iterator[Reported]:
        yield said(tool, "a-rule", Edit(("description",), tool.text + "!"), at=("description",))

    with pytest.raises(FixesDisagree, match=r"at /0/description the fix of a-rule never ends"):
        run([grows], source([TOOL]))


def test_as_many_rounds_as_there_are_may_be_used() -> None:
    def grows(tool: Tool) -> Iterator[Reported]:
        if len(tool.text) < 1 + ROUNDS:
            yield said(tool, "a-rule", Edit(("description",), tool.text + "!"), at=("description",))

    done, looks = run([grows], source([TOOL]))
    assert (done.count, looks) == (ROUNDS, ROUNDS + 1)


def test_a_refused_fix_uses_up_no_rounds() -> None:
    def grows(tool: Tool) -> Iterator[Reported]:
        if len(tool.text) < 1 + ROUNDS:
            yield said(tool, "a-rule", Edit(("description",), tool.text + "!"), at=("description",))

    done, _ = run([grows, where(AT, "x", "b-rule", Edit(("title",), "T"))], source([TOOL]))
    assert (ROUNDS, 1) == (done.count, len(done.refused))


def test_fixes_of_two_places_that_come_back_to_an_earlier_text_are_an_end() -> None:
    def steps(member: Pointer, other: Pointer, rule: str, **said_there: str) -> Rule:
        def find(tool: Tool) -> Iterator[Reported]:
            seen = (value_at(tool.members(), member), value_at(tool.members(), other))
            if (new := said_there.get("_".join(map(str, seen)))) is not None:
                yield said(tool, rule, Edit(member, new), at=member)

        return find

    text: Pointer = ("description",)
    first = steps(text, AT, "a-rule", d_x="e", e_y="d")
    second = steps(AT, text, "b-rule", x_e="y", y_d="x")
    with pytest.raises(FixesDisagree, match=r"t.json: at /0/parameters/properties/a/type the fix of b-rule never ends"):
        run([first, second], source([TOOL]))


def test_fixes_that_are_not_safe_are_left_where_nobody_asks_for_them() -> None:
    read = source([TOOL])
    (tool,) = read.tools()
    finding = placed_in(read, said(tool, "a-rule", Edit(AT, "string"), safe=False))
    assert 0 == fix_sources([read], lambda _: [finding]).count


# ----------------------------------------------------------------------------------------------------------------- refusals


def reasons(rules: Sequence[Rule], read: Source) -> list[str]:
    done, _ = run(rules, read)
    assert done.sources == (read,)
    assert done.count == 0
    return [refusal.reason for refusal in done.refused]


def test_python_is_edited_by_hand_and_the_edit_is_told() -> None:
    edits = (Edit(AT, "string"), Edit((*AT[:-1], "title"), REMOVE))
    (reason,) = reasons([where(AT, "x", "a-rule", *edits)], source(f"TOOLS = [{TOOL!r}]\n", "t.py"))
    assert reason.startswith("Python files are edited by hand; to do what a-rule wants, write")
    assert 'write "string" at /parameters/properties/a/type; remove /parameters/properties/a/title' in reason


def test_a_tool_inside_a_string_is_refused() -> None:
    read = source({"tools": json.dumps([TOOL])})
    (reason,) = reasons([where(AT, "x", "a-rule", Edit(AT, "string"))], read)
    assert reason == "the tool is written inside a string, which is not edited"


FLAT = {"name": "t", "description": "d", "parameters": {"a": {"type": "x"}}}


@pytest.mark.parametrize(
    "edit",
    [Edit(("parameters", "required"), ["a"]), Edit(("parameters", "type"), "object"), Edit(("parameters", "properties"), {})],
)
def test_what_a_bare_map_of_parameters_has_no_place_for_is_refused(edit: Edit) -> None:
    (reason,) = reasons([where(AT, "x", "a-rule", edit)], source([FLAT]))
    other_form = edit.at[-1] == "properties"
    assert ("would be read as other tools" if other_form else "has no place of its own in this form of a tool") in reason


def test_what_a_bare_map_of_parameters_has_a_place_for_is_fixed() -> None:
    done, _ = run([where(AT, "x", "a-rule", Edit(AT, "string"), Edit((*AT[:-1], "enum"), ["y"]))], source([FLAT]))
    assert '"parameters": {"a": {"type": "string", "enum": ["y"]}}' in done.sources[0].text


def test_a_name_that_is_a_key_and_a_member_nobody_wrote_are_refused() -> None:
    named = source({"t": {"description": "d", "parameters": {"type": "object", "properties": {"a": {"type": "x"}}}}})
    assert len(reasons([where(AT, "x", "a-rule", Edit(("name",), "u"))], named)) == 1
    assert len(reasons([where(AT, "x", "a-rule", Edit(("title",), "T"))], source([TOOL]))) == 1


def test_a_file_that_is_only_read_is_not_edited() -> None:
    read = replace(source([TOOL]), read_only=True)
    assert ["there is no file to edit"] == reasons([where(AT, "x", "a-rule", Edit(AT, "string"))], read)


def test_a_fix_after_which_one_of_several_tools_is_another_is_refused() -> None:
    function = {"type": "function", "strict": 1, "function": {**TOOL, "name": "u", "strict": 2}}
    rules = [where(("extra", "strict"), 2, "a-rule", Edit(("extra", "strict"), REMOVE))]
    assert ["the edited text would be read as other tools"] == reasons(rules, source([TOOL, function, TOOL]))


def test_a_fix_that_changes_nothing_is_refused_once() -> None:
    assert reasons([where(AT, "x", "a-rule", Edit(AT, "x"))], source([TOOL])) == ["the fix changes nothing"]


def test_a_fix_whose_place_is_gone_is_refused() -> None:
    edits = (Edit(("parameters", "required", 5), REMOVE),)
    (reason,) = reasons([where(AT, "x", "a-rule", *edits)], source([TOOL]))
    assert "/0/parameters/required/5" in reason


def test_a_fix_after_which_it_is_no_tool_is_refused() -> None:
    edits = (Edit(("description",), REMOVE), Edit(("parameters",), REMOVE))
    assert reasons([where(AT, "x", "a-rule", *edits)], source([TOOL])) == ["the edited text would be read as other tools"]


def test_one_fix_that_cannot_be_written_does_not_keep_the_others() -> None:
    text = "- &t\n  name: t\n  description: d\n  parameters: {}\n- name: u\n  description: d # here\n"
    rule = where(("description",), "d", "a-rule", Edit(("description",), "Read a file."))
    done, _ = run([rule], source(text, "t.yaml"))
    assert text.replace("d # here", "Read a file. # here") == done.sources[0].text
    assert [(1, "t")] == [(done.count, refusal.finding.tool.name) for refusal in done.refused if refusal.finding.tool]
    assert "an anchor" in done.refused[0].reason


def test_the_first_half_of_the_fixes_is_kept_where_the_second_cannot_be_written() -> None:
    text = "- name: t\n  description: d # here\n  parameters: {}\n- &u\n  name: u\n  description: d\n"
    done, _ = run([where(("description",), "d", "a-rule", Edit(("description",), "Read a file."))], source(text, "t.yaml"))
    assert (1, text.replace("d # here", "Read a file. # here")) == (done.count, done.sources[0].text)


def test_an_alias_and_what_it_names_are_refused_both() -> None:
    schema = "{type: object, properties: {a: {type: x}}}"
    text = f"- name: t\n  description: d\n  parameters: &p {schema}\n- name: u\n  description: d\n  parameters: *p\n"
    found = reasons([where(AT, "x", "a-rule", Edit(AT, "string"))], source(text, "t.yaml"))
    assert ["an anchor", "an alias"] == [next(what for what in ("an anchor", "an alias") if what in one) for one in found]


# ------------------------------------------------------------------------------------------------------------- small parts


def test_what_can_be_fixed_is_what_has_a_fix_and_a_place() -> None:
    edit = Edit(AT, "string")
    for read, expected in (
        (source([TOOL]), True),
        (source({"tools": json.dumps([TOOL])}), False),
        (source(f"TOOLS = [{TOOL!r}]\n", "t.py"), False),
    ):
        tool = read.toolsets[0].tools[0]
        assert can_be_fixed(placed_in(read, said(tool, "a-rule", edit))) is expected
        assert not can_be_fixed(placed_in(read, Reported("a-rule", "error", tool, AT, "m")))
        assert not can_be_fixed(placed_in(read, said(tool, "a-rule")))


def test_a_text_is_read_again_as_its_source_was() -> None:
    read = source([TOOL])
    again = reread(read, read.text.replace('"d"', '"e"'))
    assert again is not None
    assert (again.path, again.toolsets[0].tools[0].description) == (read.path, "e")
    assert reread(read, "[]") is None
    assert reread(read, "no") is None


def test_lines_met_in_a_folder_stay_what_they_were(tmp_path: Any) -> None:
    weak = json.dumps({"kind": "note", "text": "no tool"})
    (tmp_path / "t.jsonl").write_text(f"{json.dumps(TOOL)}\n{weak}\n", encoding="utf-8")
    read = next(one for one in load(str(tmp_path)) if isinstance(one, Source))
    done, _ = run([where(AT, "x", "a-rule", Edit(AT, "string"))], read)
    assert (done.count, len(done.sources[0].broken)) == (1, len(read.broken))
    assert weak in done.sources[0].text


def test_a_file_met_in_a_folder_breaks_no_more_when_it_is_read_again(tmp_path: Any) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(f"{json.dumps(TOOL)}\n---\ntitle: no tools\n", encoding="utf-8")
    (read,) = load(str(tmp_path))
    assert isinstance(read, Source)
    done, _ = run([where(AT, "x", "a-rule", Edit(AT, "string"))], read)
    (after,) = done.sources
    assert (1, (), read.skipped) == (done.count, after.broken, after.skipped)


def test_a_place_that_says_something_else_than_the_tool_is_refused() -> None:
    document = [{"name": "t", "parameters": {"type": "object"}}]
    tool = Tool("t", parameters={"type": "string"}, places={(): (0,), ("parameters",): (0, "parameters")})
    with pytest.raises(FixRefused):
        placed(document, tool, [Edit(("parameters", "type"), "object")])
    with pytest.raises(FixRefused):
        placed(document, tool, [Edit(("parameters", "properties"), {})])


# ------------------------------------------------------------------------------------------------------------- portability


def test_a_fix_that_makes_a_known_target_refuse_the_tool_is_refused_with_the_target() -> None:
    value = {**TOOL, "parameters": {"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}}
    place: Pointer = ("parameters", "properties", "a")
    edits = (Edit((*place, "const"), "x"), Edit((*place, "enum"), REMOVE))
    rule = where((*place, "enum"), ["x"], "write-const", *edits)
    ended, _ = run([rule], source(value))
    assert (0, ["gemini would refuse the tool then"]) == (ended.count, [one.reason for one in ended.refused])


def test_a_fix_of_what_a_target_refuses_already_is_applied() -> None:
    value = {**TOOL, "parameters": {"type": "object", "properties": {"a": {"const": "x"}}}}
    place: Pointer = ("parameters", "properties", "a", "const")
    ended, _ = run([where(place, "x", "write-y", Edit(place, "y"))], source(value))
    assert (1, ()) == (ended.count, ended.refused)


def test_no_fix_of_a_rule_makes_a_real_tool_less_portable(shared: Any) -> None:
    """With every rule and unsafe fixes: what any target refuses of a tool before is at least what it refuses after."""
    rules = choose(load_rules(builtin()), Config(), select=["ALL"])
    paths = sorted((shared / "corpus" / "mcp").glob("*.json"))[::3]
    sources = [one for path in paths for one in load(str(path)) if isinstance(one, Source)]

    def check(read: Sequence[Source]) -> Iterator[Reported]:
        for one in read:
            for toolset in one.toolsets:
                yield from (placed_in(one, found) for found in lint(toolset, rules) if found.tool is not None)

    ended = fix_sources(sources, check, unsafe=True)
    assert ended.count > 100
    assert all("would refuse" in one.reason for one in ended.refused)
    for old, new in zip(sources, ended.sources, strict=True):
        for before, after in zip(old.tools(), new.tools(), strict=True):
            assert worsened(before, after.members()) is None, (before.name, before.origin.source)
