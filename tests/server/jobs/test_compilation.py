"""Compiled rules on the server: compiled in other processes, loaded on demand, and awaited by long replays."""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from mandapa.kernel.compile import engine
from mandapa.server.errors import ApiError
from mandapa.server.jobs import compilation

from ..conftest import TIMEOUT


class FakeEngine:
    """An engine that only counts how often it was loaded."""

    def __init__(self, cached: bool) -> None:
        self.cached = cached
        self.loaded = 0
        self.seconds_to_compile = 1.0

    @property
    def ready(self) -> bool:
        return self.loaded > 0

    def warm(self) -> None:
        self.loaded += 1


def test_machine_code_is_compiled_for_all_games_and_loaded_for_those_that_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engines = {"chess": FakeEngine(cached=True), "go": FakeEngine(cached=False), "ludo": FakeEngine(cached=False)}
    compiled: list[str] = []

    async def compile_one(name: str, tell: Callable[[compilation.CompileProgress], None]) -> bool:
        tell(compilation.CompileProgress.read(f"{name} tables 40/127 9 gain"))
        assert code.steps == {name: (40, 127, 9)}
        compiled.append(name)
        engines[name].cached = True
        return True

    monkeypatch.setattr(compilation, "interpreted_only", lambda: False)
    monkeypatch.setattr(compilation, "_compile", compile_one)
    monkeypatch.setattr(compilation.library, "games", lambda: tuple(engines))
    monkeypatch.setattr(compilation.library, "game_type", lambda name: SimpleNamespace(engine=engines[name]))

    code = compilation.GameCompiler()

    async def play() -> None:
        code.request("go")
        working = asyncio.create_task(code.run())
        while not engines["go"].loaded:
            await asyncio.sleep(0.001)
        assert compiled[0] == "go"
        assert engines["chess"].loaded == engines["ludo"].loaded == 0
        code.request("chess")
        code.request("ludo")
        await working

    asyncio.run(play())
    assert [engine.loaded for engine in engines.values()] == [1, 1, 1] and code.steps == {}
    assert compiled == ["go", "ludo"]


def test_a_game_that_cannot_be_loaded_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = {name: FakeEngine(cached=True) for name in ("chess", "go")}

    def fail() -> None:
        raise OSError("no such file")

    monkeypatch.setattr(engines["chess"], "warm", fail)
    monkeypatch.setattr(compilation, "interpreted_only", lambda: False)
    monkeypatch.setattr(compilation.library, "games", lambda: tuple(engines))
    monkeypatch.setattr(compilation.library, "game_type", lambda name: SimpleNamespace(engine=engines[name]))

    async def play() -> None:
        code = compilation.GameCompiler()
        code.request("chess")
        working = asyncio.create_task(code.run())
        await code.wait_until_loaded("chess")
        with pytest.raises(ApiError, match="not available"):
            code.require("chess")
        code.request("go")
        await working
        code.require("go")

    asyncio.run(play())


def test_where_nothing_is_compiled_at_start_it_is_when_the_coach_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = {name: FakeEngine(cached=False) for name in ("chess", "go", "ludo")}
    engines["ludo"].seconds_to_compile = 40.0

    async def compile_one(name: str, tell: Callable[[compilation.CompileProgress], None]) -> bool:
        tell(compilation.CompileProgress.read(f"{name} tables 40/127 9 gain"))
        await going_on.wait()
        engines[name].cached = name == "ludo"
        return name == "ludo"

    def refused(name: str) -> tuple[str, str | None]:
        with pytest.raises(ApiError) as refusal:
            code.require(name)
        return refusal.value.code, (refusal.value.headers or {}).get("Retry-After")

    monkeypatch.setattr(compilation, "interpreted_only", lambda: False)
    monkeypatch.setattr(compilation, "_compile", compile_one)
    monkeypatch.setattr(compilation.library, "games", lambda: tuple(engines))
    monkeypatch.setattr(compilation.library, "game_type", lambda name: SimpleNamespace(engine=engines[name]))

    async def play() -> None:
        working = asyncio.create_task(code.run())
        code.request("chess")
        assert refused("ludo") == ("preparing", "40")
        while not code.steps:
            await asyncio.sleep(0.001)
        assert refused("ludo") == ("preparing", "9") and list(code.steps) == ["ludo"]
        going_on.set()
        while not engines["ludo"].ready:
            await asyncio.sleep(0.001)
        code.require("ludo")
        assert refused("go") == ("preparing", "1")
        while refused("go")[0] == "preparing":
            await asyncio.sleep(0.001)
        assert refused("go") == ("interpreted", None), "it could not be compiled"
        assert not engines["chess"].ready, "the coach was not asked there"
        working.cancel()

    code, going_on = compilation.GameCompiler(at_start=False), asyncio.Event()
    asyncio.run(play())


def test_a_game_that_somebody_waits_for_is_compiled_at_once_and_small_ones_before_large_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engines = {name: FakeEngine(cached=False) for name in ("chess", "go", "ludo")}
    engines["go"].seconds_to_compile = 0.5
    begun: list[str] = []

    async def play() -> None:
        code, done = compilation.GameCompiler(), asyncio.Event()

        async def compile_one(name: str, tell: Callable[[compilation.CompileProgress], None]) -> bool:
            begun.append(name)
            await done.wait()
            return False

        monkeypatch.setattr(compilation, "_compile", compile_one)
        working = asyncio.create_task(code.run())
        while not begun:
            await asyncio.sleep(0.001)
        for _ in range(9):
            await asyncio.sleep(0)
        assert begun == ["go"]
        code.request("ludo")
        while len(begun) < 2:
            await asyncio.sleep(0.001)
        assert begun == ["go", "ludo"]
        done.set()
        await working
        assert begun == ["go", "ludo", "chess"]

    monkeypatch.setattr(compilation, "interpreted_only", lambda: False)
    monkeypatch.setattr(compilation.library, "games", lambda: tuple(engines))
    monkeypatch.setattr(compilation.library, "game_type", lambda name: SimpleNamespace(engine=engines[name]))
    asyncio.run(play())


def test_a_replay_waits_for_code_that_is_loaded_but_not_for_its_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = {"chess": FakeEngine(cached=True), "go": FakeEngine(cached=False)}

    async def play() -> None:
        code, compiled, loads = compilation.GameCompiler(), asyncio.Event(), asyncio.Event()

        async def compile_one(name: str, tell: Callable[[compilation.CompileProgress], None]) -> bool:
            await compiled.wait()
            engines[name].cached = True
            return True

        async def load(warm: Callable[[], None]) -> None:
            await loads.wait()
            warm()

        monkeypatch.setattr(compilation, "_compile", compile_one)
        monkeypatch.setattr(compilation, "run_in_own_thread", load)
        working = asyncio.create_task(code.run())
        await code.wait_until_loaded("chess")  # returns, since nobody has requested the game
        code.reject_if_preparing("chess")
        code.request("chess")
        code.request("go")
        waiting = asyncio.create_task(code.wait_until_loaded("chess"))
        await code.wait_until_loaded("go")
        with pytest.raises(ApiError) as refusal:
            code.reject_if_preparing("go")
        assert refusal.value.code == "preparing"
        assert not waiting.done()
        loads.set()
        await waiting
        assert engines["chess"].ready
        code.reject_if_preparing("chess")
        compiled.set()
        await working
        code.reject_if_preparing("go")
        await code.wait_until_loaded("ludo")  # not installed here

    monkeypatch.setattr(compilation, "interpreted_only", lambda: False)
    monkeypatch.setattr(compilation.library, "games", lambda: tuple(engines))
    monkeypatch.setattr(compilation.library, "game_type", lambda name: SimpleNamespace(engine=engines[name]))
    asyncio.run(play())


def test_a_compiler_is_started_while_another_one_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under uvloop, whose own way to start a process would make the event loop wait for the compiler's lock."""
    uvloop = pytest.importorskip("uvloop")
    holds, started = threading.Event(), threading.Event()

    def load_machine_code() -> bool:
        with engine._lock:
            holds.set()
            return started.wait(TIMEOUT)

    with ThreadPoolExecutor(1) as loader, monkeypatch.context() as patched:
        patched.setattr(sys, "executable", shutil.which("true"))
        loading = loader.submit(load_machine_code)
        assert holds.wait(TIMEOUT)
        assert uvloop.run(compilation._compile("ludo", lambda progress: None))
        started.set()
        assert loading.result()
