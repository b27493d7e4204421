"""A few rounds of the campaign of faults (`tests/faults.py`)."""

from __future__ import annotations

import sys

import faults
import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and limits")]


def test_a_writer_that_is_killed_leaves_the_old_file_or_the_new_one() -> None:
    done, failures = faults.kills(len(faults.WRITERS))
    assert [] == failures
    assert done["killed"] >= 1


def test_a_writer_without_room_or_overtaken_leaves_the_old_file_and_says_why() -> None:
    done, failures = faults.refusals(None)
    assert [] == failures
    assert done["no room"] == len(faults.WRITERS)
