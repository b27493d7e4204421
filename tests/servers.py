"""Whether real MCP servers list through schemalint the tools that the official SDK sees: `python tests/servers.py [FOLDER]`.

Installs each server, and the SDK in an environment of its own, below FOLDER (a temporary one by default; what is there is used
again), lists each through both, and compares the canonical bytes of the sets. Writes `tests/campaigns/servers.md`. Exits
1 when any differs, or when one could not be installed.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from schemalint.canon import canonical
from schemalint.sources import Outcome, Reach, Source, load

TABLE = Path(__file__).with_name("campaigns") / "servers.md"
SDK = """
import asyncio, json, sys
from mcp import Client, StdioServerParameters

async def main():
    where = sys.argv[1:] if len(sys.argv) > 2 or "://" not in sys.argv[1] else sys.argv[1]
    target = where if isinstance(where, str) else StdioServerParameters(command=where[0], args=where[1:])
    tools, cursor = [], None
    async with Client(target) as client:
        while True:
            page = await client.list_tools(cursor=cursor)
            tools += [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in page.tools]
            cursor = page.next_cursor
            if cursor is None:
                break
    print(json.dumps({"tools": tools}))

asyncio.run(main())
"""


@dataclass(frozen=True)
class Server:
    """A package that is a server. `kind` is `pypi` or `npm`; `folder`: it takes a folder as its argument."""

    package: str
    kind: str
    script: str
    folder: bool = False
    over_http: bool = False


SERVERS = (
    Server("mcp-server-time", "pypi", "mcp-server-time"),
    Server("mcp-server-git", "pypi", "mcp-server-git"),
    Server("mcp-server-fetch", "pypi", "mcp-server-fetch"),
    Server("@modelcontextprotocol/server-filesystem", "npm", "mcp-server-filesystem", folder=True),
    Server("@modelcontextprotocol/server-memory", "npm", "mcp-server-memory"),
    Server("@modelcontextprotocol/server-everything", "npm", "mcp-server-everything"),
    Server("@modelcontextprotocol/server-everything", "npm", "mcp-server-everything", over_http=True),
    Server("@modelcontextprotocol/server-sequential-thinking", "npm", "mcp-server-sequential-thinking"),
)


def run(*words: str | Path) -> str:
    return subprocess.run([*map(str, words)], check=True, capture_output=True, text=True, timeout=600).stdout


# ----------------------------------------------------------------------------------------------------------------- installing


def python_of(folder: Path, package: str) -> Path:
    """The interpreter of an environment with a package, made where it is not there."""
    home = folder / package
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        run(python, "-m", "pip", "install", "--quiet", package)
    return python


def installed(server: Server, folder: Path) -> tuple[list[str], str]:
    """The words that start a server, and its version. Errors: CalledProcessError, FileNotFoundError."""
    if server.kind == "pypi":
        python = python_of(folder, server.package)
        version = run(
            python, "-c", "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))", server.package
        )
        return [str(python.with_name(server.script))], version.strip()
    if shutil.which("npm") is None:
        raise FileNotFoundError("npm is not here")
    home = folder / "npm" / "node_modules" / server.package
    if not home.exists():
        run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder / "npm", server.package)
    version = json.loads((home / "package.json").read_text())["version"]
    return [str(folder / "npm" / "node_modules" / ".bin" / server.script), *([str(folder)] if server.folder else [])], version


@contextmanager
def listening(words: list[str]) -> Iterator[str]:
    """The address of a server that listens on loopback while the block runs."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [*words, "streamableHttp"], env={**os.environ, "PORT": str(port)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(10)


# ------------------------------------------------------------------------------------------------------------------ comparing


def tools_of(found: Outcome) -> tuple[bytes, int]:
    """The canonical bytes of what was listed, without the server's name, and how many tools there are."""
    if not isinstance(found, Source):
        raise ValueError(found.reason)
    if found.broken or len(found.toolsets) != 1:
        raise ValueError(f"{len(found.toolsets)} sets, {[one.reason for one in found.broken]}")
    return canonical(found.toolsets[0]), len(found.toolsets[0].tools)


def compared(address: str, words: list[str], sdk: Path, folder: Path) -> tuple[str, int, bool]:
    """The revision that was spoken, the number of tools, and whether both clients see the same."""
    [ours] = load(address, reach=Reach())
    seen = folder / "sdk.json"
    seen.write_text(run(sdk, "-c", SDK, *words))
    [theirs] = load(str(seen), reach=Reach())
    one, count = tools_of(ours)
    other, _ = tools_of(theirs)
    protocol = ours.session.protocol if isinstance(ours, Source) and ours.session is not None else ""
    return protocol, count, one == other


def row(server: Server, sdk: Path, folder: Path) -> tuple[bool, str]:
    """Whether a server lists alike, and its line of the table."""
    transport = "streamable HTTP" if server.over_http else "stdio"
    try:
        words, version = installed(server, folder)
    except (subprocess.CalledProcessError, FileNotFoundError) as error:
        return False, f"| {server.package} | | {transport} | | | not installed: {error} |"
    try:
        if server.over_http:
            with listening(words) as url:
                protocol, count, same = compared(url, [url], sdk, folder)
        else:
            protocol, count, same = compared("stdio:" + shlex.join(words), words, sdk, folder)
    except (ValueError, subprocess.CalledProcessError) as error:
        return False, f"| {server.package} | {version} | {transport} | | | failed: {error} |"
    outcome = "the same tools" if same else "**different tools**"
    return same, f"| {server.package} | {version} | {transport} | {protocol} | {count} | {outcome} |"


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.gettempdir(), "schemalint-servers")
    folder.mkdir(parents=True, exist_ok=True)
    sdk = python_of(folder, "mcp")
    version = run(sdk, "-c", "import importlib.metadata; print(importlib.metadata.version('mcp'))").strip()
    rows = []
    for server in SERVERS:
        rows.append(row(server, sdk, folder.resolve()))
        print(rows[-1][1], flush=True)
    TABLE.parent.mkdir(exist_ok=True)
    date = datetime.now(timezone.utc).date().isoformat()
    TABLE.write_text(
        "# Real MCP servers\n\n"
        f"Listed through schemalint and through the official Python SDK (mcp {version}) on {date}, by `tests/servers.py`. The"
        " canonical bytes of both sets are compared. No client capabilities were declared.\n\n"
        "| server | version | transport | revision | tools | outcome |\n|---|---|---|---|---|---|\n"
        + "".join(f"{line}\n" for _, line in rows)
    )
    return int(not all(same for same, _ in rows))


if __name__ == "__main__":
    sys.exit(main())
