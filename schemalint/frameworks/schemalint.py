"""schemalint's own `@tool`, for those who write an agent."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.record import Framework

FRAMEWORK = Framework(
    "schemalint",
    "schemalint's own `@tool`",
    packages=("schemalint",),
    decorators=("tool",),
    unfollowed=("define_tool",),
    exact=False,
    reads=docstrings.griffe_with_args,
    marks="texts",
    titles="none",
    references="inlined",
)
