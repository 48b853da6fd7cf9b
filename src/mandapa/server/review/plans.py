"""Turns that computer players would play, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mandapa.kernel.generic import imagine
from mandapa.library import State


def plan_of(state: State, line: Iterable[str]) -> list[dict[str, Any]]:
    """The actions of the rest of the turn, each with its log line; acts go as computer players imagine them."""
    imagine(state.record)
    plan = []
    for action in line:
        plan.append({"action": action, "log": state.describe(action)})
        state.apply(action)
    return plan
