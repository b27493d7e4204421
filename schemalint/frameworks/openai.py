"""OpenAI's SDK: the type of a tool as it is sent."""

from schemalint.frameworks.common.record import Framework

FRAMEWORK = Framework("openai", packages=("openai",), definitions=("FunctionToolParam",), origins=())
