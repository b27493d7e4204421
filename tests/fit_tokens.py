"""Fit the weights of `schemalint.tokens`, and write the exact counts that its test needs: `python tests/fit_tokens.py`.

Needs the corpus beside the project, and tiktoken with the o200k vocabulary at hand: `TIKTOKEN_CACHE_DIR` names a folder that
holds it under the name that tiktoken gives it (the package litellm ships one, `litellm/litellm_core_utils/tokenizers`).

The weights are fitted on every other server and checked on the rest, on a registry and on benchmark functions. Prints the
weights to freeze and the errors; `--measure FOLDER` only the errors on the tools of a folder; `--counts` writes
`tests/token_counts.tsv` (numbers and names only).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from schemalint.canon import canonical
from schemalint.model import Tool
from schemalint.sources import Source, load
from schemalint.tokens import counts, estimate, text_of

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
COUNTS = ROOT / "tests" / "token_counts.tsv"
PLACES = ("word", "punctuation", "digits", "other")
Row = tuple[str, Tool, int]
"""File, tool, exact count."""


def wire(tool: Tool) -> str:
    """The text that is counted exactly: name, description and parameters as compact JSON, in the author's order."""
    return canonical(Tool(tool.name, tool.description, tool.parameters), property_order="authored").decode()


def rows(*where: str) -> Iterator[Row]:
    encoding = importlib.import_module("tiktoken").get_encoding("o200k_base")
    for source in load(str(CORPUS.joinpath(*where))):  # an absolute path stays what it is
        if isinstance(source, Source):
            for tools in source.toolsets:
                for tool in tools.tools:
                    yield Path(tool.origin.source).name, tool, len(encoding.encode_ordinary(wire(tool)))


def solved(matrix: list[list[float]], values: list[float]) -> list[float]:
    """The solution of a small system of linear equations (Gauss, with pivots)."""
    size = len(values)
    system = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(system[row][i]))
        system[i], system[pivot] = system[pivot], system[i]
        for row in range(size):
            if row != i:
                factor = system[row][i] / system[i][i]
                system[row] = [a - factor * b for a, b in zip(system[row], system[i], strict=True)]
    return [system[i][size] / system[i][i] for i in range(size)]


def fitted(features: Sequence[Sequence[float]]) -> list[float]:
    """The weights with the least sum of absolute relative errors (least squares, weighted anew thirty times).

    `features` are divided by the exact count, so that every row should weigh 1.
    """
    importance = [1.0] * len(features)
    weights = [1.0] * 4
    for _ in range(30):
        matrix = [[sum(w * f[i] * f[j] for w, f in zip(importance, features, strict=True)) for j in range(4)] for i in range(4)]
        weights = solved(matrix, [sum(w * f[i] for w, f in zip(importance, features, strict=True)) for i in range(4)])
        importance = [1 / max(abs(sum(a * b for a, b in zip(weights, f, strict=True)) - 1), 0.02) for f in features]
    return weights


def described(errors: Sequence[float]) -> str:
    """Bias, median, 95th percentile and greatest relative error."""
    sizes = sorted(map(abs, errors))
    return (
        f"{len(errors):>5} tools: bias {sum(errors) / len(errors):+.1%}, median {median(sizes):.1%},"
        f" p95 {sizes[int(0.95 * len(sizes))]:.1%}, greatest {sizes[-1]:.0%}"
    )


def main() -> int:
    if "--measure" in sys.argv:
        folder = str(Path(sys.argv[sys.argv.index("--measure") + 1]).absolute())
        print(described([estimate(tool) / exact - 1 for _, tool, exact in rows(folder)]))
        return 0
    if not CORPUS.is_dir():
        print("the shared corpus is not here, so nothing was fitted")
        return 0
    known = list(rows("mcp"))
    fit = set(sorted({file for file, _, _ in known})[::2])
    features = [[n / exact for n in counts(text_of(tool))] for file, tool, exact in known if file in fit]
    for place, weight in zip(PLACES, fitted(features), strict=True):
        print(f"{place:<12} {weight:.2f}")
    print("errors of the weights that are frozen in the package:")
    others = {"registry": rows("functions", "docker_mcp_registry.json"), "benchmark": rows("functions", "bfcl_v4.jsonl")}
    for name, some in {
        "fitted on": [row for row in known if row[0] in fit],
        "held out": [row for row in known if row[0] not in fit],
        **{name: list(some) for name, some in others.items()},
    }.items():
        print(f"{name:<10} {described([estimate(tool) / exact - 1 for _, tool, exact in some])}")
    if "--counts" in sys.argv:
        lines = [f"{file}\t{tool.name}\t{exact}\n" for file, tool, exact in known]
        COUNTS.write_text("file\ttool\to200k\n" + "".join(lines), encoding="utf-8")
        print(f"{COUNTS.name}: {len(lines)} counts written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
