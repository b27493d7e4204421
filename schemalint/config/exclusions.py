"""What folders and globs leave out: by default, and of tests. Patterns as `.gitignore` writes them."""

from __future__ import annotations

from typing import Final

DEFAULT: Final = (
    *("venv/", "env/", "virtualenv/", "site-packages/", "node_modules/", "__pycache__/"),
    *("build/", "dist/", "target/", "out/", "coverage/"),
    *("cassettes/", "vcr_cassettes/", "*.cassette.json", "*.cassette.yaml", "*.cassette.yml"),
)
"""Environments, builds, caches and recorded answers; `exclude` replaces them, `extend-exclude` adds to what there is."""
TESTS: Final = (
    *("tests/", "test/", "__tests__/", "e2e/"),
    *("test_*.py", "*_test.py", "conftest.py"),
    *(f"*.{kind}.{suffix}" for kind in ("test", "spec") for suffix in ("ts", "mts", "cts", "js", "mjs", "cjs")),
)
"""Tests, whose tools are offered to nobody. A folder of them that is named is read."""
