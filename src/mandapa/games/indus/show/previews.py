"""Previews of the legal actions of Indus: their immediate effects, with points as if the game ended afterwards."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.actions import INDUS, REROLL_ID, SPARE_ID, TAKE_ID, add_of, space_of
from mandapa.games.indus.rules.components import RANKS
from mandapa.games.indus.rules.researchers import piece_text, rank_of, researcher, team_of, waits_on
from mandapa.games.indus.rules.rules import decide_on_own, land
from mandapa.games.indus.rules.scoring import landing_gains
from mandapa.games.indus.show import view_types
from mandapa.games.indus.show.log import effect, landing_of
from mandapa.games.indus.show.view import ruins_now, score_sheets
from mandapa.kernel.compile.engine import run
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, copy_of, new_records

LINES = indus.LANDING.tolist()


def previews(state: Record) -> list[view_types.Preview]:
    """Return a preview of each legal action.

    It has the gain of a move and the ruins that it changes, or the possible landings after an addition or a reroll.
    """
    actions = listed_actions(state)
    if state.phase not in (indus.PLACE, indus.ADD, indus.GO, indus.OWN):
        return [{"action": INDUS.format(state, action), "gain": None} for action in actions]
    outlook = Outlook(state)
    return [_preview(outlook, action) for action in actions]


@dataclass
class Outlook:
    """Effects of all landings that the acting team's researchers could make in a state."""

    state: Record

    @cached_property
    def gains(self) -> list[list[float]]:
        """Change in the seat's total if a researcher landed on a field, by rank and field."""
        gains = np.zeros(indus.NUM_RANKS * indus.FIELDS)
        run(landing_gains, self.state, new_records(self.state.dtype, 1), gains)
        table: list[list[float]] = gains.reshape(indus.NUM_RANKS, indus.FIELDS).tolist()
        return table

    @cached_property
    def standing(self) -> list[tuple[int, int]]:
        """Start space and rank of each researcher of the acting team on a start space."""
        team = self.state.team
        found = enumerate(self.state.start.tolist())
        return [(space, rank_of(piece)) for space, piece in found if piece != indus.NOBODY and team_of(piece) == team]

    @cached_property
    def ruins(self) -> list[view_types.RuinView]:
        """All ruins with their payments in the current state."""
        return ruins_now(self.state)

    def landing(self, rank: int, field: int) -> view_types.Landing:
        """Return the field, effect and gain of a landing."""
        if (rank, field) not in self._known:
            piece = researcher(int(self.state.team), rank)
            self._known[rank, field] = {
                "field": indus.FIELD_NAMES[field],
                "effect": effect(self.state, field, piece),
                "gain": int(self.gains[rank][field]),
            }
        return self._known[rank, field]

    @cached_property
    def _known(self) -> dict[tuple[int, int], view_types.Landing]:
        return {}

    def best(self, face: int, researchers: list[tuple[int, int]]) -> float:
        """Return the highest gain of any of ``researchers`` with this face of the die.

        They are pairs of start space and rank.
        """
        return max((self.gains[rank][LINES[space][face - 1]] for space, rank in researchers), default=0.0)


def _preview(outlook: Outlook, action: int) -> view_types.Preview:
    state, text = outlook.state, INDUS.format(outlook.state, action)
    if state.phase == indus.OWN:
        return {"action": text, "gain": _gain_of_fate(state, action)}
    if state.phase in (indus.PLACE, indus.ADD):
        return _addition(outlook, text, *add_of(action))
    if action == REROLL_ID:
        return _further_roll(outlook, text)
    return _move(outlook, text, space_of(action))


def _gain_of_fate(state: Record, action: int) -> int:
    """Return the change in the seat's total from a decision about the pending researcher."""
    if action == TAKE_ID:
        return 0
    if action != SPARE_ID:
        return int(indus.CAPTURE_POINTS[rank_of(int(state.pending))])
    after = copy_of(state)
    decide_on_own(after, action)
    seat = int(state.seat)
    return score_sheets(after)[seat]["total"] - score_sheets(state)[seat]["total"]


def _addition(outlook: Outlook, text: str, rank: int, space: int) -> view_types.AdditionPreview:
    """Return the six possible landings of an added researcher.

    Also return the highest gain of any researcher of the team with the next roll, averaged over the die.
    """
    faces = range(1, indus.FACES + 1)
    researchers = [*outlook.standing, (space, rank)]
    return {
        "action": text,
        "faces": [{"die": face, **outlook.landing(rank, LINES[space][face - 1])} for face in faces],
        "best": round(sum(outlook.best(face, researchers) for face in faces) / indus.FACES, 2),
    }


def _further_roll(outlook: Outlook, text: str) -> view_types.RerollPreview:
    """Return the possible moves after each result of another roll.

    Also return the probability that no move gains points, and the highest gain, averaged over the die.
    """
    roll = int(outlook.state.rolls) + 1
    able = [(space, rank) for space, rank in outlook.standing if roll <= indus.LAST_ROLL[rank]]
    faces = range(1, indus.FACES + 1)
    best = [outlook.best(face, able) for face in faces]
    return {
        "action": text,
        "faces": [{"die": face, "moves": _moves(outlook, able, face)} for face in faces],
        "useless": round(sum(gain <= 0 for gain in best) / indus.FACES, 3),
        "expected": round(sum(best) / indus.FACES, 2),
    }


def _moves(outlook: Outlook, able: list[tuple[int, int]], face: int) -> list[view_types.FaceMove]:
    moves: list[view_types.FaceMove] = [
        {"space": indus.SPACES[space], "rank": RANKS[rank], **outlook.landing(rank, LINES[space][face - 1])}
        for space, rank in able
    ]
    return sorted(moves, key=lambda move: -move["gain"])


def _move(outlook: Outlook, text: str, space: int) -> view_types.MovePreview:
    """Return the gain of a move and all ruins whose counts or prizes it changes."""
    state = outlook.state
    piece, field = int(state.start[space]), landing_of(state, space)
    after = copy_of(state)
    land(after, field, piece)
    changes: list[view_types.RuinChange] = [
        {"ruin": now["name"], "before": now["prizes"], "after": then["prizes"], "counts": then["counts"]}
        for now, then in zip(outlook.ruins, ruins_now(after), strict=True)
        if now["prizes"] != then["prizes"] or now["counts"] != then["counts"]
    ]
    return {
        "action": text,
        **outlook.landing(rank_of(piece), field),
        "piece": piece_text(piece),
        "changes": changes,
        "own_choice": bool(after.pending != indus.NOBODY),
        "may_spare": bool(waits_on(after) != indus.NONE),
    }
