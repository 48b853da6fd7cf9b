"""Machine code at start: another process compiles (that holds the interpreter lock), then this one loads the result."""

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


async def warm_up() -> None:
    """Makes the rules of every game machine code; until then they are interpreted, which is fast enough for people."""
    if interpreted_only():
        return
    engines = {name: library.game_type(name).engine for name in library.games()}
    for name, engine in sorted(engines.items(), key=lambda item: not item[1].cached):  # what is ready comes first
        started = time.monotonic()
        if not engine.cached and not await _compile(name):
            continue
        if not engine.cached:  # compiling here would make people wait
            log.error("the sources have changed since the start; rules stay interpreted until the next", game=name)
            continue
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
