"""A catalog as one self-contained page of HTML: no request, no script but ours, foreign text as text. Pure.

Every text goes through `_text` or `_attribute`; the policy of the page names its one style sheet and its one script by their
digests, so that nothing a definition says can run even if an escape were missing. Without scripts all of it can be read.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from schemalint.catalogs.model import Catalog, Entry, Group, Schema, counted
from schemalint.catalogs.parameters import Parameter, shown
from schemalint.catalogs.savings import Saving
from schemalint.edge.show import show
from schemalint.model import Severity
from schemalint.record import dataclass, field

_DEEPEST: Final = 4
_COSTS: Final = (100, 200, 500, 1000)
_MOST_COSTLY: Final = 50
_FATES: Final[Mapping[str, str]] = {"refused": "error", "perhaps refused": "warning", "lossy": "warning", "fine": "reads"}


@dataclass(frozen=True, slots=True)
class Said:
    """A finding as a reader of the catalog sees it."""

    severity: Severity
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Known:
    """What other parts found out about the tools: findings and fates at targets by the tool's anchor, and savings."""

    findings: Mapping[str, Sequence[Said]] = field(default_factory=dict)
    fates: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    savings: Sequence[Saving] = ()
    checked: bool = False


def html(catalog: Catalog, known: Known = Known()) -> str:  # noqa: B008 - frozen
    """The page, with a final newline."""
    return "".join(_document(catalog, known))


def _text(text: str) -> str:
    return escape(show(text, lines=True), quote=False)


def _attribute(text: str) -> str:
    return escape(show(text, lines=True)).replace("\n", "&#10;")


@cache
def _asset(name: str) -> tuple[str, str]:
    """A file of the page and the source that the page's policy knows it by."""
    text = Path(__file__).with_name("page").joinpath(name).read_text(encoding="utf-8")
    return text, f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _document(catalog: Catalog, known: Known) -> Iterator[str]:
    style, style_source = _asset("page.css")
    script, script_source = _asset("page.js")
    policy = f"default-src 'none'; style-src {style_source}; script-src {script_source}; base-uri 'none'; form-action 'none'"
    title = _text(" ".join(catalog.title.split()))
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="generator" content="schemalint">\n'
    yield f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
    yield '<a class="skip" href="#tools">To the tools</a>\n'
    total = sum(entry.cost for entry in catalog.entries)
    yield f'<header><div class="top"><h1>{title}</h1>'
    yield f'<span class="sum">{counted(len(catalog.entries), "tool")}, about {counted(total, "token")}</span>'
    yield '<nav class="views" aria-label="Views"><a href="#tools">Tools</a>'
    if known.fates:
        yield '<a href="#targets">Targets</a>'
    yield '<a href="#costs">Costs</a><button type="button" id="theme">Dark or light</button></nav></div>\n'
    yield from _bar(catalog, known)
    yield '</header>\n<div class="body">\n<nav class="groups" id="groups" aria-label="Groups"><h2>Groups</h2><ul>'
    for group in catalog.groups:
        yield f'<li><a href="#{group.anchor}">{_text(group.title)} <span>{len(group.entries)}</span></a></li>'
    yield '</ul></nav>\n<main>\n<section class="view" id="tools" aria-label="Tools">\n'
    most = max((entry.cost for entry in catalog.entries), default=1)
    for group in catalog.groups:
        yield from _group(group, known, most)
    yield '<p class="none" id="nothing" role="status" hidden>No tool fits.</p>\n</section>\n'
    if known.fates:
        yield from _targets(catalog, known)
    yield from _costs(catalog, known, most, total)
    yield f"</main>\n</div>\n<script>{script}</script>\n</body>\n</html>\n"


def _bar(catalog: Catalog, known: Known) -> Iterator[str]:
    yield '<div class="bar" id="bar" role="search">'
    yield '<input id="search" type="search" placeholder="Search names and texts ( / )" aria-label="Search" autocomplete="off">'
    if len(catalog.groups) > 1:
        yield from _pick("group", "All groups", [(group.anchor, group.title) for group in catalog.groups])
    effects = [("reads", "Only reads"), ("writes", "Writes"), ("destroys", "May destroy"), ("unsaid", "Effect not stated")]
    yield from _pick("effect", "Any effect", effects)
    if known.fates:
        labels = dict.fromkeys(label for fates in known.fates.values() for label in fates)
        yield from _pick("target", "Any target", [(label, f"Accepted by {label}") for label in labels])
    yield from _pick("cost", "Any cost", [(str(cost), f"{cost} tokens or more") for cost in _COSTS])
    if known.checked:
        severities = [("any", "With findings"), ("error", "With errors"), ("warning", "With warnings")]
        yield from _pick("found", "Any findings", severities)
    yield f'<span class="hits" id="hits" role="status">{len(catalog.entries)}</span></div>'


def _pick(name: str, everything: str, values: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f'<select id="by-{name}" aria-label="Filter: {name}"><option value="">{everything}</option>'
    for value, label in values:
        yield f'<option value="{_attribute(value)}">{_text(label)}</option>'
    yield "</select>"


def _group(group: Group, known: Known, most: int) -> Iterator[str]:
    yield f'<section class="group" aria-labelledby="{group.anchor}"><h2 id="{group.anchor}">{_text(group.title)} '
    yield f"<span>{counted(len(group.entries), 'tool')}, about {counted(group.cost, 'token')}</span></h2>\n"
    for entry in group.entries:
        yield from _tool(entry, group.anchor, known, most)
    yield "</section>\n"


def _tool(entry: Entry, group: str, known: Known, most: int) -> Iterator[str]:
    found = known.findings.get(entry.anchor, ())
    worst = next((level for level in ("error", "warning") if any(one.severity == level for one in found)), "")
    refused = " ".join(label for label, fate in known.fates.get(entry.anchor, {}).items() if fate == "refused")
    yield f'<article id="{entry.anchor}" data-name="{_attribute(entry.name)}" data-group="{group}" data-effect="{entry.effect}"'
    yield f' data-cost="{entry.cost}" data-worst="{worst}" data-refused="{_attribute(refused)}"><details><summary>'
    yield f'<h3>{_text(entry.name)}</h3><span class="first">{_text(entry.first)}</span><span class="marks">'
    if worst:
        count = sum(one.severity == worst for one in found)
        yield f'<span class="mark {worst}">{counted(count, worst)}</span>'
    if entry.deprecated:
        yield '<span class="mark warning">deprecated</span>'
    if entry.effect:
        yield f'<span class="mark {entry.effect}">{entry.effect}</span>'
    yield f'<span class="cost" title="tokens">{entry.cost:,}</span></span></summary><div class="in">'
    if entry.title:
        yield f"<p><strong>{_text(entry.title)}</strong></p>"
    yield f'<p class="text">{_text(entry.tool.text.strip()) or "This tool has no description."}</p>'
    yield from _facts(entry, most)
    if entry.approximate:
        yield "<p>Parts of this definition are made when its program runs and could not be read.</p>"
    if entry.parameters.text.strip():
        yield f'<p class="text">{_text(entry.parameters.text)}</p>'
    yield from _schema("Parameters", entry.parameters)
    if entry.answer is not None and (entry.answer.parameters or entry.answer.fault):
        yield from _schema("Answer", entry.answer)
    if entry.example:
        yield f'<h4>Example call</h4><pre class="call">{_text(_json(entry))}</pre>'
    if found:
        yield '<h4>Findings</h4><ul class="found">'
        for one in found:
            yield f'<li><span class="{one.severity}">{one.severity}</span> {_text(one.message)} <code>{one.rule}</code></li>'
        yield "</ul>"
    yield "</div></details></article>\n"


def _json(entry: Entry) -> str:
    text = json.dumps(entry.example[0], ensure_ascii=False, indent=2)
    return text if show(text, lines=True) == text else json.dumps(entry.example[0], indent=2)


def _facts(entry: Entry, most: int) -> Iterator[str]:
    parts = ", ".join(f"{part} {cost:,}" for part, cost in entry.tokens.items() if cost)
    yield '<p class="facts">'
    for hint in entry.hints:
        yield f"<span>{hint}</span>"
    if entry.tokens:
        meter = f'<meter min="0" max="{most}" value="{entry.cost}" aria-label="Tokens"></meter>'
        yield f"<span>{meter} about {counted(entry.cost, 'token')} ({parts})</span>"
    if entry.source and not entry.source.startswith(("/", "stdio:", "http:", "https:")):
        yield f"<span>{_text(entry.source)}</span>"
    yield f'<a href="#{entry.anchor}">link</a></p>'


def _schema(title: str, schema: Schema) -> Iterator[str]:
    if schema.fault:
        yield f"<h4>{title}</h4><p>Cannot be listed: {_text(schema.fault)}.</p>"
    elif schema.parameters:
        yield f"<h4>{title}</h4><dl>"
        for one in schema.parameters:
            yield from _parameter(one)
        yield "</dl>"
    else:
        yield f"<h4>{title}</h4><p>None.</p>"


def _parameter(one: Parameter) -> Iterator[str]:
    depth = f' class="d{min(one.depth, _DEEPEST)}"' if one.depth else ""
    yield f'<div{depth}><dt><code>{_text(one.name)}</code> <span class="type">{_text(one.type)}</span>'
    if one.required:
        yield ' <span class="required">required</span>'
    if one.form:
        yield f' <span class="type">form {one.form}</span>'
    yield "</dt><dd>"
    if one.deprecated:
        yield '<span class="warning">Deprecated.</span> '
    if one.text.strip():
        stop = "" if one.text.strip()[-1] in ".!?:)" else "."
        yield f'<span class="said">{_text(one.text.strip())}{stop}</span> '
    if one.default:
        yield f'<span class="more">Default <code>{_text(shown(one.default[0]))}</code>.</span> '
    if one.bounds:
        words = "; ".join(one.bounds)
        yield f'<span class="more">{_text(words[:1].upper() + words[1:])}.</span> '
    if one.allowed:
        values = ", ".join(f"<code>{_text(shown(value))}</code>" for value in one.allowed)
        if len(one.allowed) > 8:
            yield f"<details><summary>{len(one.allowed)} allowed values</summary>{values}</details>"
        else:
            yield f'<span class="more">One of {values}.</span>'
    yield "</dd></div>"


def _targets(catalog: Catalog, known: Known) -> Iterator[str]:
    labels = list(dict.fromkeys(label for fates in known.fates.values() for label in fates))
    yield '<section class="view" id="targets" aria-labelledby="targets-title"><h2 id="targets-title">Tools and targets</h2>'
    yield "<p>What becomes of each tool at each target.</p>"
    yield '<div class="wide" tabindex="0" role="region" aria-labelledby="targets-title"><table><thead><tr>'
    yield '<th scope="col">Tool</th>'
    yield "".join(f'<th scope="col">{_text(label)}</th>' for label in labels) + "</tr></thead><tbody>"
    for entry in catalog.entries:
        fates = known.fates.get(entry.anchor, {})
        yield f'<tr><th scope="row"><a href="#{entry.anchor}"><code>{_text(entry.name)}</code></a></th>'
        for label in labels:
            fate = fates.get(label, "fine")
            yield f'<td class="{_FATES[fate]}">{fate}</td>'
        yield "</tr>"
    yield "</tbody></table></div></section>\n"


def _costs(catalog: Catalog, known: Known, most: int, total: int) -> Iterator[str]:
    yield '<section class="view" id="costs" aria-labelledby="costs-title"><h2 id="costs-title">What costs most</h2>'
    yield "<p>About how many tokens a model reads for each definition on every request.</p>"
    if known.savings:
        yield "<h3>Savings</h3><ul>"
        for saving in known.savings:
            yield f"<li>about {counted(saving.tokens, 'token')}: {_text(saving.what)}."
            yield f" <code>{_text(saving.command)}</code></li>"
        yield "</ul>"
    yield '<div class="wide" tabindex="0" role="region" aria-labelledby="costs-title"><table><thead><tr>'
    yield '<th scope="col">Tool</th><th scope="col" class="number">Tokens</th><th scope="col">Share</th></tr></thead><tbody>'
    for entry in sorted(catalog.entries, key=lambda one: (-one.cost, one.anchor))[:_MOST_COSTLY]:
        share = f"{entry.cost / total:.1%}" if total else ""
        meter = f'<meter min="0" max="{most}" value="{entry.cost}" aria-label="{_attribute(entry.name)}"></meter>'
        yield f'<tr><th scope="row"><a href="#{entry.anchor}"><code>{_text(entry.name)}</code></a></th>'
        yield f'<td class="number">{entry.cost:,}</td><td>{meter} {share}</td></tr>'
    yield "</tbody></table></div></section>\n"
