"""Anthropic's SDK: the decorators of its beta tools, and the type of a tool as it is sent."""

from schemalint.frameworks.common.docstrings import Docstring, Taken
from schemalint.frameworks.common.record import Framework, Objects


def _short(doc: Docstring) -> Taken:
    """As docstring-parser gives it (anthropic, lib/tools/_beta_functions.py)."""
    return doc.short, doc.parameters


FRAMEWORK = Framework(
    "anthropic",
    "Anthropic",
    packages=("anthropic",),
    decorators=("beta_tool", "beta_async_tool"),
    definitions=("ToolParam",),
    key="input_schema",
    reads=_short,
    undescribed="empty",
    closed=True,
    unlike=frozenset(("positional", "alias")),
    sent=("strict", "defer_loading", "cache_control", "allowed_callers", "eager_input_streaming", "input_examples"),
    objects=Objects(
        ("anthropic.lib.tools._beta_functions.BaseFunctionTool",), ("to_dict", "input_schema", "func"), read=("to_dict()",)
    ),
    origins=(),  # the name of a wire form too
)
