"""Writing atomic files: modes and owners, links, paths that are not files, and full disks."""

import errno
import os
import stat
from pathlib import Path

import pytest

from kernelscale import atomic_files
from kernelscale.atomic_files import atomic_file, check_writable, user_path

posix = pytest.mark.skipif(os.name != "posix", reason="needs modes and links of POSIX")
CANNOT = "cannot be written"


def write(path, text="new"):
    with atomic_file(path) as temporary:
        temporary.write_text(text)


def mode(path):
    return stat.S_IMODE(Path(path).stat().st_mode)


@pytest.fixture
def umask():
    """A function that sets the umask; the old umask is restored after the test."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


# Modes and owners


@posix
@pytest.mark.parametrize("old", [0o600, 0o640, 0o644, 0o666, 0o755])
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o000])
def test_a_replaced_file_keeps_its_mode_for_any_umask(old, mask, tmp_path, umask):
    file = tmp_path / "answer.txt"
    file.write_text("old")
    file.chmod(old)
    umask(mask)
    write(file)
    assert (file.read_text(), mode(file)) == ("new", old)


@posix
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o000, 0o002])
def test_a_new_file_obeys_the_umask(mask, tmp_path, umask):
    umask(mask)
    write(tmp_path / "answer.txt")
    assert mode(tmp_path / "answer.txt") == 0o666 & ~mask


@posix
def test_the_temporary_file_is_private(tmp_path, umask):
    file = tmp_path / "answer.txt"
    file.write_text("old")
    file.chmod(0o600)
    umask(0)
    with atomic_file(file) as temporary:
        temporary.write_text("new")
        assert mode(temporary) == 0o600


@posix
def test_owner_and_group_are_kept(tmp_path, monkeypatch):
    file = tmp_path / "answer.txt"
    file.write_text("old")
    given = []
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.append((user, group)))
    write(file)
    assert given == [(-1, file.stat().st_gid), (file.stat().st_uid, -1)]


@posix
def test_permissions_of_another_group_are_removed(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(os, "chown", refuse)
    new = tmp_path / "answer.txt"
    new.write_text("new")
    old = os.stat_result((0o100664, 0, 0, 1, os.getuid() + 1, new.stat().st_gid + 1, 3, 0, 0, 0))
    atomic_files._make_like(old, new)
    assert mode(new) == 0o604


# Links and paths that are not files


@posix
def test_the_target_of_a_link_is_replaced_and_keeps_its_mode(tmp_path):
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "answer.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real)
    check_writable(link)
    write(link)
    assert link.is_symlink()
    assert (real.read_text(), mode(real)) == ("new", 0o600)


@posix
def test_another_hard_link_keeps_the_old_content(tmp_path):
    file, other = tmp_path / "answer.txt", tmp_path / "other.txt"
    file.write_text("old")
    os.link(file, other)
    write(file)
    assert (file.read_text(), other.read_text()) == ("new", "old")


@posix
def test_a_broken_link_creates_its_target(tmp_path):
    (tmp_path / "link.txt").symlink_to(tmp_path / "answer.txt")
    write(tmp_path / "link.txt")
    assert (tmp_path / "answer.txt").read_text() == "new"


def circle(folder):
    (folder / "a.txt").symlink_to(folder / "b.txt")
    (folder / "b.txt").symlink_to(folder / "a.txt")
    return folder / "a.txt"


def pipe(folder):
    os.mkfifo(folder / "pipe.txt")
    return folder / "pipe.txt"


def device(folder):
    (folder / "null.txt").symlink_to("/dev/null")
    return folder / "null.txt"


def read_only(folder):
    (folder / "kept.txt").write_text("old")
    return folder / "kept.txt"


def no_folder(folder):
    (folder / "link.txt").symlink_to(folder / "no" / "answer.txt")
    return folder / "link.txt"


@posix
@pytest.mark.parametrize("check", [check_writable, write])
@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (circle, "is a link that leads in a circle, and to no file"),
        (pipe, "is a device or a pipe; give the name of a file"),
        (device, "is a device or a pipe; give the name of a file"),
        (read_only, "cannot be written: it is a file that may only be read"),
        (no_folder, "cannot be written: there is no such folder"),
        (lambda folder: folder, "is a folder; give the name of a file in it"),
        (lambda folder: folder / "no" / "answer.txt", "there is no such folder"),
        (lambda _: "~nosuchuser/answer.txt", "home folder of an unknown user"),
    ],
)
def test_a_path_that_is_not_a_file_is_refused(check, make, sentence, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: "kept" not in Path(path).name)
    path = make(tmp_path)
    before = sorted((entry.name, entry.lstat().st_mode) for entry in tmp_path.iterdir())
    with pytest.raises(OSError, match=sentence) as caught:
        check(path)
    assert str(caught.value).startswith(repr(str(path)))
    assert sorted((entry.name, entry.lstat().st_mode) for entry in tmp_path.iterdir()) == before


def test_a_tilde_is_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    write("~/answer.txt")
    assert (tmp_path / "answer.txt").read_text() == "new"
    assert user_path("~/answer.txt") == tmp_path / "answer.txt"


# Disks


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EFBIG, "File too large"),
        # this is the message of pyarrow
        OSError("Error writing bytes to file: No space left on device"),
    ],
)
def test_error_of_a_full_disk_names_the_file(error, tmp_path):
    file = tmp_path / "answer.txt"
    file.write_text("old")
    sentence = rf"answer.txt' {CANNOT}: .*[^.]\.$"
    with pytest.raises(OSError, match=sentence) as caught, atomic_file(file):
        raise error
    assert repr(str(file)) in str(caught.value)
    assert [file.name for file in tmp_path.iterdir()] == ["answer.txt"]
    assert file.read_text() == "old"


@posix
def test_error_of_a_file_too_large_names_the_file(tmp_path):
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match=rf"answer.txt' {CANNOT}: File too large"):
            write(tmp_path / "answer.txt", "x" * 2000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_an_error_about_another_file_keeps_its_name(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, atomic_file(tmp_path / "answer.txt"):
        Path(tmp_path / "source.txt").read_text()
    assert caught.value.filename == str(tmp_path / "source.txt")
