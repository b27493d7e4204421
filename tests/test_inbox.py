"""Bytes between two threads: nothing is lost, nobody waits too long, and what waits is bounded."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator

import pytest

from schemalint.edge.inbox import Inbox, Late, TooLong, close, fill, line, rest

FAR = time.monotonic() + 3600


def filled(*chunks: bytes) -> Inbox:
    inbox = Inbox()
    fill(inbox, chunks)
    return inbox


def lines(inbox: Inbox, limit: int = 100) -> Iterator[bytes]:
    while (text := line(inbox, FAR, limit)) is not None:
        yield text


def background(inbox: Inbox, chunks: Iterable[bytes]) -> threading.Thread:
    thread = threading.Thread(target=fill, args=(inbox, chunks))
    thread.start()
    return thread


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        ([b"a\nb\n"], [b"a", b"b"]),
        ([b"a", b"b\nc", b"\n\n", b"d"], [b"ab", b"c", b"", b"d"]),
        ([b"a\r\n"], [b"a\r"]),
        ([], []),
        ([b"\n"], [b""]),
    ],
)
def test_lines_come_whole_however_they_were_cut(chunks: list[bytes], expected: list[bytes]) -> None:
    assert expected == list(lines(filled(*chunks)))


def test_the_rest_is_everything_to_the_end() -> None:
    inbox = filled(b"a\nb", b"c")
    assert (b"a", b"bc", b"", None) == (line(inbox, FAR, 9), rest(inbox, FAR, 9), rest(inbox, FAR, 9), line(inbox, FAR, 9))


def test_a_line_may_be_as_long_as_the_limit_and_no_longer() -> None:
    assert b"abc" == line(filled(b"abc\nx"), FAR, 3)
    for chunks in ([b"abcd\n"], [b"abcd"], [b"ab", b"cd", b"e\n"]):
        with pytest.raises(TooLong):
            line(filled(*chunks), FAR, 3)


def test_the_rest_may_be_as_long_as_the_limit_and_no_longer() -> None:
    assert b"abc" == rest(filled(b"abc"), FAR, 3)
    with pytest.raises(TooLong):
        rest(filled(b"abcd"), FAR, 3)


@pytest.mark.parametrize("take", [line, rest])
def test_who_waits_is_told_when_it_is_late(take: object) -> None:
    assert callable(take)
    begin = time.monotonic()
    with pytest.raises(Late):
        take(Inbox(), begin + 0.02, 10)
    assert 0.02 <= time.monotonic() - begin < 10
    with pytest.raises(Late):
        take(Inbox(), begin - 1, 10)


def test_lines_without_end_are_read_no_longer_than_to_the_moment() -> None:
    inbox, over = Inbox(), threading.Event()

    def chunks() -> Iterator[bytes]:
        while not over.is_set():
            yield b"x\n" * 1000

    thread = background(inbox, chunks())
    begin = time.monotonic()
    with pytest.raises(Late):
        [None for _ in iter(lambda: line(inbox, begin + 0.05, 10), b"")]
    assert 0.05 <= time.monotonic() - begin < 10
    over.set()
    close(inbox)
    thread.join()


def test_who_waits_is_woken_by_what_comes() -> None:
    inbox, more = Inbox(), threading.Event()

    def chunks() -> Iterator[bytes]:
        yield b"a"
        more.wait()
        yield b"b\nc"

    thread = background(inbox, chunks())
    with pytest.raises(Late):
        line(inbox, time.monotonic() + 0.02, 10)
    more.set()
    assert (b"ab", b"c", None) == (line(inbox, FAR, 10), line(inbox, FAR, 10), line(inbox, FAR, 10))
    thread.join()


def test_a_writer_that_is_not_read_has_to_wait_and_goes_on_when_it_is() -> None:
    inbox, written = Inbox(), 0

    def chunks() -> Iterator[bytes]:
        nonlocal written
        for _ in range(40):
            written += 1
            yield b"x" * 2**16

    thread = background(inbox, chunks())
    time.sleep(0.05)
    assert written <= 2**20 / 2**16 + 1
    assert 40 * 2**16 == len(rest(inbox, FAR, 2**22))
    thread.join()


def test_after_closing_everything_is_read_and_dropped() -> None:
    inbox = Inbox()
    thread = background(inbox, (b"x" * 2**16 for _ in range(40)))
    close(inbox)
    thread.join(5)
    assert not thread.is_alive()
    assert b"" == rest(inbox, FAR, 10)


def test_what_broke_is_kept_behind_what_came() -> None:
    def chunks() -> Iterator[bytes]:
        yield b"a\nb"
        raise ConnectionResetError("gone")

    inbox = filled()
    fill(inbox, chunks())
    assert (b"a", b"b", None) == (line(inbox, FAR, 9), line(inbox, FAR, 9), line(inbox, FAR, 9))
    assert isinstance(inbox.error, ConnectionResetError)
    assert filled(b"x").error is None
