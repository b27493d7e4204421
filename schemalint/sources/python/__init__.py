"""Tool definitions in a Python file, by reading its syntax tree. Nothing is imported and nothing runs."""

from schemalint.sources.python.constants import Module as Module
from schemalint.sources.python.constants import parse as parse
