"""`check --fix`: real files and YAML twins, to a fixed point, with everything else as it was."""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from schemalint.cli.main import main
from schemalint.model import Json

Found = Counter[tuple[str, str, str]]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["check", "--isolated", *words])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def findings(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(capsys, "--output-format", "json", *words)[1])["findings"]
    return found


def outside(document: Json) -> str:
    """Everything of a capture but its tools."""
    return json.dumps({**document, "result": {**document["result"], "tools": len(document["result"]["tools"])}})


@pytest.mark.parametrize(
    ("unsafe", "every"),
    [(False, 9), pytest.param(False, 1, marks=pytest.mark.slow), pytest.param(True, 1, marks=pytest.mark.slow)],
)
def test_real_files_are_fixed_to_a_fixed_point(
    unsafe: bool, every: int, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--fix", "--unsafe-fixes"] if unsafe else ["--fix"]
    paths = sorted((corpus / "mcp").glob("*.json"))
    paths = paths[:: min(every, len(paths) // 6)]
    originals = {path.name: path.read_text(encoding="utf-8") for path in paths}
    for name, text in originals.items():
        Path(name).write_text(text, encoding="utf-8")
    before = findings(capsys, ".")
    wanted = [one for one in before if one["fix"] is not None and (unsafe or one["fix"]["safe"])]
    run(capsys, *flags, ".")
    after = findings(capsys, ".")
    left = [one for one in after if one["fix"] is not None and (unsafe or one["fix"]["safe"])]
    assert len(wanted) >= len(paths)
    assert [(one["path"], one["pointer"], one["rule"]) for one in left] == []
    errors: list[Found] = [
        Counter((one["path"], one["tool"], one["rule"]) for one in found if one["severity"] == "error")
        for found in (before, after)
    ]
    assert errors[1] - errors[0] == Counter()
    for name, text in originals.items():
        new = Path(name).read_text(encoding="utf-8")
        assert outside(json.loads(text)) == outside(json.loads(new)), name
    once = {name: Path(name).read_bytes() for name in originals}
    run(capsys, *flags, ".")
    assert once == {name: Path(name).read_bytes() for name in originals}


YAML = """\
# The tools of an agent.
- name: export_notes   # keep this name
  description: Write the notes of one folder to a file and return its path.
  parameters:
    type: object
    title: export_notesArguments
    properties:
      # where from
      folder: {type: string, title: Folder, description: Folder to export.}   # by its path
      format:
        type: string
        description: "Output format: markdown, html, or pdf"   # closed
      limit: {type: integer, description: Most notes. Defaults to 20.}
    required: [folder, format]
- name: list_flags
  description: List the flags that are set for one account.
  parameters:
    type: object
    properties:
      all:
        type: string
        enum: ["true", "false"]
        description: Whether hidden flags are listed too.
"""
FIXED = """\
# The tools of an agent.
- name: export_notes   # keep this name
  description: Write the notes of one folder to a file and return its path.
  parameters:
    type: object
    properties:
      # where from
      folder: {type: string, description: Folder to export.}   # by its path
      format:
        type: string
        description: "Output format: markdown, html, or pdf"   # closed
"""


def test_yaml_keeps_its_comments_and_style(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.yaml").write_text(YAML, encoding="utf-8")
    run(capsys, "--fix", "t.yaml")
    text = Path("t.yaml").read_text(encoding="utf-8")
    assert text.startswith(FIXED)
    run(capsys, "--fix", "--unsafe-fixes", "t.yaml")
    text = Path("t.yaml").read_text(encoding="utf-8")
    for comment in ("# The tools of an agent.", "# keep this name", "# where from", "# by its path", "# closed"):
        assert comment in text
    assert "type: boolean" in text
    assert "default: 20" in text
    assert [one["rule"] for one in findings(capsys, "t.yaml") if one["fix"]] == []


def test_a_diff_writes_nothing_and_says_whether_something_would_change(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.yaml").write_text(YAML, encoding="utf-8")
    code, said = run(capsys, "--diff", "t.yaml")
    assert code == 1
    assert "-    title: export_notesArguments" in said
    assert Path("t.yaml").read_text(encoding="utf-8") == YAML
    Path("t.yaml").write_text(FIXED, encoding="utf-8")
    assert run(capsys, "--diff", "t.yaml")[0] == 0


def test_silenced_findings_are_not_fixed(capsys: pytest.CaptureFixture[str]) -> None:
    text = YAML.replace("# keep this name", "# schemalint: ignore[generated-title] ours")
    Path("t.yaml").write_text(text, encoding="utf-8")
    run(capsys, "--fix", "t.yaml")
    assert Path("t.yaml").read_text(encoding="utf-8") == text


# ------------------------------------------------------------------------------------------------ what is printed and written

TITLED = '{"tools": [{"name": "get_note", "title": "get_note", "description": "Get one note by its id.", "inputSchema": %s}]}\n'
SCHEMA = '{"type": "object", "properties": {"id": {"type": "integer", "description": "Id of the note."}}, "required": ["id"]}'


def ended(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["check", "--isolated", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    class Stream:
        buffer = BytesIO(text.encode())

    monkeypatch.setattr("sys.stdin", Stream)


def test_the_report_says_how_much_could_be_fixed_and_then_how_much_was(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.yaml").write_text(YAML, encoding="utf-8")
    before = findings(capsys, "t.yaml")
    safe, unsafe = (sum(bool(one["fix"]) and one["fix"]["safe"] is kind for one in before) for kind in (True, False))
    assert safe > 0
    assert unsafe > 0
    assert f"\n{safe} fixable with --fix, {unsafe} more with --fix --unsafe-fixes\n" in run(capsys, "t.yaml")[1]
    code, said = run(capsys, "--unsafe-fixes", "t.yaml")
    assert (2, "error: --unsafe-fixes needs --fix, which applies fixes, or --diff, which shows them\n") == (code, said)
    said = run(capsys, "--fix", "t.yaml")[1]
    assert f"\n{unsafe} fixable with --fix --unsafe-fixes\n" in said
    assert f" {safe} fixed" in said
    assert "fixable" not in run(capsys, "--fix", "--unsafe-fixes", "t.yaml")[1]


def test_the_exit_code_is_that_of_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.json").write_text(TITLED % SCHEMA, encoding="utf-8")
    words = ("--select", "title-equals-name", "--fail-on", "info", "t.json")
    assert run(capsys, *words)[0] == 1
    assert run(capsys, "--fix", *words) == (0, "1 tool in 1 file: nothing found, 1 fixed\n")
    assert Path("t.json").read_text(encoding="utf-8") == (TITLED % SCHEMA).replace('"title": "get_note", ', "")
    assert run(capsys, "--fix", *words) == (0, "1 tool in 1 file: nothing found, 0 fixed\n")


def test_mark_line_ends_and_the_missing_last_one_stay(capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(json.loads(TITLED % SCHEMA), indent=4).replace("\n", "\r\n")
    Path("t.json").write_bytes(b"\xef\xbb\xbf" + text.encode())
    run(capsys, "--fix", "--select", "title-equals-name", "t.json")
    assert Path("t.json").read_bytes() == b"\xef\xbb\xbf" + text.replace('            "title": "get_note",\r\n', "").encode()


def test_standard_input_comes_out_fixed_and_the_report_goes_to_standard_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, TITLED % SCHEMA)
    code, out, err = ended(capsys, "--fix", "--select", "title-equals-name", "-")
    assert (0, (TITLED % SCHEMA).replace('"title": "get_note", ', "")) == (code, out)
    assert err == "1 tool in 1 file: nothing found, 1 fixed\n"
    given(monkeypatch, TITLED % SCHEMA)
    assert ended(capsys, "--fix", "--select", "vague-verb", "-")[1] == TITLED % SCHEMA
    assert ended(capsys, "--fix", "-", "t.json") == (
        2, "", "error: check --fix: prints what standard input holds, so `-` must be the only source\n",
    )  # fmt: skip


def test_a_diff_is_one_that_patch_takes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.json").write_text((TITLED % SCHEMA).rstrip("\n"), encoding="utf-8")
    code, out, _ = ended(capsys, "--diff", "--select", "title-equals-name", "t.json")
    assert code == 1
    old = TITLED % SCHEMA
    new = old.replace('"title": "get_note", ', "")
    end = "\\ No newline at end of file\n"
    assert out == f"--- t.json\n+++ t.json\n@@ -1 +1 @@\n-{old}{end}+{new}{end}"


@pytest.mark.parametrize(("text", "code"), [("{", 2), ('{"a": 1}', 2), (TITLED % SCHEMA, 1)])
def test_a_diff_of_what_cannot_be_read_is_no_success(text: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.json").write_text(text, encoding="utf-8")
    assert ended(capsys, "--diff", "--select", "title-equals-name", "t.json")[0] == code
    if code == 2:
        Path("u.json").write_text(TITLED % SCHEMA, encoding="utf-8")
        ended_with, out, err = ended(capsys, "--diff", "--select", "title-equals-name", "t.json", "u.json")
        assert (ended_with, out.startswith("--- u.json")) == (2, True)
        assert "t.json" in err


def test_a_diff_of_no_input_is_no_success_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.json").write_text('{"a": 1}', encoding="utf-8")
    assert ended(capsys, "--diff", "--ignore-unrecognized", "t.json")[:2] == (0, "")
    assert ended(capsys, "--fix", "--ignore-unrecognized", "t.json")[0] == 0
    assert Path("t.json").read_text(encoding="utf-8") == '{"a": 1}'


def test_a_diff_with_fix_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.json").write_text(TITLED % SCHEMA, encoding="utf-8")
    assert ended(capsys, "--fix", "--diff", "--select", "title-equals-name", "t.json")[0] == 1
    assert Path("t.json").read_text(encoding="utf-8") == TITLED % SCHEMA


def test_a_file_that_changed_meanwhile_is_not_written_and_the_others_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from schemalint import fixing
    from schemalint.cli import fixes

    for name in ("a.json", "b.json"):
        Path(name).write_text(TITLED % SCHEMA, encoding="utf-8")

    def meanwhile(*args: Any, **options: Any) -> Any:
        Path("a.json").write_text("another text", encoding="utf-8")
        return fixing.fix_sources(*args, **options)

    monkeypatch.setattr(fixes, "fix_sources", meanwhile)
    code, out, err = ended(capsys, "--fix", "--select", "title-equals-name", "a.json", "b.json")
    assert (code, out) == (2, "")
    assert err == "error: a.json: not written, the file has changed since it was read\n"
    assert Path("a.json").read_text(encoding="utf-8") == "another text"
    assert '"title"' not in Path("b.json").read_text(encoding="utf-8")


def test_python_files_are_not_written_and_the_edit_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"TOOLS = {json.loads(TITLED % SCHEMA)['tools']!r}\n"
    Path("t.py").write_text(text, encoding="utf-8")
    code, out, err = ended(capsys, "--fix", "--select", "title-equals-name", "--fail-on", "info", "t.py")
    assert (code, Path("t.py").read_text(encoding="utf-8")) == (1, text)
    assert err.startswith("t.py:1:")
    assert "not fixed: title-equals-name: Python files are edited by hand; to drop the title, remove /title" in err
    assert "0 fixed" in out
    assert "fixable" not in run(capsys, "--select", "title-equals-name", "t.py")[1]
    assert ended(capsys, "--fix", "--quiet", "--select", "title-equals-name", "t.py")[2] == ""


FIGHTER = '''r"""A title is {old}.

It shows how rules disagree.
"""
from collections.abc import Iterator
from schemalint import Edit, Finding, Fix, Rule, Tool

def check(tool: Tool) -> Iterator[Finding]:
    if tool.title == "{old}":
        yield Finding(("title",), "no", Fix("write another", (Edit(("title",), "{new}"),), safe=True))

rule = Rule(check, lever="naming", severity="warning", sets=("recommended",))
'''


def test_rules_that_fight_end_the_run_and_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("own").mkdir()
    Path("own/this_one.py").write_text(FIGHTER.format(old="get_note", new="other"), encoding="utf-8")
    Path("own/that_one.py").write_text(FIGHTER.format(old="other", new="get_note"), encoding="utf-8")
    Path("t.json").write_text(TITLED % SCHEMA, encoding="utf-8")
    code, out, err = ended(capsys, "--fix", "--rules", "own", "--select", "this-one,that-one", "t.json")
    assert (code, out) == (2, "")
    assert "t.json: at /tools/0/title the fixes of that-one and this-one undo each other" in err
    assert Path("t.json").read_text(encoding="utf-8") == TITLED % SCHEMA


def test_places_inside_strings_are_no_operations(capsys: pytest.CaptureFixture[str]) -> None:
    tools = json.dumps(json.loads(TITLED % SCHEMA)["tools"])
    Path("t.json").write_text(json.dumps({"tools": tools}), encoding="utf-8")
    (found,) = findings(capsys, "--select", "title-equals-name", "t.json")
    assert found["fix"]["edits"] == []
    assert "fixable" not in run(capsys, "--select", "title-equals-name", "t.json")[1]
    assert "written inside a string" in ended(capsys, "--fix", "--select", "title-equals-name", "t.json")[2]
