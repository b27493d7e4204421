"""The catalog as HTML: what stands on it, and that definitions stay text in it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from schemalint.catalogs import catalog_of
from schemalint.catalogs.html import Known, Said, html
from schemalint.catalogs.savings import Saving
from schemalint.cli.main import main
from schemalint.model import Tool, Toolset

HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(1)>\" onclick='alert(1)'"
    " <style>*{}</style> &lt; \u202e\x1b[31m\n{{x}}"
)
VOID = {"meta", "input", "img", "br"}


class Reader(HTMLParser):
    """Reads a page; an element that is not closed where it was opened fails the test."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert [] == reader.open
    return reader


def wild() -> Tool:
    parameters = {
        "type": "object",
        "description": HOSTILE,
        "properties": {HOSTILE: {"type": HOSTILE, "description": HOSTILE, "default": HOSTILE, "enum": [HOSTILE]}},
        "required": [HOSTILE],
    }
    output = {"properties": {HOSTILE: {"description": HOSTILE}}}
    return Tool(HOSTILE, HOSTILE, parameters, {HOSTILE: HOSTILE, "readOnlyHint": True}, output, f"more {HOSTILE}")


def page_of(tool: Tool, text: str) -> str:
    catalog = catalog_of([Toolset((tool,), server=f"a {text}"), Toolset((Tool("other"),), server="b")], title=text)
    anchors = [entry.anchor for entry in catalog.entries]
    known = Known(
        {anchors[0]: [Said("error", "some-rule", text)]}, {anchors[0]: {text: "refused"}}, [Saving(text, 3, text)], checked=True
    )
    return html(catalog, known)


def test_hostile_names_and_texts_add_no_element_and_no_attribute() -> None:
    parameters = {
        "type": "object",
        "description": "d",
        "properties": {"p": {"type": "s", "description": "d", "default": "d", "enum": ["d"]}},
        "required": ["p"],
    }
    tame = Tool("t", "d", parameters, {"readOnlyHint": True}, {"properties": {"q": {"description": "d"}}}, "Send it")
    one, other = read(page_of(wild(), HOSTILE)), read(page_of(tame, "x"))
    assert [(tag, sorted(attrs)) for tag, attrs in one.tags] == [(tag, sorted(attrs)) for tag, attrs in other.tags]
    assert {"script", "style"} == {tag for tag, text in one.texts if "querySelectorAll" in text or "color-scheme" in text}
    assert not any(name.startswith("on") or name == "style" for _, attrs in one.tags for name in attrs)
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", page_of(wild(), HOSTILE))
    shown = next(text for tag, text in one.texts if tag == "h3" and "script" in text)
    assert shown.startswith("</script><script>alert(1)</script><img src=x")


def test_the_policy_names_the_style_and_the_script_by_their_digests_and_nothing_else() -> None:
    page = page_of(wild(), HOSTILE)
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    for tag in ("style", "script"):
        [body] = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.S)
        assert f"{tag}-src 'sha256-{b64encode(sha256(body.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    addresses = [value for _, attrs in read(page).tags for name, value in attrs.items() if name in ("href", "src")]
    assert all(str(value).startswith("#") for value in addresses)


def test_every_link_leads_to_a_place_on_the_page_and_no_place_has_two_names() -> None:
    tools = read(page_of(wild(), HOSTILE)).tags
    names = [str(attrs["id"]) for _, attrs in tools if "id" in attrs]
    assert len(names) == len(set(names))
    assert {str(attrs["href"])[1:] for _, attrs in tools if "href" in attrs} <= set(names)


def test_the_command_writes_the_page_with_what_the_rules_find_and_compares_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    schema = {"type": "object", "properties": {"a": {"type": "string", "title": "A"}}, "required": ["a"]}
    (tmp_path / "t.json").write_text(json.dumps([{"name": "read_it", "description": "Read it.", "inputSchema": schema}]))
    words = ["catalog", "--isolated", "t.json", "--target", "openai", "-o", "t.html"]
    assert 0 == main(words)
    page = (tmp_path / "t.html").read_text()
    read(page)
    for part in ("param-description-missing", "Accepted by openai", "Titles repeat the names", '{\n  "a": "text"\n}'):
        assert part in page
    assert 0 == main([*words, "--check"])
    (tmp_path / "t.html").write_text(page.replace("Read it.", "Read it!"))
    capsys.readouterr()
    assert 1 == main([*words, "--check"])
    assert "the catalog is out of date" in capsys.readouterr().out
