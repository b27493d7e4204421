"""An MCP server over stdio for the tests, honest or not, as its first argument says. Standard library only; started by path.

Each way to behave is a function of a request that gives the answer, or None where it has said everything itself.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Message = dict[str, Any]

CAPABILITIES: Message = {"tools": {"listChanged": True}}
INFO: Message = {"name": "stub", "version": "1.2"}


def tool(name: str, description: str = "Read the text of one note, Markdown included.") -> Message:
    schema = {"type": "object", "properties": {"id": {"type": "string", "description": "Id of the note."}}, "required": ["id"]}
    return {"name": name, "description": description, "inputSchema": schema}


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def say(message: Message) -> None:
    write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def hear() -> Message | None:
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def result(request: Message, value: Message) -> Message:
    return {"id": request["id"], "result": value}


def error(request: Message, code: int, message: str, data: object = None) -> Message:
    return {"id": request["id"], "error": {"code": code, "message": message, **({"data": data} if data is not None else {})}}


def honest(request: Message) -> Message | None:
    if request["method"] == "initialize":
        version = request["params"]["protocolVersion"]
        return result(request, {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": INFO})
    if request["method"] == "tools/list":
        return result(request, {"tools": [tool("read_note"), tool("delete_note", "Delete one note for good, without a bin.")]})
    return error(request, -32601, "no such method")


def lists(request: Message) -> bool:
    return bool(request["method"] == "tools/list")


def cursor(request: Message) -> str | None:
    value = request.get("params", {}).get("cursor")
    return value if isinstance(value, str) else None


# ------------------------------------------------------------------------------------------------------------------ it stops


def silent(request: Message) -> Message | None:
    time.sleep(60)
    return None


def silent_on_list(request: Message) -> Message | None:
    return silent(request) if lists(request) else honest(request)


def dies(request: Message) -> None:
    print("cannot open\tthe vault", "key is s3cr3t-value", sep="\n", file=sys.stderr)
    sys.exit(3)


def texts(request: Message) -> Message | None:
    return result(request, {"tools": ["read_note"]}) if lists(request) else honest(request)


def repeats(request: Message) -> Message | None:
    """Writes its key where messages stand: behind noise, and as an id."""
    if lists(request):
        write(f"{'z' * 190} {os.environ['VAULT']}\n")
        say({"id": os.environ["VAULT"], "result": {}})
    return honest(request)


def speaks_long(request: Message) -> Message | None:
    if request["method"] != "initialize":
        return honest(request)
    return error(request, -1, "long " * 100_000)


def dies_on_list(request: Message) -> Message | None:
    if lists(request):
        os.kill(os.getpid(), signal.SIGKILL)
    return honest(request)


def stubborn(request: Message) -> Message | None:
    """Ignores the end of its input and every request to end, and so does what it starts."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if lists(request):
        kin = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"], stdin=subprocess.DEVNULL)
        print(os.getpid(), kin.pid, file=sys.stderr, flush=True)
        say(honest(request) or {})
        time.sleep(60)
    return honest(request)


# ---------------------------------------------------------------------------------------------------------------- it floods


def flood(request: Message) -> Message | None:
    sys.stderr.write("trouble with the vault\n" * 50_000)
    return honest(request)


def noise(request: Message) -> Message | None:
    if request["method"] == "initialize":
        write("Server is up\n\n\x1b[31mred\x1b[0m\n")
        write('{"level": "info", "msg": "listening"}\n[1]\nmore\n')
    return honest(request)


def endless_noise(request: Message) -> None:
    while True:
        write("tick " * 200 + "\n")


def huge(request: Message) -> None:
    while True:
        write("x" * 65536)


def million(request: Message) -> Message | None:
    return result(request, {"tools": [{"name": "a"}] * 1_000_000}) if lists(request) else honest(request)


def many(request: Message) -> Message | None:
    return result(request, {"tools": [{"name": "a"}] * 10_001}) if lists(request) else honest(request)


def large(request: Message) -> Message | None:
    return result(request, {"tools": [tool("a", "x" * 5000)]}) if lists(request) else honest(request)


def asks_forever(request: Message) -> None:
    number = 0
    while True:
        number += 1
        say({"id": number, "method": "ping"})


# ------------------------------------------------------------------------------------------------------------------- pages


def pages(request: Message) -> Message | None:
    if not lists(request):
        return honest(request)
    number = int(cursor(request) or "0")
    more = {"nextCursor": str(number + 1)} if number < 2 else {}
    return result(request, {"tools": [tool(f"read_part_{number}")], **more})


def repeated(request: Message) -> Message | None:
    return result(request, {"tools": [tool("read_note")], "nextCursor": "again"}) if lists(request) else honest(request)


def endless(request: Message) -> Message | None:
    if not lists(request):
        return honest(request)
    return result(request, {"tools": [tool("read_note")], "nextCursor": f"{cursor(request) or ''}x"})


def empty_cursor(request: Message) -> Message | None:
    if not lists(request):
        return honest(request)
    first = cursor(request) is None
    return result(request, {"tools": [tool("read_first" if first else "read_second")], **({"nextCursor": ""} if first else {})})


def slow_pages(request: Message) -> Message | None:
    if lists(request):
        time.sleep(0.15)
    return endless(request)


# ----------------------------------------------------------------------------------------------------------- other messages


def wrong_id(request: Message) -> Message | None:
    answer = honest(request)
    return {**answer, "id": f"{request['id']}"} if answer else None


def twice(request: Message) -> Message | None:
    answer = honest(request)
    say(answer or {})
    return answer


def asks(request: Message) -> Message | None:
    """Lists only once its own requests were answered as they should be."""
    if not lists(request):
        return honest(request)
    answers: list[Message] = []
    for number, method in enumerate(("ping", "roots/list", "sampling/createMessage", "elicitation/create")):
        say({"id": f"s{number}", "method": method, "params": {}})
        answers.append(hear() or {})
    say({"method": "notifications/message", "params": {"level": "info", "data": "working"}})
    told = [answer.get("result", answer.get("error", {}).get("code")) for answer in answers]
    return result(request, {"tools": [tool("read_note", f"Answers: {[answer['id'] for answer in answers]} {told}.")]})


changes = 0


def changed(request: Message) -> Message | None:
    global changes
    if not lists(request):
        return honest(request)
    changes += 1
    if changes == 1:
        say({"method": "notifications/tools/list_changed"})
    return result(request, {"tools": [tool(f"read_version_{changes}")]})


def partial(request: Message) -> None:
    """Writes a message in pieces, and ends the last one without a line end."""
    text = json.dumps({"jsonrpc": "2.0", **(honest(request) or {})})
    for start in range(0, len(text), 40):
        write(text[start : start + 40])
        time.sleep(0.001)
    if lists(request):
        os._exit(0)
    write("\r\n")


def latin(request: Message) -> Message | None:
    if not lists(request):
        return honest(request)
    text = json.dumps({"jsonrpc": "2.0", **result(request, {"tools": [tool("read_caf\xe9")]})}, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("latin-1") + b"\n")
    sys.stdout.flush()
    return None


def cut(request: Message) -> None:
    write('{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": \n')


def duplicate(request: Message) -> Message | None:
    if not lists(request):
        return honest(request)
    one, two = json.dumps(tool("read_note")), json.dumps(tool("delete_note"))
    two = two.replace('"required"', '"type": "array", "required"')
    write(f'{{"jsonrpc": "2.0", "id": {request["id"]}, "result": {{"tools": [{one}, {two}, 7]}}}}\n')
    return None


def no_tools(request: Message) -> Message | None:
    return result(request, {"tools": []}) if lists(request) else honest(request)


def environment(request: Message) -> Message | None:
    if not lists(request):
        return honest(request)
    return result(request, {"tools": [tool("read_note", json.dumps([dict(os.environ), str(Path.cwd()), sys.argv[2:]]))]})


def stateless(request: Message) -> Message | None:
    """Knows no handshake, and demands the revision in every request."""
    if request["method"] == "initialize":
        return error(request, -32022, "unsupported", {"supported": ["2026-07-28"], "requested": "2025-11-25"})
    if request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] != "2026-07-28":
        return error(request, -32602, "no version")
    extra = {"resultType": "complete", "ttlMs": 0, "cacheScope": "session"}
    if request["method"] == "server/discover":
        meta = {"io.modelcontextprotocol/serverInfo": INFO}
        return result(request, {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "_meta": meta, **extra})
    return result(request, {"tools": [tool("read_note")], **extra})


WAYS: tuple[Callable[[Message], Message | None], ...] = (
    honest,
    silent,
    silent_on_list,
    dies,
    texts,
    repeats,
    speaks_long,
    dies_on_list,
    stubborn,
    flood,
    noise,
    endless_noise,
    huge,
    million,
    many,
    large,
    asks_forever,
    pages,
    repeated,
    endless,
    empty_cursor,
    slow_pages,
    wrong_id,
    twice,
    asks,
    changed,
    partial,
    latin,
    cut,
    duplicate,
    no_tools,
    environment,
    stateless,
)


def main() -> None:
    way = next(way for way in WAYS if way.__name__ == sys.argv[1])
    while (message := hear()) is not None:
        if "id" in message and "method" in message and (answer := way(message)) is not None:
            say(answer)


if __name__ == "__main__":
    main()
