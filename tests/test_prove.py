"""Pages are proven: what an untrue page is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemalint.linting.prove import offered_fix, prove
from schemalint.linting.rule import Rule, load

CODE = """
from collections.abc import Iterator
from schemalint import Edit, Finding, Fix, Rule, Tool

def check(tool: Tool, *, word: str = "foo") -> Iterator[Finding]:
    if tool.name == word:
        yield Finding(("name",), f"`{word}` says nothing", Fix("call it bar", (Edit(("name",), "bar"),)))

rule = Rule(check, lever="naming", severity="warning", sets=("recommended",))
"""
BAD = "```yaml\n- name: foo  # finding: `foo` says nothing\n  description: A.\n---\n- name: bar\n  description: A.\n```\n"
OK = "```yaml ok\n- name: read\n  description: A.\n```\n"


def made(folder: Path, page: str, code: str = CODE) -> Rule:
    (folder / "called_foo.py").write_text(f'r"""A tool is called foo.\n\n{page}"""\n{code}', encoding="utf-8")
    return load(folder)["called-foo"]


def test_a_true_page_has_nothing_to_complain_of(tmp_path: Path) -> None:
    rule = made(tmp_path, BAD + OK)
    assert [] == list(prove(rule))
    assert offered_fix(rule) == "unsafe"


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (OK, "no example that the rule finds something in"),
        (BAD, "no example marked `ok`"),
        (
            BAD.replace("says nothing", "says little") + OK,
            "promised and not found: `# finding: `foo` says little` on its line 1",
        ),
        (BAD.replace("says nothing", "says little") + OK, "not promised: `# finding: `foo` says nothing` on its line 1"),
        (BAD.replace("name: bar", "name: baz") + OK, "the example shows"),
        (BAD.replace("---\n- name: bar\n  description: A.\n", "") + OK, "offers a fix, but no example of its page shows one"),
        (BAD + OK.replace("read", "foo"), "not promised"),
        (BAD + OK.replace("yaml ok", "yaml ok wrd=x"), "`wrd` is not an option of called-foo"),
        (BAD + OK.replace("yaml ok", "yaml okay"), "neither `ok` nor name=value"),
        (BAD + OK.replace("- name: read", "- name: [read"), "line 2"),
        (BAD + OK.replace("- name: read", "- nme: read"), "one list of tools is expected"),
        (BAD.replace("- name: bar\n", "- name: bar\n  name: baz\n") + OK, "cannot be read"),
        (
            BAD + "```yaml ok\n- name: read\n  description: A.\n---\n- name: read\n  description: A.\n```\n",
            "the rule offers none",
        ),
    ],
)
def test_an_untrue_page_is_told_what_is_untrue(tmp_path: Path, page: str, said: str) -> None:
    complaints = "\n".join(map(str, prove(made(tmp_path, page))))
    assert said in complaints


def test_a_json_example_promises_places(tmp_path: Path) -> None:
    shown = '```json finding=/0/name\n[{"name": "foo", "description": "A."}]\n```\n'
    assert [] == list(prove(made(tmp_path, shown + BAD + OK)))
    wrong = shown.replace("finding=/0/name", "finding=/0/description")
    complaints = "\n".join(map(str, prove(made(tmp_path, wrong + BAD + OK))))
    assert "promised and not found: a finding at /0/description" in complaints
    assert "not promised: a finding at /0/name" in complaints


def test_options_and_a_file_of_cases_are_run(tmp_path: Path) -> None:
    rule = made(tmp_path, BAD + OK)
    case_file = tmp_path / "cases.yaml"
    case_file.write_text("#: word=baz - another word\n- name: baz  # finding: `baz` says nothing\n  description: A.\n")
    assert [] == list(prove(rule, case_file))
    case_file.write_text("#: ok - wrong\n- name: foo\n  description: A.\n")
    assert ["not promised"] == [complaint.message.split(": ")[1] for complaint in prove(rule, case_file)]


def test_a_finding_where_nothing_stands_is_told(tmp_path: Path) -> None:
    rule = made(tmp_path, BAD + OK, CODE.replace('Finding(("name",)', 'Finding(("title",)'))
    assert "a finding is at /title, where nothing is" in "\n".join(map(str, prove(rule)))
