"""A target is one file, and a trait one entry of the register: whoever adds them sees them everywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import docs
from schemalint.cli.main import main
from schemalint.model import Json
from schemalint.targets import TRAITS, Trait, tables
from schemalint.targets.traits.trait import Found

TABLE = {
    "name": "acme",
    "date": "2026-11-30",
    "title": "Acme Tools API",
    "kind": "provider",
    "shapes": ["anthropic"],
    "traits": {
        "tools": {"outcome": "error", "value": 2, "sure": "documented", "source": "acme/docs#1"},
        "const": {"outcome": "drop", "sure": "reported", "source": "acme/docs#2"},
        "shouting-description": {"outcome": "error", "sure": "read in code", "error": "Do not shout.", "source": "acme/docs#3"},
    },
}


def shouts(schema: Mapping[str, Json]) -> Found:
    text = schema.get("description")
    if isinstance(text, str) and text.isupper():
        yield ("description",), ""


@pytest.fixture(autouse=True)
def acme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The target `acme`, with a trait that no other target knows, and a file of tools."""
    trait = Trait("shouting-description", "a description in capitals", "write it in lower case", shouts)
    monkeypatch.setitem(TRAITS, trait.id, trait)
    monkeypatch.setattr(tables, "FOLDERS", (*tables.FOLDERS, tmp_path / "tables"))
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "acme@2026-11-30.json").write_text(json.dumps(TABLE), encoding="utf-8")
    unit = {"type": "string", "description": "THE UNIT", "const": "metre"}
    tool = {"description": "Measure a way.", "inputSchema": {"type": "object", "properties": {"unit": unit}}}
    tools = [{"name": f"measure_{letter}", **tool} for letter in "abc"]
    (tmp_path / "tools.json").write_text(json.dumps(tools), encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> tuple[str, str]:
    assert code == main([*words, "--isolated"])
    return capsys.readouterr()


def test_check_judges_by_it(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, 1, "check", "tools.json", "--target", "acme", "--select", "target", "--output-format", "json")
    found = {(one["rule"], one["severity"], one["pointer"], one["message"]) for one in json.loads(out)["findings"]}
    assert {
        (
            "target-limits",
            "error",
            "/0/name",
            "acme refuses 3 tools, more than 2 (tools); offer fewer tools at a time [acme/docs#1]",
        ),
        (
            "rejected-by-target",
            "error",
            "/0/inputSchema/properties/unit/description",
            (
                "acme refuses a description in capitals (shouting-description at /parameters/properties/unit/description):"
                ' "Do not shout."; write it in lower case [acme/docs#3]'
            ),
        ),
        (
            "dropped-by-target",
            "warning",
            "/0/inputSchema/properties/unit/const",
            (
                "acme drops `const` (const at /parameters/properties/unit/const); the model never sees it: restate it in the"
                " description [acme/docs#2]"
            ),
        ),
    } <= found
    assert 7 == len(found)


def test_targets_lists_and_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "acme                2026-11-30  provider    3 traits  Acme Tools API\n" in run(capsys, 0, "targets")[0]
    page, _ = run(capsys, 0, "targets", "acme")
    assert '  shouting-description  a description in capitals  (read in code) "Do not shout." [acme/docs#3]\n' in page
    matrix, _ = run(capsys, 0, "targets", "--matrix", "--output-format", "json")
    assert {"acme"} == set(json.loads(matrix)["traits"]["shouting-description"]["targets"])


def test_export_writes_its_shape_without_what_it_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.json").write_text(json.dumps(json.loads(Path("tools.json").read_text(encoding="utf-8"))[:2]), encoding="utf-8")
    out, err = run(capsys, 0, "export", "two.json", "--to", "acme")
    sent = {"type": "object", "properties": {"unit": {"type": "string", "enum": ["metre"]}}}
    tool = {"description": "Measure a way.", "input_schema": sent}
    assert [{**tool, "name": f"measure_{letter}"} for letter in "ab"] == json.loads(out)
    assert "loss: measure_a: /parameters/properties/unit/description: `description` is left out; acme refuses" in err


def test_export_writes_nothing_that_it_would_refuse_even_so(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, 1, "export", "tools.json", "--to", "acme")
    assert "" == out
    assert "acme refuses 3 tools, more than 2 (tools)" in err
    assert "error: nothing was exported, since acme would refuse it (1 reported above)" in err


def test_the_documents_have_a_page_of_it() -> None:
    text = "\n".join(docs.target_pages())
    assert "| [`acme`](#acme) | 2026-11-30 | provider | 3 | Acme Tools API |" in text
    assert "| `shouting-description` |" in text
    cell = '| `shouting-description` | a description in capitals | read in code | "Do not shout." |'
    assert f"{cell} [acme/docs#3](https://github.com/acme/docs/issues/3) |" in text


def test_a_finding_of_it_is_silenced_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    word = "rejected-by-target(acme:shouting-description)"
    out, _ = run(capsys, 0, "check", "tools.json", "--target", "acme", "--select", "rejected-by-target", "--ignore", word)
    assert "nothing found, 3 suppressed" in out


@pytest.mark.parametrize(
    "words", [("check", "tools.json", "--target", "acme"), ("export", "tools.json", "--to", "acme"), ("targets",)]
)
def test_a_trait_that_the_register_does_not_know_is_refused_by_every_command(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(TRAITS, "shouting-description")
    monkeypatch.setattr(tables, "FOLDERS", (*tables.FOLDERS[:-1], Path("tables").resolve()))
    Path("tables/acme@2026-11-30.json").rename(Path("tables/acme@2026-11-29.json"))
    Path("tables/acme@2026-11-29.json").write_text(json.dumps({**TABLE, "date": "2026-11-29"}), encoding="utf-8")
    _, err = run(capsys, 2, *words)
    assert "acme@2026-11-29.json: traits.shouting-description: `shouting-description` is not a trait" in err
