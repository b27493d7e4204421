"""The files that `schemalint init` writes. They are read by people first, so each says in its comments what it does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from schemalint import __version__

_RELEASE: Final = f"schemalint=={__version__}"
_CHECKOUT: Final = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"


def configuration(sources: Sequence[str], foreign: Sequence[str]) -> str:
    """`schemalint.toml`."""
    text = f"""\
# What schemalint checks; `schemalint check --show-settings` prints every setting, and where it comes from.
sources = [{_listed(sources)}]

# The providers and clients that must accept the tools; `schemalint targets` lists them.
# targets = ["openai", "anthropic"]
"""
    if foreign:
        text += f"""
# Tools of others: what providers refuse, and what may attack an agent. Nothing beside them, no comment, silences a rule.
[[overrides]]
paths = [{_listed(foreign)}]
set = "minimal"
extend-select = ["security"]
trust = "third-party"
"""
    return text


def hooks(*, locked: bool) -> str:
    """`.pre-commit-config.yaml`."""
    text = f"""\
repos:
  - repo: local
    hooks:
      - id: schemalint
        name: schemalint check
        entry: schemalint check --ignore-unrecognized
        language: python
        additional_dependencies: ["{_RELEASE}"]
        types_or: [json, yaml, python]
        require_serial: true # the rules on whole sets need all files of a commit in one call
"""
    if locked:
        text += f"""\
      - id: schemalint-lock
        name: schemalint lock --check
        entry: schemalint lock --check
        language: python
        additional_dependencies: ["{_RELEASE}"]
        types_or: [json, yaml, python]
        pass_filenames: false
"""
    return text


def github(*, locked: bool) -> str:
    """`.github/workflows/schemalint.yml`."""
    text = f"""\
name: schemalint
on:
  pull_request:
  push:
    branches: [main, master]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: {_CHECKOUT}
        with:
          persist-credentials: false
      # Findings become annotations on the changed lines and a table in the summary of the job.
      - run: pipx run --spec {_RELEASE} schemalint check
"""
    return text + (f"      - run: pipx run --spec {_RELEASE} schemalint lock --check\n" if locked else "")


def gitlab(*, locked: bool) -> str:
    """`.gitlab-ci.yml`, or a part of it."""
    formats = "--output-format gitlab=gl-code-quality-report.json --output-format junit=schemalint.xml"
    return f"""\
schemalint:
  image: python:3.13-slim
  script:
    - pip install --quiet {_RELEASE}
    - schemalint check {formats}
{"    - schemalint lock --check" + chr(10) if locked else ""}\
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: schemalint.xml
"""


def _listed(words: Sequence[str]) -> str:
    return ", ".join(json.dumps(word, ensure_ascii=False) for word in words)
