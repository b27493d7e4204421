"""smolagents."""

from schemalint.frameworks.common.record import DOCSTRING, Framework, Objects, ToolClass

FRAMEWORK = Framework(
    "smolagents",
    "smolagents",
    packages=("smolagents",),
    decorators=("tool",),
    bases=("smolagents.Tool", "smolagents.tools.Tool"),
    subclass=ToolClass(schema="inputs", methods=("forward",), are_properties=True, shape=("inputs", "output_type")),
    exact=False,
    titles="none",
    references="inlined",
    objects=Objects(
        ("smolagents.tools.BaseTool", "smolagents.tools.Tool"),
        ("inputs", "output_type", "forward"),
        read=({"name": "name", "description": "description", "inputs": "inputs", "output_type": "output_type"},),
        converter="smolagents.models.get_tool_json_schema",
    ),
    texts_from=DOCSTRING,
    habits={"bare object": "smolagents writes this for Enum, datetime and models: annotate str or Literal"},
)
