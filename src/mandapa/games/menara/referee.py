"""The referee of dexterity play: a hand is drawn, MuJoCo simulates what it does, and the result is law (MEN-PHY-2)."""

from __future__ import annotations

from functools import cache
from typing import Any

from mandapa.games.menara.components import Components
from mandapa.games.menara.reading import act_of, result_text
from mandapa.games.menara.state import ACT, DEXTERITY
from mandapa.games.menara.tower import tower_of
from mandapa.kernel.types import Record, Rng

WORKERS = 2
"""Simulations at the same time."""


def plays(state: Record) -> bool:
    """Whether hands err in this game."""
    return bool(state.physics == DEXTERITY)


def due(state: Record) -> bool:
    """Whether an act is under way whose outcome is not yet known."""
    return bool(state.phase == ACT)


def decide(state: Record, components: Components, rng: Rng) -> tuple[str, dict[str, Any]]:
    """Simulate the act under way in a process of its own.

    Gives the outcome as text, and the details that MEN-PHY-3 asks for: ``engine``, ``hand`` (the errors), ``speed`` at
    the end (mm/s), ``seconds`` simulated, ``runs`` (the motion, see ``trajectory``).
    """
    from mandapa.games.menara.acts import draw_hand
    from mandapa.games.menara.physics import apply_outcome

    tower, act = tower_of(state), act_of(state)
    error = tuple(value / 100 for value in state.hand_error.tolist())
    hand = draw_hand(
        tower,
        act,
        float(state.steadiness[state.seat]),
        rng,
        components.physics,
        hasty=bool(state.hasty),
        pointer=(error,) * max(1, len(act.columns)) if state.hand_given else (),
    )
    outcome = _workers().run(tower, act, hand, components.physics)
    apply_outcome(tower, act, outcome)
    details = outcome.to_json() | {"hand": hand.to_json()}
    return result_text(state, tower), {key: details[key] for key in ("engine", "hand", "speed", "seconds", "runs")}


@cache
def _workers() -> Any:
    from mandapa.games.menara.workers import Workers

    return Workers(WORKERS)
