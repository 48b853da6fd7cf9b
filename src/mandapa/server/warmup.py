"""Machine code: other processes compile it at start (that holds the interpreter lock); what is played is loaded."""

from __future__ import annotations

import asyncio
import gc
import shutil
import sys
import time

import structlog

from mandapa import library
from mandapa.kernel.compiling import interpreted_only

log = structlog.get_logger(__name__)


class MachineCode:
    """Has the rules of every game compiled, and loads those of the games that are played.

    The code of a game takes tens of megabytes, so that of a game that nobody plays stays on the disk. Until a game's
    code is loaded its rules are interpreted, which is fast enough for people.
    """

    def __init__(self) -> None:
        self._wanted = {name: asyncio.Event() for name in library.games()}

    def want(self, name: str) -> None:
        """A game is about to be played, if it is installed."""
        if name in self._wanted:
            self._wanted[name].set()

    async def work(self) -> None:
        """Compiles what is missing, one game after another, and loads each game as soon as somebody wants it."""
        if interpreted_only():
            return
        engines = {name: library.game_type(name).engine for name in library.games()}
        missing = [name for name, engine in engines.items() if not engine.cached]
        async with asyncio.TaskGroup() as tasks:
            for name in set(engines) - set(missing):
                tasks.create_task(self._load(name))
            while missing:
                missing.sort(key=lambda name: self._wanted[name].is_set())
                name = missing.pop()
                if await _compile(name):
                    tasks.create_task(self._load(name))

    async def _load(self, name: str) -> None:
        await self._wanted[name].wait()
        engine = library.game_type(name).engine
        started = time.monotonic()
        if not engine.cached:  # compiling here would make people wait
            log.error("the sources have changed since the start; rules stay interpreted until the next", game=name)
            return
        await asyncio.to_thread(engine.warm)
        log.info("machine code ready", game=name, seconds=round(time.monotonic() - started, 1))
        # The compiler leaves a million objects that stay. To look through them again and again would stop
        # everybody's game for a quarter of a second each time.
        gc.collect()
        gc.freeze()


async def _compile(name: str) -> bool:
    """Fills the cache for one game in a process of its own."""
    log.info("compiling the rules, once; games can be played meanwhile", game=name)
    politely = ["nice", "-n", "5"] if shutil.which("nice") else []
    command = [*politely, sys.executable, "-m", "mandapa.warm", name]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        _, errors = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode != 0:
        log.error("compiling failed; the rules stay interpreted", game=name, errors=errors.decode()[-2000:])
        return False
    return True
