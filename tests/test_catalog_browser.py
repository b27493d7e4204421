"""The catalog in a real browser: search, filters, links, theme, keyboard, print; no request, no script from a definition.

Needs Chromium and the package playwright; axe-core is looked for in `node_modules` of this folder or where `AXE` points.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schemalint.catalogs import catalog_of
from schemalint.catalogs.html import Known, Said, html
from schemalint.model import Tool, Toolset

pytestmark = pytest.mark.slow
CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
ATTACK = "</script><script>window.hacked=1</script><img src=http://127.0.0.1:9/x onerror=window.hacked=1>"


def tools(count: int) -> list[Tool]:
    made = [
        Tool(
            f"read_thing_{number}",
            f"Read thing number {number}. It says what is known of it, and when that was last looked at.",
            {
                "type": "object",
                "properties": {f"p{n}": {"type": "string", "description": f"Parameter {n} of it."} for n in range(4)},
                "required": ["p0"],
            },
            annotations={"readOnlyHint": number % 2 == 0},
        )
        for number in range(count)
    ]
    return [*made, Tool("zebra", f"Find a zebra. {ATTACK}", {"properties": {ATTACK: {"type": "string", "default": ATTACK}}})]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    api = pytest.importorskip("playwright.sync_api", reason="no playwright here: pip install playwright")
    with api.sync_playwright() as started:
        running = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    catalog = catalog_of([Toolset(tuple(tools(1000)), server="one"), Toolset((Tool("lone_tool", "Be alone."),), server="two")])
    anchors = {entry.name: entry.anchor for entry in catalog.entries}
    known = Known(
        {anchors["zebra"]: [Said("error", "some-rule", ATTACK)]}, {anchors["zebra"]: {"openai": "refused"}}, checked=True
    )
    file = tmp_path_factory.mktemp("page") / "catalog.html"
    file.write_text(html(catalog, known), encoding="utf-8")
    print(f"1,002 tools in {file.stat().st_size:,} bytes")
    assert file.stat().st_size < 3_000_000
    return file


@pytest.fixture
def page(browser: Any, file: Path) -> Iterator[Any]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("request", lambda request: said.append(request.url) if request.url != file.as_uri() else None)
    opened.goto(file.as_uri())
    yield opened
    assert opened.evaluate("window.hacked") is None
    assert [] == [one for one in said if not one.startswith(file.as_uri())]
    opened.close()


def visible(page: Any) -> list[str]:
    names: list[str] = page.evaluate("[...document.querySelectorAll('article:not([hidden])')].map(a => a.dataset.name)")
    return names


def test_search_and_filters_leave_what_fits_and_the_first_result_is_there_in_200_ms(page: Any) -> None:
    took = page.evaluate(
        """() => { const box = document.getElementById("search"); const start = performance.now();
        box.value = "zebra find"; box.dispatchEvent(new Event("input")); document.body.offsetHeight;
        return performance.now() - start; }"""
    )
    print(f"first result after {took:.0f} ms")
    assert ["zebra"] == visible(page)
    assert "1 of 1002" == page.inner_text("#hits")
    page.fill("#search", "no such thing at all")
    assert page.is_visible("#nothing")
    page.fill("#search", "")
    page.select_option("#by-effect", "reads")
    assert 500 == len(visible(page))
    page.select_option("#by-effect", "")
    page.select_option("#by-group", "set-two")
    assert ["lone_tool"] == visible(page)
    page.select_option("#by-group", "")
    page.select_option("#by-found", "error")
    assert ["zebra"] == visible(page)
    page.select_option("#by-target", "openai")
    assert [] == visible(page)


def test_a_link_opens_its_tool_even_where_a_search_hides_it(page: Any) -> None:
    page.fill("#search", "zebra")
    page.evaluate("location.hash = 'tool-read_thing_7'")
    page.wait_for_selector("#tool-read_thing_7 details[open]")
    assert page.evaluate("document.getElementById('tool-read_thing_7').getBoundingClientRect().top < innerHeight")
    page.evaluate("location.hash = 'costs'")
    page.wait_for_selector("#costs:not([hidden])")
    assert not page.is_visible("#tools")
    assert page.evaluate("document.querySelector('#costs').offsetWidth") > 900


def test_the_call_is_shown_in_each_providers_shape(page: Any) -> None:
    page.evaluate("location.hash = 'tool-read_thing_7'")
    page.wait_for_selector("#tool-read_thing_7 .tabs")
    shown = {}
    for label in ("OpenAI", "Anthropic", "Gemini", "MCP", "Arguments"):
        page.click(f"#tool-read_thing_7 .tabs >> text={label}")
        shown[label] = json.loads(page.inner_text("#tool-read_thing_7 pre.call"))
    given = {"p0": "text"}
    assert given == shown["Arguments"] == shown["Anthropic"]["input"] == shown["Gemini"]["functionCall"]["args"]
    assert given == json.loads(shown["OpenAI"]["function"]["arguments"]) == shown["MCP"]["params"]["arguments"]


def test_the_keyboard_is_enough(page: Any) -> None:
    page.keyboard.press("/")
    page.keyboard.type("zebra")
    assert ["zebra"] == visible(page)
    page.keyboard.press("Enter")
    page.wait_for_selector("#tool-zebra details[open]")
    page.focus("#search")
    page.keyboard.press("Escape")
    assert 1002 == len(visible(page))
    page.focus("#tool-read_thing_0 summary")
    page.keyboard.press("Enter")
    assert page.is_visible("#tool-read_thing_0 .in")


def test_dark_and_light_are_those_of_the_system_until_the_button_is_pressed(page: Any) -> None:
    back = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(back)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(back)
    assert dark != light
    page.click("#theme")
    assert dark == page.evaluate(back)
    page.click("#theme")
    assert light == page.evaluate(back)


def test_a_narrow_window_needs_no_sideways_scrolling_and_print_shows_everything(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= 390")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert 0 == page.evaluate("document.querySelectorAll('article > details:not([open])').length")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="print")
    assert not page.is_visible("#bar")


def test_without_scripts_everything_can_be_read(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "catalog.html"
    file.write_text(html(catalog_of([Toolset(tuple(tools(3)))])), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(file.as_uri())
    assert opened.is_visible("#tool-zebra summary")
    assert opened.is_visible("#costs table")
    context.close()


def test_axe_finds_no_serious_violation(page: Any) -> None:
    script = Path(os.environ.get("AXE", Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"))
    if not script.is_file():
        pytest.skip("no axe-core here: npm install axe-core, and AXE=.../axe.min.js")
    page.evaluate("location.hash = 'tool-read_thing_7'")
    for node in ("tools", "costs"):
        if node == "costs":
            page.evaluate("location.hash = 'costs'")
        session = page.context.new_cdp_session(page)
        session.send("Runtime.evaluate", {"expression": script.read_text()})
        found = page.evaluate("axe.run({resultTypes: ['violations']}).then((r) => r.violations)")
        grave = [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")]
        assert [] == grave
