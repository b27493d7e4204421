from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from ..objects import has, static
from ..values import waited
from ..ways import dumped


def resembles(value: Any) -> bool:
    return has(value, "_tool_manager") and inspect.iscoroutinefunction(static(value, "list_tools"))


def listed(server: Any) -> Iterator[tuple[Any, Any]]:
    known = getattr(getattr(server, "_tool_manager", None), "_tools", None)
    known = known if isinstance(known, dict) else {}
    for tool in waited(server.list_tools()):
        yield dumped(tool), known.get(tool.name)
