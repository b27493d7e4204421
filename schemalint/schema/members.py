"""What one schema states, in the types that its keywords should have: anything else counts as absent. Any JSON may be given."""

from __future__ import annotations

from schemalint.schema.pointer import Json


def properties(schema: Json) -> dict[str, Json]:
    """The declared members."""
    members = schema.get("properties") if isinstance(schema, dict) else None
    return members if isinstance(members, dict) else {}


def listed(schema: Json, keyword: str) -> list[Json]:
    """The members of a keyword that holds a list."""
    members = schema.get(keyword) if isinstance(schema, dict) else None
    return members if isinstance(members, list) else []


def required(schema: Json) -> list[str]:
    """The names of the required members."""
    return [name for name in listed(schema, "required") if isinstance(name, str)]


def choices(schema: Json) -> list[Json] | None:
    """The only values that a schema accepts, if it lists them."""
    if not isinstance(schema, dict):
        return None
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) else None
