"""What rules cost: `check --profile-rules`, and a rule of one's own that holds up a run."""

import json
import time
from pathlib import Path

import pytest

from schemalint.cli.main import main
from schemalint.linting import clock

SLEEPS = '''"""A tool has a name.

Names are there to be read.

```yaml
- {name: a}   # finding: it has a name
```

```yaml ok
- {name: a}
```
"""

import time
from collections.abc import Iterator

from schemalint import Finding, Rule, Tool


def check(tool: Tool) -> Iterator[Finding]:
    time.sleep(0.02)
    yield Finding(("name",), "it has a name")


rule = Rule(check, lever="naming", severity="info", sets=("recommended",))
'''


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    listed = [{"name": f"read_note_{number}", "parameters": {"type": "array"}} for number in range(3)]
    Path("tools.json").write_text(json.dumps(listed), encoding="utf-8")
    Path("own").mkdir()
    Path("own", "named_tool.py").write_text(SLEEPS, encoding="utf-8")
    return "tools.json"


def test_profile_rules_says_what_each_rule_cost_the_dearest_first(tools: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--isolated", tools])
    plain = capsys.readouterr()
    assert 1 == main(["check", "--isolated", "--profile-rules", "--rules", "own", tools])
    said = capsys.readouterr()
    head, first, *rest = said.err.strip().splitlines()
    assert ["ms", "calls", "findings", "rule"] == head.split()
    assert ["3", "3", "named-tool"] == first.split()[1:]
    assert float(first.split()[0]) >= 60
    assert ["3", "3"] == next(line.split()[1:3] for line in rest if line.endswith(" root-not-object"))
    assert "named-tool" not in plain.out + plain.err


def test_a_slow_rule_of_ones_own_is_named_and_ours_are_not(
    tools: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "SLOW", 0.05)
    main(["check", "--isolated", "--rules", "own", tools])
    assert "named_tool.py: the rule named-tool took 0.1 s of this run; see --profile-rules" in capsys.readouterr().err
    main(["check", "--isolated", "--quiet", "--rules", "own", tools])
    assert "named-tool took" not in capsys.readouterr().err
    monkeypatch.setattr(clock, "SLOW", 60.0)
    main(["check", "--isolated", "--rules", "own", tools])
    assert "named-tool took" not in capsys.readouterr().err


def test_the_time_to_read_a_rules_file_is_not_its_own() -> None:
    class Read:
        id, path = "late", "/elsewhere/late.py"

        @property
        def check(self) -> object:
            time.sleep(0.03)
            return lambda: ["found"]

        def calling(self, check: object) -> object:
            return check

    timed = clock.Clock(every=True)
    (called,) = timed.around([Read()])  # type: ignore[list-item]
    assert ["found"] == called()  # type: ignore[operator]
    assert (1, 1, True) == (timed.spent["late"].calls, timed.spent["late"].found, timed.spent["late"].seconds < 0.02)
