from __future__ import annotations

from typing import Any

from ..ways import function_form


def read(tool: Any) -> Any:
    schema = tool.parameters.model_dump(by_alias=True, exclude_none=True)
    return function_form(tool.name, tool.description, {"type": "object", **schema})
