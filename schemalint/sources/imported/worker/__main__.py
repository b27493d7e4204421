"""Imports a user's module and writes down the tools it holds: one JSON record, under the user's own interpreter.

Started by path, alone: standard library only, Python 3.9 syntax, and nothing of schemalint, which need not be installed where
this runs. Imports no framework: it reads objects of modules that the user's code has loaded, as the request asks.
Judges nothing and words nothing: it sends facts, and the process that started it makes messages and tools of them.
"""

import importlib
import os
import sys

if sys.version_info < (3, 9):  # noqa: UP036 - the user's interpreter is not the one that the project is checked for
    sys.exit(f"the worker of schemalint needs Python 3.9 or newer, and this is {sys.version.split()[0]}")

main = importlib.import_module("schemalint_worker.answer").main

# Python puts this folder in front of the path; it holds nothing that a user's import should find.
_HERE = os.path.realpath(os.path.dirname(__file__))  # noqa: PTH120
sys.path[:] = [entry for entry in sys.path if not entry or os.path.realpath(entry) != _HERE]

if __name__ == "__main__":
    main()
