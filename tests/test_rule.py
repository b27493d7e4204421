"""How a rule is written, and what the loader says of a file that is none."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from schemalint.config import FOR_RULES
from schemalint.linting.rule import Rule, RuleError, builtin, load
from schemalint.model import Tool

GOOD = '''r"""A tool is called foo.

Foo says nothing.
"""
from collections.abc import Iterator
from schemalint import Finding, Rule, Tool, Toolset

def check(tool: Tool, tools: Toolset, *, names: tuple[str, ...] = ("foo",), limit: int = 3) -> Iterator[Finding]:
    if tool.name in names:
        yield Finding(("name",), f"`{tool.name}` says nothing")

rule = Rule(check, lever="naming", severity="warning", sets=("recommended",), strict={"limit": 1})
'''


def written(folder: Path, text: str, name: str = "called_foo.py") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_file_says_everything_about_its_rule(tmp_path: Path) -> None:
    [rule] = load(written(tmp_path, GOOD)).values()
    assert ("called-foo", "A tool is called foo.") == (rule.id, rule.title)
    assert ("tool", True) == (rule.scope, rule.wants_tools)
    assert {"names": ("foo",), "limit": 3} == rule.options
    assert ("recommended", "strict") == rule.sets
    assert {"limit": 1} == rule.strict
    assert ["`foo` says nothing"] == [f.message for f in rule.check(Tool("foo"), None, **rule.options)]


def test_a_users_folder_gets_no_cache_files(tmp_path: Path) -> None:
    before = sys.dont_write_bytecode
    load(written(tmp_path, GOOD))
    assert ["called_foo.py"] == sorted(path.name for path in tmp_path.iterdir())
    assert before == sys.dont_write_bytecode


def test_a_rule_takes_another_severity_and_other_option_values(tmp_path: Path) -> None:
    rule = load(written(tmp_path, GOOD))["called-foo"].configured(severity="error", options={"limit": 5})
    assert ("error", {"names": ("foo",), "limit": 5}) == (rule.severity, rule.options)
    with pytest.raises(KeyError, match="lmit"):
        rule.configured(options={"lmit": 5})


def test_files_that_start_with_an_underscore_are_not_rules(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    assert ["called-foo"] == list(load(written(tmp_path, "raise SystemExit", "_helper.py")))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tool: Tool, tools: Toolset", "tool, tools: Toolset", "annotate `tool` with Node, Tool or Toolset"),
        ("tool: Tool, tools: Toolset", "tool: int, tools: Toolset", "annotate `tool` with Node, Tool or Toolset"),
        ("tool: Tool, tools: Toolset", "tool: 'Tool', tools: Toolset", "remove `from __future__ import annotations`"),
        ("tool: Tool, tools: Toolset", "tool: Tool, tools: int", "annotate `tools` with Toolset"),
        ("tool: Tool, tools: Toolset", "tool: Tool, tools: Toolset, third: int", "options are keyword-only"),
        ("tool: Tool, tools: Toolset", "tools: Toolset, tool: Tool", "too many positional parameters"),
        ("tool: Tool, tools: Toolset, *,", "*,", "check needs a first parameter"),
        ("limit: int = 3", "limit: int", "option `limit` needs a default"),
        ('strict={"limit": 1}', 'strict={"limits": 1}', "names `limits`, which is not an option"),
        ('strict={"limit": 1}', 'from_config={"name": "namespace"}', "from_config={...} names `name`, which is not an option"),
        (
            'strict={"limit": 1}',
            'from_config={"names": "name-space"}',
            "no rule can ask for the configuration key `name-space`; did you mean `namespace`?",
        ),
        (
            'strict={"limit": 1}',
            'from_config={"names": "fail-on"}',
            "key `fail-on`; a rule may ask for namespace, name-prefix, client-prefixes, external-names,",
        ),
        (
            'strict={"limit": 1}',
            'from_config={"limit": "namespace"}',
            "option `limit` is filled from the key `namespace`, so its default must be a tuple",
        ),
        ('strict={"limit": 1}', 'recommended_with="mcp"', "no rule can ask for the configuration key `mcp`"),
        (
            'strict={"limit": 1}',
            'recommended_with="namespace"',
            "recommended_with names the key `namespace`, which is not true or false",
        ),
        ('lever="naming"', 'lever="names"', "lever 'names' is not one of validity, naming"),
        ('severity="warning"', 'severity="warn"', "severity 'warn' is not one of error, warning, info"),
        ('sets=("recommended",)', 'sets=("default",)', "must name one or more of minimal, recommended, strict, preview"),
        ('sets=("recommended",)', "sets=()", "must name one or more of"),
    ],
)
def test_a_signature_that_is_no_interface_is_refused_with_what_to_write(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(RuleError, match=r"called_foo\.py:8: ") as caught:
        load(written(tmp_path, GOOD.replace(old, new)))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def check(:\n", "called_foo.py:1: "),
        ("\n\nimport no_such_module_here\n", "called_foo.py:3: ModuleNotFoundError"),
        ("x = 1\n", "no rule in it; end the file with"),
        ("rule = 3\n", "no rule in it; end the file with"),
        (
            "import textwrap\nfrom schemalint import Rule\nrule = Rule(textwrap.dedent, lever='x', severity='info', sets=())",
            "Tool",
        ),
    ],
)
def test_a_broken_rule_file_is_an_error_with_its_path_and_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RuleError) as caught:
        load(written(tmp_path, text))
    assert said in str(caught.value)


def test_one_broken_file_refuses_the_folder(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    with pytest.raises(RuleError, match=r"zzz\.py:1"):
        load(written(tmp_path, "(", "zzz.py"))


def test_a_folder_that_is_missing_or_empty_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="no such folder of rules"):
        load(tmp_path / "missing")
    with pytest.raises(RuleError, match="no rule in it"):
        load(tmp_path)


def test_a_check_of_another_file_is_refused(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    text = f"import runpy\ncheck = runpy.run_path({str(tmp_path / 'called_foo.py')!r})['check']\n" + GOOD.split("\n")[-2]
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(RuleError, match="a rule's check must be in its own file"):
        load(written(other, "from schemalint import Rule\n" + text))


def test_the_built_in_rules_come_through_the_same_door() -> None:
    rules = load(builtin())
    assert len(rules) >= 20
    assert all(isinstance(rule, Rule) and rule.title for rule in rules.values())


def test_the_evidence_is_the_last_paragraph_of_the_page(tmp_path: Path) -> None:
    assert load(written(tmp_path, GOOD))["called-foo"].evidence is None
    measured = GOOD.replace('Foo says nothing.\n"""', 'Foo says nothing.\n\nEvidence: 3 of 7 real\ntools; 2026-11-30.\n"""')
    assert load(written(tmp_path, measured))["called-foo"].evidence == "3 of 7 real\ntools; 2026-11-30."


def test_contributing_names_every_key_that_a_rule_may_ask_for_with_its_kind() -> None:
    page = (Path(__file__).resolve().parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    kinds = {key: kind.__name__ for key, kind in FOR_RULES.items()}
    assert kinds == dict(re.findall(r"`([a-z-]+)` \((tuple|str|bool)\)", page))
