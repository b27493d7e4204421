"""What all tests share: where the corpus beside the project lies, and a line that says how many tests missed it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
import searches  # noqa: F401 - settles how random tests search, before any of them is read

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_configure() -> None:
    # A shell's background job starts with Ctrl-C ignored, and its children too; tests of Ctrl-C need the usual way.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Under `nohup` a closed terminal ends nothing, as it should be; tests of that end need the usual way too.
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real tool definitions beside the project; tests over it skip where it is not."""
    if not SHARED.is_dir():
        pytest.skip("the shared corpus is not here")
    return SHARED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    missed = [report for report in terminalreporter.stats.get("skipped", []) if "shared corpus" in str(report.longrepr)]
    terminalreporter.write_line(f"corpus tests skipped: {len(missed)}")
