"""Tool definitions in a Python file, by reading its syntax tree. Nothing is imported and nothing runs."""

from schemalint.sources.python.module import Module as Module
from schemalint.sources.python.module import parse as parse
