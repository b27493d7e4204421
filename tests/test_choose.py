"""Which rules run, how they are configured, where they are silent, and what is said about a wrong name."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from schemalint.config import Config, ConfigError, read
from schemalint.linting.choose import choose
from schemalint.linting.rule import Rule, builtin, load
from schemalint.linting.silences import Ignores, ignores, silencer
from schemalint.model import RuleSet

OURS = load(builtin())
FREE_TEXT = frozenset(("tool-name-invalid", "tool-name-too-long-when-prefixed"))

RULE = '''"""{title}."""
from collections.abc import Iterator
from typing import Literal
from schemalint import Finding, Rule, Tool

def check(tool: Tool{options}) -> Iterator[Finding]:
    return iter(())

rule = Rule(check, lever="{lever}", severity="{severity}", sets=("{set}",){more})
'''
KINDS: tuple[dict[str, str], ...] = (
    {"id": "bad-name", "lever": "naming", "set": "minimal"},
    {
        "id": "no-verb",
        "lever": "naming",
        "set": "recommended",
        "options": ", *, extra_verbs: tuple[str, ...] = ('run',), namespace: tuple[str, ...] = (), style:"
        " Literal['auto', 'snake'] = 'auto', case: Literal['up', 'down'] | None = None, most: int | None = None",
        "more": ", from_config={'namespace': 'namespace'}",
    },
    {"id": "odd-style", "lever": "naming", "set": "preview"},
    {
        "id": "too-deep",
        "lever": "shape",
        "set": "recommended",
        "options": ", *, limit: int = 12, ratio: float = 0.5, exact: bool = False, word: str = 'a', maybe: str | None = None,"
        " table: dict[str, str] = {}, names: frozenset[str] = frozenset()",
        "more": ', strict={"limit": 8}',
    },
    {"id": "wordy", "lever": "description", "set": "strict", "severity": "info"},
)


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Rule]:
    folder = tmp_path_factory.mktemp("rules")
    for kind in KINDS:
        members = {"severity": "warning", "options": "", "more": "", "title": kind["id"], **kind}
        path = folder / f"{kind['id'].replace('-', '_')}.py"
        path.write_text(RULE.format(**members), encoding="utf-8")
    return load(folder)


@pytest.fixture
def configured(tmp_path: Path) -> Any:
    (tmp_path / ".git").mkdir()

    def make(text: str, base: str | None = None) -> Config:
        if base is not None:
            (tmp_path / "base.toml").write_text(base, encoding="utf-8")
            text = 'extend = "base.toml"\n' + text
        (tmp_path / "schemalint.toml").write_text(text, encoding="utf-8")
        return read(tmp_path)

    return make


def ids(chosen: Iterable[Rule]) -> str:
    return " ".join(rule.id for rule in chosen)


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("", {}, "bad-name no-verb too-deep"),
        ('set = "minimal"', {}, "bad-name"),
        ('set = "strict"', {}, "bad-name no-verb too-deep wordy"),
        ('set = "strict"', {"set_name": "minimal"}, "bad-name"),
        ("", {"set_name": "strict"}, "bad-name no-verb too-deep wordy"),
        # select replaces, extend-select adds, ignore takes away
        ('select = ["shape"]', {}, "too-deep"),
        ('select = ["minimal"]', {}, "bad-name"),
        ('select = ["ALL"]', {}, "bad-name no-verb odd-style too-deep wordy"),
        ('extend-select = ["wordy"]', {}, "bad-name no-verb too-deep wordy"),
        ('ignore = ["naming"]', {}, "too-deep"),
        # the more specific name wins, of equal ones ignore
        ('select = ["no-verb"]\nignore = ["naming"]', {}, "no-verb"),
        ('extend-select = ["no-verb"]\nignore = ["naming"]', {}, "no-verb too-deep"),
        ('extend-select = ["naming"]\nignore = ["no-verb"]', {}, "bad-name too-deep"),
        ('extend-select = ["naming"]\nignore = ["recommended"]', {}, "bad-name no-verb"),
        ('extend-select = ["wordy"]\nignore = ["ALL"]', {}, "wordy"),
        ('select = ["wordy", "too-deep"]\nignore = ["wordy"]', {}, "too-deep"),
        # preview only where named
        ('extend-select = ["preview"]', {}, "bad-name no-verb odd-style too-deep"),
        ('extend-select = ["odd-style"]', {}, "bad-name no-verb odd-style too-deep"),
        ('select = ["naming"]', {}, "bad-name no-verb"),
        # the command line comes after the file
        ('ignore = ["naming"]', {"select": ["naming"]}, "bad-name no-verb"),
        ('ignore = ["no-verb"]', {"extend_select": ["naming"]}, "bad-name no-verb too-deep"),
        ('extend-select = ["wordy"]', {"ignore": ["description"]}, "bad-name no-verb too-deep"),
        ('select = ["shape"]', {"set_name": "minimal"}, "bad-name"),
        ('select = ["shape"]\nextend-select = ["wordy"]', {"set_name": "minimal"}, "bad-name wordy"),
        ('ignore = ["bad-name"]', {"set_name": "strict"}, "no-verb too-deep wordy"),
        ('select = ["shape"]', {"select": [], "extend_select": ["wordy"]}, "too-deep wordy"),
        ("", {"set_name": "minimal", "select": ["shape"]}, "too-deep"),
        ('ignore = ["ALL"]', {}, ""),
        ("", {"select": ["wordy"], "ignore": ["wordy"]}, ""),
    ],
)
def test_the_selection(
    rules: Mapping[str, Rule], configured: Any, text: str, options: Mapping[str, Any], expected: str
) -> None:
    assert expected == ids(choose(rules, configured(text), **options))


@pytest.mark.parametrize(
    ("base", "inner", "expected"),
    [
        ('ignore = ["naming"]', 'extend-select = ["bad-name"]', "bad-name too-deep"),
        ('ignore = ["bad-name"]', 'extend-select = ["naming"]', "bad-name no-verb too-deep"),
        ('ignore = ["naming"]', 'select = ["minimal"]', "bad-name"),
        ('select = ["shape"]', 'ignore = ["wordy"]', "too-deep"),
        ('select = ["shape"]', 'set = "minimal"', "bad-name"),
        ('set = "minimal"', 'extend-select = ["wordy"]', "bad-name wordy"),
    ],
)
def test_an_extending_file_comes_after_the_one_it_extends(
    rules: Mapping[str, Rule], configured: Any, base: str, inner: str, expected: str
) -> None:
    assert expected == ids(choose(rules, configured(inner, base)))


def test_severities_and_options_are_applied(rules: Mapping[str, Rule], configured: Any) -> None:
    config = configured(
        '[rules.no-verb]\nseverity = "error"\nextra-verbs = ["geocode"]\nstyle = "snake"\n'
        "[rules.too-deep]\nlimit = 3\nratio = 1\nexact = true\nword = 'b'\nmaybe = 'c'\nnames = ['x']\n"
    )
    chosen = {rule.id: rule for rule in choose(rules, config)}
    assert "error" == chosen["no-verb"].severity
    assert chosen["no-verb"].options == {
        "extra_verbs": ("geocode",),
        "namespace": (),
        "style": "snake",
        "case": None,
        "most": None,
    }
    assert "warning" == chosen["too-deep"].severity
    expected = {"limit": 3, "ratio": 1, "exact": True, "word": "b", "maybe": "c", "table": {}, "names": frozenset({"x"})}
    assert expected == chosen["too-deep"].options


def test_options_may_be_written_with_underscores(rules: Mapping[str, Rule], configured: Any) -> None:
    chosen = choose(rules, configured('[rules.no-verb]\nextra_verbs = ["geocode"]\n'), select=["no-verb"])
    assert ("geocode",) == chosen[0].options["extra_verbs"]


@pytest.mark.parametrize(
    ("text", "set_name", "limit"),
    [
        ("", None, 12),
        ("", "strict", 8),
        ('set = "strict"', None, 8),
        ('set = "strict"', "recommended", 12),
        ("[rules.too-deep]\nlimit = 3", "strict", 3),
        ("[rules.too-deep]\nseverity = 'info'", "strict", 8),
    ],
)
def test_the_strict_set_brings_its_own_defaults(
    rules: Mapping[str, Rule], configured: Any, text: str, set_name: Any, limit: int
) -> None:
    assert limit == choose(rules, configured(text), select=["too-deep"], set_name=set_name)[0].options["limit"]


def test_the_inner_file_overrides_options_one_by_one(rules: Mapping[str, Rule], configured: Any) -> None:
    config = configured("[rules.too-deep]\nlimit = 4", "[rules.too-deep]\nlimit = 3\nword = 'b'\nseverity = 'info'")
    rule = choose(rules, config, select=["too-deep"])[0]
    assert ("info", 4, "b") == (rule.severity, rule.options["limit"], rule.options["word"])


def test_the_namespace_reaches_the_rules_that_take_one(rules: Mapping[str, Rule], configured: Any) -> None:
    assert ("gh",) == choose(rules, configured('namespace = "gh"'), select=["no-verb"])[0].options["namespace"]
    several = configured('namespace = ["hub", "gh"]')
    assert ("hub", "gh") == choose(rules, several, select=["no-verb"])[0].options["namespace"]
    config = configured('namespace = "gh"\n[rules.no-verb]\nnamespace = ["hub", "gh"]')
    assert ("hub", "gh") == choose(rules, config, select=["no-verb"])[0].options["namespace"]


def test_a_key_at_the_top_reaches_only_the_rules_that_ask_for_it(tmp_path: Path, configured: Any) -> None:
    options = ", *, namespace: tuple[str, ...] = ('mine',), mcp_directory: bool = True, prefix: str = 'a_{server}_'"
    text = {"title": "x", "lever": "naming", "severity": "info", "set": "strict", "options": options}
    asking = ", from_config={'namespace': 'namespace', 'mcp_directory': 'mcp-directory', 'prefix': 'name-prefix'}"
    (tmp_path / "asks_nothing.py").write_text(RULE.format(**text, more=""), encoding="utf-8")
    (tmp_path / "asks.py").write_text(RULE.format(**text, more=asking), encoding="utf-8")
    own = load(tmp_path)
    config = configured('namespace = "gh"\nmcp-directory = false\nname-prefix = "b_{server}"')
    chosen = {rule.id: rule.options for rule in choose(own, config, select=["ALL"])}
    assert {"namespace": ("mine",), "mcp_directory": True, "prefix": "a_{server}_"} == chosen["asks-nothing"]
    assert {"namespace": ("gh",), "mcp_directory": False, "prefix": "b_{server}"} == chosen["asks"]
    [unset, _] = choose(own, configured("fail-on = 'info'"), select=["ALL"])
    assert {"namespace": ("mine",), "mcp_directory": True, "prefix": "a_{server}_"} == unset.options


def test_a_rule_that_a_key_recommends_runs_in_the_recommended_set_where_the_key_is_true(
    tmp_path: Path, configured: Any
) -> None:
    text = {"title": "x", "lever": "naming", "severity": "info", "set": "strict", "options": ", *, mcp_directory: bool = False"}
    (tmp_path / "named_like_it.py").write_text(RULE.format(**text, more=""), encoding="utf-8")
    (tmp_path / "wanted.py").write_text(RULE.format(**text, more=", recommended_with='mcp-directory'"), encoding="utf-8")
    own = load(tmp_path)
    cases: tuple[tuple[str, RuleSet | None, list[str]], ...] = (
        ("mcp-directory = true", None, ["wanted"]),
        ("mcp-directory = false", None, []),
        ("", None, []),
        ("mcp-directory = true", "minimal", []),
        ("mcp-directory = true", "strict", ["named-like-it", "wanted"]),
    )
    for config, set_name, expected in cases:
        assert expected == [rule.id for rule in choose(own, configured(config), set_name=set_name)]


def test_configuring_leaves_the_loaded_rules_as_they_were(rules: Mapping[str, Rule], configured: Any) -> None:
    choose(rules, configured("set = 'strict'\n[rules.too-deep]\nlimit = 3\nseverity = 'error'"))
    assert ("warning", 12) == (rules["too-deep"].severity, rules["too-deep"].options["limit"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('\nignore = ["no-verb",\n  "no-verbs"]', "3: `no-verbs` is not a rule, lever or set; did you mean `no-verb`?"),
        ('select = ["namin"]', "1: `namin` is not a rule, lever or set; did you mean `naming`?"),
        ('extend-select = ["no_verb"]', "1: `no_verb` is not a rule, lever or set; did you mean `no-verb`?"),
        ('select = ["all"]', "1: `all` is not a rule, lever or set"),
        ("[rules.to-deep]\nlimit = 3", "1: `to-deep` is not a rule; did you mean `too-deep`?"),
        (
            "[rules.too-deep]\n\nlimt = 3",
            "3: `rules.too-deep.limt`: too-deep has no such option; did you mean `limit`?",
        ),
        (
            "[rules.no-verb]\nextra-verb = []",
            "2: `rules.no-verb.extra-verb`: no-verb has no such option; did you mean `extra-verbs`?",
        ),
        (
            "[rules.bad-name]\nzzzz = []",
            "2: `rules.bad-name.zzzz`: bad-name has no such option; it has severity",
        ),
        (
            "[rules.no-verb]\nextra-verbs = []\nextra_verbs = []",
            "3: `rules.no-verb.extra_verbs` is given twice",
        ),
        ("[rules.too-deep]\nlimit = '3'", "2: `rules.too-deep.limit` must be a whole number, not '3'"),
        ("[rules.too-deep]\nlimit = true", "2: `rules.too-deep.limit` must be a whole number, not True"),
        ("[rules.too-deep]\nlimit = 3.5", "2: `rules.too-deep.limit` must be a whole number, not 3.5"),
        ("[rules.too-deep]\nratio = 'a'", "2: `rules.too-deep.ratio` must be a number, not 'a'"),
        ("[rules.too-deep]\nexact = 1", "2: `rules.too-deep.exact` must be true or false, not 1"),
        ("[rules.too-deep]\nword = 1", "2: `rules.too-deep.word` must be a string, not 1"),
        ("[rules.too-deep]\nmaybe = 1", "2: `rules.too-deep.maybe` must be a string, not 1"),
        ("[rules.too-deep]\ntable = {}", "2: `rules.too-deep.table` must be left alone: it cannot be set in a file"),
        (
            "[rules.no-verb]\ncase = 'dwn'",
            "2: `rules.no-verb.case` must be one of up, down, not 'dwn'; did you mean `down`?",
        ),
        ("[rules.no-verb]\nstyle = 3", "2: `rules.no-verb.style` must be one of auto, snake, not 3"),
        ("[rules.no-verb]\nmost = 'a'", "2: `rules.no-verb.most` must be a whole number, not 'a'"),
        ("[rules.no-verb]\nextra-verbs = 'a'", "2: `rules.no-verb.extra-verbs` must be a list, not 'a'"),
        ("[rules.no-verb]\nextra-verbs = ['a', 1]", "2: `rules.no-verb.extra-verbs` must be a string, not 1"),
        (
            "[rules.no-verb]\nstyle = 'snak'",
            "2: `rules.no-verb.style` must be one of auto, snake, not 'snak'; did you mean `snake`?",
        ),
    ],
)
def test_what_is_wrong_about_rules_is_named_with_its_line(
    rules: Mapping[str, Rule], configured: Any, text: str, expected: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        choose(rules, configured(text))
    assert f"schemalint.toml:{expected}" == str(caught.value)


STYLES = "auto, snake_case, kebab-case, camelCase, PascalCase, UPPER_CASE"


@pytest.mark.parametrize(
    ("rule", "option", "written", "expected"),
    [
        ("tool-name-style", "style", "snake", f"one of {STYLES}, not 'snake'; did you mean `snake_case`?"),
        ("param-name-style", "style", "camelcase", f"one of {STYLES}, not 'camelcase'; did you mean `camelCase`?"),
        ("param-name-style", "style", "zzz", f"one of {STYLES}, not 'zzz'"),
        (
            "tool-name-verb-first",
            "style",
            "verb_first",
            "one of consistent, verb-first, resource-first, not 'verb_first'; did you mean `verb-first`?",
        ),
        (
            "schema-invalid",
            "dialect",
            "draft-7",
            "one of auto, draft-07, 2019-09, 2020-12, not 'draft-7'; did you mean `draft-07`?",
        ),
    ],
)
def test_a_word_that_an_option_of_ours_does_not_take_is_named_with_the_words_it_takes(
    configured: Any, rule: str, option: str, written: str, expected: str
) -> None:
    config = configured(f'set = "strict"\n\n[rules.{rule}]\n{option} = "{written}"\n')
    with pytest.raises(ConfigError) as caught:
        choose(OURS, config)
    assert f"schemalint.toml:4: `rules.{rule}.{option}` must be {expected}" == str(caught.value)


def test_every_word_that_an_option_of_ours_takes_is_taken(configured: Any) -> None:
    for rule in OURS.values():
        for option, default in rule.options.items():
            if isinstance(default, str) and rule.id not in FREE_TEXT:
                words = get_args(rule.check.__annotations__[option])
                assert default in words, f"{rule.id}: annotate `{option}` with Literal[...]"
                for word in words:
                    chosen = choose(
                        OURS, configured(f'extend-select = ["{rule.id}"]\n[rules.{rule.id}]\n{option} = "{word}"\n')
                    )
                    assert word == next(one for one in chosen if one.id == rule.id).options[option]


def test_a_wrong_name_on_the_command_line_is_named_with_its_flag(rules: Mapping[str, Rule]) -> None:
    for flag in ("select", "extend_select", "ignore"):
        with pytest.raises(ConfigError) as caught:
            choose(rules, Config(), **{flag: ["bad-names"]})  # type: ignore[arg-type]
        expected = f"--{flag.replace('_', '-')}: `bad-names` is not a rule, lever or set; did you mean `bad-name`?"
        assert expected == str(caught.value)


# ------------------------------------------------------------------------------------------------------- where rules are silent

TODAY = dt.date(2026, 11, 30)
PATH = ("parameters", "properties", "path")


def test_without_entries_nothing_is_silent() -> None:
    assert not Ignores().silences("no-verb", "job", PATH)


@pytest.mark.parametrize(
    ("rule", "tool", "silent"),
    [
        ("no-verb", "job_run", True),
        ("no-verb", "job_", True),
        ("no-verb", "Job_run", False),
        ("no-verb", "run_job_x", False),
        ("too-deep", "job_run", False),
        ("odd-style", "all", True),
        ("too-deep", "all", True),
        ("bad-name", "shaped", False),
        ("too-deep", "shaped", True),
        ("wordy", "a[b]", True),
        ("wordy", "ab", True),
        ("wordy", "a", False),
    ],
)
def test_per_tool_ignores_silence_by_pattern(
    rules: Mapping[str, Rule], configured: Any, rule: str, tool: str, silent: bool
) -> None:
    text = "[per-tool-ignores]\n'job_*' = ['no-verb']\nall = ['ALL']\nshaped = ['shape']\n'a[b]' = ['wordy']\n"
    assert silent == ignores(rules, configured(text), TODAY).silences(rule, tool, PATH)


@pytest.mark.parametrize(
    ("at", "place", "silent"),
    [
        ("/properties/path", PATH, True),
        ("/parameters/properties/path", PATH, True),
        ("/properties/path", (*PATH, "type"), True),
        ("/properties/path", PATH[:-1], False),
        ("/properties/path", (*PATH[:-1], "path2"), False),
        ("/properties/path/anyOf/1", (*PATH, "anyOf", 1, "type"), True),
        ("/properties/path/anyOf/1", (*PATH, "anyOf", 10), False),
        ("/description", ("description",), True),
        ("/description", ("parameters", "properties", "description"), False),
        ("/properties/description", ("parameters", "properties", "description"), True),
        ("", ("name",), True),
    ],
)
def test_a_suppression_covers_its_place_and_what_is_below(
    rules: Mapping[str, Rule], configured: Any, at: str, place: tuple[str | int, ...], silent: bool
) -> None:
    config = configured(f"[[suppress]]\ntool = 'read_*'\nat = '{at}'\nrules = ['no-verb']\n")
    assert silent == ignores(rules, config, TODAY).silences("no-verb", "read_file", place)
    assert not ignores(rules, config, TODAY).silences("no-verb", "write_file", place)
    assert not ignores(rules, config, TODAY).silences("bad-name", "read_file", place)


@pytest.mark.parametrize(("expires", "silent"), [("2026-11-29", False), ("2026-11-30", True), ("2027-01-01", True)])
def test_an_expired_suppression_silences_nothing(
    rules: Mapping[str, Rule], configured: Any, expires: str, silent: bool
) -> None:
    config = configured(f"[[suppress]]\ntool = 'a'\nrules = ['no-verb']\nexpires = {expires}\n")
    assert silent == ignores(rules, config, TODAY).silences("no-verb", "a", ())


def test_what_lint_asks_knows_what_day_it_is(rules: Mapping[str, Rule], configured: Any) -> None:
    table = "[[suppress]]\ntool = 'a'\nrules = ['no-verb']\n"
    assert silencer(rules, configured(f"{table}expires = 9999-12-31"))("no-verb", "a", (), (), "", None)
    assert not silencer(rules, configured(f"{table}expires = 2020-01-01"))("no-verb", "a", (), (), "", None)
    assert not silencer(rules, configured("set = 'strict'"))("no-verb", "a", (), (), "", None)


def test_entries_of_extended_files_add_up(rules: Mapping[str, Rule], configured: Any) -> None:
    found = ignores(
        rules,
        configured("[per-tool-ignores]\na = ['no-verb']\n", "[per-tool-ignores]\na = ['too-deep']\n"),
        TODAY,
    )
    assert (True, True) == (found.silences("no-verb", "a", ()), found.silences("too-deep", "a", ()))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[per-tool-ignores]\na = ['no-verb']\nb = ['no-verbs']\n", 3),
        ("[[suppress]]\ntool = 'no-verbs'\nrules = ['no-verb']\n[[suppress]]\ntool = 'a'\nrules = ['no-verbs']\n", 6),
        ("[[suppress]]\ntool = 'a'\nrules = ['no-verbs']\nexpires = 2020-01-01\n", 3),
    ],
)
def test_a_wrong_name_in_what_is_silenced_is_named_with_its_line(
    rules: Mapping[str, Rule], configured: Any, text: str, line: int
) -> None:
    with pytest.raises(ConfigError) as caught:
        ignores(rules, configured(text), TODAY)
    assert f"schemalint.toml:{line}: `no-verbs` is not a rule, lever or set; did you mean `no-verb`?" == str(caught.value)
