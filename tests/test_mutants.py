"""The faults that the mutation campaign plants."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from mutants import mutants


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = a < b", ["x = (a) <= (b)"]),
        ("x = a is b", ["x = (a) is not (b)"]),
        ("x = a < b < c", ["x = (a) <= (b) < (c)", "x = (a) < (b) <= (c)"]),
        ("x = a and b", ["x = ((a) or (b))", "x = ((b))", "x = ((a))"]),
        ("x = not a", ["x = (a)"]),
        ("x = a if b else c", ["x = (a) if not (b) else (c)"]),
        ("if a:\n    b()", ["if not (a):\n    b()", "if a:\n    pass"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if True]"]),
        ("x = a + b", ["x = (a) - (b)"]),
        ("x += a", ["x -= a"]),
        ("x = 3, True", ["x = 4, True", "x = 3, False"]),
        ("x = any(a)", ["x = all(a)"]),
        ("x = 'one two'.split()", ["x = 'two'.split()", "x = 'one'.split()"]),
        ("x = 'é', 'b', 'c'", ["x = ('b', 'c')", "x = ('é', 'c')", "x = ('é', 'b')"]),
        ("while a:\n    break", ["while a:\n    continue"]),
        ("x = f'{a < b}' + 'a text'", []),
        ("def f(a: 'B' = c) -> 'D':\n    '''Text.'''\n    raise E('f' if a else 'g')", []),
        ("x = 100", []),
    ],
)
def test_what_is_changed(code: str, expected: list[str]) -> None:
    found = [mutant.applied(code.encode()).decode() for mutant in mutants("a.py", code.encode())]
    assert [*expected] == [one for one in found if not re.search(r"'(é|b|c)_'", one)]


def test_every_mutant_of_the_mutants_is_another_program_with_a_line_of_its_own() -> None:
    source = Path(__file__).with_name("mutants.py").read_bytes()
    found = mutants("mutants.py", source)
    programs = {ast.dump(ast.parse(one.applied(source))) for one in found}
    assert ast.dump(ast.parse(source)) not in programs
    assert len(found) == len({str(one) for one in found}) > 100
    assert {"mutants.py _short: `100` -> `101`"}.isdisjoint(map(str, found))
