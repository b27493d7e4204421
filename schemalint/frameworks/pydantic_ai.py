"""Pydantic AI."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.docstrings import Docstring, Taken
from schemalint.frameworks.common.record import Framework, Objects


def _marked_up(doc: Docstring) -> Taken:
    """The text, and the returns beside it, marked up (pydantic_ai/_griffe.py)."""
    if doc.style == "rest" and doc.clean.startswith(":") and "\n:" not in doc.clean:
        return doc.clean, {}  # one field alone is not known for one
    text, parameters = docstrings.griffe(doc)
    parameters = {**parameters, **doc.others}
    if doc.returns is None or not docstrings.has_returns(doc):
        return text, parameters
    kind, words = doc.returns
    typed = f"<type>{kind}</type>\n" if kind else ""
    returns = f"<returns>\n{typed}<description>{words}</description>\n</returns>"
    return (f"<summary>{text}</summary>\n{returns}" if text else returns), parameters


FRAMEWORK = Framework(
    "pydantic-ai",
    "Pydantic AI",
    packages=("pydantic_ai",),
    calls=("Tool",),
    agents=("Agent", "FunctionToolset"),
    methods=("tool", "tool_plain", "add_tool", "add_function"),
    hosts=("Agent", "FunctionToolset"),
    definitions=("ToolDefinition",),
    reads=_marked_up,
    textless=frozenset(("google", "numpydoc", "rest")),
    closed=True,
    titles="definitions",
    single_model=True,
    field_is_default=True,
    injected=frozenset(("RunContext",)),
    objects=Objects(
        ("pydantic_ai.tools.Tool",),
        ("tool_def", "function_schema"),
        read=(
            {
                "name": "tool_def.name",
                "description": "tool_def.description?",
                "parameters": "tool_def.parameters_json_schema",
                "strict": "tool_def.strict?",
            },
        ),
        containers={"pydantic_ai.agent.abstract.AbstractAgent": "toolsets"},
    ),
)
