"""Fair scheduling of bots: guests take turns, and tables without a player or spectator present get no computing
time."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from threading import get_native_id

import pytest

from mandapa.server.jobs.bot_pool import BotPool
from mandapa.server.jobs.fair_queue import FairQueue, Requester
from mandapa.server.jobs.threads import MAX_NICE, ThreadPerJobExecutor
from mandapa.server.metrics import Metrics
from mandapa.server.review.analysis_jobs import AnalysisJobs
from mandapa.server.store.store import Store

from ..conftest import Guest, RunningServer

HEAVY, LIGHT = Requester("heavy", "a"), Requester("light", "b")


class Clock:
    """A clock that only moves when the test sets it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def served(
    asked: list[Requester], seconds: float = 1.0, before: Callable[[FairQueue, Clock], Awaitable[None]] | None = None
) -> list[str]:
    """Return the guests in the order in which one thread serves them, if all asked while it was busy."""
    order: list[str] = []

    async def serve() -> None:
        clock, go = Clock(), threading.Event()
        pool = FairQueue(ThreadPerJobExecutor("test"), 1, clock=clock)
        if before is not None:
            await before(pool, clock)

        def work(requester: Requester) -> None:
            order.append(requester.guest)
            clock.now += seconds

        busy = asyncio.ensure_future(pool.run(Requester("first", "z"), go.wait))
        await asyncio.sleep(0)
        waiting = [asyncio.ensure_future(pool.run(one, partial(work, one))) for one in asked]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(busy, *waiting)
        pool.stop()

    asyncio.run(serve())
    return order


def test_one_who_asks_for_much_makes_only_himself_wait() -> None:
    assert served([HEAVY] * 5 + [LIGHT]) == ["heavy", "light", "heavy", "heavy", "heavy", "heavy"]


def test_guests_of_one_address_share_what_it_is_due() -> None:
    many = [Requester(f"of a, {n}", "a") for n in range(3)]
    assert served([*many, LIGHT, LIGHT]) == ["of a, 0", "light", "of a, 1", "light", "of a, 2"]


def test_whoever_has_had_much_lately_comes_after_who_has_not() -> None:
    async def use(pool: FairQueue, clock: Clock) -> None:
        def work() -> None:
            clock.now += 5

        await pool.run(HEAVY, work)

    assert served([HEAVY, LIGHT, LIGHT], before=use) == ["light", "light", "heavy"]


def test_nobody_has_more_than_the_allowance_even_of_a_free_thread() -> None:
    async def use() -> None:
        clock = Clock()
        pool = FairQueue(ThreadPerJobExecutor("test"), 2, allowance=10, clock=clock)

        def work() -> None:
            clock.now += 11

        await pool.run(HEAVY, work)
        assert pool.would_wait(HEAVY) and not pool.would_wait(LIGHT)
        waiting = asyncio.ensure_future(pool.run(HEAVY, lambda: "done"))
        assert await pool.run(LIGHT, lambda: "at once") == "at once"
        assert not waiting.done()
        clock.now += 60
        assert await waiting == "done"
        pool.stop()

    asyncio.run(use())


def test_who_goes_away_while_waiting_takes_no_thread_along() -> None:
    async def leave() -> None:
        go = threading.Event()
        pool = FairQueue(ThreadPerJobExecutor("test"), 1)
        busy = asyncio.ensure_future(pool.run(HEAVY, go.wait))
        gone = [asyncio.ensure_future(pool.run(LIGHT, lambda: None)) for _ in range(3)]
        await asyncio.sleep(0)
        for one in gone:
            one.cancel()
        go.set()
        await asyncio.wait([busy, *gone])
        assert await pool.run(LIGHT, lambda: "served") == "served"
        pool.stop()

    asyncio.run(leave())


def test_an_error_of_the_work_comes_back_and_frees_the_thread() -> None:
    async def fail() -> list[object]:
        pool = FairQueue(ThreadPerJobExecutor("test"), 1)
        results = await asyncio.gather(
            pool.run(HEAVY, lambda: 1 // 0), pool.run(LIGHT, lambda: "served"), return_exceptions=True
        )
        pool.stop()
        return list(results)

    failed, done = asyncio.run(fail())
    assert isinstance(failed, ZeroDivisionError) and done == "served"


@pytest.mark.skipif(sys.platform != "linux", reason="only there each thread has a place of its own")
def test_moves_come_before_hints_and_hints_before_studies(tmp_path: Path) -> None:
    async def look() -> list[int]:
        here = os.getpriority(os.PRIO_PROCESS, 0)
        thinkers, studies = (
            BotPool(1, 60, Metrics(), 60, ThreadPerJobExecutor("test")),
            AnalysisJobs(Store(f"sqlite:///{tmp_path}/hall.sqlite3"), 60),
        )
        pools = (thinkers._bots, thinkers._hints, studies._queue)
        found = [await pool.run(HEAVY, lambda: os.getpriority(os.PRIO_PROCESS, get_native_id())) for pool in pools]
        thinkers.stop()
        studies.stop()
        return [here, *found]

    places = asyncio.run(look())
    assert places == sorted(places) and (len(set(places)) == len(places) or places[-1] == MAX_NICE)


def test_computer_players_among_themselves_wait_until_somebody_looks(
    server: RunningServer, arrive: Callable[..., Guest]
) -> None:
    asha = arrive("Asha")
    table = asha.open_table([{"kind": "bot", "bot": "random"}] * 2)
    driver = server.app.state.tables.tables_by_id[table].driver
    assert not driver.busy and driver.seat_due() is None
    page = asha.look(table)
    page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
