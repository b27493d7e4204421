"""How random tests search: the same examples at every run of the quick tests, more and new ones where that is asked for.

    SCHEMALINT_SEARCH=100 pytest tests/test_validity.py

searches a hundred times as long, with another seed each time; what fails is printed with a `@reproduce_failure` line, and
`--hypothesis-seed` repeats a whole run. What such a run finds becomes a fixed example in the test file.
"""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings

TIMES: Final = int(os.environ.get("SCHEMALINT_SEARCH", "1"))

_SLOW: Final = [HealthCheck.too_slow]
settings.register_profile("quick", derandomize=True, deadline=None, suppress_health_check=_SLOW)
settings.register_profile(
    "long", derandomize=False, max_examples=100 * TIMES, deadline=None, print_blob=True, suppress_health_check=_SLOW
)
settings.load_profile("quick" if TIMES == 1 else "long")


def search(examples: int) -> settings:
    """Settings of a test that wants another number of examples than the usual hundred."""
    return settings(max_examples=examples * TIMES)
