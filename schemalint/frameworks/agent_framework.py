"""Microsoft Agent Framework (agent-framework-core)."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.record import FIELD, Framework, Objects
from schemalint.frameworks.common.signs import RAW, pydantic_title, root_titled

FRAMEWORK = Framework(
    "agent-framework",
    "Microsoft Agent Framework",
    packages=("agent_framework",),
    decorators=("tool", "ai_function"),
    arguments={"schema": "input_schema"},
    reads=docstrings.raw,
    undescribed="empty",
    marks="texts",
    root_title=lambda _, function: f"{function}_input",
    untyped=pydantic_title,
    injected=frozenset(("FunctionContext",)),
    objects=Objects(
        ("agent_framework._tools.FunctionTool",), ("to_json_schema_spec", "parameters"), read=("to_json_schema_spec()",)
    ),
    texts_from=FIELD,
    habits={"raw docstring": RAW.format("Microsoft Agent Framework")},
    wrote=root_titled("_input"),
)
