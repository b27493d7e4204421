"""What rules declare about the places they look at changes nothing of what they find."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import same_output

from schemalint import Finding, Node, Rule, Tool, Toolset
from schemalint.linting.page import examples
from schemalint.linting.plan import plan, undeclared
from schemalint.linting.prove import prove, read_example
from schemalint.linting.rule import RuleError, builtin, load
from schemalint.linting.run import lint
from schemalint.sources import shapes

ROOT = Path(__file__).parents[1]
RULES = tuple(load(builtin()).values())
DECLARING = [rule for rule in RULES if rule.keys or rule.types or rule.root or rule.marks or rule.foreign or rule.targets]


def shown_tools() -> Iterator[Toolset]:
    for rule in RULES:
        for example in examples(rule.page):
            _, toolset, _ = read_example(example)
            if toolset is not None:
                yield toolset


def set_of(tools: list[dict[str, object]]) -> Toolset:
    recognized = shapes.recognize(json.loads(json.dumps(tools)), named=True)
    return Toolset(tuple(tool for group in recognized.groups for tool in group.tools))


def differences(toolset: Toolset) -> list[tuple[str, str, str]]:
    """What is found only with, or only without the declarations."""
    said, all_said = (
        {(one.rule, str(one.at), one.message) for one in lint(toolset, rules)} for rules in (RULES, undeclared(RULES))
    )
    return sorted(said ^ all_said)


def mutants(tools: list[dict[str, object]], count: int, seed: int) -> Iterator[Toolset]:
    dice = random.Random(seed)
    for _ in range(count // 50):
        yield set_of([same_output.mutated(dice.choice(tools), dice) for _ in range(50)])


def test_half_of_our_rules_say_where_they_look() -> None:
    assert len(DECLARING) > 35


def test_with_and_without_declarations_rules_find_the_same_on_every_example() -> None:
    assert [] == [difference for toolset in shown_tools() for difference in differences(toolset)]


def test_with_and_without_declarations_rules_find_the_same_on_fixtures_and_mutants_of_them() -> None:
    tools = [
        tool
        for folder in ("good", "bad")
        for path in sorted((ROOT / "fixtures" / folder).rglob("*.json"))
        for tool in same_output.tools_of(path)
    ]
    assert len(tools) >= 30
    assert [] == differences(set_of(tools))
    assert [] == [difference for toolset in mutants(tools, 400, seed=12) for difference in differences(toolset)]


@pytest.mark.slow
@pytest.mark.skipif(not same_output.SHARED.is_dir(), reason="no corpus here")
def test_with_and_without_declarations_rules_find_the_same_on_real_tools_and_thousands_of_mutants() -> None:
    tools = [
        tool for path in sorted((same_output.SHARED / "corpus" / "mcp").glob("*.json")) for tool in same_output.tools_of(path)
    ]
    labelled = [
        tool
        for path in [*sorted((ROOT / "tests" / "labels").glob("*.jsonl")), ROOT / "tests" / "attacks.jsonl"]
        for line in path.read_text(encoding="utf-8").splitlines()
        for tool in same_output.found(json.loads(line))
    ]
    tools += labelled
    assert len(tools) > 2000
    assert [] == [
        difference for start in range(0, len(tools), 100) for difference in differences(set_of(tools[start : start + 100]))
    ]
    assert [] == [difference for toolset in mutants(tools, 5000, seed=5) for difference in differences(toolset)]


# --------------------------------------------------------------------------------------------------- where a rule is called

TOOL = Tool(
    "t",
    "Find things.",
    {
        "type": "object",
        "properties": {
            "a": {"type": "string", "enum": ["x", "y"]},
            "b": {"type": ["integer", "null"]},
            "c": {"$ref": "#/$defs/c"},
        },
        "$defs": {"c": {"type": "array"}},
    },
)


def places(**declared: object) -> list[str]:
    def check(node: Node) -> Iterator[Finding]:
        yield Finding(node.at, "here")

    rule = Rule(check, lever="shape", severity="info", sets=("strict",), **declared)  # type: ignore[arg-type]
    return ["/".join(map(str, one.at[1:])) for one in lint(Toolset((TOOL,)), [rule])]


def test_a_node_rule_is_called_where_what_it_declares_stands() -> None:
    assert ["properties/a"] == places(keys=("enum", "const"))
    assert ["properties/a", "properties/b"] == places(types=("string", "integer"))
    assert ["properties/c"] == places(types=("array",))  # behind the reference
    assert ["properties/c"] == places(keys=("$ref",))
    assert [""] == places(root=True)
    assert [] == places(keys=("enum",), types=("integer",))
    assert 4 == len(places())


def called(tool: Tool, **declared: object) -> bool:
    def check(tool: Tool) -> Iterator[Finding]:
        yield Finding(("name",), "here")

    rule = Rule(check, lever="shape", severity="info", sets=("strict",), **declared)  # type: ignore[arg-type]
    return bool(list(lint(Toolset((tool,)), [rule])))


def test_a_tool_rule_is_called_for_texts_with_one_of_its_marks_in_any_case_and_emphasis() -> None:
    assert not called(Tool("t", "Find things."), marks=("secret", "hidden"))
    assert called(Tool("t", "Find SECRET things."), marks=("secret", "hidden"))
    assert called(Tool("t", "Find sec**ret** things."), marks=("secret",))
    assert called(Tool("t", "Find sec\u200bret things."), marks=("secret",))
    assert called(Tool("t", None, {"properties": {"secretKey": {}}}), marks=("secret",))
    assert called(Tool("t", None, {"properties": {"a": {"default": "no\nsecret"}}}), marks=("secret",))


def test_a_tool_that_cannot_be_searched_is_shown_to_every_rule() -> None:
    assert called(Tool("t", None, {"properties": {"a": {"default": {1, 2}}}}), marks=("secret",))


def test_a_tool_rule_is_called_for_foreign_letters_or_keywords_alone() -> None:
    assert not called(TOOL, foreign=True)
    assert called(Tool("t", "Données."), foreign=True)
    assert called(TOOL, keys=("enum",))
    assert not called(TOOL, keys=("const",))


def test_a_rule_on_targets_is_not_called_without_any() -> None:
    rules = tuple(rule for rule in RULES if rule.targets)
    assert rules
    assert () == plan(rules, targets=False).toolset
    assert rules == plan(rules, targets=True).toolset


@pytest.mark.parametrize(
    ("declared", "fault"),
    [
        ({"keys": "enum"}, "keys is a tuple of texts: keys=('enum',)"),
        ({"marks": ("a",)}, "marks is for rules on a `tool`, and this one is on a `node`"),
        ({"targets": True}, "targets is for rules on a `toolset`"),
    ],
)
def test_a_declaration_that_cannot_work_is_refused(declared: dict[str, object], fault: str) -> None:
    with pytest.raises(RuleError, match=fault.replace("(", r"\(").replace(")", r"\)")):
        places(**declared)


@pytest.mark.parametrize("mark", ["Secret", "é", "", 'a"', "a*", "a\n"])
def test_a_mark_that_would_never_be_found_is_refused(mark: str) -> None:
    with pytest.raises(RuleError, match="the mark"):
        called(TOOL, marks=(mark,))


SILENT = '''"""A parameter says that it takes anything.

Say what it takes.

```yaml
- name: t
  description: Find things.
  parameters: {type: object, properties: {a: {description: Takes anything.}}}   # finding: says nothing
```

```yaml ok
- name: t
  description: Find things.
```
"""

from collections.abc import Iterator

from schemalint import Finding, Node, Rule


def check(node: Node) -> Iterator[Finding]:
    if node.text:
        yield Finding(("parameters",), "says nothing")


rule = Rule(check, %slever="shape", severity="info", sets=("strict",))
'''


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        ("", None),
        ('keys=("description",), ', None),
        ('types=("string",), ', "what the rule declares hides a finding: says nothing"),
    ],
)
def test_a_declaration_that_hides_a_finding_of_the_page_is_reported(
    tmp_path: Path, declared: str, complaint: str | None
) -> None:
    (tmp_path / "says_anything.py").write_text(SILENT % declared, encoding="utf-8")
    complaints = [one.message for one in prove(load(tmp_path)["says-anything"])]
    assert (complaint is None and complaints == []) or complaint in complaints
