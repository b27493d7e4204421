"""Puts the index of our rules into the wheel, so that a run reads the files of those rules only which it calls."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface  # type: ignore[import-not-found, unused-ignore]


class RulesIndex(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a checkout has no index that could be stale
            return
        sys.path.insert(0, self.root)
        from schemalint.linting.rule import INDEX, index_text, load

        index = Path(mkdtemp(), INDEX)
        index.write_text(index_text(load(Path(self.root, "rules")).values()), encoding="utf-8")
        build_data["force_include"][str(index)] = f"schemalint/rules/{INDEX}"
