"""Referee of dexterity play: sample the errors of a hand, simulate the act with MuJoCo and decide its result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import PER_MM, Components
from mandapa.games.menara.rules.physics.action_text import act_of, result_text, told_result
from mandapa.games.menara.rules.physics.hands.hand_acts import Hand, draw_hand
from mandapa.games.menara.rules.physics.tower import FULL_TURN, PER_DEGREE, tower_of
from mandapa.kernel.record import Record, Rng

if TYPE_CHECKING:
    from mandapa.games.menara.rules.physics.hands.physics import Outcome

WORKERS = 2
"""Maximum number of simultaneous simulations."""
SAME_PLACE = 5
"""Maximum difference in the positions of pieces between two simulations of an act that count as equal, 0.01 mm."""
RIM = 6000
"""Distance from a floor's middle at which a rotation is converted to a movement for this comparison, 0.01 mm."""


def plays(state: Record) -> bool:
    """Return whether this game needs the referee, that is, whether it is dexterity play."""
    return bool(state.physics == menara.DEXTERITY)


def due(state: Record) -> bool:
    """Return whether an act has been started whose outcome is not yet decided."""
    return bool(state.phase == menara.ACT)


def decide(state: Record, components: Components, rng: Rng) -> tuple[str, dict[str, Any]]:
    """Simulate the current act in a separate process.

    Return the outcome as a ``result`` text, and the details that MEN-PHY-3 requires: ``engine`` (its name), ``hand``
    (the errors), ``speed`` (the maximum at the end, mm/s), ``seconds`` (simulated time) and ``runs`` (the motion, see
    ``trajectory``).
    """
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
    outcome, text = _simulated(state, hand, components)
    details = outcome.to_json() | {"hand": hand.to_json()}
    return text, {key: details[key] for key in ("engine", "hand", "speed", "seconds", "runs")}


def repeat(state: Record, components: Components, text: str, kept: Mapping[str, Any]) -> str:
    """Simulate the current act again with the same errors, and describe how the result differs from the stored one.

    ``text`` is the stored result, and ``kept`` has its details. The results differ if other pieces fell, or if a piece
    came to rest more than ``SAME_PLACE`` away. Return an empty text if they do not differ. Raise ``ValueError`` if no
    errors of a hand are stored.
    """
    try:
        hand = Hand.from_json(kept["hand"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"hand: found {kept.get('hand')!r}, expected what a hand did") from error
    outcome, again = _simulated(state, hand, components)
    recorded, found = (_came(state, one) for one in (text, again))
    if (recorded.fallen != found.fallen).any() or (recorded.toppled != found.toppled).any():
        difference = f"another verdict: {again}"
    else:
        apart = max(int(np.abs(recorded[name] - found[name].astype(int)).max()) for name in ("x", "y", "dx", "dy"))
        turned = (recorded.rotation - found.rotation.astype(int) + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
        apart = max(apart, round(float(np.abs(np.radians(turned / PER_DEGREE)).max()) * RIM))
        difference = f"pieces up to {apart / PER_MM:.2f} mm apart" if apart > SAME_PLACE else ""
    other = kept.get("engine") != outcome.engine
    return difference and difference + (f" ({kept.get('engine')} said it, this is {outcome.engine})" if other else "")


def _came(state: Record, text: str) -> Any:
    """Parse a ``result`` text and return the final positions that it gives."""
    after = told_result(state, text)
    if after is None:
        raise ValueError(f"result: found {text!r}, which this act cannot have")
    return after.came


def _simulated(state: Record, hand: Hand, components: Components) -> tuple[Outcome, str]:
    """Simulate the current act; return its outcome, and the same as a ``result`` text."""
    from mandapa.games.menara.rules.physics.hands.physics import apply_outcome

    tower, act = tower_of(state), act_of(state)
    outcome = _workers().run(tower, act, hand, components.physics)
    apply_outcome(tower, act, outcome)
    return outcome, result_text(state, tower)


@cache
def _workers() -> Any:
    from mandapa.games.menara.rules.physics.hands.workers import Workers

    return Workers(WORKERS)
