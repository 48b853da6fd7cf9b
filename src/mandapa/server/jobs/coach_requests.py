"""Pending questions to the coach. A client that repeats a question gets the answer of the same computation."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import Requester

KEEP_SECONDS = 15.0
"""Seconds for which a question and its answer are kept while no request is waiting for the answer.

A client that gets a "busy" response asks again. Until then, the question keeps its place in the queue.
"""


class CoachBusy(ApiError):
    """Error 503 for a question that is still waiting in the queue. ``place``: its position there."""

    def __init__(self, place: int) -> None:
        message = f"The coach is busy, and you are number {place} in its queue; ask again to keep your place."
        super().__init__(503, "unavailable", message, headers={"Retry-After": "1"})
        self.place = place

    def body(self) -> dict[str, Any]:
        """Return the response body, which includes the position in the queue."""
        body = super().body()
        body["error"]["place"] = self.place
        return body


class _Question:
    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.waiting = 0
        self.giving_up: asyncio.TimerHandle | None = None


class PendingCoachRequests:
    """Pending questions to the coach, each identified by the guest and a key for the question and the game position.

    ``seconds``: how long a request waits before it gets a "busy" response, if the question is still in the queue;
    ``place``: function that returns a client's position in the queue, or 0 if the client is not waiting there.
    """

    def __init__(self, seconds: float, place: Callable[[Requester], int]) -> None:
        self._seconds = seconds
        self._place = place
        self._asked: dict[Hashable, _Question] = {}

    async def result(self, requester: Requester, key: Hashable, think: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Return the answer to the question ``key``. Start its computation, ``think``, unless it is already pending.

        If the computation has not started in time, raise ``CoachBusy``. The question keeps its place in the queue for
        ``KEEP_SECONDS``.
        """
        key = requester.guest, key
        question = self._asked.get(key) or self._begin(key, think)
        question.waiting += 1
        if question.giving_up is not None:
            question.giving_up.cancel()
        try:
            while not question.task.done():
                await asyncio.wait([question.task], timeout=self._seconds)
                if not question.task.done() and (ahead := self._place(requester)):
                    raise CoachBusy(ahead)
            return question.task.result()
        finally:
            question.waiting -= 1
            if not question.waiting:
                loop = asyncio.get_running_loop()
                question.giving_up = loop.call_later(KEEP_SECONDS, self._give_up, key, question)

    def stop(self) -> None:
        """Cancel all questions."""
        for question in self._asked.values():
            question.task.cancel()
            if question.giving_up is not None:
                question.giving_up.cancel()

    def _begin(self, key: Hashable, think: Callable[[], Coroutine[Any, Any, Any]]) -> _Question:
        question = self._asked[key] = _Question(asyncio.create_task(think()))
        question.task.add_done_callback(lambda task: self._done(key, question))
        return question

    def _done(self, key: Hashable, question: _Question) -> None:
        """Forget a question whose computation has failed, so that the next request starts it again."""
        if question.task.cancelled() or question.task.exception() is not None:
            self._forget(key, question)

    def _give_up(self, key: Hashable, question: _Question) -> None:
        question.task.cancel()
        self._forget(key, question)

    def _forget(self, key: Hashable, question: _Question) -> None:
        if self._asked.get(key) is question:
            del self._asked[key]
