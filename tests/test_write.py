"""The writing door: all or nothing, and not outside the root."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from schemalint.edge import write
from schemalint.edge.write import WriteRefused, write_atomic, write_if_unchanged

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


def refusal(path: Path, root: Path | None = None) -> str:
    with pytest.raises(WriteRefused) as caught:
        write_atomic(path, b"new", root=root)
    return caught.value.reason


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# ------------------------------------------------------------------------------------------------------------ what is written


@pytest.mark.parametrize("data", [b"", b"{}\n", b"\x00\xff" * 100_000])
def test_a_new_file_holds_the_bytes_and_nothing_else_is_left(tmp_path: Path, data: bytes) -> None:
    write_atomic(tmp_path / "a.json", data)
    assert data == (tmp_path / "a.json").read_bytes()
    assert ["a.json"] == names(tmp_path)


def test_an_old_file_is_replaced_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"much longer than the new one")
    write_atomic(tmp_path / "a", b"new")
    assert b"new" == (tmp_path / "a").read_bytes()
    assert ["a"] == names(tmp_path)


def test_a_relative_path_is_written_below_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomic(Path("a"), b"new", root=Path())
    assert b"new" == (tmp_path / "a").read_bytes()


def test_the_longest_name_that_the_system_takes_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    write_atomic(path, b"new")
    assert b"new" == path.read_bytes()


@pytest.mark.parametrize("bits", [0o600, 0o640, 0o755, 0o664])
def test_the_mode_of_an_old_file_is_kept(tmp_path: Path, bits: int) -> None:
    (tmp_path / "a").touch()
    (tmp_path / "a").chmod(bits)
    write_atomic(tmp_path / "a", b"new")
    assert bits == mode(tmp_path / "a")


def test_the_mode_of_a_new_file_is_what_the_umask_allows(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_atomic(tmp_path / "a", b"new")
    finally:
        os.umask(old)
    assert 0o640 == mode(tmp_path / "a")


def test_nobody_else_can_read_the_successor_of_a_private_file_while_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").touch(0o600)
    modes: list[int] = []
    keep = write._keep_owner

    def look(path: Path, old: os.stat_result) -> None:
        modes.append(mode(path))
        keep(path, old)

    monkeypatch.setattr(write, "_keep_owner", look)
    write_atomic(tmp_path / "a", b"secret")
    assert [0o600] == modes


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_root_leaves_a_file_to_its_owner(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    os.chown(tmp_path / "a", 1234, 2345)
    (tmp_path / "a").chmod(0o2755)
    write_atomic(tmp_path / "a", b"new")
    now = (tmp_path / "a").stat()
    assert (1234, 2345, 0o2755) == (now.st_uid, now.st_gid, mode(tmp_path / "a"))


def test_an_owner_that_cannot_be_kept_does_not_keep_the_file_from_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").touch()
    asked: list[tuple[int, int]] = []

    def denied(_: object, uid: int, gid: int) -> None:
        asked.append((uid, gid))
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "chown", denied)
    mine = (tmp_path / "a").stat()
    other = os.stat_result((*mine[:4], 4321, 4321, *mine[6:10]))
    monkeypatch.setattr(write, "_old_status", lambda *_: other)
    write_atomic(tmp_path / "a", b"new")
    assert [(4321, 4321)] == asked
    assert b"new" == (tmp_path / "a").read_bytes()


# ------------------------------------------------------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS])
def test_when_the_system_fails_midway_the_old_file_is_intact_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, code: int
) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def fails(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fails)
        assert f"{tmp_path / 'a'}: cannot be written: {os.strerror(code)}" == refusal(tmp_path / "a")
    assert b"old" == (tmp_path / "a").read_bytes()
    assert ["a"] == names(tmp_path)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_interrupt_midway_goes_on_its_way_and_leaves_the_old_file_intact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_atomic(tmp_path / "a", b"new")
    assert b"old" == (tmp_path / "a").read_bytes()
    assert ["a"] == names(tmp_path)


def test_a_file_too_large_for_the_system_is_refused_and_the_old_one_is_intact(tmp_path: Path) -> None:
    code = """
import resource, signal, sys
from pathlib import Path
from schemalint.edge.write import WriteRefused, write_atomic
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_atomic(Path(sys.argv[1]), b"x" * 5000)
except WriteRefused as refused:
    print(refused.reason)
"""
    (tmp_path / "a").write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "a")], capture_output=True, text=True, check=True)
    assert f"{tmp_path / 'a'}: cannot be written: {os.strerror(errno.EFBIG)}\n" == done.stdout
    assert b"old" == (tmp_path / "a").read_bytes()
    assert ["a"] == names(tmp_path)


def test_a_missing_folder_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "nope" / "a"
    assert f"{path}: cannot be written: {os.strerror(errno.ENOENT)}" == refusal(path)


def test_a_folder_without_write_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Path, *_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", denied)  # root, who runs some test machines, is denied nothing
        assert f"{tmp_path / 'a'}: cannot be written: {os.strerror(errno.EACCES)}" == refusal(tmp_path / "a")


def test_a_read_only_file_is_not_replaced_though_its_folder_would_allow_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o444)
    if os.getuid() == 0:
        monkeypatch.setattr(os, "access", lambda path, kind: not (kind == os.W_OK and mode(path) & 0o222 == 0))
    assert f"{tmp_path / 'a'}: cannot be written: the file is read-only" == refusal(tmp_path / "a")
    assert b"old" == (tmp_path / "a").read_bytes()


@pytest.mark.parametrize("name", ["a\0b", "a\ud800"])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    assert "cannot be written: " in refusal(tmp_path / name)
    assert [] == names(tmp_path)


def test_a_directory_a_fifo_and_a_device_are_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    os.mkfifo(tmp_path / "p")
    assert "it is a directory, not a regular file" in refusal(tmp_path / "d")
    assert "it is a FIFO, not a regular file" in refusal(tmp_path / "p")
    assert "it is a character device, not a regular file" in refusal(Path(os.devnull))
    assert ["d", "p"] == names(tmp_path)
    assert stat.S_ISFIFO((tmp_path / "p").stat().st_mode)


# --------------------------------------------------------------------------------------------------------- links and the root


def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    write_atomic(tmp_path / "link", b"new", root=tmp_path)
    assert (tmp_path / "link").is_symlink()
    assert b"new" == (tmp_path / "target").read_bytes()
    assert ["link", "target"] == names(tmp_path)


def test_a_link_that_dangles_makes_its_target(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert b"new" == (tmp_path / "target").read_bytes()


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert f"{tmp_path / 'a'}: cannot be written: {os.strerror(errno.ELOOP)}" == refusal(tmp_path / "a")
    assert ["a", "b"] == names(tmp_path)


def test_without_a_root_a_link_may_lead_anywhere(tmp_path: Path) -> None:
    for name in ("in", "out"):
        (tmp_path / name).mkdir()
    (tmp_path / "in" / "link").symlink_to("../out/a")
    write_atomic(tmp_path / "in" / "link", b"new")
    assert b"new" == (tmp_path / "out" / "a").read_bytes()


@pytest.mark.parametrize("existing", [True, False])
def test_a_link_that_leads_outside_the_root_is_refused_and_stays(tmp_path: Path, existing: bool) -> None:
    root = tmp_path / "in"
    root.mkdir()
    outside = tmp_path / "out"
    if existing:
        outside.write_bytes(b"old")
    (root / "link").symlink_to(outside)
    reason = refusal(root / "link", root)
    assert f"{root / 'link'}: not written, it leads to {outside}, outside {root}" == reason
    assert (root / "link").is_symlink()
    assert (b"old" if existing else None) == (outside.read_bytes() if outside.exists() else None)


def test_a_folder_that_is_a_link_to_outside_the_root_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "out")
    assert "outside" in refusal(tmp_path / "in" / "folder" / "a", tmp_path / "in")
    assert [] == names(tmp_path / "out")


@pytest.mark.parametrize("path", ["../a", "b/../../a", "../in-twin/a"])
def test_a_path_that_climbs_out_of_the_root_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "in" / "b").mkdir(parents=True)
    (tmp_path / "in-twin").mkdir()
    assert "outside" in refusal(tmp_path / "in" / path, tmp_path / "in")
    assert ["in", "in-twin"] == names(tmp_path)
    assert [] == names(tmp_path / "in-twin")


def test_an_absolute_path_outside_the_root_is_refused_plainly(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path.resolve() / "a"
    assert f"{path}: not written, it is outside {tmp_path / 'in'}" == refusal(path, tmp_path / "in")


def test_a_root_that_is_itself_a_link_holds_what_is_below_its_target(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "root").symlink_to("real")
    write_atomic(tmp_path / "root" / "a", b"new", root=tmp_path / "root")
    write_atomic(tmp_path / "real" / "b", b"new", root=tmp_path / "root")
    assert ["a", "b"] == names(tmp_path / "real")


# ---------------------------------------------------------------------------------------------------------------- unchanged


def test_a_file_that_is_unchanged_is_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    write_if_unchanged(tmp_path / "a", b"new", b"old", root=tmp_path)
    assert b"new" == (tmp_path / "a").read_bytes()
    assert ["a"] == names(tmp_path)


@pytest.mark.parametrize("now", [b"odd", b"old and more", b"", None])
def test_a_file_that_changed_since_it_was_read_is_refused(tmp_path: Path, now: bytes | None) -> None:
    path = tmp_path / "a"
    if now is not None:
        path.write_bytes(now)
    with pytest.raises(WriteRefused) as caught:
        write_if_unchanged(path, b"new", b"old")
    assert f"{path}: not written, the file has changed since it was read" == caught.value.reason
    assert now == (path.read_bytes() if path.exists() else None)
    assert ([] if now is None else ["a"]) == names(tmp_path)


def test_a_change_while_the_new_file_is_being_made_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", lambda _: path.write_bytes(b"theirs"))
    with pytest.raises(WriteRefused, match="has changed"):
        write_if_unchanged(path, b"new", b"old")
    assert b"theirs" == path.read_bytes()


# ------------------------------------------------------------------------------------------------------- several at one time

WRITER = """
import sys
from pathlib import Path
from schemalint.edge.write import write_atomic
for _ in range(40):
    write_atomic(Path(sys.argv[1]), sys.argv[2].encode() * 50_000)
"""


def test_of_writers_at_one_time_one_wins_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_atomic(path, b"0" * 50_000)
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), letter]) for letter in "123"]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        data = path.read_bytes()
        assert 50_000 == len(data)
        assert 1 == len(set(data))
        seen.add(data[:1])
    assert [0, 0, 0] == [writer.returncode for writer in writers]
    assert path.read_bytes()[:1] in b"123"
    assert ["a"] == names(tmp_path)
    assert len(seen) > 1


def test_a_writer_that_is_killed_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_atomic(path, b"0" * 50_000)
    writer = subprocess.Popen([sys.executable, "-c", WRITER.replace("range(40)", "range(10**9)"), str(path), "1"])
    while path.read_bytes()[:1] == b"0":
        time.sleep(0.005)
    writer.send_signal(signal.SIGKILL)
    assert -signal.SIGKILL == writer.wait()
    assert b"1" * 50_000 == path.read_bytes()
