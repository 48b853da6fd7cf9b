"""What each choice of the seat to act would lead to, in points as if the game ended after it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mandapa.games.indus.components import RANKS
from mandapa.games.indus.decisions import INDUS, REROLL_ID, TAKE_ID, add_of, space_of
from mandapa.games.indus.log import effect, landing_of
from mandapa.games.indus.researchers import piece_text, rank_of, researcher, team_of
from mandapa.games.indus.rules import land
from mandapa.games.indus.scoring import landing_gains
from mandapa.games.indus.state import (
    ADD,
    CAPTURE_POINTS,
    FACES,
    FIELD_NAMES,
    FIELDS,
    GO,
    LANDING,
    LAST_ROLL,
    NOBODY,
    NUM_RANKS,
    OWN,
    PLACE,
    SPACES,
)
from mandapa.games.indus.view import ruins_now
from mandapa.kernel.compiling import Engine
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.types import Record, copy_of, new_records

LINES = LANDING.tolist()


def previews(state: Record, engine: Engine) -> list[dict[str, Any]]:
    """For each legal action: a move's gain and the ruins it changes, an addition's line, what a further roll brings."""
    actions = listed_actions(state)
    if state.phase not in (PLACE, ADD, GO, OWN):
        return [{"action": INDUS.format(state, action), "gain": None} for action in actions]
    outlook = Outlook(state, engine)
    return [{"action": INDUS.format(state, action), **_preview(outlook, action)} for action in actions]


@dataclass
class Outlook:
    """What landings of the acting team's researchers would do now."""

    state: Record
    engine: Engine

    @cached_property
    def gains(self) -> list[list[float]]:
        """Change of the own total by rank and field."""
        gains = np.zeros(NUM_RANKS * FIELDS)
        self.engine.run(landing_gains, self.state, new_records(self.state.dtype, 1), gains)
        table: list[list[float]] = gains.reshape(NUM_RANKS, FIELDS).tolist()
        return table

    @cached_property
    def standing(self) -> list[tuple[int, int]]:
        """Start space and rank of the acting team's researchers."""
        team = self.state.team
        found = enumerate(self.state.start.tolist())
        return [(space, rank_of(piece)) for space, piece in found if piece != NOBODY and team_of(piece) == team]

    @cached_property
    def ruins(self) -> list[dict[str, Any]]:
        """The ruins as things stand."""
        return ruins_now(self.state, self.engine)

    def landing(self, rank: int, field: int) -> dict[str, Any]:
        """Field, effect and gain of one landing."""
        if (rank, field) not in self._known:
            piece = researcher(int(self.state.team), rank)
            self._known[rank, field] = {
                "field": FIELD_NAMES[field],
                "effect": effect(self.state, field, piece),
                "gain": int(self.gains[rank][field]),
            }
        return self._known[rank, field]

    @cached_property
    def _known(self) -> dict[tuple[int, int], dict[str, Any]]:
        return {}

    def best(self, face: int, researchers: list[tuple[int, int]]) -> float:
        """The most that one of these researchers gains with a face of the die."""
        return max((self.gains[rank][LINES[space][face - 1]] for space, rank in researchers), default=0.0)


def _preview(outlook: Outlook, action: int) -> dict[str, Any]:
    state = outlook.state
    if state.phase == OWN:
        return {"gain": 0 if action == TAKE_ID else int(CAPTURE_POINTS[rank_of(int(state.pending))])}
    if state.phase in (PLACE, ADD):
        return _addition(outlook, *add_of(action))
    if action == REROLL_ID:
        return _further_roll(outlook)
    return _move(outlook, space_of(action))


def _addition(outlook: Outlook, rank: int, space: int) -> dict[str, Any]:
    """The six landings of the new researcher, and what the first roll brings on average with it."""
    faces = range(1, FACES + 1)
    researchers = [*outlook.standing, (space, rank)]
    return {
        "faces": [{"die": face, **outlook.landing(rank, LINES[space][face - 1])} for face in faces],
        "best": round(sum(outlook.best(face, researchers) for face in faces) / FACES, 2),
    }


def _further_roll(outlook: Outlook) -> dict[str, Any]:
    """Which researchers could move at each face, the chance that none gains, and the gain on average (IND-ROLL-3)."""
    roll = int(outlook.state.rolls) + 1
    able = [(space, rank) for space, rank in outlook.standing if roll <= LAST_ROLL[rank]]
    faces = range(1, FACES + 1)
    best = [outlook.best(face, able) for face in faces]
    return {
        "faces": [{"die": face, "moves": _moves(outlook, able, face)} for face in faces],
        "useless": round(sum(gain <= 0 for gain in best) / FACES, 3),
        "expected": round(sum(best) / FACES, 2),
    }


def _moves(outlook: Outlook, able: list[tuple[int, int]], face: int) -> list[dict[str, Any]]:
    moves = [
        {"space": SPACES[space], "rank": RANKS[rank], **outlook.landing(rank, LINES[space][face - 1])}
        for space, rank in able
    ]
    return sorted(moves, key=lambda move: -move["gain"])


def _move(outlook: Outlook, space: int) -> dict[str, Any]:
    """The gain of a move and every ruin that it changes."""
    state = outlook.state
    piece, field = int(state.start[space]), landing_of(state, space)
    after = copy_of(state)
    land(after, field, piece)
    changes = [
        {"ruin": now["name"], "before": now["prizes"], "after": then["prizes"], "counts": then["counts"]}
        for now, then in zip(outlook.ruins, ruins_now(after, outlook.engine), strict=True)
        if now["prizes"] != then["prizes"] or now["counts"] != then["counts"]
    ]
    return {
        **outlook.landing(rank_of(piece), field),
        "piece": piece_text(piece),
        "changes": changes,
        "own_choice": bool(after.pending != NOBODY),
    }
