"""The coach at work: finished matches are judged in the time that nobody else needs, a little at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import structlog
from fastapi import Depends, Request
from sqlalchemy.exc import IntegrityError

from mandapa.bots import Cancel
from mandapa.coach import Analyst
from mandapa.coach.analysis import BEST, FORCED
from mandapa.library import State
from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import FairQueue, Payer
from mandapa.server.jobs.threads import STUDIES, Background
from mandapa.server.outage import AWAY
from mandapa.server.protection.limits import ADDRESS_SHARE
from mandapa.server.store.store import Store

log = structlog.get_logger(__name__)

Result = TypeVar("Result")

SIMULATIONS = 300
"""For each decision of a match."""


MOST = 3
"""Matches that are judged for one guest at once; for an address four times as many."""


class Study:
    """One match being judged: ``done`` of ``total`` parts, for whom."""

    def __init__(self, payer: Payer) -> None:
        self.payer = payer
        self.done = 0
        self.total = 0


class Studies:
    """What is being judged in this process, and what somebody has asked for lately.

    A match is judged in one thread that goes behind all else, part by part, so that several matches take turns.
    """

    def __init__(self, store: Store, allowance: float) -> None:
        self._store = store
        self._queue = FairQueue(Background("study", STUDIES), 1, allowance=allowance)
        self._under_way: dict[str, Study] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __getitem__(self, match_id: str) -> Study | None:
        return self._under_way.get(match_id)

    def begin(self, match_id: str, state: State, payer: Payer) -> None:
        """Judge a match that is over, unless it is being judged already; 429 for whoever has asked for many."""
        if match_id in self._under_way:
            return
        others = [study.payer for study in self._under_way.values()]
        for whose, at_work, most in (
            ("you", sum(other.guest == payer.guest for other in others), MOST),
            ("your address", sum(other.address == payer.address for other in others), MOST * ADDRESS_SHARE),
        ):
            if at_work >= most:
                raise ApiError(
                    429,
                    "flood",
                    f"The coach is at work on {at_work} games for {whose}; wait for it.",
                    expected=f"at most {most} at once",
                    headers={"Retry-After": "10"},
                )
        study = self._under_way[match_id] = Study(payer)
        task = asyncio.create_task(self._work(study, match_id, state, payer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ponder(self, payer: Payer, work: Callable[[Cancel], Result]) -> Result:
        """The result of one thought, which takes turns with the parts of matches; who is cancelled cuts it short."""
        cancel = Cancel()
        try:
            return await self._queue.run(payer, lambda: work(cancel))
        finally:
            cancel.set()

    def stop(self) -> None:
        """Nothing more is judged."""
        for task in self._tasks:
            task.cancel()
        self._queue.stop()

    async def _work(self, study: Study, match_id: str, state: State, payer: Payer) -> None:
        try:
            analyst = await self._queue.run(payer, lambda: Analyst(state, SIMULATIONS))
            study.total = len(analyst.parts)
            for part in analyst.parts:
                await self._queue.run(payer, lambda part=part: analyst.look(part))  # type: ignore[misc]
                study.done += 1
            found = await self._queue.run(payer, lambda: told(analyst))
            await self._store.keep_analysis(match_id, found)
        except AWAY as error:
            self._store.database.outage.failed(error, writing=True)
        except IntegrityError:
            pass  # it has been deleted meanwhile
        except Exception:
            log.exception("a match could not be judged", match=match_id)
        finally:
            del self._under_way[match_id]


async def _studies(request: Request) -> Studies:
    studies: Studies = request.app.state.studies
    return studies


CurrentStudies = Annotated[Studies, Depends(_studies)]


def told(analyst: Analyst) -> dict[str, Any]:
    """What was found, with the better turns in words."""
    found = analyst.found()
    told = found.to_json()
    for verdict, line in zip(found.verdicts, told["verdicts"], strict=True):
        line["count"] = len(verdict.played)
        line["plan"] = [] if verdict.mark in (FORCED, BEST) else verdict.better.to_json()
        del line["played"], line["best"]
    return _rounded(told)  # type: ignore[no-any-return]


def _rounded(value: Any) -> Any:
    """Numbers with as many digits as mean anything."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(one) for one in value]
    return value
