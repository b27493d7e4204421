"""Which file counts, what its keys may hold, and what a file that was merely found may not cause."""

from __future__ import annotations

import datetime as dt
import json
import sys
from pathlib import Path

import pytest

from schemalint.config import Config, ConfigError, Suppression, ToolsetTable, read, settings
from schemalint.config.keys import line_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of our own, beside the repository, so that nobody's configuration can reach a test."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return folder


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / ".git").mkdir(parents=True)
    return folder


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def refusal(start: Path, *, file: Path | None = None, isolated: bool = False, trusted: bool = False) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        read(start, file=file, isolated=isolated, trusted=trusted)
    return caught.value


# --------------------------------------------------------------------------------------------------------- which file counts


def test_without_a_file_the_defaults_count(repo: Path) -> None:
    config = read(repo)
    assert ((), "recommended", "warning", None) == (config.sources, config.rule_set, config.fail_on, config.trust)
    assert (None, None, 16 * 2**20, ()) == (config.property_order, config.server_name, config.max_file_size, config.layers)


def test_no_toml_reader_is_imported_without_a_file(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(repo / "pyproject.toml", "[tool.other]\nkey = 1\n")
    for name in ("tomllib", "tomli"):
        monkeypatch.setitem(sys.modules, name, None)
    assert read(repo).layers == ()


def test_in_one_folder_the_hidden_file_wins_then_the_plain_one_then_pyproject(repo: Path) -> None:
    put(repo / "pyproject.toml", '[tool.schemalint]\nset = "minimal"\n')
    assert read(repo).rule_set == "minimal"
    put(repo / "schemalint.toml", 'set = "strict"\n')
    assert read(repo).rule_set == "strict"
    put(repo / ".schemalint.toml", 'set = "recommended"\n')
    assert read(repo).rule_set == "recommended"


def test_a_nearer_file_hides_a_farther_one_without_merging(repo: Path) -> None:
    put(repo / "schemalint.toml", 'set = "strict"\nserver-name = "far"\n')
    put(repo / "sub" / "schemalint.toml", 'set = "minimal"\n')
    config = read(repo / "sub" / "deeper")
    assert ("minimal", None) == (config.rule_set, config.server_name)


def test_a_pyproject_without_our_table_does_not_count(repo: Path) -> None:
    put(repo / "schemalint.toml", 'set = "strict"\n')
    put(repo / "sub" / "pyproject.toml", '[project]\ndependencies = ["schemalint"]\n[tool.other]\n')
    assert read(repo / "sub").rule_set == "strict"


def test_the_search_ends_at_the_repository(repo: Path) -> None:
    put(repo.parent / "schemalint.toml", 'set = "strict"\n')
    assert read(repo).rule_set == "recommended"


def test_a_worktree_whose_git_is_a_file_is_a_repository(tmp_path: Path) -> None:
    put(tmp_path / "schemalint.toml", 'set = "strict"\n')
    put(tmp_path / "tree" / ".git", "gitdir: elsewhere\n")
    assert read(tmp_path / "tree").rule_set == "recommended"


def test_outside_of_a_repository_the_search_ends_at_home(home: Path) -> None:
    put(home.parent / "schemalint.toml", 'set = "strict"\n')
    (home / "a" / "b").mkdir(parents=True)
    assert read(home / "a" / "b").rule_set == "recommended"
    put(home / "schemalint.toml", 'set = "minimal"\n')
    assert read(home / "a" / "b").rule_set == "minimal"


def test_outside_of_repository_and_home_only_the_folder_itself_counts(tmp_path: Path) -> None:
    put(tmp_path / "schemalint.toml", 'set = "strict"\n')
    (tmp_path / "work").mkdir()
    assert read(tmp_path / "work").rule_set == "recommended"
    assert read(tmp_path).rule_set == "strict"


def test_without_a_home_the_folder_itself_still_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", nobody)
    put(tmp_path / "schemalint.toml", 'set = "strict"\n')
    assert read(tmp_path).rule_set == "strict"


def test_a_named_file_counts_alone_and_isolated_counts_none(repo: Path) -> None:
    put(repo / "schemalint.toml", 'set = "strict"\n')
    put(repo / "other.toml", 'set = "minimal"\n')
    assert read(repo, file=Path("other.toml")).rule_set == "minimal"
    assert read(repo, file=repo / "other.toml").rule_set == "minimal"
    assert read(repo, isolated=True).rule_set == "recommended"
    assert "cannot be used together with --config" in str(refusal(repo, file=Path("other.toml"), isolated=True))


def test_a_named_file_must_be_there_and_hold_our_table(repo: Path) -> None:
    put(repo / "pyproject.toml", "[project]\n")
    assert str(refusal(repo, file=Path("pyproject.toml"))) == "pyproject.toml: holds no table [tool.schemalint]"
    assert str(refusal(repo, file=Path("gone.toml"))) == "gone.toml: cannot be read: No such file or directory"


@pytest.mark.parametrize("name", ["schemalint.toml", "pyproject.toml"])
def test_what_is_no_regular_file_is_an_error_and_not_passed_over(repo: Path, name: str) -> None:
    (repo / name).mkdir()
    assert str(refusal(repo)) == f"{name}: is a directory, not a regular file"


def test_a_dangling_link_is_an_error_and_not_passed_over(repo: Path) -> None:
    (repo / "schemalint.toml").symlink_to("gone.toml")
    assert "cannot be read" in str(refusal(repo))


def test_a_link_out_of_the_repository_is_not_followed(repo: Path) -> None:
    put(repo.parent / "outside.toml", 'set = "strict"\n')
    (repo / "schemalint.toml").symlink_to(repo.parent / "outside.toml")
    assert str(refusal(repo)) == "schemalint.toml: is a link out of the repository, and is not followed"
    assert read(repo, file=Path("schemalint.toml")).rule_set == "strict"


def test_a_file_that_is_too_large_is_refused_without_naming_the_flag_for_documents(repo: Path) -> None:
    put(repo / "schemalint.toml", "#" * (2**20 + 1))
    assert str(refusal(repo)) == "schemalint.toml: holds more than 1048576 bytes"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("set = \n", 1, "is not TOML: Invalid value"),
        ('set = "strict"\nset = "strict"\n', 2, "is not TOML: Cannot overwrite a value"),
        ("\n\n[a]\n[a]\n", 4, "is not TOML"),
        ("a = 1\n\n\nb = [1,\n", 4, "is not TOML"),
        ("a = " + "[" * 100_000, None, "is nested too deeply"),
        ("a = " + "9" * 5_000, None, "is not TOML"),
    ],
)
def test_text_that_is_not_toml_is_named_with_its_line(repo: Path, text: str, line: int | None, words: str) -> None:
    put(repo / "schemalint.toml", text)
    error = refusal(repo)
    assert ("schemalint.toml", line) == (error.path, error.line)
    assert error.message.startswith(words)


def test_bytes_that_are_not_utf8_are_named_with_their_line(repo: Path) -> None:
    (repo / "schemalint.toml").write_bytes(b'set = "strict"\nserver-name = "\xff"\n')
    assert str(refusal(repo)).startswith("schemalint.toml:2: not UTF-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[tool]\nschemalint = "yes"\n', "pyproject.toml:2: `tool.schemalint` must be a table"),
        ('tool = "schemalint"\n', "pyproject.toml:1: `tool` must be a table"),
    ],
)
def test_our_place_in_pyproject_must_be_a_table(repo: Path, text: str, expected: str) -> None:
    put(repo / "pyproject.toml", text)
    assert str(refusal(repo)) == expected


# ------------------------------------------------------------------------------------------------------------------- extending


def test_an_extended_file_gives_what_the_inner_one_does_not_say(repo: Path) -> None:
    put(repo / "base.toml", 'set = "strict"\nfail-on = "info"\nserver-name = "base"\nlimits.max-file-size = 5\n')
    put(repo / "a" / "schemalint.toml", 'extend = "../base.toml"\nserver-name = "inner"\n')
    config = read(repo / "a")
    assert ("strict", "info", "inner", 5) == (config.rule_set, config.fail_on, config.server_name, config.max_file_size)
    assert ["../base.toml", "schemalint.toml"] == [layer.name for layer in config.layers]


def test_a_pyproject_can_be_extended_by_way_of_its_table(repo: Path) -> None:
    put(repo / "pyproject.toml", '[tool.schemalint]\nset = "strict"\n')
    put(repo / "a" / "schemalint.toml", 'extend = "../pyproject.toml"\n')
    assert read(repo / "a").rule_set == "strict"
    put(repo / "pyproject.toml", "[project]\n")
    error = refusal(repo / "a")
    assert str(error) == "schemalint.toml:1: `extend` names ../pyproject.toml, which holds no table [tool.schemalint]"


def test_a_wrong_key_in_an_extended_file_is_named_there(repo: Path) -> None:
    put(repo / "base.toml", 'set = "strict"\n\nfail_on = "info"\n')
    put(repo / "a" / "schemalint.toml", 'extend = "../base.toml"\n')
    assert str(refusal(repo / "a")) == "../base.toml:3: unknown key `fail_on`; did you mean `fail-on`?"


def test_extending_stays_inside_the_repository(repo: Path) -> None:
    outside = put(repo.parent / "outside.toml", 'set = "strict"\n')
    for target in ("../outside.toml", str(outside), "link.toml"):
        put(repo / "schemalint.toml", f'\nextend = "{target}"\n')
        if target == "link.toml":
            (repo / target).symlink_to(outside)
        expected = f"schemalint.toml:2: `extend` names {target}, which is outside of the repository"
        assert str(refusal(repo)) == expected
        assert str(refusal(repo, trusted=True)) == expected


def test_without_a_repository_extending_stays_inside_the_folder(tmp_path: Path) -> None:
    put(tmp_path / "base.toml", "")
    put(tmp_path / "a" / "schemalint.toml", 'extend = "../base.toml"\n')
    assert "outside of the repository" in str(refusal(tmp_path / "a"))
    put(tmp_path / "a" / "schemalint.toml", 'extend = "more/base.toml"\n')
    put(tmp_path / "a" / "more" / "base.toml", 'set = "strict"\n')
    assert read(tmp_path / "a").rule_set == "strict"


def test_extending_in_a_circle_is_refused(repo: Path) -> None:
    put(repo / "schemalint.toml", 'extend = "b.toml"\n')
    put(repo / "b.toml", '# first\nextend = "schemalint.toml"\n')
    assert str(refusal(repo)) == "b.toml:2: `extend` names schemalint.toml, which extends this file: a circle"
    put(repo / "schemalint.toml", 'extend = "./schemalint.toml"\n')
    assert "a circle" in str(refusal(repo))


def test_extending_what_is_not_there_or_loops_is_refused(repo: Path) -> None:
    put(repo / "schemalint.toml", 'extend = "gone.toml"\n')
    assert str(refusal(repo)) == "schemalint.toml:1: `extend` names gone.toml, and there is no such file"
    (repo / "gone.toml").symlink_to("gone.toml")
    assert isinstance(refusal(repo), ConfigError)


# ------------------------------------------------------------------------------------------------------------- keys and values

FULL = """\
sources = ["tools/*.json", "agent/tools.py:TOOLS"]
set = "strict"
select = ["naming"]
extend-select = ["too-deep"]
ignore = ["enum"]
fail-on = "never"
server-name = "github"
namespace = "gh"
targets = ["openai", "mcp@2025-11-25"]
name-prefix = "x_{server}_"
client-prefixes = true
trust = "third-party"
property-order = "authored"

[limits]
max-file-size = 1000

[rules.tool-name-no-verb]
severity = "error"
extra-verbs = ["geocode"]

[per-tool-ignores]
"job_*" = ["tool-name-verb-first"]

[[suppress]]
tool = "read_file"
at = "/properties/path"
rules = ["param-name-style"]
reason = "mirrors the upstream API"
expires = 2027-06-30

[[suppress]]
tool = "write_file"
rules = ["naming"]

[[toolset]]
sources = ["a.json", "b.json"]
server = "both"
trust = "own"
targets = ["cursor"]
"""


def test_every_key_of_this_version_is_read(repo: Path) -> None:
    put(repo / "schemalint.toml", FULL)
    config = read(repo)
    assert ("tools/*.json", "agent/tools.py:TOOLS") == config.sources
    assert ("strict", "never", "github", ("gh",)) == (config.rule_set, config.fail_on, config.server_name, config.namespace)
    assert ("third-party", "authored", 1000) == (config.trust, config.property_order, config.max_file_size)
    assert (("openai", "mcp@2025-11-25"), "x_{server}_", True) == (config.targets, config.name_prefix, config.client_prefixes)
    assert (ToolsetTable(("a.json", "b.json"), "both", "own", ("cursor",)),) == config.toolsets
    values = config.layers[0].values
    assert ("naming",) == values["select"]
    assert ("error", {"extra-verbs": ["geocode"]}) == (
        values["rules"]["tool-name-no-verb"].severity,
        values["rules"]["tool-name-no-verb"].options,
    )
    assert {"job_*": ("tool-name-verb-first",)} == values["per-tool-ignores"]
    assert (
        Suppression(
            "read_file",
            ("parameters", "properties", "path"),
            ("param-name-style",),
            "mirrors the upstream API",
            dt.date(2027, 6, 30),
        ),
        Suppression("write_file", (), ("naming",), "", None),
    ) == values["suppress"]


@pytest.mark.parametrize(
    ("written", "steps"),
    [
        ("", ()),
        ("/description", ("description",)),
        ("/parameters/properties/a~1b", ("parameters", "properties", "a/b")),
        ("/properties/path/items", ("parameters", "properties", "path", "items")),
        ("/$defs/Item", ("parameters", "$defs", "Item")),
        ("/required", ("parameters", "required")),
        ("/extra/strict", ("extra", "strict")),
    ],
)
def test_a_suppression_addresses_the_canonical_tool(repo: Path, written: str, steps: tuple[str, ...]) -> None:
    put(repo / "schemalint.toml", f'[[suppress]]\ntool = "a"\nrules = ["x"]\nat = "{written}"\n')
    assert steps == read(repo).layers[0].values["suppress"][0].at


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('selct = ["x"]', "1: unknown key `selct`; did you mean `select`?"),
        ("\n\nzzz = 1", "3: unknown key `zzz`"),
        (
            "[tool.schemalint]\nset = 'strict'",
            "1: unknown key `tool`; in this file the keys are at the top, without [tool.schemalint]",
        ),
        ('# targets\ntargets = "openai"', "2: `targets` must be a list of strings, not a string"),
        ("client-prefixes = 1", "1: `client-prefixes` must be true or false, not a number"),
        ("in-schema-ignores = 1", "1: `in-schema-ignores` must be true or false, not a number"),
        (
            '[tool-classes."a.T"]\nname = "x y"',
            "2: `tool-classes.a.T.name` is `x y`, expected a path of attributes such as `spec.name` or `schema()`",
        ),
        ('[tool-classes."a.T"]\nparameters = "p"', "1: `tool-classes.a.T` needs the key `name`"),
        ('[tool-classes.T]\nname = "n"', "1: `T` must be the full name of a class, such as `package.module.T`"),
        ('[tool-classes."a.T"]\nnam = "n"', "2: unknown key `tool-classes.a.T.nam`; did you mean `name`?"),
        ("tool-classes = 3", "1: `tool-classes` must be a table of tables, one a class, not a number"),
        ("[[toolset]]\nsources = []\ntargets = [3]", "3: `toolset.targets` must be a string, not a number"),
        ('set = "strickt"', "1: `set` is `strickt`, expected one of minimal, recommended, strict; did you mean `strict`?"),
        ('set = "preview"', "1: `set` is `preview`, expected one of minimal, recommended, strict"),
        (
            'fail-on = "warn"',
            "1: `fail-on` is `warn`, expected one of error, warning, info, never; did you mean `warning`?",
        ),
        ("trust = 3", "1: `trust` must be a string, not a number"),
        ("set = true", "1: `set` must be a string, not a boolean"),
        ("namespace = 3", "1: `namespace` must be a list of strings, not a number"),
        ('server-name = ""', "1: `server-name` must not be empty"),
        (r'extend = "a\u0000b"', "1: `extend` must not hold a NUL character"),
        ('select = "naming"', "1: `select` must be a list of strings, not a string"),
        ('select = ["naming", 3]', "1: `select` must be a string, not a number"),
        ("sources = 2027-06-30", "1: `sources` must be a list of strings, not a date"),
        ("limits = 3", "1: `limits` must be a table, not a number"),
        ("[limits]\nmax-file-sise = 3", "2: unknown key `limits.max-file-sise`; did you mean `max-file-size`?"),
        ("[limits]\nmax-file-size = 0", "2: `limits.max-file-size` must be at least 1, not 0"),
        ("[limits]\nmax-file-size = true", "2: `limits.max-file-size` must be a whole number, not a boolean"),
        ('[limits]\nmax-file-size = "1MB"', "2: `limits.max-file-size` must be a whole number, not a string"),
        ('rules = ["x"]', "1: `rules` must be a table of tables, one a rule, not a list"),
        ('[rules]\ntoo-deep = "error"', "2: `rules.too-deep` must be a table of severity and options, not a string"),
        (
            '[rules.too-deep]\n\nseverity = "err"',
            "3: `rules.too-deep.severity` is `err`, expected one of error, warning, info; did you mean `error`?",
        ),
        ("per-tool-ignores = []", '1: `per-tool-ignores` must be a table such as {"job_*" = ["rule"]}, not a list'),
        (
            '[per-tool-ignores]\n"job_*" = "x"',
            "2: `per-tool-ignores.job_*` must be a list of strings, not a string",
        ),
        ("suppress = {}", "1: `suppress` must be a list of tables, each headed by [[suppress]], not a table"),
        ('[[suppress]]\ntool = "a"', "1: a `suppress` table needs the key `rules`"),
        ('[[suppress]]\ntool = "a"\nrules = ["x"]\n[[suppress]]\nrules = ["x"]', "4: a `suppress` table needs the key `tool`"),
        ('[[suppress]]\ntool = "a"\nrules = []', "3: `suppress.rules` must name at least one rule"),
        (
            '[[suppress]]\ntool = "a"\nrules = ["x"]\nexpires = "2027-06-30"',
            "4: `suppress.expires` must be a date, written 2027-06-30 without quotes or time",
        ),
        (
            '[[suppress]]\ntool = "a"\nrules = ["x"]\nexpires = 2027-06-30T00:00:00Z',
            "4: `suppress.expires` must be a date, written 2027-06-30 without quotes or time",
        ),
        (
            '[[suppress]]\ntool = "a"\nrules = ["x"]\nat = "/propertys/a"',
            (
                "4: `suppress.at` is `/propertys/a`, expected a pointer such as /parameters/properties/path;"
                " did you mean `properties`?"
            ),
        ),
        (
            '[[suppress]]\ntool = "a"\nrules = ["x"]\nat = "path"',
            "4: `suppress.at` is `path`, expected a pointer such as /parameters/properties/path",
        ),
        ('[[suppress]]\ntool = "a"\nrules = ["x"]\nat = 3', "4: `suppress.at` must be a string, not a number"),
        ('[[suppress]]\ntol = "a"', "2: unknown key `suppress.tol`; did you mean `tool`?"),
        ("toolset = [3]", "1: `toolset` must be a table, not a number"),
        ('[[toolset]]\nserver = "x"', "1: a `toolset` table needs the key `sources`"),
    ],
)
def test_what_is_wrong_is_named_with_its_line_and_the_nearest_right_word(repo: Path, text: str, expected: str) -> None:
    put(repo / "schemalint.toml", text + "\n")
    assert str(refusal(repo)) == f"schemalint.toml:{expected}"


def test_in_pyproject_the_line_is_that_of_our_table_and_not_of_a_namesake(repo: Path) -> None:
    put(repo / "pyproject.toml", '[tool.other]\nset = "x"\n\n[tool.schemalint]\nignore = []\nset = "x"\n')
    assert str(refusal(repo)).startswith("pyproject.toml:6: `set` is `x`")


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (("rules", "a-b", "severity"), 3),
        (("rules", "c", "severity"), 5),
        (("rules", "d", "limit"), 7),
        (("rules", "e"), 10),
        (("suppress", 1, "rules", "second"), 19),
        (("suppress", 0, "rules", "second"), 15),
        (("per-tool-ignores", "job_*", "y"), 22),
        (("nothing",), None),
    ],
)
def test_the_line_of_a_key_is_found_however_it_is_written(steps: tuple[str | int, ...], line: int | None) -> None:
    text = """\
# rules.a-b.severity is set below
[rules.a-b]
severity = "error"
[rules]
c.severity = "info"
d = { severity = "info",
  limit = 3 }
# e

"e" = {}

[[suppress]]
# 0
tool = "t"
rules = ["first"]

[[suppress]]
rules = ["first",
  "second"]
[ per-tool-ignores ]
'job_*' = [ "x",
  "y" ]
"""
    assert line_of(text, steps) == line


# -------------------------------------------------------------------------------------------------------------- paths and trust


def test_sources_count_from_the_folder_of_their_file(repo: Path) -> None:
    put(repo / "schemalint.toml", 'sources = ["tools/*.json", "agent.py:TOOLS"]\n[[toolset]]\nsources = ["a.json"]\n')
    (repo / "sub").mkdir()
    config = read(repo / "sub")
    assert (str(Path("../tools/*.json")), str(Path("../agent.py:TOOLS"))) == config.sources
    assert (str(Path("../a.json")),) == config.toolsets[0].sources
    assert ("tools/*.json", "agent.py:TOOLS") == read(repo).sources


def test_an_absolute_source_inside_the_repository_stays_as_it_is(repo: Path) -> None:
    source = str(repo.resolve() / "tools.json")
    put(repo / "schemalint.toml", f"sources = ['{source}']\n")
    (repo / "sub").mkdir()
    assert (source,) == read(repo / "sub").sources


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("stdio:node server.js", "would start or call a server"),
        ("https://example.com/mcp", "would start or call a server"),
        ("pkg.tools", "would import a Python module"),
        ("pkg.tools:make()", "would import a Python module"),
        ("tools:TOOLS", "would import a Python module"),
        ("../elsewhere/*.json", "is outside of the repository"),
        ("*/../../secret.json", "is outside of the repository"),
        ("/etc/hostname", "is outside of the repository"),
        ("link/tools.json", "is outside of the repository"),
    ],
)
def test_a_source_that_runs_or_lies_outside_needs_trust(repo: Path, source: str, what: str) -> None:
    (repo / "link").symlink_to(repo.parent)
    expected = f"schemalint.toml:2: `{source}` {what}; a configuration may ask for that only with --trust"
    put(repo / "schemalint.toml", f'# sources\nsources = ["a.json", "{source}"]\n')
    assert str(refusal(repo)) == expected
    assert str(refusal(repo, file=Path("schemalint.toml"))) == expected
    assert source == read(repo, trusted=True).sources[1]
    put(repo / "schemalint.toml", f'[[toolset]]\nsources = ["{source}"]\n')
    assert str(refusal(repo)) == expected
    assert (source,) == read(repo, trusted=True).toolsets[0].sources


def test_a_dotted_file_is_a_file(repo: Path) -> None:
    put(repo / "tools.v2", "[]")
    put(repo / "schemalint.toml", 'sources = ["tools.v2", "my.tools.json", "tools"]\n')
    assert ("tools.v2", "my.tools.json", "tools") == read(repo).sources


def test_standard_input_cannot_be_named_in_a_file(repo: Path) -> None:
    put(repo / "schemalint.toml", 'sources = ["-"]\n')
    assert str(refusal(repo, trusted=True)) == ("schemalint.toml:1: `-` (standard input) can be named on the command line only")


RULES = (
    "schemalint.toml:1: `lint_rules` would load rules, which are Python code;"
    " a configuration may ask for that only with --trust"
)


def test_a_folder_of_rules_needs_trust(repo: Path) -> None:
    put(repo / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
    (repo / "lint_rules").mkdir()
    assert str(refusal(repo)) == RULES
    assert (repo.resolve() / "lint_rules",) == read(repo, trusted=True).rule_folders


def test_a_folder_of_rules_must_be_there(repo: Path) -> None:
    put(repo / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
    error = refusal(repo, trusted=True)
    assert str(error) == "schemalint.toml:1: `rule-folders` names lint_rules, and there is no such folder"


def test_folders_of_rules_add_up_over_extended_files(repo: Path) -> None:
    put(repo / "base.toml", 'rule-folders = ["outer"]\n')
    put(repo / "a" / "schemalint.toml", 'extend = "../base.toml"\nrule-folders = ["inner"]\n')
    (repo / "outer").mkdir()
    (repo / "a" / "inner").mkdir()
    assert (repo.resolve() / "outer", repo.resolve() / "a" / "inner") == read(repo / "a", trusted=True).rule_folders
    assert "--trust" in str(refusal(repo / "a"))


def trust_file(base: Path, *folders: str | Path) -> Path:
    listed = ", ".join(f"'{folder}'" for folder in folders)
    return put(base / "schemalint" / "config.toml", f"trusted = [{listed}]\n")


def test_the_users_own_configuration_can_list_a_repository_as_trusted(repo: Path, home: Path) -> None:
    put(repo / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
    (repo / "lint_rules").mkdir()
    trust_file(home / ".config", "/somewhere/else", repo)
    assert (repo.resolve() / "lint_rules",) == read(repo).rule_folders


def test_the_xdg_folder_takes_the_place_of_the_usual_one(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(repo / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
    (repo / "lint_rules").mkdir()
    trust_file(tmp_path / "xdg", repo)
    monkeypatch.setenv("XDG_CONFIG_HOME", "xdg")
    assert str(refusal(repo)) == RULES
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    assert 1 == len(read(repo).rule_folders)


def test_listing_a_folder_does_not_trust_the_clones_below_it(repo: Path, home: Path) -> None:
    put(repo / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
    (repo / "lint_rules").mkdir()
    trust_file(home / ".config", repo.parent, "/")
    assert str(refusal(repo)) == RULES


def test_listing_a_part_of_a_repository_trusts_that_part_alone(repo: Path, home: Path) -> None:
    for folder in (repo, repo / "part", repo / "other"):
        put(folder / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
        (folder / "lint_rules").mkdir()
    trust_file(home / ".config", repo / "part")
    assert 1 == len(read(repo / "part").rule_folders)
    assert str(refusal(repo)) == RULES
    assert str(refusal(repo / "other")) == RULES


def test_a_list_of_trusted_folders_inside_the_repository_does_not_count(
    repo: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(repo / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
    (repo / "lint_rules").mkdir()
    trust_file(repo / ".config", repo)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(repo / ".config"))
    assert str(refusal(repo)) == RULES
    (home / "xdg").symlink_to(repo / ".config")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "xdg"))
    assert str(refusal(repo)) == RULES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('trusted = ["src/mine"]', "1: `trusted` must be a list of absolute paths of folders"),
        ("trusted = true", "1: `trusted` must be a list of absolute paths of folders"),
        ('trusted = []\nset = "strict"', "2: unknown key `set`; this file may hold `trusted` alone"),
    ],
)
def test_what_is_wrong_in_the_users_own_file_is_named_there(repo: Path, home: Path, text: str, expected: str) -> None:
    put(repo / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
    path = put(home / ".config" / "schemalint" / "config.toml", text + "\n")
    assert str(refusal(repo)) == f"{path.resolve()}:{expected}"


def test_without_home_and_xdg_nothing_is_trusted(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", nobody)
    put(repo / "schemalint.toml", 'rule-folders = ["lint_rules"]\n')
    assert str(refusal(repo)) == RULES


@pytest.mark.parametrize(("written", "read_as"), [("venv/bin/python", "{repo}/venv/bin/python"), ("python3.12", "python3.12")])
def test_an_interpreter_is_named_from_its_file_and_may_run_only_with_trust(repo: Path, written: str, read_as: str) -> None:
    put(repo / "schemalint.toml", f'python = "{written}"\nsources = ["a.json"]\n')
    for trusted in (False, True):
        config = read(repo / ".", trusted=trusted)
        assert (read_as.format(repo=repo.resolve()), trusted) == (config.python, config.may_run)


def test_a_file_that_names_nothing_to_run_may_run_it(repo: Path) -> None:
    put(repo / "schemalint.toml", 'sources = ["a.json"]\n')
    assert read(repo).may_run


def test_classes_of_tools_add_up_over_extended_files(repo: Path) -> None:
    put(repo / "base.toml", '[tool-classes."a.One"]\nname = "title"\n')
    put(repo / "schemalint.toml", 'extend = "base.toml"\n[tool-classes."a.Two"]\nname = "n"\nparameters = "spec.schema()"\n')
    expected = {"a.One": {"name": "title"}, "a.Two": {"name": "n", "parameters": "spec.schema()"}}
    assert expected == read(repo).tool_classes


def test_an_untrusted_file_still_chooses_rules_and_limits(repo: Path) -> None:
    put(repo / "schemalint.toml", 'ignore = ["ALL"]\nlimits = {max-file-size = 99999999}\n')
    assert 99999999 == read(repo).max_file_size


def test_reading_leaves_no_trace_in_the_repository(repo: Path) -> None:
    put(repo / "schemalint.toml", FULL)
    before = sorted(repo.iterdir())
    assert isinstance(read(repo), Config)
    assert before == sorted(repo.iterdir())


# ------------------------------------------------------------------------------------------------------------ what was given


def test_without_files_every_setting_is_a_default() -> None:
    shown = settings(Config())
    assert {"default"} == {entry["from"] for entry in shown.values()}
    assert {"value": "recommended", "from": "default"} == shown["set"]
    assert {"mcp-directory", "external-names", "known-external-tools", "in-schema-ignores", "toolset"} <= shown.keys()
    assert {"value": 16 * 2**20, "from": "default"} == shown["limits.max-file-size"]


def test_each_setting_names_the_file_and_line_that_gave_it(repo: Path) -> None:
    put(repo / "schemalint.toml", 'extend = "base.toml"\nignore = ["naming"]\nfail-on = "info"\n[rules.too-deep]\nlimit = 3\n')
    put(
        repo / "base.toml",
        'set = "strict"\nfail-on = "never"\nignore = ["wordy"]\nlimits.max-file-size = 7\n'
        '[rules.too-deep]\nlimit = 2\nseverity = "error"\n[per-tool-ignores]\na = ["ALL"]\n'
        '[[suppress]]\ntool = "a"\nrules = ["x"]\nexpires = 2027-06-30\n[[toolset]]\nsources = ["a.json"]\n',
    )
    shown = settings(read(repo))
    assert {"value": "info", "from": "schemalint.toml:3"} == shown["fail-on"]
    assert {"value": "strict", "from": "base.toml:1"} == shown["set"]
    assert {"value": ["wordy", "naming"], "from": "base.toml:3, schemalint.toml:2"} == shown["ignore"]
    assert {"value": 7, "from": "base.toml:4"} == shown["limits.max-file-size"]
    assert {"value": 3, "from": "schemalint.toml:5"} == shown["rules.too-deep.limit"]
    assert {"value": "error", "from": "base.toml:7"} == shown["rules.too-deep.severity"]
    assert {"value": ["ALL"], "from": "base.toml:9"} == shown["per-tool-ignores.a"]
    entry = {"tool": "a", "at": [], "rules": ["x"], "reason": "", "expires": "2027-06-30", "source": None, "server": None}
    assert {"value": [entry], "from": "base.toml:10"} == shown["suppress"]
    assert {
        "value": [{"sources": ["a.json"], "server": None, "trust": None, "targets": None}],
        "from": "base.toml:14",
    } == shown["toolset"]
    assert {"value": None, "from": "default"} == shown["server-name"]
    assert shown == json.loads(json.dumps(shown))


def test_a_later_select_hides_what_it_replaced(repo: Path) -> None:
    put(repo / "schemalint.toml", 'extend = "base.toml"\nselect = ["shape"]\n')
    put(repo / "base.toml", 'select = ["naming"]\nignore = ["wordy"]\n')
    shown = settings(read(repo))
    assert {"value": ["shape"], "from": "schemalint.toml:2"} == shown["select"]
    assert "ignore" not in shown
