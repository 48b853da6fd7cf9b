"""Analyse finished matches in the background, at the lowest priority."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import structlog
from fastapi import Depends, Request
from sqlalchemy.exc import IntegrityError

from mandapa.bots import CancelToken
from mandapa.coach import Analyst
from mandapa.coach.analysis import BEST, FORCED
from mandapa.library import State
from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import FairQueue, Requester
from mandapa.server.jobs.threads import ANALYSIS_NICE, ThreadPerJobExecutor
from mandapa.server.outage import UNAVAILABLE_ERRORS
from mandapa.server.protection.limits import ADDRESS_SHARE
from mandapa.server.store.store import Store

log = structlog.get_logger(__name__)

Result = TypeVar("Result")

SIMULATIONS = 300
"""Number of simulations for each decision of a match."""


MAX_ANALYSES_PER_GUEST = 3
"""Maximum number of analyses in progress per guest. All guests with the same network address together may have four
times as many."""


class AnalysisJob:
    """An analysis in progress.

    Attributes:
        requester: the client who requested the analysis.
        done: number of parts that are finished.
        total: number of all parts; 0 until it is known.
    """

    def __init__(self, requester: Requester) -> None:
        self.requester = requester
        self.done = 0
        self.total = 0


class AnalysisJobs:
    """Runs the analyses of this process, and limits how many each client may request.

    An analysis is divided into parts. All analyses share one low-priority thread, which works on one part at a time and
    takes the parts of different clients in turn.
    """

    def __init__(self, store: Store, allowance: float) -> None:
        self._store = store
        self._queue = FairQueue(ThreadPerJobExecutor("analysis", ANALYSIS_NICE), 1, allowance=allowance)
        self._under_way: dict[str, AnalysisJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __getitem__(self, match_id: str) -> AnalysisJob | None:
        return self._under_way.get(match_id)

    def begin(self, match_id: str, state: State, requester: Requester) -> None:
        """Start the analysis of a finished match, unless it is already in progress.

        Raise ``ApiError`` with status 429 if the client already has too many analyses in progress.
        """
        if match_id in self._under_way:
            return
        others = [job.requester for job in self._under_way.values()]
        for whose, at_work, most in (
            ("you", sum(other.guest == requester.guest for other in others), MAX_ANALYSES_PER_GUEST),
            (
                "your address",
                sum(other.address == requester.address for other in others),
                MAX_ANALYSES_PER_GUEST * ADDRESS_SHARE,
            ),
        ):
            if at_work >= most:
                raise ApiError(
                    429,
                    "flood",
                    f"The coach is already analysing {at_work} games for {whose}; wait until it is done.",
                    expected=f"at most {most} at once",
                    headers={"Retry-After": "10"},
                )
        job = self._under_way[match_id] = AnalysisJob(requester)
        task = asyncio.create_task(self._work(job, match_id, state, requester))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def run_between_parts(self, requester: Requester, work: Callable[[CancelToken], Result]) -> Result:
        """Run a computation in the thread of the analyses, between two of their parts, and return the result.

        If the call is cancelled, the computation stops.
        """
        cancel = CancelToken()
        try:
            return await self._queue.run(requester, lambda: work(cancel))
        finally:
            cancel.set()

    def stop(self) -> None:
        """Stop all analyses."""
        for task in self._tasks:
            task.cancel()
        self._queue.stop()

    async def _work(self, job: AnalysisJob, match_id: str, state: State, requester: Requester) -> None:
        try:
            announce = self._store.bus.announce_analysis
            await announce(match_id, 0, 0)
            analyst = await self._queue.run(requester, lambda: Analyst(state, SIMULATIONS))
            job.total = len(analyst.parts)
            for part in analyst.parts:
                await announce(match_id, job.done, job.total)
                await self._queue.run(requester, lambda part=part: analyst.analyse_part(part))  # type: ignore[misc]
                job.done += 1
            found = await self._queue.run(requester, lambda: analysis_json(analyst))
            await self._store.keep_analysis(match_id, found)
        except UNAVAILABLE_ERRORS as error:
            self._store.database.outage.failed(error, writing=True)
        except IntegrityError:
            pass  # the match has been deleted
        except Exception:
            log.exception("a match could not be analysed", match=match_id)
        finally:
            del self._under_way[match_id]


async def _analysis_jobs(request: Request) -> AnalysisJobs:
    jobs: AnalysisJobs = request.app.state.analysis_jobs
    return jobs


CurrentAnalysisJobs = Annotated[AnalysisJobs, Depends(_analysis_jobs)]


def analysis_json(analyst: Analyst) -> dict[str, Any]:
    """Return the coach's analysis as JSON. Where a better turn was found, it is included with a log line for each
    action."""
    found = analyst.analysis()
    result = found.to_json()
    for verdict, line in zip(found.verdicts, result["verdicts"], strict=True):
        line["count"] = len(verdict.played)
        line["plan"] = [] if verdict.mark in (FORCED, BEST) else verdict.better.to_json()
        del line["played"], line["best"]
    return _rounded(result)  # type: ignore[no-any-return]


def _rounded(value: Any) -> Any:
    """Round all numbers to four decimals, since further digits are noise."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(one) for one in value]
    return value
