"""Await work that continues when its waiter is cancelled."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

Result = TypeVar("Result")


async def shielded(work: asyncio.Future[Result]) -> Result:
    """Return the result of ``work`` without cancelling it when the waiter is cancelled.

    Unlike ``asyncio.shield``, this logs nothing when ``work`` fails after its last waiter has gone.
    """
    work.add_done_callback(retrieve)
    await asyncio.wait([work])
    return work.result()


def retrieve(work: asyncio.Future[Any]) -> None:
    """Mark the exception of finished work as retrieved, so that asyncio does not log it."""
    if not work.cancelled():
        work.exception()
