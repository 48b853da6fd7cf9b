"""Await work without cancelling it when the caller is cancelled."""

import asyncio
from typing import Any, TypeVar

Result = TypeVar("Result")


async def shielded(work: asyncio.Future[Result]) -> Result:
    """Return the result of ``work``. If the caller is cancelled, ``work`` continues.

    Unlike ``asyncio.shield``, this logs nothing if ``work`` fails after its last caller has been cancelled.
    """
    work.add_done_callback(retrieve)
    await asyncio.wait([work])
    return work.result()


def retrieve(work: asyncio.Future[Any]) -> None:
    """Mark the exception of finished work as retrieved, so that asyncio does not log the exception."""
    if not work.cancelled():
        work.exception()
