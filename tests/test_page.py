"""The notation of a page's examples."""

from __future__ import annotations

import pytest

from schemalint.linting.page import PageError, cases, examples

PAGE = """A habit.

```yaml limit=3 names=["a","b"] style=auto server=git
- name: x  # finding: first  # finding: second
  note: "a # finding: inside a word does not count"
---
- name: y
```

Text.

```yaml ok
- name: z
```

```json finding=/0/name
[{"name": "j"}]
```

```python
x = 1
```
"""


def test_examples_are_read_with_their_options_findings_and_fix() -> None:
    first, second, third = examples(PAGE)
    assert ((1, "first"), (1, "second"), (2, 'inside a word does not count"')) == first.findings
    assert ({"limit": 3, "names": ["a", "b"], "style": "auto"}, "git", False) == (first.options, first.server, first.ok)
    assert ("- name: y\n", 4) == (first.after, first.line)
    assert (True, (), None) == (second.ok, second.findings, second.after)
    assert ("json", ("/0/name",)) == (third.language, third.pointers)


def test_whether_a_page_shows_a_fix_is_read_off_it() -> None:
    assert [True, False, False] == [example.after is not None for example in examples(PAGE)]
    assert [None] == [example.after for example in examples("A habit.\n\n---\n\nProse.\n\n```yaml ok\n- name: z\n```\n")]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("```yaml\n- name: x\n", "line 1: the example is not closed"),
        ("```yaml\n- name: x\n```", "line 2: an example promises a finding or is marked `ok`"),
        ("```yaml ok\n- name: x  # finding: y\n```", "line 2: an example marked `ok` promises a finding"),
        ("```yaml okay\n- name: x\n```", "line 1: `okay` is neither `ok` nor name=value"),
    ],
)
def test_a_page_that_breaks_the_notation_is_an_error_with_its_line(page: str, said: str) -> None:
    with pytest.raises(PageError, match=said):
        list(examples(page))


def test_cases_stand_under_headings() -> None:
    first, second = cases(
        '# a comment\n#: ok - nothing here\n- name: x\n#: extra-verbs=["geo"] - two\n- name: y  # finding: z\n'
    )
    assert (True, "nothing here", "- name: x\n", 3) == (first.ok, first.title, first.before, first.line)
    assert ({"extra_verbs": ["geo"]}, "two", ((1, "z"),)) == (second.options, second.title, second.findings)


@pytest.mark.parametrize("text", ["", "- name: x\n#: ok - t\n"])
def test_a_file_of_cases_starts_with_a_heading(text: str) -> None:
    with pytest.raises(PageError, match="a case starts with a line"):
        list(cases(text))
