"""The reading door: bounded, strict, never waiting."""

from __future__ import annotations

import errno
import io
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemalint.edge import read
from schemalint.edge.read import Lines, Refused, decode, read_file, read_stdin

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


def refusal(path: Path, limit: int = read.MAX_FILE_SIZE) -> str:
    with pytest.raises(Refused) as caught:
        read_file(path, limit)
    return caught.value.reason


# ------------------------------------------------------------------------------------------------------------------ files


@pytest.mark.parametrize("data", [b"", b"{}", b"\x00\xff\r\n", b"x" * 200_000])
def test_a_file_is_read_byte_for_byte(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.json").write_bytes(data)
    assert data == read_file(tmp_path / "a.json")


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert b"12345" == read_file(tmp_path / "a", 5)


def test_a_file_over_the_limit_is_refused_with_the_limit_and_the_flag(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"123456")
    assert "holds more than 5 bytes; --max-file-size raises the limit" == refusal(tmp_path / "a", 5)


def test_an_eight_gigabyte_sparse_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "big").open("wb") as file:
        file.truncate(8 * 2**30)
    monkeypatch.setattr(read, "_bounded", lambda *_: pytest.fail("a byte was read"))
    assert "holds more than 16777216 bytes" in refusal(tmp_path / "big")


def test_a_file_that_grows_after_its_size_was_looked_at_is_still_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100)
    small = os.stat_result((0o100644, 0, 0, 1, 0, 0, 3, 0, 0, 0))
    monkeypatch.setattr(os, "fstat", lambda _: small)
    assert "holds more than 10 bytes" in refusal(tmp_path / "a", 10)
    assert b"x" * 100 == read_file(tmp_path / "a", 100)


def test_a_missing_file_is_refused_in_the_words_of_the_system(tmp_path: Path) -> None:
    assert f"cannot be read: {os.strerror(errno.ENOENT)}" == refusal(tmp_path / "nope")


def test_a_file_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert f"cannot be read: {os.strerror(errno.ENOTDIR)}" == refusal(tmp_path / "a" / "b")


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").touch()

    def denied(path: object, *_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(os, "open", denied)  # root, who runs some test machines, is denied nothing
    assert f"cannot be read: {os.strerror(errno.EACCES)}" == refusal(tmp_path / "a")


@pytest.mark.parametrize("name", ["a\0b", "a\ud800"])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    assert refusal(tmp_path / name).startswith("cannot be read: ")


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert "is a directory, not a regular file" == refusal(tmp_path)


@posix
def test_a_fifo_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is a FIFO, not a regular file" == refusal(tmp_path / "pipe")


@posix
def test_a_fifo_that_takes_a_files_place_between_look_and_open_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    status = (tmp_path / "file").stat()
    monkeypatch.setattr(Path, "stat", lambda self: status)
    said: list[str] = []
    thread = threading.Thread(target=lambda: said.append(refusal(tmp_path / "pipe")), daemon=True)
    thread.start()
    thread.join(5)
    assert ["is a FIFO, not a regular file"] == said


@posix
def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the full path may be too long for a socket
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        assert "is a socket, not a regular file" == refusal(Path("s"))


@posix
def test_a_device_is_refused() -> None:
    assert "is a character device, not a regular file" == refusal(Path(os.devnull))


@pytest.mark.parametrize(("mode", "words"), [(0o060000, "a block device"), (0o0, "a special file")])
def test_rare_kinds_of_file_have_names(mode: int, words: str) -> None:
    assert words == read.kind_of_file(mode)


@posix
def test_a_link_to_a_file_is_read_and_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1")
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "loop").symlink_to("loop")
    assert b"1" == read_file(tmp_path / "link")
    assert f"cannot be read: {os.strerror(errno.ELOOP)}" == refusal(tmp_path / "loop")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_file_whose_size_is_said_to_be_zero_is_read_to_its_end() -> None:
    assert read_file(Path("/proc/self/status")).endswith(b"\n")


# ----------------------------------------------------------------------------------------------------------- standard input


class Endless(io.RawIOBase):
    """A stream like /dev/zero that counts what was taken from it."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size >= 0
        self.taken += size
        return b"\0" * size


def test_standard_input_is_read_to_its_end() -> None:
    assert b"x" * 200_000 == read_stdin(io.BytesIO(b"x" * 200_000))


def test_an_endless_stream_is_refused_after_one_byte_more_than_the_limit() -> None:
    stream = Endless()
    with pytest.raises(Refused, match="holds more than 100000 bytes"):
        read_stdin(stream, 100_000)  # type: ignore[arg-type]
    assert 100_001 == stream.taken


def test_a_stream_of_exactly_the_limit_is_read() -> None:
    assert b"12345" == read_stdin(io.BytesIO(b"12345"), 5)


def test_a_closed_stream_is_refused() -> None:
    stream = io.BytesIO()
    stream.close()
    with pytest.raises(Refused, match="closed"):
        read_stdin(stream)


@posix
def test_a_stream_that_fails_is_refused(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    os.mkfifo(tmp_path / "p")
    try:

        class Directory(io.RawIOBase):
            def read(self, size: int | None = -1, /) -> bytes:
                return os.read(descriptor, size or 0)

        with pytest.raises(Refused) as caught:
            read_stdin(Directory())  # type: ignore[arg-type]
        assert f"cannot be read: {os.strerror(errno.EISDIR)}" == caught.value.reason
    finally:
        os.close(descriptor)


@posix
def test_a_non_blocking_stream_that_runs_dry_is_refused_and_not_taken_for_its_end() -> None:
    out, into = os.pipe()
    os.set_blocking(out, False)
    with os.fdopen(out, "rb") as stream:
        os.write(into, b"[1, 2")
        try:
            with pytest.raises(Refused, match="non-blocking"):
                read_stdin(stream)
        finally:
            os.close(into)


# ------------------------------------------------------------------------------------------------------------------ decoding


@pytest.mark.parametrize("text", ["", " \n", "a\r\nb\rc", "naïve 日本 👍", "ab\0x", "\u2028"])
def test_utf_8_becomes_its_text_unchanged(text: str) -> None:
    assert text == decode(text.encode())


def test_one_byte_order_mark_is_dropped() -> None:
    assert "{}" == decode(b"\xef\xbb\xbf{}")
    assert "\ufeff{}" == decode(b"\xef\xbb\xbf\xef\xbb\xbf{}")
    assert "" == decode(b"\xef\xbb\xbf")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", ['[{"name": "a"}]', "\ufeff[]", "\ufeff日本", "{\n"])
def test_utf_16_and_utf_32_are_refused_by_name(codec: str, text: str) -> None:
    with pytest.raises(Refused) as caught:
        decode(text.encode(codec))
    name = codec.upper().replace("-LE", " LE").replace("-BE", " BE")
    assert f"not UTF-8 (looks like {name}); save it as UTF-8" == caught.value.reason
    assert (1, 1) == (caught.value.line, caught.value.column)


def test_one_character_in_utf_16_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="looks like UTF-16 LE"):
        decode("1".encode("utf-16-le"))
    with pytest.raises(Refused, match="looks like UTF-16 BE"):
        decode("1".encode("utf-16-be"))


@pytest.mark.parametrize(
    ("data", "reason", "line", "column"),
    [
        (b"\xff", "not UTF-8: byte 0xff at offset 0", 1, 1),
        (b"ab\r\n\xc3\xa9\xe9!", "not UTF-8: byte 0xe9 at offset 6", 2, 2),
        (b"\xef\xbb\xbfab\x80", "not UTF-8: byte 0x80 at offset 5", 1, 3),
        (b"a\xe2\x82", "not UTF-8: the text ends inside a character, at offset 1", 1, 2),
        (b"\xed\xa0\x80", "not UTF-8: byte 0xed at offset 0", 1, 1),
        (b"\xc0\xaf", "not UTF-8: byte 0xc0 at offset 0", 1, 1),
    ],
)
def test_a_byte_that_is_not_utf_8_is_refused_with_its_place(data: bytes, reason: str, line: int, column: int) -> None:
    with pytest.raises(Refused) as caught:
        decode(data)
    assert (reason, line, column) == (caught.value.reason, caught.value.line, caught.value.column)


@given(st.binary(max_size=40))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        said: str | None = decode(data)
    except Refused as refused:
        said = f"{refused.line}:{refused.column}" if refused.line and refused.column else None
    else:
        assert said is not None
        assert data.removeprefix(b"\xef\xbb\xbf") == said.encode()
    assert said is not None


# --------------------------------------------------------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("", 0, (1, 1)),
        ("ab", 2, (1, 3)),
        ("ab", 99, (1, 3)),
        ("a\nb", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 2, (1, 3)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb\r\r\nc", 6, (4, 1)),
        ("\n\r", 2, (3, 1)),
        ("a\u2028b\x85c\x0cd\x0be", 8, (1, 9)),
        ("👍é\nx", 1, (1, 2)),
    ],
)
def test_an_offset_has_a_line_and_a_column(text: str, offset: int, place: tuple[int, int]) -> None:
    assert place == Lines(text).at(offset)


def test_a_line_has_its_text_without_its_end() -> None:
    lines = Lines("one\r\ntwo\rthree\u2028still\n\nlast")
    assert ["one", "two", "three\u2028still", "", "last"] == [lines.line_text(n) for n in range(1, len(lines) + 1)]


@pytest.mark.parametrize("line", [0, -1, 3])
def test_a_line_that_is_not_there_is_empty(line: int) -> None:
    assert "" == Lines("a\nb").line_text(line)


def test_after_a_final_line_end_stands_an_empty_line() -> None:
    assert 2 == len(Lines("a\n"))
    assert "" == Lines("a\n").line_text(2)


@given(st.text("ab\r\n\u2028é", max_size=30))
def test_every_offset_agrees_with_a_count_from_the_front(text: str) -> None:
    lines = Lines(text)
    line, column = 1, 1
    for offset, char in enumerate(text):
        assert (line, column) == lines.at(offset)
        if char == "\n" or (char == "\r" and text[offset + 1 : offset + 2] != "\n"):
            line, column = line + 1, 1
        else:
            column += 1
    assert (line, column) == lines.at(len(text))
    assert line == len(lines)


def test_threads_that_ask_first_at_the_same_time_get_the_same_answer() -> None:
    text = "ab\n" * 50_000
    lines = Lines(text)
    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(len(lines))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [50_001] * 4 == answers


def test_the_door_imports_nothing_heavy() -> None:
    code = "import sys; old = set(sys.modules); import schemalint.edge.read; print(*sys.modules.keys() - old)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "schemalint.edge.read" in loaded
    assert set() == loaded & {"subprocess", "logging", "threading", "rich", "json", "tempfile", "schemalint.model"}
