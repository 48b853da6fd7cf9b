"""Questions to the coach: served fairly by guest, dropped when no longer wanted, and computed only once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from mandapa.server.errors import ApiError
from mandapa.server.jobs import bot_pool, coach_requests
from mandapa.server.jobs.bot_pool import BotPool
from mandapa.server.jobs.coach_requests import PendingCoachRequests
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.jobs.threads import ThreadPerJobExecutor
from mandapa.server.metrics import Metrics

from ..conftest import TIMEOUT, Guest, RunningServer

ASHA, BALA, DINA = (Requester(name, f"192.0.2.{n}") for n, name in enumerate(("asha", "bala", "dina")))


class Coach:
    """A coach that answers one question after another, each when the test allows it."""

    def __init__(self) -> None:
        self.thinkers = BotPool(1, 1000, Metrics(), 60, ThreadPerJobExecutor("test"))
        self.thought: list[str] = []
        self.may_go = threading.Event()

    async def think(self, requester: Requester, what: str, seated: bool = True) -> str:
        def work() -> str:
            self.may_go.wait(TIMEOUT)
            self.thought.append(what)
            return what

        return await self.thinkers.run_for_coach(requester, work, seated)


def with_coach(work: Callable[[Coach], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        coach = Coach()
        try:
            return await work(coach)
        finally:
            coach.may_go.set()
            coach.thinkers.stop()

    return asyncio.run(run())


async def tick() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_who_is_to_move_goes_before_others() -> None:
    async def work(coach: Coach) -> list[str]:
        asked = [asyncio.create_task(coach.think(ASHA, "under way"))]
        await tick()
        asked += [
            asyncio.create_task(coach.think(requester, what, seated))
            for requester, what, seated in ((BALA, "review", False), (DINA, "move", True))
        ]
        await tick()
        assert (coach.thinkers.place(DINA), coach.thinkers.place(BALA), coach.thinkers.place(ASHA)) == (1, 2, 0)
        coach.may_go.set()
        await asyncio.gather(*asked)
        return coach.thought

    assert with_coach(work) == ["under way", "move", "review"]


def test_a_thought_that_has_begun_is_finished_however_long_it_takes() -> None:
    async def work(coach: Coach) -> None:
        asked = PendingCoachRequests(0.01, coach.thinkers.place)
        slow = asyncio.create_task(asked.result(ASHA, "slow", lambda: coach.think(ASHA, "slow")))
        await tick()
        with pytest.raises(ApiError):
            await asked.result(BALA, "other", lambda: coach.think(BALA, "other"))
        assert not slow.done()
        coach.may_go.set()
        assert await slow == "slow"
        asked.stop()

    with_coach(work)


def test_a_question_is_thought_about_once_and_keeps_its_place_while_it_is_wanted() -> None:
    async def work(coach: Coach) -> None:
        asked = PendingCoachRequests(0.01, coach.thinkers.place)
        busy = asyncio.create_task(coach.think(ASHA, "under way"))
        await tick()

        async def ask() -> str:
            return str(await asked.result(BALA, "a hint", lambda: coach.think(BALA, "hint")))

        for _ in range(3):
            with pytest.raises(ApiError) as refused:
                await ask()
            assert (refused.value.status, refused.value.code, refused.value.place) == (503, "unavailable", 1)
            assert refused.value.body()["error"]["place"] == 1
        other = asyncio.create_task(coach.think(DINA, "later"))
        await tick()
        assert coach.thinkers.place(DINA) == 2, "whoever asks again has not lost the place"
        coach.may_go.set()
        while coach.thinkers.place(BALA):  # a request that waits longer than its time for this is refused
            await asyncio.sleep(0)
        assert await asyncio.gather(ask(), ask(), ask()) == ["hint"] * 3
        await asyncio.gather(busy, other)
        assert coach.thought == ["under way", "hint", "later"]
        asked.stop()

    with_coach(work)


def test_a_question_that_nobody_wants_any_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_requests, "KEEP_SECONDS", 0)

    async def work(coach: Coach) -> None:
        asked = PendingCoachRequests(TIMEOUT, coach.thinkers.place)
        busy = asyncio.create_task(coach.think(ASHA, "under way"))
        await tick()
        request_task = asyncio.create_task(asked.result(BALA, "a hint", lambda: coach.think(BALA, "hint")))
        await tick()
        assert coach.thinkers.place(BALA) == 1
        request_task.cancel()
        while coach.thinkers.place(BALA):
            await asyncio.sleep(0)
        coach.may_go.set()
        await busy
        assert coach.thought == ["under way"]

    with_coach(work)


def test_a_thought_that_has_failed_is_begun_anew() -> None:
    async def work() -> None:
        asked = PendingCoachRequests(TIMEOUT, lambda requester: 0)
        tries: list[int] = []

        async def think() -> int:
            tries.append(len(tries))
            return 1 // len(tries[1:])

        with pytest.raises(ZeroDivisionError):
            await asked.result(ASHA, "a hint", think)
        assert await asked.result(ASHA, "a hint", think) == 1
        asked.stop()

    asyncio.run(work())


def test_many_hints_of_one_position_are_one_thought(
    arrive: Callable[..., Guest], server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often one guest asks, other guests wait for at most one of those searches."""
    begun, may_end = threading.Event(), threading.Event()
    advise, thought = bot_pool.compute_hint, []

    def slow(*about: Any, **more: Any) -> Any:
        thought.append(about)
        begun.set()
        may_end.wait(TIMEOUT)
        return advise(*about, **more)

    monkeypatch.setattr(bot_pool, "compute_hint", slow)
    asha = arrive("Asha")
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}])
    with ThreadPoolExecutor(6) as askers:
        found = [askers.submit(asha.post, f"/api/tables/{table}/hint", {}) for _ in range(6)]
        assert begun.wait(TIMEOUT)
        may_end.set()
        answers = [one.result() for one in found]
    assert len(thought) == 1 and all(answer == answers[0] for answer in answers)
