"""agno."""

from schemalint.frameworks.common.record import DOCSTRING, Framework, Objects, ToolClass

FRAMEWORK = Framework(
    "agno",
    "agno",
    packages=("agno",),
    decorators=("tool",),
    hosts=("Agent", "Toolkit"),
    bases=("agno.tools.Toolkit", "agno.tools.toolkit.Toolkit"),
    subclass=ToolClass(holds=("tools", "self.tools"), registers=("register",)),
    exact=False,
    injected_names=frozenset("agent team run_context images videos audios files".split()),
    titles="nested",
    references="inlined",
    objects=Objects(
        ("agno.tools.function.Function",),
        ("process_entrypoint", "entrypoint"),
        containers={"agno.tools.toolkit.Toolkit": "functions"},
        wraps=("agno.", ""),
    ),
    texts_from=DOCSTRING,
    habits={"empty object": "agno writes this for datetime and Any: annotate str"},
)
