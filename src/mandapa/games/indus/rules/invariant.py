"""Invariants of every state of Indus, used by checks but not in play."""

import numpy as np

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.components import RANKS, TEAMS
from mandapa.games.indus.rules.researchers import may_lie_together, owner_of, researchers_of, team_of
from mandapa.kernel.record import Record


def invariant(start: Record, state: Record) -> str | None:
    """Return the first violated invariant of ``state``, which was reached from ``start``; None if all hold."""
    return _fields(state) or _researchers(start, state) or _moment(state) or _end(state)


def _fields(state: Record) -> str | None:
    """Check each stack (IND-CAP-1).

    It must have no gaps. A field is secured by the team that has two researchers there, and all others there must have
    been spared. On other fields, each team has at most one researcher.
    """
    stacks, heights, secured = state.stack.tolist(), state.height.tolist(), state.secured.tolist()
    for field in range(indus.FIELDS):
        stack, name = stacks[field][: heights[field]], indus.FIELD_NAMES[field]
        waiting = stacks[field][heights[field] :]
        if indus.NOBODY in stack or (any(waiting) and not _waits(state, waiting)):
            return f"field {name}: {stacks[field]} at height {heights[field]}, expected no gaps"
        teams = [team_of(piece) for piece in stack]
        owner = owner_of(teams)
        if secured[field] != owner or not may_lie_together(state, teams):
            return f"field {name}: teams {teams}, secured by {secured[field]}, expected {owner} (IND-CAP-1)"
    return None


def _waits(state: Record, above: list[int]) -> bool:
    """Return whether the only researcher stored above a stack is a pending one that may stay there (IND-TWO-5)."""
    return bool(state.choices & indus.SPARE_OWN) and above[0] == state.pending and not any(above[1:])


def _researchers(start: Record, state: Record) -> str | None:
    """Check that the points from captures equal the value of the researchers that have left the game (IND-CAP-6)."""
    before, now = researchers_of(start), researchers_of(state)
    gone = before - now
    if (gone < 0).any() or (state.reserve < 0).any():
        return f"{gone.tolist()} researchers gone, expected none to appear from nowhere (IND-SETUP-1)"
    paid = int(state.points.astype(np.int64).sum() - start.points.astype(np.int64).sum())
    worth = int((gone @ indus.CAPTURE_POINTS.astype(np.int64)).sum())
    if paid != worth:
        return f"{paid} points for captures worth {worth} (IND-CAP-6)"
    for team in range(indus.NUM_TEAMS):
        limit = indus.IN_PLAY[int(state.players)] if state.seat_of[team] != indus.NONE else (0, 0, 0)
        if any(count > most for count, most in zip(now[team].tolist(), limit, strict=True)):
            return f"{TEAMS[team]}: {dict(zip(RANKS, now[team].tolist(), strict=True))}, expected at most {limit}"
    return None


def _moment(state: Record) -> str | None:
    """Check that the die, the pending researcher and the ruins are set in the phases that need them."""
    if state.phase in (indus.GO, indus.OWN) and state.die not in range(1, indus.FACES + 1):
        return f"die {state.die}, expected 1 to {indus.FACES} (IND-ROLL-1)"
    if (state.pending != indus.NOBODY) != (state.phase == indus.OWN):
        return f"pending {state.pending} in phase {state.phase} (IND-TWO-5)"
    if any(count > indus.TAKE_BACK_LIMIT for count in state.taken_back.tolist()):
        return f"taken back {state.taken_back.tolist()}, expected at most {indus.TAKE_BACK_LIMIT} (IND-TWO-8)"
    if state.phase > indus.START_SEAT and state.ruins == 0:
        return "no ruins on a complete board (IND-BOARD-5)"
    return None


def _end(state: Record) -> str | None:
    """Check that the game is over only if no researcher is left in a reserve or on a start space (IND-END-1)."""
    left = int(state.reserve.sum()) + sum(piece != indus.NOBODY for piece in state.start.tolist())
    if state.phase == indus.OVER and left:
        return f"over with {left} researchers left (IND-END-1)"
    return None
