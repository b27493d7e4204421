"""`python -m schemalint`, and what the installed command runs."""

from __future__ import annotations

import sys

from schemalint.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
