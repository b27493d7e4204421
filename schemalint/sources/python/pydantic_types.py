"""What Pydantic writes for the types that need no look into a module: name to JSON Schema.

Measured on pydantic 2.14.4 (`TypeAdapter(T).json_schema()`, 2026-11-30).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from schemalint.model import Json

_STRING: Final = {"type": "string"}
_ANY_LIST: Final = {"items": {}, "type": "array"}
_ANY_SET: Final = {"items": {}, "type": "array", "uniqueItems": True}
_ANY_MAP: Final = {"additionalProperties": True, "type": "object"}


def _formatted(form: str, **more: Json) -> Json:
    return {"format": form, "type": "string", **more}


LISTS: Final = frozenset("list List Sequence MutableSequence Iterable deque Deque".split())
SETS: Final = frozenset("set frozenset Set FrozenSet AbstractSet MutableSet".split())
MAPS: Final = frozenset("dict Dict Mapping MutableMapping OrderedDict".split())
TUPLES: Final = frozenset(("tuple", "Tuple"))

PLAIN: Final[Mapping[str, Json]] = {
    "str": _STRING,
    "Text": _STRING,
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "bytes": _formatted("binary"),
    "complex": _STRING,
    "None": {"type": "null"},
    "NoneType": {"type": "null"},
    "Any": {},
    "object": {},
    "Hashable": {},
    "Pattern": _formatted("regex"),
    "Counter": {"additionalProperties": {"type": "integer"}, "type": "object"},
    **dict.fromkeys(LISTS, _ANY_LIST),
    **dict.fromkeys(SETS, _ANY_SET),
    **dict.fromkeys(MAPS, _ANY_MAP),
    **dict.fromkeys(TUPLES, _ANY_LIST),
}
"""Builtins, and the names of `typing`, `typing_extensions`, `collections` and `collections.abc`."""

_STANDARD: Final = {
    "datetime.datetime": "date-time",
    "datetime.date": "date",
    "datetime.time": "time",
    "datetime.timedelta": "duration",
    "uuid.UUID": "uuid",
    "pathlib.Path": "path",
    "pathlib.PurePath": "path",
    "pathlib.PosixPath": "path",
    "pathlib.PurePosixPath": "path",
    "pathlib.WindowsPath": "path",
    "pathlib.PureWindowsPath": "path",
    "os.PathLike": "path",
    "re.Pattern": "regex",
    "ipaddress.IPv4Address": "ipv4",
    "ipaddress.IPv6Address": "ipv6",
    "ipaddress.IPv4Network": "ipv4network",
    "ipaddress.IPv6Network": "ipv6network",
    "ipaddress.IPv4Interface": "ipv4interface",
    "ipaddress.IPv6Interface": "ipv6interface",
}
_PYDANTIC: Final = {
    "EmailStr": "email",
    "NameEmail": "name-email",
    "FilePath": "file-path",
    "DirectoryPath": "directory-path",
    "NewPath": "path",
    "UUID1": "uuid1",
    "UUID3": "uuid3",
    "UUID4": "uuid4",
    "UUID5": "uuid5",
    "AwareDatetime": "date-time",
    "NaiveDatetime": "date-time",
    "PastDatetime": "date-time",
    "FutureDatetime": "date-time",
    "PastDate": "date",
    "FutureDate": "date",
    "Base64Str": "base64",
    "Base64Bytes": "base64",
    "StrictBytes": "binary",
}
_URLS: Final = ("AnyUrl", "AnyHttpUrl", "AnyWebsocketUrl", "FileUrl", "FtpUrl", "RedisDsn")

QUALIFIED: Final[Mapping[str, Json]] = {
    **{name: _formatted(form) for name, form in _STANDARD.items()},
    **{f"pydantic.{name}": _formatted(form) for name, form in _PYDANTIC.items()},
    **{f"pydantic.{name}": _formatted("uri", minLength=1) for name in _URLS},
    **{f"pydantic.{name}": _formatted("uri", minLength=1, maxLength=2083) for name in ("HttpUrl", "WebsocketUrl")},
    **{f"pydantic.{name}": _formatted("password", writeOnly=True) for name in ("SecretStr", "SecretBytes")},
    **{
        f"pydantic.{sign}{kind}": {bound: 0, "type": declared}
        for kind, declared in (("Int", "integer"), ("Float", "number"))
        for sign, bound in (
            ("Positive", "exclusiveMinimum"),
            ("Negative", "exclusiveMaximum"),
            ("NonNegative", "minimum"),
            ("NonPositive", "maximum"),
        )
    },
    "pydantic.StrictStr": _STRING,
    "pydantic.StrictInt": {"type": "integer"},
    "pydantic.StrictFloat": {"type": "number"},
    "pydantic.FiniteFloat": {"type": "number"},
    "pydantic.StrictBool": {"type": "boolean"},
    "pydantic.JsonValue": {},
    "decimal.Decimal": {"anyOf": [{"type": "number"}, {"type": "string"}]},
}
"""Types of the standard library and of Pydantic, by their full names."""
