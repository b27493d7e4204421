"""What every setting is and which file gave it, for `--show-settings`. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemalint.config.files import ATTRIBUTES, Config
from schemalint.config.keys import Layer
from schemalint.model import Json

_ADDED: Final = (
    "allow-change",
    "extend-select",
    "ignore",
    "suppress",
    "rule-folders",
    "tool-classes",
    "tool-makers",
    "extend-exclude",
)
"""Keys whose values add up over the files that extend each other; every other value replaces the outer file's."""


def settings(config: Config) -> dict[str, dict[str, Json]]:
    """Every setting as `{"value": …, "from": "default" | "pyproject.toml:12"}`, for `--show-settings`; JSON values only."""
    shown: dict[str, dict[str, Json]] = {}
    for key, attribute in ATTRIBUTES.items():
        steps: tuple[str, ...] = (key, "max-file-size") if key == "limits" else (key,)
        places = [place for layer in config.layers if (place := _from(layer, *steps)) is not None]
        origin = ", ".join(places if key in _ADDED else places[-1:]) or "default"
        shown[".".join(steps)] = {"value": _plain(getattr(config, attribute)), "from": origin}
    for layer in config.layers:
        if "select" in layer.values:
            for key in ("select", "extend-select", "ignore"):
                shown.pop(key, None)
        for key, steps, value in _about_rules(layer):
            entry = {"value": _plain(value), "from": _from(layer, *steps)}
            if key in shown and key in _ADDED:
                entry = {"value": shown[key]["value"] + entry["value"], "from": f"{shown[key]['from']}, {entry['from']}"}
            shown[key] = entry
    return shown


def _about_rules(layer: Layer) -> Iterator[tuple[str, tuple[str, ...], Json]]:
    for key in ("select", "extend-select", "ignore", "suppress", "allow-change"):
        if key in layer.values:
            yield key, (key,), layer.values[key]
    for pattern, rules in layer.values.get("per-tool-ignores", {}).items():
        yield f"per-tool-ignores.{pattern}", ("per-tool-ignores", pattern), rules
    for index, override in enumerate(layer.values.get("overrides", ())):
        about = {"paths": override.paths, "server": override.server}
        yield f"overrides.{index}", ("overrides",), {**about, **override.layer.values}
    for rule, table in layer.values.get("rules", {}).items():
        if table.severity is not None:
            yield f"rules.{rule}.severity", ("rules", rule, "severity"), table.severity
        for option, value in table.options.items():
            yield f"rules.{rule}.{option}", ("rules", rule, option), value


def _from(layer: Layer, *steps: str) -> str | None:
    value: Json = layer.values
    for step in steps[:2]:
        if isinstance(value, dict):
            if step not in value:
                return None
            value = value[step]
    line = layer.line(*steps)
    return f"{layer.name}:{line}" if line else layer.name


def _plain(value: Json) -> Json:
    from dataclasses import asdict, is_dataclass  # a tenth of the start of a check, and few ask for the settings

    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, dict):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
