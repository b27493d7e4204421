"""CrewAI."""

import re
import unicodedata

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.record import FIELD, Framework, Objects, ToolClass


def _renamed(name: str) -> str:
    """The name that is sent for one such as "Search the Web" (crewai 1.15.30, utilities/string_utils.py)."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    parted = re.sub(r"([a-z])([A-Z])", r"\1_\2", re.sub(r"([A-Z]{1,64})([A-Z][a-z])", r"\1_\2", plain))
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"['\"]", "", parted.lower())).strip("_") or name


FRAMEWORK = Framework(
    "crewai",
    "CrewAI",
    packages=("crewai", "crewai_tools"),
    decorators=("tool",),
    bases=("BaseTool",),
    subclass=ToolClass(shape=("args_schema",)),
    exact=False,
    reads=docstrings.raw,
    renamed=_renamed,
    root_title=lambda name, _: "".join(name.split()).title(),
    objects=Objects(("crewai.tools.base_tool.BaseTool",), ("args_schema", "result_as_answer")),
    texts_from=FIELD,
    habits={"raw docstring": "CrewAI takes docstrings raw: Python 3.13 strips their indentation"},
)
