"""What the pages tell people to type, typed on a machine that has nothing: a fresh checkout, no HOME, no cache, no variables.

    python tests/clean_machine.py [--whole] [--page]

Runs every `sh` block of README and CONTRIBUTING as it stands, then every command line of the README's other blocks in a project
that has the files it names, then the tests that compare the console blocks of `docs/` with what is printed. `--whole` runs all
quick tests in the README's second block in place of a few. What needs the released package or a network beyond the package
registry is named and left out.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "tests" / "campaigns" / "clean_machine.md"
OUT_OF_REACH: Final = ("pip install schemalint", "uvx", "https://")
FEW: Final = ".venv/bin/pytest -q -p no:cacheprovider tests/test_readme.py tests/test_adoption.py tests/test_cli.py"
TOOL: Final = {
    "name": "read_note",
    "description": "Read the text of one note, by the id that `list_notes` returns.",
    "inputSchema": {
        "type": "object",
        "properties": {"id": {"type": "string", "description": "Id of the note."}},
        "required": ["id"],
    },
}
MODULE: Final = f"TOOLS = {[{**TOOL, 'parameters': TOOL['inputSchema']}]!r}\n\n\ndef make_tools():\n    return TOOLS\n"


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language, those without one for the empty name."""
    found, opened = [], None
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("```"):
            if opened is None:
                opened = line.strip("`\n")
                found.append((opened, ""))
            else:
                opened = None
        elif opened is not None:
            found[-1] = (opened, found[-1][1] + line)
    return [text for name, text in found if name == language]


def clean(folder: Path) -> dict[str, str]:
    """The environment of a machine on which nothing was ever done."""
    path = os.pathsep.join((str(folder / ".venv" / "bin"), str(Path(sys.executable).parent), "/usr/bin", "/bin"))
    registry = {
        name: value
        for name, value in os.environ.items()
        if name.startswith(("PIP_INDEX", "PIP_TRUSTED", "UV_INDEX", "SSL_CERT"))
    }
    return {**registry, "PATH": path, "LANG": "C.UTF-8", "PIP_NO_CACHE_DIR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(command: str, folder: Path, environment: dict[str, str], stdin: str = "") -> tuple[int, str]:
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def project(folder: Path) -> None:
    """A repository with every file that the README's command lines name, committed twice."""
    text = json.dumps([TOOL], indent=2) + "\n"
    for name in ("tools.json", "server.json", "old.json", "new.json", "tools/notes.json"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "mcp").mkdir()
    (folder / "mcp" / "notes.yaml").write_text(f"- {json.dumps({**TOOL, 'name': 'find_note'})}\n")
    (folder / "agent").mkdir()
    (folder / "agent" / "tools.py").write_text(MODULE)
    (folder / "agent" / "server.py").write_text(MODULE.replace("TOOLS", "mcp"))
    git = "git -c user.name=a -c user.email=a@example.invalid"
    script = f"git init -q -b main && git add -A && {git} commit -qm one && {git} commit -qm two --allow-empty"
    subprocess.run(["bash", "-c", script], cwd=folder, check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--page", action="store_true")
    given = parser.parse_args()
    rows: list[tuple[str, str, str]] = []

    def step(
        where: str, command: str, folder: Path, environment: dict[str, str], codes: tuple[int, ...], stdin: str = ""
    ) -> None:
        code, text = run(command, folder, environment, stdin)
        holds = code in codes and "Traceback" not in text and not re.search(r"^error: ", text, re.MULTILINE)
        rows.append((where, command, "as printed" if holds else f"exit {code}: {text[-400:]}"))
        sys.stdout.write(f"{'ok  ' if holds else 'FAIL'} {where}: {command}\n{'' if holds else text[-2000:]}")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory() as place:
        checkout, other = Path(place, "checkout"), Path(place, "project")
        checkout.mkdir()
        other.mkdir()
        subprocess.run(["bash", "-c", f"git archive HEAD | tar -x -C '{checkout}'"], cwd=ROOT, check=True)
        environment = clean(checkout)
        # An archive has no history; those who test a checkout have one.
        run("git init -q", checkout, environment)
        first, second = blocks(ROOT / "README.md", "sh")
        step("README.md", first.strip(), checkout, environment, (1,))
        step(
            "README.md",
            second.strip() if given.whole else second.strip().replace(".venv/bin/pytest -n auto", FEW),
            checkout,
            environment,
            (0,),
        )
        for block in blocks(ROOT / "CONTRIBUTING.md", "sh"):
            step("CONTRIBUTING.md", block.strip(), checkout, environment, (0,))
        project(other)
        for block in blocks(ROOT / "README.md", ""):
            for line in block.splitlines():
                command = re.sub(r"\s+#.*", "", line)
                if any(word in command for word in OUT_OF_REACH):
                    rows.append(("README.md", command, "left out"))
                elif command.startswith("schemalint "):
                    step("README.md", command, other, environment, (0, 1), json.dumps([TOOL]))
    failed = sum(verdict not in ("as printed", "left out") for *_, verdict in rows)
    left_out = sum(verdict == "left out" for *_, verdict in rows)
    sys.stdout.write(f"{len(rows) - left_out} commands, {failed} failed, {left_out} left out\n")
    if given.page:
        git = ["git", "rev-parse", "--short", "HEAD"]
        revision = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
        cells = [(where, command.replace("|", r"\|"), verdict.splitlines()[0]) for where, command, verdict in rows]
        table = "\n".join(f"| {where} | `{command}` | {verdict} |" for where, command, verdict in cells)
        PAGE.write_text(
            f"# A clean machine\n\nWhat the pages tell people to type, in a fresh checkout without HOME, cache or environment."
            f" `python tests/clean_machine.py{' --whole' if given.whole else ''} --page`,\n{datetime.now(timezone.utc).date()},"
            f" {revision}, Python {platform.python_version()}.\n\n| page | command | result |\n|---|---|---|\n{table}\n",
            encoding="utf-8",
        )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
