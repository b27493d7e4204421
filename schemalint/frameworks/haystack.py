"""Haystack."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.record import TEXT, Framework, Objects
from schemalint.frameworks.common.signs import RAW

FRAMEWORK = Framework(
    "haystack",
    "Haystack",
    packages=("haystack",),
    decorators=("tool",),
    calls=("create_tool_from_function",),
    reads=docstrings.raw,
    undescribed="empty",
    marks="texts",
    titles="none",
    objects=Objects(("haystack.tools.tool.Tool",), ("tool_spec", "parameters", "outputs_to_string"), read=("tool_spec",)),
    texts_from=TEXT,
    habits={"raw docstring": RAW.format("Haystack")},
)
