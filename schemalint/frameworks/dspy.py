"""DSPy."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.record import FIELD, Framework, Objects

FRAMEWORK = Framework(
    "dspy",
    "DSPy",
    packages=("dspy",),
    hosts=("ReAct",),
    calls=("Tool",),
    arguments={"desc": "description"},
    reads=docstrings.raw,
    undescribed="null",
    marks="none",
    titles="nested",
    references="inlined alone",
    objects=Objects(
        ("dspy.adapters.types.tool.Tool",),
        ("arg_types", "args", "desc"),
        read=("format_as_litellm_function_call()", {"name": "name", "desc": "desc", "args": "args"}),
    ),
    texts_from=FIELD,
    habits={"raw docstring": "DSPy takes docstrings raw: pass desc=inspect.getdoc(...)"},
)
