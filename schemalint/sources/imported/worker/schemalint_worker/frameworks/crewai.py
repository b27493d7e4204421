from __future__ import annotations

from typing import Any

from ..objects import loaded
from ..ways import function_form, json_schema


def read(tool: Any) -> Any:
    convert = loaded("crewai.utilities.agent_utils.convert_tools_to_openai_schema")
    try:
        made = convert([tool]) if convert is not None else None
    except Exception:  # it is not part of the library's interface
        made = None
    made = made[0] if isinstance(made, tuple) else made
    if isinstance(made, list) and made and isinstance(made[0], dict):
        return made[0]
    return function_form(tool.name, tool.description, json_schema(tool.args_schema))
