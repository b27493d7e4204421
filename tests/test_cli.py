"""The command line as a whole: every way it can end has its exit code."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import docs
import schemalint
from schemalint import __version__
from schemalint.cli.main import main
from schemalint.cli.options import Options, argument, count, flag
from schemalint.cli.table import COMMANDS, Common

GOOD = [
    {
        "name": "read_file",
        "description": "Read a text file, or the asked-for lines of it.",
        "inputSchema": {
            "type": "object",
            "properties": {"path": {"type": "string", "description": "File to read, relative to the project."}},
            "required": ["path"],
        },
    }
]
BAD = [{**GOOD[0], "description": "", "inputSchema": {"type": "object", "properties": {"tags": {"type": "array"}}}}]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test runs in an empty folder that no configuration reaches."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "SCHEMALINT_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("schemalint.cli.main.gc.disable", lambda: None)
    return tmp_path


def written(name: str, value: Any) -> str:
    Path(name).write_text(value if isinstance(value, str) else json.dumps(value, indent=1), encoding="utf-8")
    return name


def ended(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# ------------------------------------------------------------------------------------------------------------- how it ends


def test_version_and_help_end_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(capsys, "--version") == (0, f"schemalint {__version__}\n", "")
    for words in (["--help"], *([command.name, "--help"] for command in COMMANDS)):
        code, out, _ = ended(capsys, *words)
        assert code == 0
        assert "Usage: schemalint" in out
    code, out, err = ended(capsys)
    assert code == 2
    assert "Commands:" in out + err


def test_help_is_given_wherever_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "check", "--no-such-option", "--help", "tools.json")
    assert code == 0
    assert "Usage: schemalint check" in out
    assert ended(capsys, "check", "--", "--help")[0] == 2
    assert ended(capsys, "chek", "--help")[2] == "error: there is no command `chek`; did you mean `check`?\n"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_help_shows_every_option_and_what_it_is_for(command: type[Options], capsys: pytest.CaptureFixture[str]) -> None:
    shown = " ".join(ended(capsys, command.name, "--help")[1].split())
    assert command.about in shown
    for option in command.every():
        assert option.about in shown
        assert option.metavar in shown or option.choices or option.is_flag
        assert all(flag in shown for flag in option.flags)
        assert "|".join(option.choices) in shown


GREET = '''"""A command of a test."""
from schemalint.cli.out import emit

def run(options):
    emit(f"hello {options.who}{'!' * options.marks if options.marks else ''}\\n")
    return 1 if options.loud else 0
'''


def test_a_command_is_a_class_in_the_table_and_a_module(
    elsewhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Greet(Common):
        about = "Greet somebody."
        epilog = "Exit codes: 0 quietly, 1 loudly."
        module = "greeting_of_a_test"

        who = argument("NAME", "Whom to greet.")
        marks = count("How many marks.", largest=9)
        loud = flag("Out loud.", "-l")

    written("greeting_of_a_test.py", GREET)
    monkeypatch.syspath_prepend(str(elsewhere))
    monkeypatch.setattr("schemalint.cli.table.COMMANDS", (*COMMANDS, Greet))
    assert ended(capsys, "greet", "Ada", "--marks=2") == (0, "hello Ada!!\n", "")
    assert ended(capsys, "greet", "-l", "Ada") == (1, "hello Ada\n", "")
    assert ended(capsys, "gret")[2] == "error: there is no command `gret`; did you mean `greet`?\n"
    assert "greet    Greet somebody." in ended(capsys, "--help")[1]
    shown = ended(capsys, "greet", "--help")[1]
    assert "Usage: schemalint greet [OPTIONS] NAME" in shown.replace("{NAME}", "NAME")
    assert all(line in shown for line in ("Whom to greet.", "--marks N", "-l, --loud", "--config FILE", "1 loudly."))
    [page] = "\n".join(docs.command_pages()).split('<a id="greet"></a>')[1:]
    assert "schemalint greet NAME [OPTIONS]" in page
    assert "| `NAME` | Whom to greet. |\n| `--marks N` | How many marks. |\n| `-l, --loud` | Out loud. |" in page


@pytest.mark.parametrize(
    ("line", "expected"),
    [("che", "check"), ("check --sel", "--select"), ("check --set mini", "minimal"), ("diff --output-format mark", "markdown")],
)
def test_a_shell_completes_commands_options_and_choices(line: str, expected: str) -> None:
    words = f"schemalint {line}"
    asked = {"_SCHEMALINT_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    child = process(stdout=subprocess.PIPE, env={**os.environ, **asked})
    out, err = child.communicate(timeout=60)
    assert (0, "") == (child.returncode, err)
    assert expected in out.split()


@pytest.mark.parametrize("line", ["chek", "check --selct a", "check --set all", "explain", "canon --indent x"])
def test_a_mistake_in_the_command_is_a_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ended(capsys, *line.split())
    assert (code, out) == (2, "")
    assert "rror" in err


def test_a_path_without_a_command_is_told_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    written("tools.json", GOOD)
    assert ended(capsys, "tools.json") == (2, "", "error: no command given; to check it: schemalint check tools.json\n")


def test_clean_tools_are_a_0_and_findings_a_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(capsys, "check", written("good.json", GOOD)) == (0, "1 tool in 1 file: nothing found\n", "")
    code, out, err = ended(capsys, "check", written("bad.json", BAD))
    assert (code, err) == (1, "")
    assert "bad.json:8:5: error array-without-items: read_file: " in out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--fail-on", "never"], 0),
        (["--exit-zero"], 0),
        (["--fail-on", "error"], 1),
        (["--ignore", "validity,shape,description"], 0),
        (["--select", "array-without-items"], 1),
        (["--select", "naming"], 0),
    ],
)
def test_what_counts_as_a_failure_is_chosen(words: list[str], expected: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(capsys, "check", written("bad.json", BAD), *words)[0] == expected


def test_broken_input_is_a_2_beside_the_findings_of_the_good(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "check", written("bad.json", BAD), written("broken.json", '[{"name": "a",}]'))
    assert code == 2
    assert "broken.json:1:14: not checked: " in out
    assert "array-without-items" in out
    assert ended(capsys, "check", "broken.json", "--exit-zero")[0] == 2


def test_nothing_checked_is_never_a_success(capsys: pytest.CaptureFixture[str]) -> None:
    written("package.json", {"name": "x", "type": "module"})
    assert ended(capsys, "check", "package.json")[0] == 2
    assert ended(capsys, "check")[0] == 2
    assert ended(capsys, "check", "missing.json")[0] == 2
    assert ended(capsys, "check", written("good.json", GOOD), "--ignore", "ALL")[0] == 2
    assert ended(capsys, "check", "package.json", "--ignore-unrecognized")[0] == 0


def test_a_wrong_configuration_is_a_2_that_names_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    written("schemalint.toml", "sett = 'strict'\n")
    code, out, err = ended(capsys, "check", written("good.json", GOOD))
    assert (code, out) == (2, "")
    assert "schemalint.toml:1" in err
    assert "`set`" in err
    assert ended(capsys, "check", "good.json", "--isolated")[0] == 0


def found_rules(capsys: pytest.CaptureFixture[str], *words: str) -> set[str]:
    _, out, _ = ended(capsys, "check", "--output-format", "json", *words)
    return {one["rule"] for one in json.loads(out)["findings"]}


def test_keys_of_the_configuration_reach_the_rules_that_take_them(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = ("per_page", "perPage"), ("list_name", "user_name", "day_of", "sortKey")
    names = {name: kind for group, kind in zip(kinds, ("integer", "string"), strict=True) for name in group}
    parameters = {
        "type": "object",
        "properties": {name: {"type": kind, "description": "It is needed."} for name, kind in names.items()},
    }
    description = "List the rows of one table. Get the id with the `find_table` tool first."
    path = written("tools.json", [{"name": "list_rows", "description": description, "parameters": parameters}])
    wanted = {"param-spelling-variants", "param-name-style", "dangling-tool-reference"}
    assert wanted <= found_rules(capsys, path)
    assert "annotations-missing" not in found_rules(capsys, path)
    Path("schemalint.toml").write_text(
        'external-names = ["perPage", "sortKey"]\nknown-external-tools = ["find_table"]\nmcp-directory = true\n',
        encoding="utf-8",
    )
    assert not wanted & found_rules(capsys, path)
    assert "annotations-missing" in found_rules(capsys, path)
    assert "annotations-missing" not in found_rules(capsys, "--set", "minimal", path)


def test_a_schema_silences_a_rule_only_where_the_configuration_lets_it_and_the_tools_are_the_users_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def tool(at_tool: list[str], at_parameter: list[str], at_root: list[str]) -> dict[str, Any]:
        value = {"type": "string", "description": "Kind of export: json, csv or xml", "x-schemalint-ignore": at_parameter}
        parameters = {"type": "object", "properties": {"kind": value}, "required": ["kind"], "x-schemalint-ignore": at_root}
        return {
            "name": "table",
            "description": "Write the rows to a file.",
            "parameters": parameters,
            "x-schemalint-ignore": at_tool,
        }

    both = {"enum-in-prose", "tool-name-no-verb"}
    silent = "in-schema-ignores = true\n"
    for config, members, left in [
        ("", (["tool-name-no-verb"], ["enum-in-prose"], []), both),
        (silent, ([], [], []), both),
        (silent, (["tool-name-no-verb"], ["enum-in-prose"], []), set()),
        (silent, ([], [], ["enum-in-prose", "tool-name-no-verb"]), {"tool-name-no-verb"}),
        (silent, (["enum-in-prose"], [], []), {"tool-name-no-verb"}),
        (silent + 'trust = "third-party"\n', (["tool-name-no-verb"], ["enum-in-prose"], []), both),
    ]:
        path = written("tools.json", [tool(*members)])
        Path("schemalint.toml").write_text(config, encoding="utf-8")
        assert left == both & found_rules(capsys, path), (config, members)
    assert "x-schemalint" not in ended(capsys, "canon", path)[1]


def test_standard_input_is_a_source(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    typed(json.dumps(BAD))
    code, out, _ = ended(capsys, "check", "-")
    assert code == 1
    assert "<stdin>:1:" in out
    typed("- name: read\n  description: ''\n")
    code, out, _ = ended(capsys, "check", "-", "--stdin-filename", "x.yaml")
    assert code == 1
    assert "tool-description-missing" in out
    assert ended(capsys, "check", "-", "-")[0] == 2


def test_info_is_counted_and_listed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    tool = {
        **GOOD[0],
        "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "description": "How it is read."}}},
    }
    code, out, _ = ended(capsys, "check", written("t.json", [tool]))
    assert code == 0
    assert "info: selector-without-enum 1 (--show info lists them)" in out
    assert ": info selector-without-enum: " in ended(capsys, "check", "t.json", "--show", "info")[1]
    assert ended(capsys, "check", "t.json", "--fail-on", "info")[0] == 1


def test_findings_are_counted_by_rule_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "check", written("bad.json", BAD), "--statistics")
    assert code == 1
    assert "     1  error    array-without-items\n" in out
    assert ": error array-without-items: " not in out
    code, out, _ = ended(capsys, "check", "bad.json", "--statistics", "--output-format", "json")
    assert {"rule": "array-without-items", "severity": "error", "count": 1, "fixable": 0} in json.loads(out)["statistics"]


def test_a_report_file_is_written_whole_and_leaves_standard_output_empty(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "check", written("bad.json", BAD), "--output-format", "json", "-o", "report.json")
    assert (code, out) == (1, "")
    assert json.loads(Path("report.json").read_text())["summary"]["tools"] == 1
    assert ended(capsys, "check", "bad.json", "-o", "no/such/folder.txt")[0] == 2


def test_settings_are_shown_with_where_they_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    written("schemalint.toml", "set = 'strict'\n")
    code, out, _ = ended(capsys, "check", "--show-settings")
    assert code == 0
    assert json.loads(out)["set"] == {"value": "strict", "from": "schemalint.toml:1"}


def test_a_bug_is_a_2_without_a_traceback(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("\x1b[31moops")

    monkeypatch.setattr("schemalint.cli.main.parse", fails)
    code, out, err = ended(capsys, "check", "x")
    assert (code, out) == (2, "")
    assert r"schemalint failed: ZeroDivisionError: \x1b[31moops" in err
    assert "Traceback" not in err
    monkeypatch.setenv("SCHEMALINT_DEBUG", "1")
    assert "Traceback" in ended(capsys, "check", "x")[2]


@pytest.mark.parametrize(("error", "expected"), [(KeyboardInterrupt(), 130), (MemoryError(), 2), (RecursionError(), 2)])
def test_every_other_end_has_its_code(
    error: BaseException, expected: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Any:
        raise error

    monkeypatch.setattr("schemalint.cli.main.parse", fails)
    assert ended(capsys, "check", "x")[0] == expected


def process(*words: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "schemalint", *words], text=True, stderr=subprocess.PIPE, **more)


def test_a_pipe_closed_early_keeps_the_verdict_and_says_nothing() -> None:
    written("bad.json", [{**BAD[0], "name": f"read_file{i}"} for i in range(3000)])
    for words, expected in ((["check", "bad.json"], 1), (["--help"], 0), (["rules"], 0)):
        reader, writer = os.pipe()
        os.close(reader)
        child = process(*words, stdout=writer)
        os.close(writer)
        assert child.communicate(timeout=60)[1] == ""
        assert child.returncode == expected


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_told_and_no_verdict() -> None:
    written("bad.json", [BAD[0]])
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        child = process("check", "bad.json", stdout=full)
        told = "error: standard output cannot be written: No space left on device\n"
        assert (told, 2) == (child.communicate(timeout=60)[1], child.returncode)
        mute = subprocess.run(
            [sys.executable, "-m", "schemalint", "check", "none"], stdout=subprocess.DEVNULL, stderr=full, timeout=60
        )
        assert mute.returncode == 2
    shut = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m schemalint check bad.json >&-"], stderr=subprocess.PIPE, text=True, timeout=60
    )
    assert (2, "error: standard output cannot be written: it is closed\n") == (shut.returncode, shut.stderr)


@pytest.mark.parametrize("flag", ["--target", "--select", "--ignore"])
@pytest.mark.parametrize("value", ["", " , "])
def test_a_list_that_names_nothing_is_a_mistake(flag: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    written("good.json", GOOD)
    code, out, err = ended(capsys, "check", "good.json", flag, value)
    assert (2, "") == (code, out)
    assert err == f"error: {flag}: names nothing\n"


def test_ctrl_c_is_a_130() -> None:
    child = process("check", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    child.stdin.write(" " * 2**18)  # more than a pipe holds: once it is written, the child is reading
    child.stdin.flush()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out, err) == (130, "", "")


def test_a_terminal_that_cannot_say_it_gets_escapes() -> None:
    written("t.json", [{"name": "läsa_fil", "description": ""}])
    child = process(
        "check", "t.json", stdout=subprocess.PIPE, env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    out, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (1, "")
    assert r"l\xe4sa_fil" in out


def test_a_clean_check_loads_nothing_heavy() -> None:
    written("good.json", GOOD)
    script = (
        "import sys\nfrom schemalint.cli.main import main\ncode = main(['check', 'good.json', '--isolated'])\n"
        "heavy = {'typer', 'rich', 'pydantic', 'jsonschema', 'ruamel', 'asyncio', 'importlib.metadata', 'subprocess',"
        " 'difflib', 'logging', 'socket', 'ssl', 'tomllib', 'yaml'}\n"
        "print(code, sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert result.stdout.splitlines()[-1] == "0 []"


# ------------------------------------------------------------------------------------------------------- the other commands


def test_rules_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ended(capsys, "rules")
    assert code == 0
    assert "too-deep" in out
    listed = json.loads(ended(capsys, "rules", "--output-format", "json")[1])
    assert {"id", "title", "lever", "severity", "sets", "scope", "options", "fix"} == set(listed[0])
    [deep] = [rule for rule in listed if rule["id"] == "too-deep"]
    assert ({"max-depth": 2}, ["recommended", "strict"], "shape") == (deep["options"], deep["sets"], deep["lever"])
    code, out, _ = ended(capsys, "explain", "too-deep")
    assert code == 0
    assert "max-depth = 2" in out
    assert json.loads(ended(capsys, "explain", "too-deep", "--output-format", "json")[1])["page"]
    code, out, err = ended(capsys, "explain", "to-deep")
    assert (code, out) == (2, "")
    assert "did you mean `too-deep`?" in err


OWN = '''r"""A tool talks about foxes.

Nobody wants foxes.

```yaml
- name: call_fox
  description: Call the fox.  # finding: no foxes
```

```yaml ok
- name: call_dog
  description: Call the dog.
```
"""
from collections.abc import Iterator
from schemalint import Finding, Rule, Tool

def check(tool: Tool, *, animal: str = "fox") -> Iterator[Finding]:
    if animal in tool.text:
        yield Finding(("description",), f"no {animal}es")

rule = Rule(check, lever="description", severity="error", sets=("recommended",))
'''
FOX = [{**GOOD[0], "description": "Call the fox and the wolf to read it."}]


def test_a_rule_of_ones_own_works_from_a_folder_with_page_options_and_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    written("mine/no_foxes.py", OWN)
    written("t.json", FOX)
    code, out, _ = ended(capsys, "check", "t.json", "--rules", "mine")
    assert code == 1
    assert ": error no-foxes: read_file: no foxes" in out
    assert "Nobody wants foxes." in ended(capsys, "explain", "no-foxes", "--rules", "mine")[1]
    assert ended(capsys, "rules", "--test", "mine")[:2] == (0, "no-foxes: ok\n1 of 1 pages are correct\n")
    written("schemalint.toml", "rule-folders = ['mine']\n[rules.no-foxes]\nseverity = 'info'\nanimal = 'wolf'\n")
    code, out, err = ended(capsys, "check", "t.json")
    assert code == 2
    assert "--trust" in err
    code, out, _ = ended(capsys, "check", "t.json", "--trust", "--show", "info")
    assert code == 0
    assert ": info no-foxes: read_file: no wolfes" in out


def test_an_untrue_page_of_ones_own_is_a_1(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    written("mine/no_foxes.py", OWN.replace("# finding: no foxes", "# finding: no cats"))
    code, out, _ = ended(capsys, "rules", "--test", "mine")
    assert code == 1
    assert "promised and not found: `# finding: no cats`" in out
    assert out.endswith("0 of 1 pages are correct\n")


def test_a_broken_rule_file_and_a_taken_name_are_errors(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    written("t.json", FOX)
    written("mine/no_foxes.py", "def check(:\n")
    code, _, err = ended(capsys, "check", "t.json", "--rules", "mine")
    assert code == 2
    assert "no_foxes.py:1: " in err
    Path("mine/no_foxes.py").unlink()
    written("mine/too_deep.py", OWN)
    code, _, err = ended(capsys, "check", "t.json", "--rules", "mine")
    assert code == 2
    assert "a rule called too-deep is there already" in err


def test_a_rule_that_crashes_is_a_2_that_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    written("mine/no_foxes.py", OWN.replace("if animal in tool.text:", "if animal in tool.missing:"))
    code, out, err = ended(capsys, "check", written("t.json", FOX), "--rules", "mine")
    assert (code, out) == (2, "")
    assert "rule no-foxes crashed on tool `read_file`: AttributeError" in err


def test_canon_prints_checks_writes_and_digests(capsys: pytest.CaptureFixture[str]) -> None:
    written(
        "t.json",
        '[{"name": "b", "description": "B.", "inputSchema": {"type": "object", "required": ["y", "x"], "properties": {}}}]\n',
    )
    assert ended(capsys, "canon", "t.json")[:2] == (
        0,
        '[{"description":"B.","name":"b","parameters":{"properties":{},"required":["x","y"],"type":"object"}}]\n',
    )
    assert ended(capsys, "canon", "t.json", "--check") == (
        1,
        "t.json: not canonical\n",
        "1 of 1 file is not canonical; schemalint canon t.json --write rewrites it\n",
    )
    code, out, _ = ended(capsys, "canon", "t.json", "--check", "--diff")
    assert (1, True) == (code, out.startswith("--- t.json\n+++ t.json\n@@ -1 +1 @@\n-[{"))
    assert ended(capsys, "canon", "t.json", "--write") == (0, "t.json: rewritten\n", "")
    assert (
        '[{"description": "B.", "inputSchema": {"properties": {}, "required": ["x", "y"], "type": "object"}, "name": "b"}]\n'
        == Path("t.json").read_text()
    )
    assert ended(capsys, "canon", "t.json", "--check") == (0, "", "1 file checked, all canonical\n")
    assert ended(capsys, "canon", "t.json", "--check", "-q") == (0, "", "")
    code, out, _ = ended(capsys, "canon", "t.json", "--digest")
    assert code == 0
    assert [line.split("  ")[1] for line in out.splitlines()] == ["b", "t.json (1 tools)"]
    assert all(line.startswith("sha256:") for line in out.splitlines())
    assert ended(capsys, "canon", "t.json", "--indent", "2")[1].startswith("[\n  {\n")
    assert ended(capsys, "canon", "t.json", "--check", "--write")[0] == 2
    assert ended(capsys, "canon", "nothing.json")[0] == 2


def test_canon_prints_what_it_would_write_of_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written("t.json", "untouched")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'[{"name": "b", "description": "B."}]')))
    assert ended(capsys, "canon", "-", "--write", "--stdin-filename", "t.json") == (
        0,
        '[{"description": "B.", "name": "b"}]',
        "",
    )
    assert Path("t.json").read_text() == "untouched"
    assert ended(capsys, "canon", "-", "t.json", "--write")[0] == 2


def test_canon_keeps_a_byte_order_mark_and_line_ends(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.json").write_bytes(b'\xef\xbb\xbf[\r\n {"name": "b", "description": "B."}\r\n]\r\n')
    assert ended(capsys, "canon", "t.json", "--write")[0] == 0
    assert Path("t.json").read_bytes() == b'\xef\xbb\xbf[\r\n {"description": "B.", "name": "b"}\r\n]\r\n'


def test_the_catalog_is_printed_written_and_compared(capsys: pytest.CaptureFixture[str]) -> None:
    written("t.json", GOOD)
    code, out, _ = ended(capsys, "catalog", "t.json")
    assert code == 0
    assert ended(capsys, "catalog", "t.json", "-o", "TOOLS.md")[:2] == (0, "")
    head, _, rest = Path("TOOLS.md").read_text(encoding="utf-8").partition("\n")
    assert out.endswith(rest)
    assert "Renew with: schemalint catalog t.json -o TOOLS.md" in head
    assert ended(capsys, "catalog", "t.json", "-o", "TOOLS.md", "--check") == (0, "", "")
    written("t.json", BAD)
    code, out, _ = ended(capsys, "catalog", "t.json", "-o", "TOOLS.md", "--check")
    assert code == 1
    assert ": the catalog is out of date\n- " in out
    assert out.endswith("renew it with schemalint catalog t.json -o TOOLS.md\n")
    code, out, _ = ended(capsys, "catalog", "t.json", "-o", "OTHER.md", "--check")
    assert (1, "OTHER.md: there is no such file; write it with schemalint catalog t.json -o OTHER.md\n") == (code, out)
    assert ended(capsys, "catalog", "t.json", "--check")[0] == 2
    written("t.json", {"tools": []})
    before = Path("TOOLS.md").read_bytes()
    assert ended(capsys, "catalog", "t.json", "-o", "TOOLS.md")[0] == 2
    assert before == Path("TOOLS.md").read_bytes()


def test_no_message_ends_in_a_code_that_nothing_explains() -> None:
    package = Path(schemalint.__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    assert len(texts) > 200
    assert [] == [path.name for path, text in texts.items() if re.search(r"\[[A-Z]\d{3}\]", text)]
