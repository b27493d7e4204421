"""Runs command lines in this process and prints as JSON how each ended and what it did to the world, seen by an audit hook.

Standard input holds `{"commands": [[WORD, ...], ...], "stdin": TEXT or null, "restore": {PATH: TEXT}}`; `restore` is written
back after each command. What is seen: sockets, processes, and every path that is opened to write, renamed, removed or made.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PROCESSES = ("subprocess.Popen", "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.startfile")
_CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown")

seen: list[tuple[str, str]] = []
busy = False


def hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not busy or (event == "os.mkdir" and Path(arguments[0]).is_dir()):
        return
    if event.startswith("socket.") or event in _PROCESSES:
        seen.append((event, repr(arguments)[:300]))
    elif event in _CHANGES:
        seen.extend(
            ("write", str(Path.cwd() / os.fsdecode(path))) for path in arguments if isinstance(path, (str, bytes, os.PathLike))
        )
    elif event == "open":
        path, mode, flags = arguments
        writes = any(sign in (mode or "") for sign in "wax+") or (isinstance(flags, int) and flags & _WRITING)
        if writes and isinstance(path, (str, bytes, os.PathLike)):
            seen.append(("write", str(Path.cwd() / os.fsdecode(path))))


def run(words: list[str], data: str | None) -> dict[str, Any]:
    global busy
    from schemalint.cli.main import main

    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    sys.stdin = io.TextIOWrapper(io.BytesIO((data or "").encode("utf-8", "surrogateescape")), "utf-8")
    seen.clear()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        busy = True
        try:
            code = main(words)
        finally:
            busy = False
    texts = [stream.buffer.getvalue().decode("utf-8", "backslashreplace") for stream in (out, err)]
    return {"words": words, "code": code, "out": texts[0], "err": texts[1], "seen": sorted(set(seen))}


def main() -> None:
    given = json.loads(sys.stdin.read())
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
    sys.addaudithook(hook)
    results = []
    for words in given["commands"]:
        results.append(run(words, given["stdin"]))
        for path, text in given["restore"].items():
            Path(path).write_bytes(text.encode("utf-8", "surrogateescape"))
        gc.collect()
    # Not `ru_maxrss`: that starts at the size of the process that started this one.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = int(status.split("VmHWM:")[1].split()[0]) // 1024
    sys.__stdout__.write(json.dumps({"results": results, "megabytes": peak}))  # type: ignore[union-attr]


if __name__ == "__main__":
    main()
