"""Mirascope."""

from schemalint.frameworks.common.docstrings import Docstring, Taken
from schemalint.frameworks.common.record import Framework, Objects


def _clean_with_parameters(doc: Docstring) -> Taken:
    return doc.clean, doc.parameters


FRAMEWORK = Framework(
    "mirascope",
    "Mirascope",
    packages=("mirascope",),
    decorators=("tool",),
    exact=False,
    reads=_clean_with_parameters,
    marks="texts",
    closed=True,
    objects=Objects(("mirascope.llm.tools.tools.Tool",), ("parameters", "execute")),
)
