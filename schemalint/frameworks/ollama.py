"""Ollama's client, which makes schemas of functions itself."""

from schemalint.frameworks.common.record import DOCSTRING, Framework
from schemalint.frameworks.common.signs import properties_of, root_of
from schemalint.model import Tool

_ROOT = frozenset("defs items properties required type".split())
_MEMBER = frozenset("description enum items type".split())


def _wrote(tool: Tool) -> bool:
    """`defs`, and no keyword that its classes for a function do not have."""
    root = root_of(tool)
    return (
        isinstance(root.get("defs"), dict)
        and root.keys() <= _ROOT
        and all(member.keys() <= _MEMBER for member in properties_of(tool).values())
    )


FRAMEWORK = Framework(
    "ollama",
    "Ollama",
    packages=("ollama",),
    hosts=("chat",),
    exact=False,
    titles="none",
    references="inlined",
    texts_from=DOCSTRING,
    habits={
        "required": "Ollama requires what has a default, and drops the default",
        "no items": "Ollama drops them",
        "defs": "Ollama writes it so, and its parameters do not refer to it",
    },
    wrote=_wrote,
)
