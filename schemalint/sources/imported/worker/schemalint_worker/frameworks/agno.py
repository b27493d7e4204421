from __future__ import annotations

import copy
from typing import Any

from ..objects import loaded


def read(tool: Any) -> Any:
    tool = tool.model_copy(deep=False) if hasattr(tool, "model_copy") else copy.copy(tool)
    tool.process_entrypoint()
    return tool.to_dict()


def wrap(function: Any) -> Any:
    maker = loaded("agno.tools.function.Function")
    if maker is None:
        return function
    made = maker.from_callable(function)
    made.skip_entrypoint_processing = True  # it has been done, and doing it twice gives another schema
    return made
