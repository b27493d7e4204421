"""What all tests share: where the corpus beside the project lies, and a line that says how many tests missed it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
import searches  # noqa: F401 - settles how random tests search, before any of them is read

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_configure() -> None:
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):  # they change what a report looks like
        os.environ.pop(name, None)
    # A shell's background job starts with Ctrl-C ignored, and its children too; tests of Ctrl-C need the usual way.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Under `nohup` a closed terminal ends nothing, as it should be; tests of that end need the usual way too.
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


OWN = Path(__file__).with_name("corpus")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real tool definitions beside the project; tests over it skip where it is not."""
    if not SHARED.is_dir():
        pytest.skip("the shared corpus is not here")
    return SHARED


@pytest.fixture(scope="session", params=["own", "shared"])
def corpus(request: pytest.FixtureRequest) -> Path:
    """A folder whose `mcp` holds captured servers: ours, of every kind, and the real ones beside the project where they are."""
    return OWN if request.param == "own" else Path(request.getfixturevalue("shared"), "corpus")


@pytest.fixture(scope="session")
def captures(corpus: Path) -> dict[str, list[dict[str, Any]]]:
    """The tools of each captured server as they are in its file, by the name of the file."""
    paths = sorted((corpus / "mcp").glob("*.json"))
    return {path.name: json.loads(path.read_bytes())["result"]["tools"] for path in paths}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    missed = [report for report in terminalreporter.stats.get("skipped", []) if "shared corpus" in str(report.longrepr)]
    terminalreporter.write_line(f"corpus tests skipped: {len(missed)}")
