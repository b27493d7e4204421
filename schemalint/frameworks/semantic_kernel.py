"""Semantic Kernel."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.record import TEXT, Framework, Objects
from schemalint.frameworks.common.signs import RAW

FRAMEWORK = Framework(
    "semantic-kernel",
    "Semantic Kernel",
    packages=("semantic_kernel",),
    decorators=("kernel_function",),
    exact=False,
    reads=docstrings.raw,
    marks="texts",
    titles="none",
    references="inlined",
    injected=frozenset(("KernelArguments", "Kernel")),
    objects=Objects(
        ("semantic_kernel.functions.kernel_function.KernelFunction",),
        ("metadata", "invocation_duration_histogram"),
        containers={
            "semantic_kernel.functions.kernel_plugin.KernelPlugin": "functions",
            "semantic_kernel.kernel.Kernel": "plugins",
        },
        marker=("__kernel_function__", True),
    ),
    texts_from=TEXT,
    habits={
        "raw docstring": RAW.format("Semantic Kernel"),
        "bare object": "Semantic Kernel writes this for Literal and datetime: annotate str or an Enum",
    },
)
