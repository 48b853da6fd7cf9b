"""Call a function in a forked child of the test's process."""

from __future__ import annotations

import os
import pickle
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from typing import Any

TIMEOUT = 120.0
"""Seconds after which a child is considered to hang."""


def in_fork(work: Callable[[], Any]) -> Any:
    """Return the result of ``work()`` in a forked child; an assertion fails if the child raises or hangs."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reads)
            with os.fdopen(writes, "wb") as answer:
                pickle.dump(work(), answer)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writes)
    hangs = Timer(TIMEOUT, _kill, (child,))
    hangs.start()
    try:
        with os.fdopen(reads, "rb") as answer:
            found = answer.read()
    finally:
        _, status = os.waitpid(child, 0)
        hangs.cancel()
    code = os.waitstatus_to_exitcode(status)
    assert code == 0, "the child hangs" if code == -signal.SIGKILL else f"the child ended with {code}"
    return pickle.loads(found)


def _kill(child: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
