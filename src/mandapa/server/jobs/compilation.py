"""Compile game code in other processes at startup, and load the compiled code on demand.

Compiling in the server process would hold the global interpreter lock and block the players.
"""

from __future__ import annotations

import asyncio
import gc
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import structlog

from mandapa import library
from mandapa.kernel.compile.cache import prepare_cache
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.server.errors import ApiError
from mandapa.server.jobs.threads import run_in_own_thread

log = structlog.get_logger(__name__)

LOAD_SECONDS = 60.0
"""Longest wait of a request for compiled code that is being loaded, in seconds. Loading takes 2 to 5 s on an idle
machine."""


class GameCompiler:
    """Compiles the rules of the games, and loads the compiled code of games that are played.

    The compiled code of a game takes tens of megabytes of memory, so the code of games that nobody plays stays on disk.
    Until the code of a game is loaded, its rules are interpreted. That is fast enough for players, but not for the
    coach.

    Args:
        at_start: if true, compile all games at startup and load each one when it is played; if false, compile and load
            a game when the coach is first asked about it.

    Attributes:
        steps: progress of each compilation that is running, by game.
    """

    def __init__(self, at_start: bool = True) -> None:
        self.steps: dict[str, CompileProgress] = {}
        self._at_start = at_start
        self._wanted = {name: asyncio.Event() for name in library.games()}
        self._given_up = set[str]()
        self._settled = {name: asyncio.Event() for name in library.games()}

    def request(self, name: str) -> None:
        """Ask for the compiled code of a game that is about to be played; do nothing if the game is not installed."""
        if self._at_start and name in self._wanted:
            self._wanted[name].set()

    def require(self, name: str) -> None:
        """Raise 503 unless the compiled code of a game is loaded. The coach needs that code.

        The error says whether to try again later.
        """
        engine = library.game_type(name).engine
        if engine.ready:
            return
        if name in self._given_up or interpreted_only():
            raise ApiError(
                503, "interpreted", "The coach is not available for this game here: its rules could not be compiled."
            )
        self._wanted[name].set()
        raise self._preparing(name)

    def _preparing(self, name: str) -> ApiError:
        engine, step = library.game_type(name).engine, self.steps.get(name)
        seconds = max(1, step.seconds if step else 0 if engine.cached else round(engine.seconds_to_compile))
        message = f"The rules of this game are being compiled for about {seconds} s more; ask again."
        return ApiError(503, "preparing", message, headers={"Retry-After": str(seconds)})

    async def wait_until_loaded(self, name: str) -> None:
        """Wait while the compiled code of a requested game is loaded from disk, but no longer than ``LOAD_SECONDS``.

        Call this before a long replay, because interpreted rules are 20 times as slow. Code that is not compiled yet is
        not awaited: compiling it can take minutes.
        """
        if self._is_preparing(name) and library.game_type(name).engine.cached:
            settled = asyncio.create_task(self._settled[name].wait())
            await asyncio.wait({settled}, timeout=LOAD_SECONDS)
            settled.cancel()

    def reject_if_preparing(self, name: str) -> None:
        """Raise 503 if the compiled code of a requested game is still being compiled or loaded."""
        if self._is_preparing(name):
            raise self._preparing(name)

    def _is_preparing(self, name: str) -> bool:
        return (
            not interpreted_only()
            and name in self._wanted
            and self._wanted[name].is_set()
            and not self._settled[name].is_set()
        )

    async def run(self) -> None:
        """Compile the games that are not compiled yet, and load the code of each game when it is requested.

        At startup, the games that compile fastest come first.
        """
        if interpreted_only():
            return
        names = list(library.games())
        if self._at_start:
            names.sort(key=lambda name: library.game_type(name).engine.seconds_to_compile)
        turn = asyncio.Lock()
        async with asyncio.TaskGroup() as tasks:
            for name in names:
                tasks.create_task(self._make_ready(name, turn))

    async def _make_ready(self, name: str, turn: asyncio.Lock) -> None:
        if not self._at_start:
            await self._wanted[name].wait()
        try:
            cached = library.game_type(name).engine.cached or await self._compile_in_turn(name, turn)
            ready = cached and await self._load(name)
        except Exception:  # must not end the task group, which prepares the other games
            log.exception("compiled code cannot be made or loaded; the rules stay interpreted", game=name)
            ready = False
        if not ready:
            self._given_up.add(name)
        self._settled[name].set()

    async def _compile_in_turn(self, name: str, turn: asyncio.Lock) -> bool:
        """Compile a game when no other game is being compiled, or immediately once it is requested.

        Return True on success. ``turn``: the lock that games waiting to be compiled acquire.
        """
        wanted = asyncio.create_task(self._wanted[name].wait())
        next_one = asyncio.create_task(turn.acquire())
        try:
            await asyncio.wait({wanted, next_one}, return_when=asyncio.FIRST_COMPLETED)
            return await self._compiled(name)
        finally:
            wanted.cancel()
            if not next_one.cancel():
                turn.release()

    async def _compiled(self, name: str) -> bool:
        def report(step: CompileProgress) -> None:
            self.steps[name] = step

        try:
            return await _compile(name, report)
        finally:
            self.steps.pop(name, None)

    async def _load(self, name: str) -> bool:
        await self._wanted[name].wait()
        engine = library.game_type(name).engine
        started = time.monotonic()
        if not engine.cached:  # compiling in this process would block the players
            log.error(
                "the sources have changed since the start; rules stay interpreted until the next start", game=name
            )
            return False
        await run_in_own_thread(engine.warm)
        log.info("machine code ready", game=name, seconds=round(time.monotonic() - started, 1))
        # Loading compiled code creates a million objects that are never freed. Freezing excludes them from garbage
        # collection, which would otherwise pause all games for a quarter of a second.
        gc.collect()
        gc.freeze()
        return True


class CompileProgress(NamedTuple):
    """Progress of a compilation.

    ``done``: number of functions compiled so far; ``total``: approximate number of all functions; ``seconds``:
    estimated seconds left.
    """

    done: int
    total: int
    seconds: int

    @classmethod
    def read(cls, line: str) -> CompileProgress:
        """Parse a line of progress printed by ``mandapa.warm``.

        The line consists of the game, the purpose, ``done/total``, the seconds left and the current step.
        """
        _, _, count, seconds, *_ = line.split()
        done, total = count.split("/")
        return cls(int(done), int(total), int(seconds))


async def _compile(name: str, report: Callable[[CompileProgress], None]) -> bool:
    """Compile a game in a separate process, which writes the code to the cache; return True on success.

    ``report`` is called with the progress.
    """
    log.info("compiling the rules (first time only); games can be played meanwhile", game=name)
    prepare_cache()
    nice = ["nice", "-n", "5"] if shutil.which("nice") else []
    command = [*nice, sys.executable, "-m", "mandapa.warm", name]
    # asyncio's subprocesses don't work here: uvloop runs Python's fork hooks, and the whole server would wait for
    # another game's compiler.
    process = await run_in_own_thread(subprocess.Popen, command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    errors = asyncio.create_task(run_in_own_thread(process.stderr.read))
    try:
        while line := await run_in_own_thread(process.stdout.readline):
            report(CompileProgress.read(line.decode()))
        await run_in_own_thread(process.wait)
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode != 0:
        log.error("compilation failed; the rules stay interpreted", game=name, errors=(await errors).decode()[-2000:])
        return False
    return True
