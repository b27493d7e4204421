"""`python -m schemalint`, and what the installed command runs."""

from __future__ import annotations

import sys

from schemalint import __version__


def main() -> int:
    """Run the command line of this process and end the process; returns only where something must see it end."""
    code = _version() if sys.argv[1:] in (["--version"], ["-V"]) else None
    if code is None:
        from schemalint.cli.main import main as run

        code = run()
    _end(code)
    return code


def _version() -> int | None:
    """Say the version without the modules that every other command needs; None where that fails, so that it is said why."""
    try:
        sys.stdout.write(f"schemalint {__version__}\n")
        sys.stdout.flush()
    except (AttributeError, OSError):
        return None
    return 0


def _end(code: int) -> None:
    """Leave without taking modules and tools apart one by one, which the system does at once: a tenth of a short run.

    What others asked to be called at the end is called. Does nothing where threads run, or a profiler or prompt waits.
    """
    import atexit
    import os

    threading = sys.modules.get("threading")
    if sys.flags.inspect or sys.getprofile() or sys.gettrace() or (threading and threading.active_count() > 1):
        return
    try:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except Exception:
        return  # the interpreter says it in its own words
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
