from __future__ import annotations

from typing import Any

from ..objects import loaded
from ..ways import function_form


def read(function: Any) -> Any:
    # As semantic_kernel.connectors.ai.function_calling_utils has it.
    about = function.metadata
    shown = [one for one in about.parameters if getattr(one, "include_in_function_choices", True)]
    schema = {
        "type": "object",
        "properties": {one.name: one.schema_data for one in shown},
        "required": [one.name for one in shown if one.is_required],
    }
    return function_form(about.fully_qualified_name, about.description or "", schema)


def marked(function: Any) -> Any:
    made = loaded("semantic_kernel.functions.kernel_function_from_method.KernelFunctionFromMethod")
    return read(made(method=function))
