"""Data classes that cost nothing to define until one is made.

`dataclass`, `field`, `fields` and `replace` are used like those of `dataclasses`, and type checkers see those. That module
imports `inspect` and compiles four to eight methods for every class: more than half of the time in which a
check of a file starts. Here a class only gets its slots; its initializer is compiled when the first instance is made. The
functions `dataclasses.fields`, `replace`, `asdict` and `is_dataclass` work on instances, as do `copy`, `pickle` and class
patterns.

Left out because nothing here needs it: ordering, keyword-only fields, `InitVar`, `metadata`, a `hash` setting per field.
"""
# ruff: noqa: A002, N807 - parameters and methods have the names of `dataclasses`

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
else:
    from _operator import attrgetter

    _MISSING = object()

    class _Field:
        __slots__ = ("compare", "default", "factory", "init", "name", "repr")

        def __init__(self, default, factory=_MISSING, *, init=True, repr=True, compare=True):
            self.name = ""
            self.default, self.factory = default, factory
            self.init, self.repr, self.compare = init, repr, compare

    def field(*, default=_MISSING, default_factory=_MISSING, init=True, repr=True, compare=True):
        """What a field has beside its type, as `dataclasses.field`."""
        return _Field(default, default_factory, init=init, repr=repr, compare=compare)

    def fields(record):
        """The fields of a record or its class, each with its `name`, as `dataclasses.fields`."""
        return record.__record_fields__

    def replace(record, /, **changes):
        """A copy with other values, as `dataclasses.replace`. Errors: `TypeError` for a name that the initializer lacks."""
        for entry in type(record).__record_fields__:
            if entry.init:
                if entry.name not in changes:
                    changes[entry.name] = getattr(record, entry.name)
            elif entry.name in changes:
                raise TypeError(f"field {entry.name} is declared with init=False, it cannot be specified with replace()")
        return type(record)(**changes)

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True):
        """Make a class a record, as `dataclasses.dataclass`."""
        if cls is None:
            return lambda cls: _made(cls, frozen, slots, eq)
        return _made(cls, frozen, slots, eq)

    def _made(cls, frozen, slots, eq):
        fields = {
            entry.name: entry for base in reversed(cls.__mro__[1:]) for entry in base.__dict__.get("__record_fields__", ())
        }
        own = [name for name, hint in cls.__annotations__.items() if not str(hint).startswith(("ClassVar", "typing.ClassVar"))]
        for name in own:
            stated = cls.__dict__.get(name, _MISSING)
            entry = fields[name] = stated if isinstance(stated, _Field) else _Field(stated)
            entry.name = name
            if isinstance(entry.default, (list, dict, set)):
                raise ValueError(f"mutable default {type(entry.default)} for field {name} is not allowed: use default_factory")
        if slots:
            cls = _with_slots(cls, own)
        else:
            for name in own:  # as in `dataclasses`, a default is readable on the class and a `field(...)` is not
                if isinstance(cls.__dict__.get(name), _Field):
                    delattr(cls, name)
                    if fields[name].default is not _MISSING:
                        setattr(cls, name, fields[name].default)
        found = tuple(fields.values())
        cls.__record_fields__ = found
        cls.__dataclass_fields__ = _Described()
        cls.__match_args__ = tuple([entry.name for entry in found if entry.init])
        cls.__init__ = _first_initializer(cls, found, frozen, slots)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _repr
        if frozen:
            cls.__setattr__ = _refuses_to_set
            cls.__delattr__ = _refuses_to_delete
            if slots:  # as in `dataclasses`: what restores an instance by default assigns to it
                cls.__getstate__ = _state
                cls.__setstate__ = _restore
        if eq:
            names = [entry.name for entry in found if entry.compare]
            values = attrgetter(*names) if names else _nothing
            _compared(cls, values, frozen)
        return cls

    def _with_slots(cls, own):
        members = {name: value for name, value in cls.__dict__.items() if name not in own}
        members.pop("__dict__", None)
        members.pop("__weakref__", None)
        members["__slots__"] = tuple(own)
        made = type(cls)(cls.__name__, cls.__bases__, members)
        made.__qualname__ = cls.__qualname__
        return made

    def _first_initializer(cls, fields, frozen, slots):
        """An initializer that compiles the real one, puts it in its place and calls it."""

        def __init__(self, *args, **kwargs):
            cls.__init__ = initializer = _initializer(cls, fields, frozen, slots)
            initializer(self, *args, **kwargs)

        __init__.__qualname__ = f"{cls.__qualname__}.__init__"
        return __init__

    def _initializer(cls, fields, frozen, slots):
        names = {"_MISSING": _MISSING, "_set_": object.__setattr__}
        parameters, lines = [], []
        for entry in fields:
            name = entry.name
            value = name
            if entry.factory is not _MISSING:
                names[f"_make_{name}"] = entry.factory
                value = f"_make_{name}() if {name} is _MISSING else {name}" if entry.init else f"_make_{name}()"
            elif entry.default is not _MISSING:
                names[f"_default_{name}"] = entry.default
                value = name if entry.init else f"_default_{name}"
            elif not entry.init:
                continue
            if entry.init:
                given = (
                    "=_MISSING"
                    if entry.factory is not _MISSING
                    else f"=_default_{name}"
                    if entry.default is not _MISSING
                    else ""
                )
                parameters.append(name + given)
            if frozen and slots:  # the slot's own setter: half the time of object.__setattr__
                names[f"_set_{name}"] = getattr(cls, name).__set__
                lines.append(f" _set_{name}(self, {value})")
            elif frozen:
                lines.append(f" _set_(self, {name!r}, {value})")
            else:
                lines.append(f" self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        text = f"def __init__(self{''.join(f', {entry}' for entry in parameters)}):\n" + ("\n".join(lines) or " pass")
        exec(text, names)  # noqa: S102 - as `dataclasses` does: the text is made of the names of fields
        initializer = names["__init__"]
        initializer.__qualname__ = f"{cls.__qualname__}.__init__"
        return initializer

    def _compared(cls, values, frozen):
        def __eq__(self, other):
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        def __hash__(self):
            return hash(values(self))

        if "__eq__" not in cls.__dict__:
            cls.__eq__ = __eq__
        if cls.__dict__.get("__hash__") is None:
            cls.__hash__ = __hash__ if frozen else None

    def _nothing(_record):
        return ()

    def _repr(self):
        shown = ", ".join(f"{entry.name}={getattr(self, entry.name)!r}" for entry in type(self).__record_fields__ if entry.repr)
        return f"{type(self).__qualname__}({shown})"

    def _refuses_to_set(_record, name, _value):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _refuses_to_delete(_record, name):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _state(self):
        return [getattr(self, entry.name) for entry in type(self).__record_fields__]

    def _restore(self, state):
        for entry, value in zip(type(self).__record_fields__, state, strict=True):
            object.__setattr__(self, entry.name, value)

    class _Described:
        """`__dataclass_fields__`, made when somebody asks for it, such as `dataclasses.replace`."""

        __slots__ = ("made",)

        def __get__(self, _instance, cls):
            if not hasattr(self, "made"):
                import dataclasses

                described = [
                    (
                        entry.name,
                        cls.__annotations__.get(entry.name, object),
                        dataclasses.field(
                            **({} if entry.default is _MISSING else {"default": entry.default}),
                            **({} if entry.factory is _MISSING else {"default_factory": entry.factory}),
                            init=entry.init,
                            repr=entry.repr,
                            compare=entry.compare,
                        ),
                    )
                    for entry in cls.__record_fields__
                ]
                self.made = dataclasses.make_dataclass(cls.__name__, described).__dataclass_fields__
            return self.made
