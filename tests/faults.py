"""The campaign of faults: writers killed, out of room, shut out, overtaken and run side by side; no file is ever mixed.

    python tests/faults.py --kills 500 --page        writes tests/campaigns/faults.md; as root the last part runs as `nobody`

A kill comes from inside: an audit hook counts what a writer does to the disk from its first temporary file on, and ends the
process with SIGKILL at a chosen step, or some microseconds after it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
PAGE: Final = HERE / "campaigns" / "faults.md"
TOOLS: Final = json.dumps(
    [
        {"name": f"read_{n}", "description": "Read  a page.", "inputSchema": {"type": "object", "title": f"read_{n}Arguments"}}
        for n in range(40)
    ]
)  # fmt: skip
WRITERS: Final[dict[str, tuple[str, list[str]]]] = {
    "check --fix": ("tools.json", ["check", "tools.json", "--fix", "--unsafe-fixes", "--set", "strict", "-q"]),
    "canon --write": ("tools.json", ["canon", "tools.json", "--write"]),
    "catalog -o": ("TOOLS.md", ["catalog", "tools.json", "-o", "TOOLS.md"]),
    "export -o": ("out.json", ["export", "tools.json", "--to", "openai", "-o", "out.json"]),
    "check -o": ("report.json", ["check", "tools.json", "--output-format", "json", "-o", "report.json"]),
    "lock": ("tools.lock.json", ["lock", "tools.json", "--store-text"]),
    "baseline": ("base.json", ["check", "tools.json", "--set", "strict", "--write-baseline=base.json"]),
}
"""Each writer with the file that it writes."""

# Runs a command line; at step N after the first temporary file a fault is injected: a kill at once or after a moment, or a
# change of the file that is being replaced.
DRIVER: Final = """
import os, signal, sys, threading, time
step, wait, change, words = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4:]
count, begun = 0, False
def hook(event, arguments):
    global count, begun
    if event == "open" and not begun and ".schemalint-" in str(arguments[0]):
        begun = True
    if not begun or event not in ("open", "os.rename", "os.chmod", "os.chown", "os.remove", "os.listdir", "os.scandir"):
        return
    count += 1
    if count == step:
        if change:
            begun = False
            with open(change, "a") as file:
                file.write("changed by another program\\n")
        elif wait:
            threading.Thread(target=lambda: (time.sleep(wait), os.kill(os.getpid(), signal.SIGKILL)), daemon=True).start()
        else:
            os.kill(os.getpid(), signal.SIGKILL)
sys.dont_write_bytecode = True
from schemalint.cli.main import main
sys.addaudithook(hook)
sys.exit(main(words))
"""
Failures = list[str]


def environment() -> dict[str, str]:
    import jsonschema

    paths = (HERE.parent, Path(jsonschema.__file__).parents[1])
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": "/nonexistent",
    }


def start(
    words: list[str], folder: Path, step: int = 0, wait: float = 0, change: str = "", **more: Any
) -> subprocess.Popen[str]:
    # Another user may not reach our interpreter; the system's has to be of the same version.
    python = "/usr/bin/python3" if more.get("user") is not None else sys.executable
    command = [python, "-c", DRIVER, str(step), str(wait), change, *words]
    return subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )


def run(words: list[str], folder: Path, step: int = 0, wait: float = 0, change: str = "", **more: Any) -> tuple[int, str]:
    process = start(words, folder, step, wait, change, **more)
    out, err = process.communicate(timeout=120)
    return process.returncode, out + err


def prepared(folder: Path, target: str, old: bytes) -> None:
    (folder / ".git").mkdir(exist_ok=True)
    (folder / "tools.json").write_text(TOOLS)
    if target != "tools.json":
        (folder / target).write_bytes(old)
    (folder / target).chmod(0o640)


def whole(name: str) -> bytes:
    """What a writer leaves when nothing goes wrong."""
    target, words = WRITERS[name]
    with tempfile.TemporaryDirectory() as place:
        prepared(Path(place), target, b"old\n")
        run(words, Path(place))
        return (Path(place) / target).read_bytes()


def wrong(folder: Path, target: str, allowed: list[bytes], before: set[str]) -> Iterator[str]:
    """What is not as it must be after a fault; leftovers are counted elsewhere."""
    if (folder / target).read_bytes() not in allowed:
        yield "the file is neither old nor new"
    if (folder / target).stat().st_mode & 0o777 != 0o640:
        yield "the mode changed"
    names = {path.name for path in folder.iterdir() if not path.name.startswith(".schemalint-")}
    if names != before:
        yield f"other files: {sorted(names ^ before)}"


def kills(count: int) -> tuple[Counter[str], Failures]:
    done: Counter[str] = Counter()
    failures: Failures = []
    pick = random.Random(7)
    new = {name: whole(name) for name in WRITERS}
    for number in range(count):
        name = list(WRITERS)[number % len(WRITERS)]
        target, words = WRITERS[name]
        with tempfile.TemporaryDirectory() as place:
            folder, old = Path(place), TOOLS.encode() if target == "tools.json" else b"old\n"
            prepared(folder, target, old)
            before = {path.name for path in folder.iterdir()}
            code, text = run(words, folder, pick.randrange(1, 7), pick.choice((0, 0, 0.00002, 0.0001, 0.0005)))
            done["killed" if code == -signal.SIGKILL else "ended before"] += 1
            failures += [f"{name}: {fault}" for fault in wrong(folder, target, [old, new[name]], before)]
            left = list(folder.glob(".schemalint-*"))
            done["left a temporary file"] += bool(left)
            for path in left:
                os.utime(path, (time.time() - 7200, time.time() - 7200))
            code, text = run(words, folder)
            if code not in (0, 1) or list(folder.glob(".schemalint-*")) or (folder / target).read_bytes() != new[name]:
                failures.append(
                    f"{name}: the next run left {code}, {sorted(path.name for path in folder.iterdir())}: {text[-200:]}"
                )
    return done, failures


def limited(size: int) -> Callable[[], None]:
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def refusals(user: int | None) -> tuple[Counter[str], Failures]:
    """No room, a folder or file that may not be written, a file that another program changes: exit 2, words, the old file."""
    done: Counter[str] = Counter()
    failures: Failures = []
    for name, (target, words) in WRITERS.items():
        for fault in ("no room", "little room", "read-only folder", "read-only file", "changed meanwhile"):
            if fault.startswith("read-only") and user is None and os.geteuid() == 0:
                continue  # root may write everything
            if fault == "changed meanwhile" and target != "tools.json":
                continue  # what is overwritten whole is not read
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place)
                old = TOOLS.encode() if target == "tools.json" else b"old\n"
                prepared(folder, target, old)
                more: dict[str, Any] = {}
                if user is not None:
                    for path in (folder, *folder.iterdir()):
                        os.chown(path, user, user)
                    more["user"] = user
                if "room" in fault:
                    more["preexec_fn"] = limited(0 if fault == "no room" else 20)
                if fault == "read-only folder":
                    folder.chmod(0o555)
                if fault == "read-only file":
                    (folder / target).chmod(0o440)
                change = "tools.json" if fault == "changed meanwhile" else ""
                code, text = run(words, folder, 1 if change else 0, 0, change, **more)
                done[fault] += 1
                expected = old + b"changed by another program\n" if change else old
                if code != 2 or not text.strip() or "This is a bug" in text:
                    failures.append(f"{name}, {fault}: exit {code}: {text[-200:]}")
                if (folder / target).read_bytes() != expected:
                    failures.append(f"{name}, {fault}: the old file is not there")
                if list(folder.glob(".schemalint-*")):
                    failures.append(f"{name}, {fault}: a temporary file is left")
    return done, failures


def full_disk() -> tuple[Counter[str], Failures]:
    """A file system with room for the old file and half of a new one; needs root."""
    done: Counter[str] = Counter()
    failures: Failures = []
    with tempfile.TemporaryDirectory() as place:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], capture_output=True, check=False)
        if mounted.returncode != 0:
            return done, failures
        try:
            for name, (target, words) in WRITERS.items():
                folder = Path(place)
                prepared(folder, target, b"old\n")
                old = (folder / target).read_bytes()
                with (folder / "filler").open("wb", buffering=0) as filler:
                    try:
                        while True:
                            filler.write(b"x" * 512)
                    except OSError:
                        pass
                code, text = run(words, folder)
                done["full disk"] += 1
                if (
                    code != 2
                    or "No space left" not in text
                    or (folder / target).read_bytes() != old
                    or list(folder.glob(".schemalint-*"))
                ):
                    failures.append(f"{name}, full disk: exit {code}: {text[-200:]}")
                for path in folder.iterdir():
                    path.rmdir() if path.is_dir() else path.unlink()
        finally:
            subprocess.run(["umount", place], check=False)
    return done, failures


def side_by_side(rounds: int, width: int = 8) -> tuple[Counter[str], Failures]:
    """Several runs at once on the same output: what is left is what one of them wrote."""
    done: Counter[str] = Counter()
    failures: Failures = []
    for name, (target, words) in WRITERS.items():
        new = whole(name)
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place)
                prepared(folder, target, b"old\n")
                running = [start(words, folder) for _ in range(width)]
                texts = ["".join(process.communicate(timeout=120)) for process in running]
                codes = [process.returncode for process in running]
                done["runs side by side"] += width
                if (folder / target).read_bytes() != new:
                    failures.append(f"{name}, side by side: the file is not what one run writes")
                if (
                    not any(code in (0, 1) for code in codes)
                    or not set(codes) <= {0, 1, 2}
                    or "This is a bug" in "".join(texts)
                ):
                    failures.append(f"{name}, side by side: exits {codes}: {''.join(texts)[-200:]}")
                if list(folder.glob(".schemalint-*")):
                    failures.append(f"{name}, side by side: a temporary file is left")
    return done, failures


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--page", action="store_true")
    given = parser.parse_args(arguments)
    parts = [kills(given.kills), refusals(None), side_by_side(given.rounds)]
    if os.geteuid() == 0:
        parts += [full_disk(), refusals(65534)]
    done: Counter[str] = sum((part[0] for part in parts), Counter())
    failures = [failure for part in parts for failure in part[1]]
    sys.stdout.write(f"{dict(done)}\n" + "".join(f"{failure}\n" for failure in failures))
    if given.page:
        rows = "\n".join(f"| {what} | {count} |" for what, count in done.items())
        git = ["git", "rev-parse", "--short", "HEAD"]
        revision = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
        listed = "\n".join(f"- {failure}" for failure in failures) or "Nothing."
        PAGE.write_text(
            f"""# Faults

Writers killed, out of room, shut out, overtaken and run side by side. `python tests/faults.py --kills {given.kills} --page`,
{datetime.now(timezone.utc).date()}, {revision}, Python {platform.python_version()}, Linux, as root and as `nobody`. After each
a file is old or new, whole, with its mode; a refusal is exit 2 with words; the next run in the folder removes what a kill left.
Writers: {", ".join(f"`{name}`" for name in WRITERS)}.

| what | times |
|---|--:|
{rows}

## Failed

{listed}
""",
            encoding="utf-8",
        )
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
