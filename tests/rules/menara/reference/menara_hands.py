"""Positions of Menara's dexterity game."""

from __future__ import annotations

from typing import Any

from menara_play import BASE, at, hands

import mandapa

T3 = ["Q4 light @0,0 r0 L0 [0,1,3]", *BASE[1:]]
ON_T3 = [*T3, "Q4 light @0,0 r0 L1 []"]
ON_T4 = [*BASE, "Q4 light @0,0 r0 L1 []"]
HAND = {"yellow": 3, "red": 2, "black": 1}
TWO_LEVELS = [*BASE, "Q4 light @0,0 r0 L1 [0,1,2,3]", "Q4 light @0,0 r0 L2 []"]


def hand(lines: list[str], card: str, options: dict[str, Any] | None = None, **given: Any) -> mandapa.State:
    """Return a position of the dexterity game with a card to carry out."""
    chosen = {"physics": "dexterity", **(options or {})}
    return at(lines, options=chosen, hands=hands(HAND), card=card, **given)


def log(state: mandapa.State, text: str) -> dict[str, Any]:
    found: dict[str, Any] = state.describe(text)["params"]
    return found
