"""Where bots think: bounded threads, fairly shared. Compiled search releases the interpreter lock while it runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import numpy as np

from mandapa import bots
from mandapa.bots import Cancel, PolicyError, cores
from mandapa.coach.hint import Hint, advise
from mandapa.library import State
from mandapa.server.jobs.fair_queue import FairQueue, Payer
from mandapa.server.jobs.threads import HINTS, MOVES, Background, step_back
from mandapa.server.metrics import Metrics

Result = TypeVar("Result")

UNSEATED_SECONDS = 10.0
"""Seconds of thinking by which those whose turn it is at a table go before others who ask for hints."""

REFEREES = 2
"""Referees that are asked at once."""


class BotFailed(Exception):
    """A bot raised an error or chose what is not legal."""


class RefereeFailed(Exception):
    """The referee of a game could not say what happened."""


class Thinkers:
    """Bots and hints at work."""

    def __init__(self, threads: int, allowance: float, metrics: Metrics, seconds: float, interactive: Executor) -> None:
        self._seconds = seconds
        # As many as think at once, and one for hints: a thought has those that no other one needs.
        cores.share(threads + 1, partial(step_back, HINTS))
        self._threads = ThreadPoolExecutor(threads, "bot", partial(step_back, MOVES))
        self._bots = FairQueue(self._threads, threads, allowance=allowance)
        # Of their own: whoever asks for many hints must not keep bots from playing.
        self._hints = FairQueue(Background("hint", HINTS), 1, allowance=allowance)
        # A referee waits for another process, perhaps for long; that must not keep bots from playing either.
        self._referees = FairQueue(interactive, REFEREES)
        self._metrics = metrics
        self._under_way: set[Cancel] = set()

    def new_cancel(self) -> Cancel:
        """A switch that ends a thought early."""
        return Cancel()

    def would_wait(self, payer: Payer) -> bool:
        """Whether a bot of his would not begin to think at once."""
        return self._bots.would_wait(payer)

    async def choose(
        self,
        player: bots.Bot,
        state: State,
        seat: int,
        cancel: Cancel,
        payer: Payer,
        begins: Callable[[], None],
    ) -> str | None:
        """The decision of a bot; None if it was cancelled. ``state`` holds only what the seat may know.

        ``payer``: whose share of the threads it takes; ``begins`` is called when it begins to think. One that has
        thought for too long has failed; its thread is free again when it ends.
        """

        def think() -> str | None:
            if cancel.is_set():
                return None
            started = time.perf_counter()
            chosen = player.choose(state, seat, cancel)
            self._metrics.bot_seconds.observe(time.perf_counter() - started)
            return None if cancel.is_set() else chosen

        self._under_way.add(cancel)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(None) as limit:

                def begin() -> None:
                    limit.reschedule(loop.time() + self._seconds)
                    begins()

                return await self._bots.run(payer, think, begin)
        except TimeoutError as error:
            cancel.set()
            raise BotFailed(f"{player.name}: found no decision after {self._seconds:g} s") from error
        except PolicyError as error:
            raise BotFailed(str(error)) from error
        except Exception as error:
            raise BotFailed(f"{player.name}: {error!r}") from error
        finally:
            self._under_way.discard(cancel)

    async def rule(self, state: State, payer: Payer) -> tuple[str, dict[str, Any]]:
        """What the game's referee says of a chance node: an outcome, and its details."""
        rng = np.random.default_rng()
        try:
            return await self._referees.run(payer, partial(state.copy().rule, rng))
        except Exception as error:
            raise RefereeFailed(repr(error)) from error

    async def hint(self, known: State, turns: int, payer: Payer, seated: bool = True) -> Hint:
        """The hint for the seat to act, by what is ``known`` to it, after so many ``turns``."""
        cancel = self.new_cancel()
        self._under_way.add(cancel)
        try:
            return await self.ponder(payer, lambda: advise(known, turns, cancel=cancel), seated)
        finally:
            cancel.set()  # whoever asked may be gone
            self._under_way.discard(cancel)

    async def ponder(self, payer: Payer, work: Callable[[], Result], seated: bool = False) -> Result:
        """The result of a thought of the coach, which takes turns with others and no longer than some hints.

        ``seated``: somebody waits for it whose turn it is at a table. A thought that has begun is finished, or a slow
        machine would never finish any; how long somebody waits for it to begin is limited by ``questions``.
        """
        return await self._hints.run(payer, work, handicap=0.0 if seated else UNSEATED_SECONDS)

    def place(self, payer: Payer) -> int:
        """The place of somebody in the queue for hints; 0 if he does not wait there."""
        return self._hints.place(payer)

    def stop(self) -> None:
        """Cancels all thoughts."""
        for cancel in self._under_way:
            cancel.set()
        self._bots.stop()
        self._hints.stop()
        self._referees.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
