"""Storage of machine code on disk, and the fallbacks if it cannot be stored."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from pathlib import Path

import pytest

from mandapa.kernel import user_folders
from mandapa.kernel.compile import cache
from mandapa.kernel.compile.cache import cache_root, file_lock, find_cached, prepare_cache, store_cached, write_whole

from .conftest import ALONE, run, write_alone

linux = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="XDG_* variables are for Linux")


@pytest.fixture(autouse=True)
def own_temporary_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use a separate temporary folder for machine code in each test."""
    monkeypatch.setenv(cache.TEMPORARY, str(tmp_path / "temporary"))
    monkeypatch.delenv("MANDAPA_CACHE_DIR", raising=False)


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a user without a home folder, such as a container with an arbitrary user id."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(user_folders.Path, "home", unknown)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)


@linux
@pytest.mark.parametrize("unset", ["", "relative/folder"])
def test_an_xdg_variable_that_is_no_absolute_path_counts_as_unset(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unset: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, unset)
    assert cache_root() == tmp_path / ".cache" / "mandapa"
    assert user_folders.data_folder() == tmp_path / ".local" / "share" / "mandapa"


@linux
@pytest.mark.usefixtures("no_home")
def test_xdg_variables_need_no_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    assert cache_root() == user_folders.data_folder() == tmp_path / "mandapa"


@linux
@pytest.mark.usefixtures("no_home")
def test_without_a_home_folder_code_is_temporary_and_data_has_to_be_placed(tmp_path: Path) -> None:
    assert cache_root() == tmp_path / "temporary"
    with pytest.raises(FileNotFoundError, match="MANDAPA_DATABASE"):
        user_folders.data_folder()


def test_code_that_cannot_be_kept_goes_to_a_temporary_folder(tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("not a folder")
    file = tmp_path / "occupied" / "game-key" / "tables.code"
    with pytest.warns(RuntimeWarning, match="occupied.*MANDAPA_CACHE_DIR"):
        store_cached(file, b"code")
    kept = find_cached(file)
    assert kept == tmp_path / "temporary" / "game-key" / "tables.code" and kept.read_bytes() == b"code"


def test_a_full_disk_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(file: Path, contents: bytes) -> int:
        file.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.warns(RuntimeWarning, match="No space left"):
        store_cached(tmp_path / "cache" / "game-key" / "tables.code", b"code")
    assert find_cached(tmp_path / "cache" / "game-key" / "tables.code") is None
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_child_process_can_leave_code_where_its_parent_finds_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "occupied").write_text("not a folder")
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path / "occupied" / "cache"))
    monkeypatch.delenv(cache.TEMPORARY)
    monkeypatch.setattr(cache.tempfile, "tempdir", str(tmp_path))
    with pytest.warns(RuntimeWarning):
        prepare_cache()
    assert Path(os.environ[cache.TEMPORARY]).parent == tmp_path
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path / "cache"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prepare_cache()


@linux
def test_the_umask_decides_who_may_read_cached_code(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "game-key" / "tables.code", b"code")
    finally:
        os.umask(before)
    assert (tmp_path / "game-key" / "tables.code").stat().st_mode & 0o777 == 0o644


def test_an_unreadable_file_counts_as_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "cache" / "game-key" / "tables.code"
    write_whole(file, b"code")
    assert find_cached(file) == file
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != file)
    assert find_cached(file) is None


def test_file_systems_without_locks_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")

    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", none)
    entered = False
    with file_lock(tmp_path / "game-key" / "tables.code"):
        entered = True
    assert entered


@pytest.mark.slow
def test_a_game_is_compiled_where_nothing_can_be_kept(tiny: Path) -> None:
    """If not even the temporary folder is writable, a program keeps the compiled code in memory."""
    (tiny / "occupied").write_text("not a folder")
    temporary = tiny / "temporary"
    temporary.mkdir()
    nowhere = {"MANDAPA_CACHE_DIR": str(tiny / "occupied" / "cache"), "TMPDIR": str(temporary)}
    write_alone(tiny, 2)
    finished = run(tiny, ALONE, **nowhere | {cache.TEMPORARY: ""})
    assert finished.stdout == "8\n"
    assert finished.stderr.count("RuntimeWarning: machine code cannot be kept") == 1
    assert not list(temporary.iterdir())  # removed at exit
    finished = run(tiny, ALONE, **nowhere | {cache.TEMPORARY: str(tiny / "occupied" / "too")})
    assert finished.stdout == "8\n"
