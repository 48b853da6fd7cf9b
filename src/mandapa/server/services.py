"""Services of a server process that all tables and requests share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Annotated, Protocol, TypeVar
from weakref import WeakValueDictionary

from fastapi import Depends, Request

from mandapa.server.identity.visitors import Visitors
from mandapa.server.jobs.bot_pool import REFEREES, BotPool
from mandapa.server.jobs.coach_requests import PendingCoachRequests
from mandapa.server.jobs.compilation import GameCompiler
from mandapa.server.jobs.fair_queue import FairQueue
from mandapa.server.jobs.job_pool import MAX_CONCURRENT_JOBS, JobQueue, MovePriority
from mandapa.server.jobs.tasks import Tasks
from mandapa.server.metrics import Metrics
from mandapa.server.protection.limits import Limits
from mandapa.server.settings import Settings
from mandapa.server.store.store import Store

Result = TypeVar("Result")


PREVIEWS = 2
"""Maximum number of previews (the effects of possible actions) that are computed in parallel."""
COMPUTING = 2
"""Maximum number of computations for live tables that run in parallel."""
INTERACTIVE = PREVIEWS + 3 * MAX_CONCURRENT_JOBS + REFEREES + COMPUTING
"""Number of threads for work that a client is waiting for. All kinds of work can reach their limits at the same
time."""


class Notifier(Protocol):
    """Sends guests notifications about tables that they don't have open."""

    def tell_turn(self, match_id: str, guests: Collection[str]) -> None:
        """Notify these guests that it is their turn in a match."""

    def notify_invited(self, match_id: str, guest_id: str) -> None:
        """Notify a guest of an invitation to a table."""

    def mark_seen(self, match_id: str, guest_id: str) -> None:
        """Record that a guest has opened a table. From then on, new events there trigger notifications again."""


@dataclass(eq=False)
class Services:
    """Services that tables and requests share.

    Attributes:
        bot_pool: runs bots, hints and referees.
        pending_coach_requests: requests to the coach in progress. Equal requests share one computation.
        computing: queue of short computations for live tables, which would block the event loop.
        previews: queue of previews that a player at a table is waiting for.
        review_jobs: queue of jobs on past positions, practice and scores.
        import_jobs: queue of jobs that import a record or fork a table.
        replay_jobs: queue of jobs that replay a stored match.
        moves: gives moves precedence over all work in other threads.
        tasks: background tasks of the event loop.
        interactive: threads for all work that a client is waiting for (``INTERACTIVE``).
    """

    settings: Settings
    store: Store
    notifier: Notifier
    metrics: Metrics
    limits: Limits
    visitors: Visitors
    bot_pool: BotPool
    pending_coach_requests: PendingCoachRequests
    compiler: GameCompiler
    computing: FairQueue
    previews: FairQueue
    review_jobs: JobQueue
    import_jobs: JobQueue
    replay_jobs: JobQueue
    moves: MovePriority
    tasks: Tasks
    interactive: ThreadPoolExecutor
    _named_locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    @classmethod
    def of(cls, settings: Settings, store: Store, tasks: Tasks, notifier: Notifier) -> Services:
        """Create the services of one server process."""
        metrics, limits, moves = Metrics(), Limits(settings, store), MovePriority()
        interactive = ThreadPoolExecutor(INTERACTIVE, "interactive")
        bots = BotPool(settings.bot_threads, settings.thinking_seconds, metrics, settings.bot_seconds, interactive)
        return cls(
            settings=settings,
            store=store,
            notifier=notifier,
            metrics=metrics,
            limits=limits,
            visitors=Visitors(settings, store, limits),
            bot_pool=bots,
            pending_coach_requests=PendingCoachRequests(settings.hint_seconds, bots.place),
            compiler=GameCompiler(settings.warm),
            computing=FairQueue(interactive, COMPUTING),
            previews=FairQueue(interactive, PREVIEWS, max_per_address=1),
            review_jobs=JobQueue(interactive, settings.work_seconds, moves=moves),
            import_jobs=JobQueue(interactive, settings.work_seconds, moves=moves),
            replay_jobs=JobQueue(interactive, moves=moves),
            moves=moves,
            tasks=tasks,
            interactive=interactive,
        )

    async def compute(self, owner: str | None, work: Callable[[], Result]) -> Result:
        """Run a computation of a few milliseconds outside the event loop. ``owner``: the guest who owns the live
        table."""
        return await self.computing.run(self.visitors.requester(owner), work)

    def named_lock(self, what: str) -> asyncio.Lock:
        """Return the lock that serialises the named operation within this process."""
        return self._named_locks.setdefault(what, asyncio.Lock())

    def stop(self) -> None:
        """Stop all services except the store, which is closed separately."""
        self.pending_coach_requests.stop()
        self.bot_pool.stop()
        self.computing.stop()
        self.previews.stop()
        self.limits.stop()
        for room in (self.review_jobs, self.import_jobs, self.replay_jobs):
            room.stop()
        self.interactive.shutdown(wait=False, cancel_futures=True)


def services_of(request: Request) -> Services:
    """Return the services of the app that handles this request."""
    services: Services = request.app.state.services
    return services


async def _services(request: Request) -> Services:
    return services_of(request)  # FastAPI runs synchronous dependencies in a thread


CurrentServices = Annotated[Services, Depends(_services)]
