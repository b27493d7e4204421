"""The parts of names: words, styles, namespaces, abbreviations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.language import names
from schemalint.language.verbs import is_action
from schemalint.model import Tool, Toolset


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("read_file", "read file"),
        ("getHTTPUrls_v2", "get http urls v2"),
        ("fsAccessV2", "fs access v2"),
        ("getURLs", "get urls"),
        ("userIDs", "user ids"),
        ("OAuth2Token", "oauth2 token"),
        ("getIPv4Address", "get ipv4 address"),
        ("convert_ipv4", "convert ipv4"),
        ("listK8sPods", "list k8s pods"),
        ("getS3Object", "get s3 object"),
        ("base64Encode", "base64 encode"),
        ("NuGetPackageSearch", "nuget package search"),
        ("GitHubIssue", "github issue"),
        ("API-update-a-block", "api update a block"),
        ("Summarize Detection", "summarize detection"),
        ("读取_文件", "读取 文件"),
        ("__", ""),
        ("", ""),
    ],
)
def test_a_name_splits_into_its_words(name: str, expected: str) -> None:
    assert tuple(expected.split()) == names.tokens(name)


@given(st.text(alphabet="aZ9_-. äÉ文"))
def test_the_words_hold_every_letter_of_a_name_once(name: str) -> None:
    assert "".join(c for c in name if c.isalnum()) == "".join(name[start:end] for start, end in names.spans(name))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mcp__git__git_log", "git_log"),
        ("files.read", "read"),
        ("a/b:c_d", "c_d"),
        ("read_file", "read_file"),
        ("read__", "read__"),
        ("__", "__"),
        ("", ""),
    ],
)
def test_the_last_segment_is_the_tools_own(name: str, expected: str) -> None:
    assert expected == names.base(name)


def test_the_parts_that_own_a_name_are_not_a_clients_prefix() -> None:
    assert ["users", "admin"] == names.owners("mcp__crm__users.admin.create")
    assert [] == names.owners("mcp__crm__create_user")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("read_file", "snake_case"),
        ("get_URL", "snake_case"),
        ("list_URLs", "snake_case"),
        ("run_2", "snake_case"),
        ("read-file", "kebab-case"),
        ("readFile", "camelCase"),
        ("ReadFile", "PascalCase"),
        ("READ_FILE", "UPPER_CASE"),
        ("get_userName", "mixed"),
        ("Get_User", "mixed"),
        ("get-user_name", "mixed"),
        ("_max_depth", "snake_case"),
        ("read", None),
        ("Read", None),
        ("URL", None),
        ("pH", None),
        ("GitHub", None),
        ("2fa_code", None),
        ("$filter", None),
        ("page[size]", None),
        ("a b", None),
        ("_", None),
        ("", None),
    ],
)
def test_the_style_of_a_name(name: str, expected: str | None) -> None:
    assert expected == names.style_of(name)


@pytest.mark.parametrize("style", names.STYLES)
def test_a_restyled_name_has_the_style_and_the_same_words(style: names.Style) -> None:
    name = names.restyle(("get", "user", "id"), style)
    assert style == names.style_of(name)
    assert ("get", "user", "id") == names.tokens(name)


def test_other_words_leave_what_stands_in_front_of_a_name() -> None:
    assert "getPage" == names.renamed("readFile", ("get", "page"), "camelCase")
    assert "mcp__git__get_log" == names.renamed("mcp__git__doLog", ("get", "log"), "snake_case")


def test_the_tools_of_a_set_give_the_style_of_proposed_names() -> None:
    assert "snake_case" == names.house_of([(0, Tool("readFile"))])
    assert "camelCase" == names.house_of(list(enumerate([Tool("mcp__x__readFile")] * 4)))


@pytest.mark.parametrize(
    ("word", "expected"), [("v2", True), ("v10", True), ("v", False), ("v2a", False), ("ipv4", False), ("", False)]
)
def test_a_version_is_v_and_digits(word: str, expected: bool) -> None:
    assert expected is names.is_version(word)


@pytest.mark.parametrize(
    ("styles", "expected"),
    [
        (["camelCase"] * 4, ("camelCase", True)),
        (["camelCase"] * 4 + ["snake_case"], ("camelCase", True)),
        (["camelCase"] * 4 + ["snake_case"] * 2, ("snake_case", False)),
        (["camelCase"], ("snake_case", False)),
        (["camelCase"] + [None] * 9, ("snake_case", False)),
        (["camelCase"] * 2, ("camelCase", True)),
        (["kebab-case"] * 3 + [None] * 9, ("kebab-case", True)),
        (["kebab-case"] * 2 + ["camelCase"], ("snake_case", False)),
        (["camelCase"] * 3 + ["snake_case"], ("snake_case", False)),
        (["mixed"] * 2, ("snake_case", False)),
        (["camelCase"] * 4 + [None] * 9, ("camelCase", True)),
        (["snake_case"] * 4 + ["mixed"], ("snake_case", True)),
        (["mixed"] * 5, ("snake_case", False)),
        ([], ("snake_case", False)),
    ],
)
def test_four_fifths_of_four_names_or_two_that_agree_make_the_house_style(
    styles: list[str | None], expected: tuple[str, bool]
) -> None:
    assert expected == names.house_style(styles)


@pytest.mark.parametrize(
    ("server", "extra", "given_names", "expected"),
    [
        (None, (), "jira_get jira_list jira_find", [1, 1, 1]),
        (None, (), "jira_get jira_list", [0, 0]),
        (None, (), "get_a get_b get_c", [0, 0, 0]),
        (None, (), "shop_order_a shop_order_b shop_order_c shop_find", [2, 2, 2, 1]),
        ("mcp-server-acme", (), "acme_users users", [1, 0]),
        (None, (), "mcp_users", [1]),
        (None, ("build",), "build_users", [1]),
        ("get", (), "get_users", [0]),
        ("acme", (), "acme", [0]),
        (None, (), "jira jira jira", [0, 0, 0]),
    ],
)
def test_the_namespace_of_a_name_ends_at_its_verb(
    server: str | None, extra: tuple[str, ...], given_names: str, expected: list[int]
) -> None:
    split = [names.tokens(name) for name in given_names.split()]
    assert expected == names.namespaces(split, server, extra, is_action)


def test_a_name_loses_its_namespace_with_the_joint() -> None:
    assert "getUser" == names.without("acme_app_getUser", 2)
    assert "User" == names.without("acmeUser", 1)
    assert "acme_get" == names.without("acme_get", 0)


def test_tools_of_a_data_set_are_seen_alone() -> None:
    one, other = Tool("a"), Tool("b")
    assert [[(0, one), (1, other)]] == names.seen_together(Toolset((one, other)))
    assert [[(0, one)], [(1, other)]] == names.seen_together(Toolset((one, other), independent=True))


def test_abbreviations_are_spelled_out_and_other_words_stay() -> None:
    assert ("repository", "operation", "page") == tuple(names.expand(word) for word in ("repo", "op", "page"))
