"""The Google GenAI SDK: functions in a configuration, and declarations as they are sent."""

from schemalint.frameworks.common import docstrings
from schemalint.frameworks.common.record import FIELD, Framework, Objects

FRAMEWORK = Framework(
    "google-genai",
    "the Google GenAI SDK",
    packages=("google.genai", "google.generativeai", "vertexai"),
    hosts=("GenerateContentConfig",),
    definitions=("FunctionDeclaration",),
    exact=False,
    reads=docstrings.clean,
    titles="none",
    references="inlined",
    objects=Objects(
        ("google.genai.types.FunctionDeclaration",),
        ("parameters_json_schema", "response_json_schema", "model_dump"),
        read=("",),
        containers={"google.genai.types.Tool": "function_declarations"},
    ),
    texts_from=FIELD,
)
