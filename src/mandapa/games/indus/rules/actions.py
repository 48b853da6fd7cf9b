"""Actions of Indus: decisions of players, outcomes of chance and reasons for illegal actions.

This module declares the kinds of decision. ``rules.py`` adds the rule of each kind, for example with ``@MOVE_IN.rule``.
``state.py`` defines the start spaces and the phases.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.board import next_place
from mandapa.games.indus.rules.components import CODES, PIECES_OF_A_SIZE, RANKS, TEAMS, Team
from mandapa.kernel.actions import NOWHERE, Parameter, Vocabulary, below, fixed_by_state, one_of

INDUS = Vocabulary(
    "indus", indus.PHASES, over="IND-END-1", chance="IND-INFO-3", due="IND-TURN-1", outcome="IND-BOARD-6"
)

# ---------------------------------------------------------------- parameters


def _own_team(state: Any, number: int) -> Team:
    return TEAMS[int(state.team_of[state.seat, number])]


def _number_of_team(state: Any, text: str) -> int:
    own = state.team_of[state.seat].tolist()
    return own.index(TEAMS.index(text)) if TEAMS.index(text) in own else NOWHERE


def _piece(codes: Sequence[str]) -> Parameter:
    """Return the parameter of an action that names a board piece of one size.

    Any text is accepted, so that a piece that cannot be drawn now is rejected by the rule, not by the parser.
    """
    return replace(one_of(*codes), pattern=r"\S+", read=lambda state, text: NOWHERE)


RANK = one_of(*RANKS)
SPACE = one_of(*indus.SPACES)
OWN_TEAM = Parameter(
    2, "|".join(TEAMS), write=_own_team, read=_number_of_team, value=_own_team, about="first or second team of the seat"
)
# ---------------------------------------------------------------- decisions

ADD_AT = INDUS.decision("add {rank} {space}", indus.ADD, indus.PLACE, rank=RANK, space=SPACE)
MOVE_IN = INDUS.decision("move {space}", indus.GO, space=SPACE)
REROLL = INDUS.decision("reroll", indus.GO)
CHOOSE_TEAM = INDUS.decision("team {team}", indus.TEAM, indus.PLACE_TEAM, team=OWN_TEAM)
TAKE_BACK = INDUS.decision("take", indus.OWN)
SCORE_IT = INDUS.decision("score", indus.OWN)
SPARE_IT = INDUS.decision("spare", indus.OWN)

# ---------------------------------------------------------------- chance


def centre_0(state: Any) -> int:
    """Return the id of the first outcome with a centre piece: 0, or a number out of range once the centre is laid."""
    return 0 if next_place(state) == 0 else PIECES_OF_A_SIZE


def corner_0(state: Any) -> int:
    """Return the id of the first outcome with a corner piece: 0, or a number out of range until the centre is laid."""
    return PIECES_OF_A_SIZE if next_place(state) == 0 else 0


LAY_CENTRE = INDUS.event(
    "centre {piece}",
    indus.BOARD,
    first=centre_0,
    piece=_piece(CODES[PIECES_OF_A_SIZE:]),
)
LAY_CORNER = INDUS.event(
    "corner {place} {piece}",
    indus.BOARD,
    first=corner_0,
    place=fixed_by_state("|".join(indus.PLACE_NAMES[1:]), lambda state: indus.PLACE_NAMES[next_place(state)]),
    piece=_piece(CODES[:PIECES_OF_A_SIZE]),
)
CHOOSE_START = INDUS.event("start {seat}", indus.START_SEAT, seat=below(indus.MAX_PLAYERS))
ROLL = INDUS.event("roll {die}", indus.DIE, first=1, die=below(indus.FACES, first=1))

# ---------------------------------------------------------------- reasons for illegal actions

NONE_OF_RANK = INDUS.fault("none_of_rank", "IND-ADD-1", "none of this rank is left in the reserve")
SPACE_TAKEN = INDUS.fault("space_taken", "IND-ADD-3", "this start space is taken")
NOBODY_THERE = INDUS.fault("nobody_there", "IND-ROLL-2", "you have no researcher of this team there")
RANK_TOO_LOW = INDUS.fault("rank_too_low", "IND-ROLL-2", "this rank cannot use this roll")
NO_MORE_ROLLS = INDUS.fault("no_more_rolls", "IND-ROLL-3", "none of the waiting researchers may use another roll")
NOT_YOUR_TEAM = INDUS.fault("not_your_team", "IND-TWO-1", "this is not your team")
TEAM_EMPTY = INDUS.fault("team_empty", "IND-TWO-1", "this team has no researchers left")
TEAM_PLACED = INDUS.fault("team_placed", "IND-SETUP-8", "this team has placed all its first researchers")
NOT_SPARED = INDUS.fault("not_spared", "IND-TWO-5", "it may not stay there")

# ---------------------------------------------------------------- constants for compiled code

REROLL_ID, TAKE_ID, SCORE_ID, SPARE_ID = REROLL.id, TAKE_BACK.id, SCORE_IT.id, SPARE_IT.id
add_id, add_of = ADD_AT.encode, ADD_AT.decode
move_id, space_of = MOVE_IN.encode, MOVE_IN.decode
team_id, number_of = CHOOSE_TEAM.encode, CHOOSE_TEAM.decode
