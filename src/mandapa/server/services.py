"""What one server process has once, for every table and every request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Annotated, Protocol, TypeVar
from weakref import WeakValueDictionary

from fastapi import Depends, Request

from mandapa.server.identity.visitors import Visitors
from mandapa.server.jobs.fair_queue import FairQueue
from mandapa.server.jobs.questions import Questions
from mandapa.server.jobs.tasks import Tasks
from mandapa.server.jobs.thinking import REFEREES, Thinkers
from mandapa.server.jobs.warmup import MachineCode
from mandapa.server.jobs.work import AT_ONCE, Precedence, Workroom
from mandapa.server.metrics import Metrics
from mandapa.server.protection.limits import Limits
from mandapa.server.settings import Settings
from mandapa.server.store.store import Store

Result = TypeVar("Result")


PREVIEWS = 2
"""Previews that are computed at once."""
COMPUTING = 2
"""Pieces of what live tables wait for that are computed at once."""
INTERACTIVE = PREVIEWS + 3 * AT_ONCE + REFEREES + COMPUTING
"""Threads for what somebody waits for: no kind of work takes those of another."""


class Notifier(Protocol):
    """Lets people know what happens at tables of which they have no page open."""

    def tell_turn(self, match_id: str, guests: Collection[str]) -> None:
        """These guests are waited for at a match."""

    def tell_asked(self, match_id: str, guest_id: str) -> None:
        """Somebody is asked to come to a table."""

    def looked(self, match_id: str, guest_id: str) -> None:
        """A guest looks at a table: what happens there later is told again."""


@dataclass(eq=False)
class Services:
    """What tables and requests share.

    Attributes:
        bots: where computer players, hints and referees are at work.
        questions: to the coach, each thought about once.
        computing: what live tables wait for themselves, where rules are interpreted.
        previews: what somebody at a table waits for.
        reviews: work on positions of the past, practice, scores.
        records: imports and forks.
        loads: the replay of stored matches.
        moves: which go before all work in other threads.
        tasks: of the event loop, that nobody waits for.
        interactive: the threads of all that somebody waits for; each kind of work has as many as it may have at once.
    """

    settings: Settings
    store: Store
    notifier: Notifier
    metrics: Metrics
    limits: Limits
    visitors: Visitors
    bots: Thinkers
    questions: Questions
    machine_code: MachineCode
    computing: FairQueue
    previews: FairQueue
    reviews: Workroom
    records: Workroom
    loads: Workroom
    moves: Precedence
    tasks: Tasks
    interactive: ThreadPoolExecutor
    _turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    @classmethod
    def of(cls, settings: Settings, store: Store, tasks: Tasks, notifier: Notifier) -> Services:
        """The services of a process with these settings."""
        metrics, limits, moves = Metrics(), Limits(settings, store), Precedence()
        interactive = ThreadPoolExecutor(INTERACTIVE, "interactive")
        bots = Thinkers(settings.bot_threads, settings.thinking_seconds, metrics, settings.bot_seconds, interactive)
        return cls(
            settings=settings,
            store=store,
            notifier=notifier,
            metrics=metrics,
            limits=limits,
            visitors=Visitors(settings, store, limits),
            bots=bots,
            questions=Questions(settings.hint_seconds, bots.place),
            machine_code=MachineCode(settings.warm),
            computing=FairQueue(interactive, COMPUTING),
            previews=FairQueue(interactive, PREVIEWS, each=1),
            reviews=Workroom(interactive, settings.work_seconds, moves=moves),
            records=Workroom(interactive, settings.work_seconds, moves=moves),
            loads=Workroom(interactive, moves=moves),
            moves=moves,
            tasks=tasks,
            interactive=interactive,
        )

    async def compute(self, owner: str | None, work: Callable[[], Result]) -> Result:
        """Runs what takes milliseconds, and what a live table of this guest waits for, away from the event loop."""
        return await self.computing.run(self.visitors.payer(owner), work)

    def turn(self, what: str) -> asyncio.Lock:
        """The lock of what is done one at a time in this process."""
        return self._turns.setdefault(what, asyncio.Lock())

    def stop(self) -> None:
        """Nothing more is begun; the store is closed by itself."""
        self.questions.stop()
        self.bots.stop()
        self.computing.stop()
        self.previews.stop()
        self.limits.stop()
        for room in (self.reviews, self.records, self.loads):
            room.stop()
        self.interactive.shutdown(wait=False, cancel_futures=True)


def services_of(request: Request) -> Services:
    """The services of the app that handles this request."""
    services: Services = request.app.state.services
    return services


async def _services(request: Request) -> Services:
    return services_of(request)  # FastAPI sends what is not asynchronous to a thread


CurrentServices = Annotated[Services, Depends(_services)]
