"""Compiled kernels that are kept on disk: never old ones, never damaged ones, and never needed."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import logging
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from work import Clock

from nimatron import kernels
from nimatron.kernels.compile import cache, loader
from nimatron.kernels.compile.cache import BEGINNING, DAYS, MOST, KernelCache, KernelSources
from nimatron.kernels.compile.jit import _sample, jit, loads_back
from nimatron.kernels.compile.jit import clock as compile_clock

PACKAGE = Path(__file__).parents[1] / "src" / "nimatron"
KEY = "0" * 32


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KernelCache:
    stored = KernelCache(tmp_path / "kernels", KEY)
    monkeypatch.setattr(loader, "kernel_cache", lambda: stored)
    return stored


def found() -> bool:
    """A new process asks for a small kernel: is it found on disk? Whether it is or not, its answer is right."""
    kernel: Any = jit(_sample)
    assert kernel(41) == 41 * 41 + 1
    return bool(kernel.found)


def only_file(stored: KernelCache) -> Path:
    assert stored.path
    (file,) = stored.path.glob("*.kernel")
    return file


def test_what_is_kept_is_found(stored: KernelCache) -> None:
    assert not found()
    assert found()
    assert loads_back()
    assert stored.sizes() == [only_file(stored).stat().st_size]
    assert stored.repaired == 0
    assert stored.fault is None


def test_stored_kernels_count_as_compiled(stored: KernelCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernels.are_compiled()  # loaded already
    monkeypatch.setattr(kernels, "are_loaded", lambda: False)
    monkeypatch.setenv("NIMATRON_KERNELS", str(tmp_path / "kernels"))
    assert not kernels.are_compiled()
    found()
    assert kernels.are_compiled()
    monkeypatch.setattr(kernels, "_watchers", [lambda: None])
    assert not kernels.are_compiled()  # a light worker of the server
    monkeypatch.setattr(kernels, "_watchers", [])
    monkeypatch.setenv("NIMATRON_KERNELS", "off")
    assert not kernels.are_compiled()


def test_code_that_calls_missing_functions_is_compiled_again(
    stored: KernelCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LLVM would end the process."""
    written = stored.write
    needs = b'"needs": []', b'"needs": ["nobody_has_this"]'
    monkeypatch.setattr(stored, "write", lambda name, content: written(name, content.replace(*needs)))
    assert not found()
    assert not found()
    assert stored.repaired == 1
    monkeypatch.setattr(stored, "write", written)
    assert not found()
    assert found()


@pytest.mark.slow
def test_kept_code_needs_no_numba(tmp_path: Path) -> None:
    """Neither to be found nor to run."""
    code = """
import sys
import numpy as np
from nimatron.kernels.octal.sparsespace import histogram
print(*histogram(np.array([0, 1, 1, 0, 1], np.uint8), 1, 5, 2), "numba" in sys.modules)
"""
    assert [run(PACKAGE.parent, tmp_path, code) for _ in range(2)] == [
        f"0.0 1.0 2.0 1.0 {numba}" for numba in (True, False)
    ]


# Never old ones


def run(source: Path, root: Path, code: str) -> str:
    # Python takes a module for unchanged if its size and the second of its change are the same.
    bytecode = {"PYTHONDONTWRITEBYTECODE": "1"}
    environment = {**os.environ, **bytecode, "PYTHONPATH": str(source), "XDG_CACHE_HOME": str(root)}
    environment.pop("NIMATRON_KERNELS", None)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_a_changed_helper_in_another_file_is_noticed(tmp_path: Path) -> None:
    source = tmp_path / "src"
    shutil.copytree(PACKAGE, source / "nimatron", ignore=shutil.ignore_patterns("__pycache__", "static", "locale"))
    folder = source / "nimatron" / "kernels"
    (folder / "outer.py").write_text(
        "from .compile.jit import jit\nfrom .inner import helper\n\n@jit\ndef outer(n):\n    return helper(n) + 1\n"
    )
    code = "from nimatron.kernels.outer import outer; print(outer(5), outer.found)"
    helper = "from .compile.jit import jit\n\n@jit\ndef helper(n):\n    return {} * n\n"
    (folder / "inner.py").write_text(helper.format(2))
    assert run(source, tmp_path, code) == "11 0"
    assert run(source, tmp_path, code) == "11 1"
    (folder / "inner.py").write_text(helper.format(3))
    assert run(source, tmp_path, code) == "16 0"
    (folder / "inner.py").write_text(helper.format(2))
    assert run(source, tmp_path, code) == "11 1"


@pytest.mark.parametrize(
    ("owner", "name", "value"),
    [
        (loader, "_numba", lambda: b"9.9"),
        (loader.llvmlite, "__version__", "9.9"),
        (loader.np, "__version__", "9.9"),
        (sys, "version", "9.9"),
        (loader.binding, "get_host_cpu_name", lambda: "another"),
        (loader, "_features", lambda: "+none"),
        (loader.SOURCES, "digest", "another"),
    ],
)
def test_all_that_decides_is_in_the_key(owner: Any, name: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = loader._state()
    assert loader._state() == before
    monkeypatch.setattr(owner, name, value)
    assert loader._state() != before


def test_the_version_of_numba_is_read() -> None:
    import numba  # not at the top: every process collects all tests, and few of them need it

    assert numba.__version__.encode() in loader._numba()


@pytest.mark.parametrize("name", ["NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"])
def test_settings_are_in_the_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = loader._state()
    monkeypatch.setenv(name, "1")
    assert loader._state() != before


def test_a_file_of_settings_is_in_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = loader._state()
    (tmp_path / ".numba_config.yaml").write_text("opt: 0\n")
    assert loader._state() != before


def test_the_sources_are_hashed_with_their_names(tmp_path: Path) -> None:
    def digest(**files: str) -> str:
        for file in tmp_path.iterdir():
            file.unlink()
        for name, content in files.items():
            (tmp_path / f"{name}.py").write_text(content)
        return KernelSources(tmp_path).digest

    digests = [digest(a="1", b="2"), digest(a="12", b=""), digest(a="1", c="2"), digest(a="1"), digest(a="1", b="3")]
    assert len(set(digests)) == 5
    assert digest(a="1", b="2") == digests[0]


def test_nothing_is_kept_or_found_after_the_sources_changed(
    stored: KernelCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This process still runs what it has imported, and the key is made of what was there then."""
    assert not found()
    (tmp_path / "a.py").write_text("1")
    sources = KernelSources(tmp_path)
    assert sources.are_unchanged()
    (tmp_path / "a.py").write_text("22")
    assert not sources.are_unchanged()
    assert not KernelSources(tmp_path / "archive.zip").are_unchanged()
    monkeypatch.setattr(loader.SOURCES, "are_unchanged", lambda: False)
    assert not found()
    only_file(stored).unlink()
    assert not found()
    assert stored.sizes() == []


def test_only_what_the_sources_cover_is_kept(stored: KernelCache) -> None:
    number: list[int] = [1]

    @jit
    def elsewhere(n: int) -> int:
        return n + 1

    assert elsewhere(1) == 2
    assert stored.sizes() == []
    assert loader._is_covered(_sample)
    assert not loader._is_covered(lambda: number)


# Never damaged ones


def packed(content: bytes) -> bytes:
    return BEGINNING + hashlib.sha256(content).digest() + content


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def flipped(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 4
    file.write_bytes(content)


def replaced_by_a_folder(file: Path) -> None:
    file.unlink()
    (file / "deep").mkdir(parents=True)


def replaced_by_other_code(file: Path) -> None:
    """The checksum is right, and all else is of another function."""
    content = file.read_bytes()[len(BEGINNING) + 32 :]
    file.write_bytes(packed(content.replace(b"._sample", b"._simple", 1)))


def without_code(file: Path) -> None:
    line = file.read_bytes()[len(BEGINNING) + 32 :].partition(b"\n")[0]
    file.write_bytes(packed(line + b"\n"))


def with_another_head(file: Path) -> None:
    code = file.read_bytes()[len(BEGINNING) + 32 :].partition(b"\n")[2]
    entry = loader.entry_of(_sample, ("int64",))
    file.write_bytes(packed(json.dumps({"entry": entry}).encode() + b"\n" + code))


def without_a_head(file: Path) -> None:
    file.write_bytes(packed(b"no head"))


@pytest.mark.parametrize(
    "damage",
    [
        emptied,
        cut,
        flipped,
        replaced_by_a_folder,
        replaced_by_other_code,
        without_code,
        with_another_head,
        without_a_head,
    ],
)
def test_a_damaged_file_is_compiled_again(damage: Callable[[Path], None], stored: KernelCache) -> None:
    assert not found()
    damage(only_file(stored))
    assert not found()
    assert stored.repaired == 1
    assert found()


@pytest.mark.slow
def test_no_flipped_bit_is_overlooked(stored: KernelCache) -> None:
    content = os.urandom(200)
    stored.write("a.kernel", content)
    file = only_file(stored)
    whole = file.read_bytes()
    for i in range(8 * len(whole)):
        changed = bytearray(whole)
        changed[i // 8] ^= 1 << i % 8
        file.write_bytes(changed)
        assert stored.read("a.kernel") is None
        assert not file.exists()
    for size in range(len(whole)):
        file.write_bytes(whole[:size])
        assert stored.read("a.kernel") is None
    file.write_bytes(whole)
    assert stored.read("a.kernel") == content


def test_code_is_not_loaded_before_its_checksum_is_right(stored: KernelCache, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not found()
    right = only_file(stored).read_bytes()[len(BEGINNING) + 32 :]
    flipped(only_file(stored))
    wrong = only_file(stored).read_bytes()[len(BEGINNING) + 32 :]
    looked: list[bytes] = []
    loaded = loader._load
    monkeypatch.setattr(loader, "_load", lambda entry, content: looked.append(content) or loaded(entry, content))
    assert not found()
    assert len(looked) == 1  # what was compiled anew
    assert wrong not in looked
    assert len(right) == len(wrong)


# Never needed


@contextlib.contextmanager
def one_line(caplog: pytest.LogCaptureFixture) -> Any:
    with caplog.at_level(logging.WARNING, "nimatron.kernels"):
        yield
    assert sum("not kept" in record.getMessage() for record in caplog.records) == 1


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_a_folder_that_cannot_be_written(
    code: int, stored: KernelCache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stored.write("other.kernel", b"before")

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(cache, "write_whole", fail)
    with one_line(caplog):
        assert not found()
        assert not found()
    assert os.strerror(code) in str(stored.fault)
    assert stored.read("other.kernel") == b"before"  # what is there is still used


def test_no_folder_can_be_made(tmp_path: Path, stored: KernelCache, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "kernels").write_text("a file")
    with one_line(caplog):
        assert not found()
        assert not found()


@pytest.mark.skipif(sys.platform == "win32", reason="other permissions")
@pytest.mark.parametrize("place", ["kernels", f"kernels/{KEY}"])
@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_folder_that_others_can_write(
    place: str, mode: int, tmp_path: Path, stored: KernelCache, caplog: pytest.LogCaptureFixture
) -> None:
    """It could be code of somebody else."""
    assert not found()
    before = only_file(stored).read_bytes()
    (tmp_path / place).chmod(mode)
    stored.__dict__.pop("_is_open")
    with one_line(caplog):
        assert not found()
    assert only_file(stored).read_bytes() == before


def test_a_folder_of_another_user(stored: KernelCache, monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert not found()
    assert not found()
    assert "others can write" in str(stored.fault)


def test_folders_are_private(stored: KernelCache) -> None:
    assert not found()
    assert stored.root
    assert stored.path
    assert {folder.stat().st_mode & 0o777 for folder in (stored.root, stored.path)} == {0o700}


def test_a_folder_that_is_cleared_under_way(stored: KernelCache) -> None:
    assert not found()
    KernelCache(stored.root, KEY).clear()
    assert not found()
    assert found()
    assert stored.fault is None


def test_where_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NIMATRON_KERNELS", str(tmp_path))
    assert cache.default_root() == tmp_path
    fresh = loader.kernel_cache.__wrapped__
    assert fresh().path.parent == tmp_path
    monkeypatch.setenv("NIMATRON_KERNELS", "off")
    assert fresh().read("a.kernel") is None
    assert str(fresh().fault) == "NIMATRON_KERNELS is off"
    monkeypatch.delenv("NIMATRON_KERNELS")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.default_root() == tmp_path / "nimatron" / "kernels"
    monkeypatch.delenv("XDG_CACHE_HOME")

    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    homeless = fresh()
    homeless.write("a.kernel", b"")
    assert homeless.fault is not None


# Among other processes


def test_old_folders_go(tmp_path: Path) -> None:
    now = time.time()
    for i in range(MOST + 2):
        folder = tmp_path / f"{i:032x}"
        folder.mkdir()
        (folder / "a.kernel").write_bytes(b"")
        os.utime(folder, (now - i, now - i))
    ages = tmp_path / ("f" * 32)
    ages.mkdir()
    os.utime(ages, (0, now - (DAYS + 1) * 86400))
    (tmp_path / "mine").mkdir()
    assert KernelCache(tmp_path, "e" * 32).read("a.kernel") is None
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {"mine", "e" * 32, *(f"{i:032x}" for i in range(MOST - 1))}


HOLDER = """
import contextlib, pathlib, sys
from nimatron.kernels.compile.cache import KernelCache
stored = KernelCache(pathlib.Path(sys.argv[1]), sys.argv[2])
with stored.turn("a.kernel", contextlib.nullcontext()):
    print("compiles", flush=True)
    if sys.stdin.readline() == "go on\\n":
        stored.write("a.kernel", b"compiled")
"""


class Waiting:
    """Lets the other process go on when this one begins to wait."""

    def __init__(self, other: subprocess.Popen[str], word: str) -> None:
        self.other, self.word, self.waited = other, word, False

    def __enter__(self) -> None:
        assert self.other.stdin
        self.other.stdin.write(self.word)
        self.other.stdin.close()
        self.waited = True

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(("word", "left"), [("go on\n", b"compiled"), ("die\n", None)])
def test_one_process_waits_for_another(word: str, left: bytes | None, stored: KernelCache) -> None:
    """If the other has died, or failed, it is the turn of this one."""
    command = [sys.executable, "-c", HOLDER, str(stored.root), KEY]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "compiles\n"
        waiting = Waiting(other, word)
        with stored.turn("b.kernel", waiting):  # another kernel: no need to wait
            assert not waiting.waited
        with stored.turn("a.kernel", waiting):
            assert waiting.waited
            assert stored.read("a.kernel") == left


def test_a_stopped_process_is_not_waited_for_forever(stored: KernelCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_is_locked", lambda *_: False)
    monkeypatch.setattr(cache, "PAUSE", 0)
    with stored.turn("a.kernel", contextlib.nullcontext()):
        stored.write("a.kernel", b"compiled")
    assert stored.read("a.kernel") == b"compiled"


def test_waiting_counts_as_compiling(clock: Clock) -> None:
    before = compile_clock.seconds
    with compile_clock:
        clock.wait(5)
    assert compile_clock.seconds == before + 5


@pytest.mark.slow
def test_two_processes_at_once(tmp_path: Path) -> None:
    code = "from nimatron.kernels.compile.jit import loads_back; print(loads_back())"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "NIMATRON_KERNELS": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.communicate()[0] for process in both] == ["True\n", "True\n"]
    assert len(list(tmp_path.rglob("*.kernel"))) == 1
    assert not list(tmp_path.rglob("*.part"))
