"""CAMEL."""

from schemalint.frameworks.common.record import DOCSTRING, Framework, ToolClass

FRAMEWORK = Framework(
    "camel",
    "CAMEL",
    packages=("camel",),
    hosts=("ChatAgent",),
    calls=("FunctionTool",),
    bases=("camel.toolkits.base.BaseToolkit", "camel.toolkits.BaseToolkit"),
    subclass=ToolClass(holds=("tools",)),
    exact=False,
    titles="none",
    closed=True,
    texts_from=DOCSTRING,
)
