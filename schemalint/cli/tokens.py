"""`schemalint tokens`: what each tool costs, by part, what could be saved, and gates for CI."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from schemalint.canon import CanonError
from schemalint.cli.inputs import Inputs, configuration, demand_exact
from schemalint.cli.locked import collect_with_locks
from schemalint.cli.out import emit
from schemalint.cli.table import Tokens
from schemalint.edge.markdown import code
from schemalint.edge.show import show
from schemalint.errors import Failure
from schemalint.record import dataclass
from schemalint.schema.pointer import TooDeep
from schemalint.tokens import PARTS, texts

if TYPE_CHECKING:
    from schemalint.model import Json, Tool

Counter = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Cost:
    """What one tool costs, by part; a payload has one part, all of it. `before` is what it cost in the older sources."""

    name: str
    source: str
    parts: tuple[int, ...]
    before: int | None = None

    @property
    def total(self) -> int:
        return sum(self.parts)


def run(options: Tokens) -> int:
    """The exit code: 0 counted, 1 over a limit, 2 something could not be read."""
    config = configuration(options)
    inputs = collect_with_locks(options, config, options.sources)
    if inputs.broken:
        raise Failure("nothing was counted, since something could not be read")
    count = _counter(options)
    older = (
        _costs(options, collect_with_locks(options, config, (options.against,)), count) if options.against is not None else None
    )
    costs = _costs(options, inputs, count, older)
    gone = [one for one in older or () if one.name not in {cost.name for cost in costs}]
    emit(_PRINTED[options.output_format](options, inputs, costs, gone))
    return int(any([_over(options, costs)]))


def _counter(options: Tokens) -> Counter:
    if options.exact is None:
        from schemalint.tokens import estimate_text

        return estimate_text
    try:
        from importlib import import_module

        encoding = import_module("tiktoken").get_encoding(options.exact)
    except ImportError:
        raise Failure("--exact needs tiktoken: pip install 'schemalint[tokens]'") from None
    except Exception as error:  # it asks the network for what is not at hand, and that can fail in many ways
        raise Failure(f"--exact: the vocabulary {options.exact} is not at hand ({type(error).__name__})") from None
    return lambda text: len(encoding.encode_ordinary(text))


def _costs(options: Tokens, inputs: Inputs, count: Counter, older: Sequence[Cost] | None = None) -> list[Cost]:
    """The tools, the dearest first."""
    before = {one.name: one.total for one in older or ()}
    found = []
    for toolset in inputs.toolsets:
        sent: Sequence[Json] = ()
        if options.payload is not None:
            demand_exact(inputs)
            from schemalint.targets import UnknownTarget
            from schemalint.targets.export import export

            try:
                sent = export(toolset, options.payload, order="authored").tools
            except UnknownTarget as error:
                raise Failure(f"--payload: {error}") from None
        for index, tool in enumerate(toolset.tools):
            parts = (count(_compact(sent[index])),) if sent else _parts(tool, count)
            found.append(Cost(tool.name, tool.origin.source, parts, before.get(tool.name, 0) if older is not None else None))
    return sorted(found, key=lambda one: (-one.total, one.name, one.source))


def _parts(tool: Tool, count: Counter) -> tuple[int, ...]:
    try:
        return tuple(count(texts(tool)[part]) if part in texts(tool) else 0 for part in PARTS)
    except (CanonError, TooDeep):
        return (0,) * len(PARTS)


def _compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _over(options: Tokens, costs: Sequence[Cost]) -> bool:
    over = options.max_tool is not None and any(one.total > options.max_tool for one in costs)
    return over or (options.max_total is not None and sum(one.total for one in costs) > options.max_total)


# ------------------------------------------------------------------------------------------------------------------ printed


def _saved(options: Tokens, inputs: Inputs) -> Iterator[tuple[int, str, str]]:
    from shlex import quote

    from schemalint.catalogs.savings import savings
    from schemalint.cli.inputs import all_rules
    from schemalint.cli.table import Check

    if options.exact is None and options.payload is None:
        rules = all_rules(Check(), configuration(options))
        for one in savings(inputs.toolsets, rules, " ".join(map(quote, options.sources))):
            yield one.tokens, one.what, one.command


def _about(options: Tokens) -> str:
    return "" if options.exact is not None else "about "


def _heads(options: Tokens) -> list[str]:
    return ["sent"] if options.payload is not None else [*PARTS, "total"]


def _numbers(options: Tokens, one: Cost) -> list[int]:
    return [one.total] if options.payload is not None else [*one.parts, one.total]


def _summary(options: Tokens, costs: Sequence[Cost], gone: Sequence[Cost]) -> str:
    total = sum(one.total for one in costs)
    said = f"{len(costs):,} tool{'' if len(costs) == 1 else 's'}, {_about(options)}{total:,} tokens"
    if options.against is not None:
        change = total - sum(one.before or 0 for one in costs) - sum(one.total for one in gone)
        said += f", {change:+,} against {show(options.against)}"
    limits = []
    if options.max_tool is not None and (dear := [one.name for one in costs if one.total > options.max_tool]):
        limits.append(f"over --max-tool {options.max_tool}: {', '.join(map(show, dear[:10]))}{', ...' if dear[10:] else ''}")
    if options.max_total is not None and total > options.max_total:
        limits.append(f"over --max-total {options.max_total}")
    return "\n".join([said, *limits])


def _text(options: Tokens, inputs: Inputs, costs: Sequence[Cost], gone: Sequence[Cost]) -> str:
    heads = _heads(options) + (["change"] if options.against is not None else [])
    rows = [[f"{number:,}" for number in _numbers(options, one)] for one in costs]
    for row, one in zip(rows, costs, strict=True):
        row += [f"{one.total - (one.before or 0):+,}"] if options.against is not None else []
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = ["  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True)) + "  tool"]
    for row, one in zip(rows, costs, strict=True):
        cells = "  ".join(value.rjust(width) for value, width in zip(row, widths, strict=True))
        lines.append(f"{cells}  {show(one.name)}")
    lines += [f"gone: {show(one.name)}, {_about(options)}{one.total:,} tokens" for one in gone]
    lines += ["", _summary(options, costs, gone)]
    saved = list(_saved(options, inputs))
    if saved:
        lines += [
            "",
            "savings:",
            *(f"  about {tokens:,}: {show(what)}\n    {show(command)}" for tokens, what, command in saved),
        ]
    return "\n".join(lines) + "\n"


_MOST_ROWS: Final = 20


def _markdown(options: Tokens, inputs: Inputs, costs: Sequence[Cost], gone: Sequence[Cost]) -> str:  # noqa: ARG001
    """A table that fits a comment on a pull request: with older sources what changed, else what costs most."""
    lines = [f"**{_summary(options, costs, gone)}**".replace("\n", "**\n\n**"), ""]
    if options.against is not None:
        changed = [one for one in costs if one.total != one.before]
        changed.sort(key=lambda one: (-abs(one.total - (one.before or 0)), one.name))
        lines += ["| Tool | Before | After | Change |", "| --- | ---: | ---: | ---: |"]
        lines += [
            f"| {code(one.name, in_table=True)} | {one.before or 0:,} | {one.total:,} | {one.total - (one.before or 0):+,} |"
            for one in changed[:_MOST_ROWS]
        ]
        lines += [f"| {code(one.name, in_table=True)} | {one.total:,} | gone | {-one.total:+,} |" for one in gone[:_MOST_ROWS]]
        left = max(len(changed) - _MOST_ROWS, 0) + max(len(gone) - _MOST_ROWS, 0)
    else:
        lines += ["| Tool | Tokens |", "| --- | ---: |"]
        lines += [f"| {code(one.name, in_table=True)} | {one.total:,} |" for one in costs[:_MOST_ROWS]]
        left = max(len(costs) - _MOST_ROWS, 0)
    return "\n".join([*lines, *(["", f"{left} more"] if left else [])]) + "\n"


def _json(options: Tokens, inputs: Inputs, costs: Sequence[Cost], gone: Sequence[Cost]) -> str:
    names = ("sent",) if options.payload is not None else PARTS
    value = {
        "version": 1,
        "method": options.exact or "estimate",
        "payload": options.payload,
        "total": sum(one.total for one in costs),
        "tools": [
            {"name": one.name, "source": one.source, "total": one.total, "parts": dict(zip(names, one.parts, strict=True))}
            | ({"before": one.before} if options.against is not None else {})
            for one in costs
        ],
        "gone": [{"name": one.name, "before": one.total} for one in gone],
        "savings": [{"tokens": tokens, "what": what, "command": command} for tokens, what, command in _saved(options, inputs)],
    }
    return json.dumps(value, indent=2) + "\n"


_PRINTED = {"text": _text, "markdown": _markdown, "json": _json}
