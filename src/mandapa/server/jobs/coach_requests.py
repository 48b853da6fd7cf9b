"""Pending questions to the coach. Repeated questions share one computation."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import Requester

KEEP_SECONDS = 15.0
"""Seconds for which a question is kept while no request waits for the answer.

Clients that get a "busy" response ask again. The question has then kept its place in the queue, or its answer.
"""


class CoachBusy(ApiError):
    """Error for a question whose turn has not come yet, with its ``place`` in the queue."""

    def __init__(self, place: int) -> None:
        message = f"The coach is busy, and you are number {place} in its queue; ask again to keep your place."
        super().__init__(503, "unavailable", message, headers={"Retry-After": "1"})
        self.place = place

    def body(self) -> dict[str, Any]:
        """Return the response body with the place in the queue."""
        body = super().body()
        body["error"]["place"] = self.place
        return body


class _Question:
    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.waiting = 0
        self.giving_up: asyncio.TimerHandle | None = None


class PendingCoachRequests:
    """Pending questions, by guest and by a key that identifies the question and the position.

    ``seconds``: how long a request waits for an answer. After that, the client gets a "busy" response with the
    question's ``place`` in the queue; 0 once its turn has come.
    """

    def __init__(self, seconds: float, place: Callable[[Requester], int]) -> None:
        self._seconds = seconds
        self._place = place
        self._asked: dict[Hashable, _Question] = {}

    async def result(self, payer: Requester, key: Hashable, think: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Return the answer to a question, calling ``think`` unless the question is already pending.

        If the question's turn does not come in time, raise 503 with the place in the queue. The question keeps that
        place for a while.
        """
        key = payer.guest, key
        question = self._asked.get(key) or self._begin(key, think)
        question.waiting += 1
        if question.giving_up is not None:
            question.giving_up.cancel()
        try:
            while not question.task.done():
                await asyncio.wait([question.task], timeout=self._seconds)
                if not question.task.done() and (ahead := self._place(payer)):
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
        """Forget a question that failed, so that the next request starts it again."""
        if question.task.cancelled() or question.task.exception() is not None:
            self._forget(key, question)

    def _give_up(self, key: Hashable, question: _Question) -> None:
        question.task.cancel()
        self._forget(key, question)

    def _forget(self, key: Hashable, question: _Question) -> None:
        if self._asked.get(key) is question:
            del self._asked[key]
