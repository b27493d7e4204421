"""`schemalint targets`: the list, the page of a target and the matrix, as text, Markdown and JSON, all made from the data."""

from __future__ import annotations

import json
import re

import pytest

from schemalint.cli.main import main
from schemalint.model import Target
from schemalint.targets import TRAITS, everything, names, newest, table
from schemalint.targets.pages import LEGEND, LETTERS

FEATURES = [name for name, trait in TRAITS.items() if not trait.is_limit]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert 0 == main(["targets", "--isolated", *words])
    out, err = capsys.readouterr()
    assert "" == err
    return out


def test_the_list_has_a_line_for_each_target_and_version_of_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys).splitlines()
    assert [(one.name, one.date) for one in newest()] == [tuple(line.split()[:2]) for line in lines]
    [line] = [line for line in lines if line.startswith("openai-strict ")]
    assert line.endswith("OpenAI function calling, strict (Structured Outputs); older tables: 2026-02-01, 2024-08-06")
    assert all(line == line.rstrip() for line in lines)


def test_the_list_as_json_has_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(run(capsys, "--output-format", "json"))
    assert [{"name": one.name, "date": one.date, "traits": len(table(one).traits)} for one in everything()] == listed
    assert set(names()) == {one["name"] for one in listed}


def test_the_list_as_markdown_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "--output-format", "markdown").splitlines()
    assert len(newest()) + 2 == len(lines)
    assert {6} == {line.count("|") for line in lines}


@pytest.mark.parametrize("target", everything(), ids=lambda one: f"{one.name}@{one.date}")
def test_the_page_of_a_target_shows_every_cell_with_its_source(target: Target, capsys: pytest.CaptureFixture[str]) -> None:
    word = f"{target.name}@{target.date}"
    own = table(target)
    shown = run(capsys, word)
    assert shown.startswith(f"{word}: {own.title}\n")
    for name, cell in own.traits.items():
        [line] = [line for line in shown.splitlines() if line.startswith(f"  {name} ")]
        assert f"({cell.sure}) " in line
        assert line.endswith(f"[{cell.source}]")
        assert all(part.replace("{key}", "...") in line for part in (cell.error, cell.note) if part)
    value = json.loads(run(capsys, word, "--output-format", "json"))
    assert [own.name, own.date, list(own.shapes)] == [value["name"], value["date"], value["shapes"]]
    assert {name: cell.source for name, cell in own.traits.items()} == {
        name: cell["source"] for name, cell in value["traits"].items()
    }
    markdown = run(capsys, word, "--output-format", "markdown")
    rows = re.findall(r"^\| `([a-z-]+)` \| .* \| ([a-z ]+) \| .* \| (\[.*\]\(https://[^)]*\)) \|$", markdown, re.M)
    own_cells = [(name, cell.sure) for name, cell in own.traits.items() if not (cell.by and (own.api or own.routes))]
    assert sorted(own_cells) == sorted((name, sure) for name, sure, _ in rows)


def test_a_page_says_what_is_assumed_computed_and_left_to_another_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\nAssumed: the developer API.\n" in run(capsys, "gemini")
    assert "\nComputed from openai, anthropic, gemini, bedrock-converse: " in run(capsys, "portable")
    openai = run(capsys, "openai")
    assert "\nA tool that says `strict: true` is judged by openai-strict.\n" in openai
    assert "characters in the description of a tool: 1,024  (reported) with some models; " in openai
    assert "sources disagree" in run(capsys, "openai-strict")
    assert "characters in one long enum of strings: 15,000 (with more than 250 values)" in run(capsys, "openai-strict")
    assert "characters in the description of a tool: 2,048; the rest is cut" in run(capsys, "claude-code")
    assert "names of tools must match: `^[A-Za-z0-9_.-]+$`; only advised" in run(capsys, "mcp")


def test_an_empty_cell_is_shown_empty_and_a_condition_marked(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "--matrix").splitlines()
    assert LEGEND == lines[-1]
    heads, rows = lines[: -2 - len(FEATURES)], {line.split()[0]: line for line in lines[-2 - len(FEATURES) : -2]}
    assert FEATURES == list(rows)
    width = max(map(len, FEATURES)) + 2
    columns = [one for one in newest() if table(one).traits.keys() & set(FEATURES)]
    for number, one in enumerate(columns):
        at = width + 4 * number
        assert one.label == "".join(line[at : at + 1] for line in heads).strip()
        for trait, line in rows.items():
            cell = table(one).traits.get(trait)
            shown = line[at : at + 4].strip()
            if cell is None:
                assert "" == shown
            else:
                star = "*" if cell.when not in ("", "strict", *table(one).assumes) else ""
                assert f"{LETTERS[cell.outcome]}{'?' if cell.sure == 'inferred' else ''}{star}" == shown


def test_the_matrix_as_markdown_and_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    value = json.loads(run(capsys, "--matrix", "--output-format", "json"))
    assert FEATURES == list(value["traits"])
    markdown = run(capsys, "--matrix", "--output-format", "markdown").splitlines()
    head = re.findall(r"\[([^\]]+)\]\(#", markdown[0])
    assert value["targets"] == head
    for line in markdown[2 : 2 + len(FEATURES)]:
        name, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        said = value["traits"][name.strip("`")]["targets"]
        assert {label: cell["outcome"] for label, cell in said.items()} == {
            label: next(outcome for outcome, letter in LETTERS.items() if letter == cell[0])
            for label, cell in zip(head, cells, strict=True)
            if cell
        }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["opnai"], "error: targets: `opnai` is not a target; did you mean `openai`?"),
        (["openai", "azure"], "error: `azure` is one too many"),
        (["openai", "--matrix"], "error: targets: --matrix shows every target, so none can be named"),
    ],
)
def test_a_call_that_means_nothing_is_an_error(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["targets", *words])
    assert capsys.readouterr().err.startswith(message)


def test_every_trait_is_used() -> None:
    assert set(TRAITS) == {name for one in everything() for name in table(one).traits}
