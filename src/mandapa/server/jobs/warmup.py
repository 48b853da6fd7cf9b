"""Machine code: other processes compile it at start (that holds the interpreter lock); what is played is loaded."""

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
from mandapa.server.jobs.threads import aside

log = structlog.get_logger(__name__)


class MachineCode:
    """Has the rules of every game compiled, and loads those of the games that are played.

    The code of a game takes tens of megabytes, so that of a game that nobody plays stays on the disk. Until a game's
    code is loaded its rules are interpreted, which is fast enough for people; but not for the coach, who has to wait.

    Args:
        at_start: all games, and those that are played; otherwise only those in which the coach is asked.

    Attributes:
        steps: how far compiling is, by game; only of what is being compiled.
    """

    def __init__(self, at_start: bool = True) -> None:
        self.steps: dict[str, Progress] = {}
        self._at_start = at_start
        self._wanted = {name: asyncio.Event() for name in library.games()}
        self._given_up = set[str]()

    def want(self, name: str) -> None:
        """A game is about to be played, if it is installed."""
        if self._at_start and name in self._wanted:
            self._wanted[name].set()

    def need(self, name: str) -> None:
        """The coach is asked in a game: refuses until its machine code is loaded, and says whether to ask again."""
        engine = library.game_type(name).engine
        if engine.ready:
            return
        if name in self._given_up or interpreted_only():
            raise ApiError(503, "interpreted", "There is no coach for this game here: its rules could not be compiled.")
        self._wanted[name].set()
        step = self.steps.get(name)
        seconds = max(1, step.seconds if step else 0 if engine.cached else round(engine.seconds_to_compile))
        told = f"The computer players are being prepared for about {seconds} s more; ask again."
        raise ApiError(503, "preparing", told, headers={"Retry-After": str(seconds)})

    async def work(self) -> None:
        """Compiles what is missing, the smallest game first; loads each game as soon as somebody wants it."""
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
        cached = library.game_type(name).engine.cached or await self._compile_in_turn(name, turn)
        if not cached or not await self._load(name):
            self._given_up.add(name)

    async def _compile_in_turn(self, name: str, turn: asyncio.Lock) -> bool:
        """One game after another, but at once what somebody waits for."""
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
        def tell(step: Progress) -> None:
            self.steps[name] = step

        try:
            return await _compile(name, tell)
        finally:
            self.steps.pop(name, None)

    async def _load(self, name: str) -> bool:
        await self._wanted[name].wait()
        engine = library.game_type(name).engine
        started = time.monotonic()
        if not engine.cached:  # compiling here would make people wait
            log.error("the sources have changed since the start; rules stay interpreted until the next", game=name)
            return False
        await aside(engine.warm)
        log.info("machine code ready", game=name, seconds=round(time.monotonic() - started, 1))
        # The compiler leaves a million objects that stay. To look through them again and again would stop
        # everybody's game for a quarter of a second each time.
        gc.collect()
        gc.freeze()
        return True


class Progress(NamedTuple):
    """How far compiling is: rule functions done, about how many there are, about how many seconds are left."""

    done: int
    total: int
    seconds: int

    @classmethod
    def read(cls, line: str) -> Progress:
        """What ``mandapa.warm`` prints: game, purpose, ``done/total``, seconds left, what it is at."""
        _, _, count, seconds, *_ = line.split()
        done, total = count.split("/")
        return cls(int(done), int(total), int(seconds))


async def _compile(name: str, tell: Callable[[Progress], None]) -> bool:
    """Fills the cache for one game in a process of its own; ``tell`` hears how far it is."""
    log.info("compiling the rules, once; games can be played meanwhile", game=name)
    prepare_cache()
    politely = ["nice", "-n", "5"] if shutil.which("nice") else []
    command = [*politely, sys.executable, "-m", "mandapa.warm", name]
    # Not by asyncio: uvloop runs Python's hooks of a fork, and the whole server would wait for another game's compiler.
    process = await aside(subprocess.Popen, command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    errors = asyncio.create_task(aside(process.stderr.read))
    try:
        while line := await aside(process.stdout.readline):
            tell(Progress.read(line.decode()))
        await aside(process.wait)
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode != 0:
        log.error("compiling failed; the rules stay interpreted", game=name, errors=(await errors).decode()[-2000:])
        return False
    return True
