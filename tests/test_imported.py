"""Modules that are imported: what becomes of their tools, and of everything else that a module can do."""

from __future__ import annotations

from pathlib import Path

from schemalint.sources import Broken, PassedOver, Reach, Source, load

MODULE = """
TOOLS = [{"name": "read_file", "description": "Read a text file.", "parameters": {"type": "object", "properties": {}}}]
"""


def outcomes(argument: str, folder: Path, *, importing: bool = True) -> list[Source | Broken | PassedOver]:
    return list(load(argument, cwd=folder, reach=Reach(importing=importing, home=folder)))


def test_a_list_of_a_module_is_read_by_its_dotted_name_and_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(MODULE)
    for argument in ("agent.py", "agent:TOOLS", "agent.py:TOOLS", "agent"):
        [source] = outcomes(argument, tmp_path)
        assert isinstance(source, Source)
        assert ["read_file"] == [tool.name for one in source.toolsets for tool in one.tools]
