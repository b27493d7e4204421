"""The first inputs of every fuzzing harness, and each input that once failed. The long run is `tests/fuzz.py`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import harnesses
import pytest

from schemalint.change.compare import diff
from schemalint.cli.main import main
from schemalint.model import Json, Tool, Toolset


@pytest.mark.parametrize("name", harnesses.HARNESSES)
def test_the_first_inputs_of_a_harness_hold(name: str) -> None:
    slow = {"fixes": 40, "diff": 150, "history": 150}
    executions = sum(harnesses.run(name, number) for number in range(slow.get(name, 300)))
    assert executions >= slow.get(name, 300) // 2


def test_an_input_is_the_same_at_every_run() -> None:
    import random

    one, again = (harnesses.mutated(random.Random("x 1"), harnesses.tools()[0]) for _ in range(2))
    assert one == again != harnesses.tools()[0]


# ---------------------------------------------------------------------------------------------------- what was found once


@pytest.mark.parametrize("value", [{}, [], "3", True, None, 1e300])
@pytest.mark.parametrize("keyword", ["minContains", "maxContains"])
def test_a_count_of_a_wrong_type_is_compared(keyword: str, value: Json) -> None:
    schema: dict[str, Json] = {"type": "array", "contains": {"type": "string"}}
    old, new = (
        Toolset((Tool("a", "A.", {"type": "object", "properties": {"p": {**schema, **more}}}),))
        for more in ({}, {keyword: value})
    )
    assert diff(old, new).changes
    assert diff(new, old).changes


def test_a_fix_that_was_refused_beside_another_fault_is_tried_again_once_that_is_fixed(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    inner = {"type": "null", "properties": {"bed": {"type": "string"}}, "required": ["bed"]}
    file.write_text(json.dumps([{"name": "rename_bed", "description": "Rename a bed.", "inputSchema": {"allOf": inner}}]))
    words = ["check", "--isolated", "--fix", "--unsafe-fixes", "--set", "strict", str(file)]
    main(words)
    once = file.read_text()
    main(words)
    assert once == file.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["--version"], ["rules"], ["check", "a.json"]])
def test_a_full_disk_under_standard_output_is_an_error_in_words(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "a.json").write_text('[{"name": "a", "description": "b"}]')
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "schemalint", *words], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE)
    assert (2, b"error: standard output cannot be written: No space left on device\n") == (done.returncode, done.stderr)
