"""Run bots in a limited number of threads, which clients share fairly.

Threads search in parallel, because the compiled search releases the global interpreter lock.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import numpy as np

from mandapa import bots
from mandapa.bots import CancelToken, PolicyError, core_pool
from mandapa.coach.hint import Hint, compute_hint
from mandapa.library import State
from mandapa.server.jobs.fair_queue import FairQueue, Requester
from mandapa.server.jobs.threads import BOT_NICE, HINT_NICE, ThreadPerJobExecutor, lower_priority
from mandapa.server.metrics import Metrics

Result = TypeVar("Result")

UNSEATED_SECONDS = 10.0
"""Seconds added to a guest's recorded processor usage for a hint that the guest requests while it is not their turn.

As a result, hints for players whose turn it is come first in the queue.
"""

REFEREES = 2
"""Maximum number of concurrent calls to referees, programs that determine random outcomes."""


class BotFailed(Exception):
    """A bot raised an error or chose an illegal action."""


class RefereeFailed(Exception):
    """The referee of a game, which determines random outcomes, raised an error."""


class BotPool:
    """Runs bots, referees and the computation of hints in worker threads."""

    def __init__(self, threads: int, allowance: float, metrics: Metrics, seconds: float, interactive: Executor) -> None:
        self._seconds = seconds
        # Divide the processor cores among the concurrent bots and one hint. A search may also use cores that no other
        # search needs.
        core_pool.configure(threads + 1, partial(lower_priority, HINT_NICE))
        self._threads = ThreadPoolExecutor(threads, "bot", partial(lower_priority, BOT_NICE))
        self._bots = FairQueue(self._threads, threads, allowance=allowance)
        # Hints have a separate queue, so that a guest who asks for many hints doesn't block bots.
        self._hints = FairQueue(ThreadPerJobExecutor("hint", HINT_NICE), 1, allowance=allowance)
        # Referees have a separate queue, because a referee may wait a long time for another process.
        self._referees = FairQueue(interactive, REFEREES)
        self._metrics = metrics
        self._under_way: set[CancelToken] = set()

    def new_cancel(self) -> CancelToken:
        """Create a token with which a search can be cancelled."""
        return CancelToken()

    def would_wait(self, requester: Requester) -> bool:
        """Return whether a bot whose work is charged to this client would have to wait for a thread."""
        return self._bots.would_wait(requester)

    async def choose(
        self,
        player: bots.Bot,
        state: State,
        seat: int,
        cancel: CancelToken,
        requester: Requester,
        begins: Callable[[], None],
    ) -> str | None:
        """Let a bot decide; return its action, or None if the search was cancelled.

        ``state`` must contain only what the seat may know. The time is charged to the client ``requester``. ``begins``
        is called when the bot starts to think.

        If the bot exceeds its time limit, raise ``BotFailed``. Its thread is occupied until the search ends.
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

                return await self._bots.run(requester, think, begin)
        except TimeoutError as error:
            cancel.set()
            raise BotFailed(f"{player.name}: found no decision after {self._seconds:g} s") from error
        except PolicyError as error:
            raise BotFailed(str(error)) from error
        except Exception as error:
            raise BotFailed(f"{player.name}: {error!r}") from error
        finally:
            self._under_way.discard(cancel)

    async def referee_outcome(self, state: State, requester: Requester) -> tuple[str, dict[str, Any]]:
        """Ask the game's referee for the outcome of a chance event; return the outcome and details to store with it."""
        rng = np.random.default_rng()
        try:
            return await self._referees.run(requester, partial(state.copy().rule, rng))
        except Exception as error:
            raise RefereeFailed(repr(error)) from error

    async def hint(self, known: State, turns: int, requester: Requester, seated: bool = True) -> Hint:
        """Compute a hint for the player to move.

        ``known``: the state, without what that player may not know; ``turns``: number of turns that have begun;
        ``seated``: the request comes from the player to move.
        """
        cancel = self.new_cancel()
        self._under_way.add(cancel)
        try:
            return await self.run_for_coach(requester, lambda: compute_hint(known, turns, cancel=cancel), seated)
        finally:
            cancel.set()  # the client may have disconnected
            self._under_way.discard(cancel)

    async def run_for_coach(self, requester: Requester, work: Callable[[], Result], seated: bool = False) -> Result:
        """Run a computation of the coach in the queue for hints. It may take as long as a few hints.

        ``seated``: the request comes from a player whose turn it is. There is no time limit on a computation that has
        started, because a slow machine might then never finish any. ``coach_requests`` limits how long a request waits
        for the start.
        """
        return await self._hints.run(requester, work, handicap=0.0 if seated else UNSEATED_SECONDS)

    def place(self, requester: Requester) -> int:
        """Return the client's position in the queue for hints; 0 if the client isn't waiting there."""
        return self._hints.position(requester)

    def stop(self) -> None:
        """Cancel all searches and stop the timers of the queues."""
        for cancel in self._under_way:
            cancel.set()
        self._bots.stop()
        self._hints.stop()
        self._referees.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
