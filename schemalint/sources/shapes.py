"""Where in a value the tools are: lists, wrappers, registry dumps, name maps, requests and answers, single tools.

Looks at keys and types of one value, never at file names (but for the name of a tool that has none, `stem`). Reads no bytes.
The order of the tests is the order of precedence: the first form that fits wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from schemalint.model import Origin, Tool
from schemalint.record import dataclass, replace
from schemalint.schema.pointer import Json, Pointer, value_at
from schemalint.sources import forms
from schemalint.sources.forms import Problem, kind_word
from schemalint.sources.nontools import explain, server_name, unknown


@dataclass(frozen=True, slots=True)
class Group:
    """Tools that one model sees together; `label` is which part of the document they are, where it has several."""

    tools: tuple[Tool, ...]
    server: str | None = None
    label: str | None = None
    registry: str = ""
    """What tells the set from all others of a run, where it may go on in other files or is one of a scope alone."""


@dataclass(frozen=True, slots=True)
class Recognized:
    """What a value was recognized as. `shape` is empty where it was not; `explanation` is why there are no tools in it."""

    shape: str
    groups: tuple[Group, ...] = ()
    problems: tuple[Problem, ...] = ()
    skipped: tuple[str, ...] = ()
    explanation: str | None = None


Entry: TypeAlias = Tool | Problem | Group | str
"""What an entry of a list turns out to be; a string is a note on what was passed over on purpose."""

_LISTS: Final[tuple[Pointer, ...]] = (
    ("tools",),
    ("toolConfig", "tools"),
    ("tool_config", "tools"),
    ("functions",),
    ("function",),
    ("result", "tools"),
)
_NOWHERE: Final = Origin()
_AROUND: Final = ("request", "body", "params", "config")


def recognize(value: Json, *, named: bool, stem: str = "", at: Pointer = (), origin: Origin = _NOWHERE) -> Recognized:
    """The tools in a value and their places, or why there are none.

    `named`: the user named this input, so that entries of a list are tools as soon as they mean to be; otherwise at least
    one must be a tool beyond doubt. `at` is put in front of all places; `origin` goes to each tool, group and form filled in.
    """
    if isinstance(value, list):
        found = _list(value, at, origin, named=named, what="list")
        return found or Recognized("", explanation=unknown(value))
    if not isinstance(value, dict):
        return Recognized("", explanation=unknown(value))
    if (known := explain(value)) is not None:
        return Recognized(known[0], explanation=known[1])
    for read in (_wrapped, _alone, _name_map):
        found = read(value, at, origin, named=named)
        if found is not None:
            return found
    if _is_json_schema(value):
        return _bare(value, at, origin, named=named, stem=stem)
    return Recognized("", explanation=unknown(value))


# --------------------------------------------------------------------------------------------------------------------- lists


def _list(items: Sequence[Json], at: Pointer, origin: Origin, *, named: bool, what: str) -> Recognized | None:
    """The tools of a list, or None where nothing in it means to be a tool (`named`) or nothing certainly is one."""
    if not items and named:
        return Recognized(f"empty {what}", explanation="holds an empty list of tools")
    if not any(map(_means_tools if named else _holds_tools, items)) and not (what == "tools list" and _all_described(items)):
        return None
    entries = list(_entries(items, at, origin))
    groups = [entry for entry in entries if isinstance(entry, Group)]
    if groups and what == "list":
        what = "grouped list"
    return _gathered(entries, what)


def _gathered(entries: Sequence[Entry], what: str) -> Recognized:
    loose = tuple(entry for entry in entries if isinstance(entry, Tool))
    groups = [entry for entry in entries if isinstance(entry, Group)]
    if loose:
        groups.insert(0, Group(loose))
    seen = {tool.origin.framework: None for group in groups for tool in group.tools}
    skipped = tuple(entry for entry in entries if isinstance(entry, str))
    problems = tuple(entry for entry in entries if isinstance(entry, Problem))
    empty = (
        None if groups or problems else "holds no tools that can be checked" + (f": {'; '.join(skipped)}" if skipped else "")
    )
    shape = what + (f": {', '.join(str(form) for form in seen)}" if seen else "")
    return Recognized(shape, tuple(groups), problems, skipped, empty)


def _entries(items: Sequence[Json], at: Pointer, origin: Origin, *, inside_group: bool = False) -> Iterator[Entry]:
    for i, item in enumerate(items):
        where = (*at, i)
        if not isinstance(item, dict):
            yield Problem(where, f"not a tool: expected an object with `name`, found {kind_word(item)}")
        elif any(isinstance(item.get(key), list) for key in forms.DECLARATIONS):
            yield from _declarations(item, where, origin)
        elif (kind := forms.builtin(item)) is not None:
            yield f"passed over `{kind}`, a tool that the provider defines"
        elif not inside_group and _is_group(item):
            yield from _group(item, where, origin)
        else:
            yield forms.read_tool(item, where, origin)


def _declarations(item: Mapping[str, Json], at: Pointer, origin: Origin) -> Iterator[Entry]:
    """The functions of a Gemini tool, which holds a list of them and may switch on built-ins beside it."""
    for key, members in item.items():
        if key in forms.DECLARATIONS and isinstance(members, list):
            for i, member in enumerate(members):
                where = (*at, key, i)
                named = _is_declaration(member)
                if named or forms.looks_like_tool(member):
                    # Gemini asks for a name only; a function without parameters or text is still one.
                    yield forms.read_tool(member, where, origin, name="" if named else None, form="gemini")
                else:
                    yield Problem(
                        where, f"not a function declaration: expected an object with `name`, found {kind_word(member)}"
                    )
        elif forms.builtin({key: members}) is not None:
            yield f"passed over `{key}`, a tool that the provider defines"


def _is_group(item: Json) -> bool:
    """Whether an entry is a server or agent with its own list of tools, as registry dumps have them."""
    if not isinstance(item, dict) or not isinstance(item.get("tools"), list) or any(key in item for key in forms.SCHEMA_KEYS):
        return False
    return not item["tools"] or any(isinstance(entry, dict) for entry in item["tools"])  # names alone are another matter


def _group(item: Mapping[str, Json], at: Pointer, origin: Origin) -> Iterator[Entry]:
    server = server_name(item)
    label = server or next((item[key] for key in ("name", "id", "title") if isinstance(item.get(key), str)), None)
    entries = list(_entries(item["tools"], (*at, "tools"), replace(origin, group=label), inside_group=True))
    tools = tuple(entry for entry in entries if isinstance(entry, Tool))
    if tools:
        yield Group(tools, server, label)
    yield from (entry for entry in entries if not isinstance(entry, Tool))


def _means_tools(item: Json) -> bool:
    if not isinstance(item, dict):
        return False
    declared = any(isinstance(item.get(key), list) for key in forms.DECLARATIONS)
    grouped = _is_group(item) and any(map(_means_tools, item["tools"]))
    return declared or grouped or forms.looks_like_tool(item) or forms.builtin(item) is not None


def _holds_tools(item: Json) -> bool:
    if not isinstance(item, dict):
        return False
    if any(isinstance(item.get(key), list) and any(map(_is_declaration, item[key])) for key in forms.DECLARATIONS):
        return True
    return forms.is_tool(item) or (_is_group(item) and (any(map(_holds_tools, item["tools"])) or _all_described(item["tools"])))


def _is_declaration(value: Json) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str)


def _all_described(items: Sequence[Json]) -> bool:
    """Whether every entry of a `tools` list has a name and a text, as manifests have them that leave out the schemas."""
    texts = ("name", "description")
    return bool(items) and all(
        isinstance(item, dict) and all(isinstance(item.get(key), str) for key in texts) for item in items
    )


# ------------------------------------------------------------------------------------------------------------------- objects


def _wrapped(value: Mapping[str, Json], at: Pointer, origin: Origin, *, named: bool) -> Recognized | None:
    """A list of tools in a member of an object, also inside a recorded request or answer."""
    for around in ((), *((key,) for key in _AROUND)):
        holder = value_at(value, around)
        if not isinstance(holder, dict):
            continue
        for steps in _LISTS:
            target = value_at(holder, steps)
            where = (*at, *around, *steps)
            found: Recognized | None = None
            if isinstance(target, list) and (target or steps[-1] == "tools"):
                found = _list(target, where, origin, named=named, what=f"{steps[-1]} list")
            elif steps[-1] == "tools" and isinstance(target, dict):
                found = _name_map(target, where, origin, named=named) or _alone(target, where, origin, named=named)
            elif steps in (("tools",), ("functions",)) and isinstance(target, str) and target.lstrip().startswith("["):
                found = _encoded(target, where, origin, named=named)
            if found is not None:
                server = server_name(value) or server_name(holder)
                return replace(found, groups=tuple(replace(one, server=one.server or server) for one in found.groups))
    return None


def _alone(value: Mapping[str, Json], at: Pointer, origin: Origin, *, named: bool) -> Recognized | None:  # noqa: ARG001
    """One tool that is the whole value, or the record around it that data sets write (`{"source": ..., "function": {...}}`)."""
    if any(isinstance(value.get(key), list) and any(map(_is_declaration, value[key])) for key in forms.DECLARATIONS):
        return _gathered(list(_declarations(value, at, origin)), "declarations")
    if not forms.is_tool(value):
        return None
    inner, key = forms.parts(value)
    if key == "function" and "type" not in value:
        at, value = (*at, key), {**inner}
        # Data sets keep the function alone; what is beside it describes the record, not the tool.
        return _gathered([forms.read_tool(value, at, origin)], "record")
    return _gathered([forms.read_tool(value, at, origin)], "one tool")


def _name_map(value: Mapping[str, Json], at: Pointer, origin: Origin, *, named: bool) -> Recognized | None:
    """An object from the names of tools to what else they say."""
    if not value or not all(isinstance(sub, dict) and forms.is_tool(sub, named=True) for sub in value.values()):
        return None
    if not named and not any(isinstance(forms.parts(sub)[0].get("description"), str) for sub in value.values()):
        return None
    return _gathered([forms.read_tool(sub, (*at, key), origin, name=key) for key, sub in value.items()], "name map")


def _encoded(text: str, at: Pointer, origin: Origin, *, named: bool) -> Recognized | None:
    """A list of tools written as JSON inside a string, as data sets have them. Every place ends at the string."""
    from schemalint.text import json_text
    from schemalint.text.document import Malformed

    parsed = json_text.parse(text)
    if isinstance(parsed, Malformed):
        problem = Problem(at, f"a list written inside a string that cannot be read: {parsed.reason}")
        return Recognized("list in a string", problems=(problem,)) if named else None
    found = _list(parsed.value, (), origin, named=named, what="list in a string")
    if found is None:
        return None
    groups = tuple(
        replace(group, tools=tuple(replace(tool, places=forms.every_place(tool, at)) for tool in group.tools))
        for group in found.groups
    )
    problems = [replace(problem, at=at) for problem in found.problems]
    problems += [Problem(at, f"in the list written inside this string: {fault.reason}") for fault in parsed.faults]
    return replace(found, groups=groups, problems=tuple(problems))


def _is_json_schema(value: Mapping[str, Json]) -> bool:
    # Any configuration file may name its schema in `$schema`; a JSON Schema names a draft there.
    dialect = value.get("$schema")
    if isinstance(dialect, str) and "json-schema.org/" in dialect:
        return True
    return value.get("type") == "object" and isinstance(value.get("properties"), dict)


def _bare(value: Mapping[str, Json], at: Pointer, origin: Origin, *, named: bool, stem: str) -> Recognized:
    """A JSON Schema alone: the parameters of one tool, when the user means it by naming the file."""
    if not named:
        return Recognized(
            "bare schema", explanation="is a JSON Schema, not a tool definition; name the file to check it as one"
        )
    title = value.get("title")
    name = title if isinstance(title, str) and title else stem
    places: dict[Pointer, Pointer] = {(): at, ("name",): (*at, "title") if name == title else at, ("parameters",): at}
    description = value.get("description")
    if "description" in value:
        places["description",] = (*at, "description")
    tool = Tool(name, description, dict(value), places=places, origin=replace(origin, framework="bare-schema"))
    note = f"is a bare JSON Schema, read as the parameters of one tool that it names `{name}`"
    return Recognized("bare schema", (Group((tool,)),), skipped=(note,))
