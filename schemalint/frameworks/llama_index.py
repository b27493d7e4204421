"""LlamaIndex."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.record import FIELD, Framework, Objects, ToolClass
from schemalint.frameworks.common.signs import RAW, signature
from schemalint.model import Tool


def _wrote(tool: Tool) -> bool:
    """The signature and the docstring, one below the other."""
    found = signature(tool.text, tool.name)
    return found is not None and tool.text[len(found) :].startswith("\n")


FRAMEWORK = Framework(
    "llama-index",
    "LlamaIndex",
    packages=("llama_index",),
    hosts=("FunctionAgent", "ReActAgent"),
    calls=("FunctionTool.from_defaults",),
    bases=("BaseToolSpec",),
    subclass=ToolClass(holds=("spec_functions",)),
    exact=False,
    reads=docstrings.clean,
    objects=Objects(
        ("llama_index.core.tools.types.BaseTool",),
        ("metadata", "_metadata"),
        read=(
            {"name": "metadata.name", "description": "metadata.description?", "parameters": "metadata.get_parameters_dict()"},
        ),
        containers={"llama_index.core.tools.tool_spec.base.BaseToolSpec": "to_tool_list()"},
        held=("_real_fn", "_fn"),
    ),
    texts_from=FIELD,
    habits={
        "raw docstring": RAW.format("LlamaIndex"),
        "signature": "LlamaIndex puts it there unless description=... is given",
    },
    wrote=_wrote,
)
