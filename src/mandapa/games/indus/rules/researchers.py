"""Researchers of Indus: their numbers and codes, and counts of those in reserve, on start spaces and on fields."""

from collections.abc import Sequence

import numpy as np

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.components import RANKS, TEAMS, Rank
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record


@compilable
def researcher(team: int, rank: int) -> int:
    """Return the number by which a state represents a researcher of this team and rank."""
    return 1 + indus.NUM_RANKS * team + rank


@compilable
def team_of(piece: int) -> int:
    """Return the team of a researcher, given its number; see ``researcher``."""
    return (piece - 1) // indus.NUM_RANKS


@compilable
def rank_of(piece: int) -> int:
    """Return the rank of a researcher, given its number; see ``researcher``."""
    return (piece - 1) % indus.NUM_RANKS


@compilable
def stand(state: Record, team: int, rank: int, space: int) -> None:
    """Move a researcher from the reserve to a start space (IND-ADD-1, IND-SETUP-9)."""
    state.reserve[team, rank] -= 1
    state.start[space] = researcher(team, rank)


@compilable
def standing(state: Record, team: int) -> int:
    """Return the number of a team's researchers on start spaces."""
    first = researcher(team, indus.WORKER)
    count = 0
    for space in range(indus.STARTS):
        if first <= state.start[space] < first + indus.NUM_RANKS:
            count += 1
    return count


@compilable
def reserve_of(state: Record, team: int) -> int:
    """Return the number of a team's researchers in reserve."""
    return int(
        state.reserve[team, indus.WORKER] + state.reserve[team, indus.ASSISTANT] + state.reserve[team, indus.PROFESSOR]
    )


@compilable
def has_pieces_left(state: Record, team: int) -> bool:
    """Return whether a team has a researcher in reserve or on a start space (IND-TURN-2)."""
    return team != indus.NONE and (reserve_of(state, team) > 0 or standing(state, team) > 0)


@compilable
def waits_on(state: Record) -> int:
    """Return the field on which the pending researcher may stay, or NONE if it may not."""
    if state.pending != indus.NOBODY:
        for field in range(indus.FIELDS):
            if state.height[field] < indus.MAX_STACK and state.stack[field, state.height[field]] != indus.NOBODY:
                return field
    return indus.NONE


@compilable
def spared_on(state: Record, field: int) -> int:
    """Return the number of spared researchers on a secured field. They are of the other team of its owner's seat."""
    count = 0
    for level in range(state.height[field]):
        if team_of(int(state.stack[field, level])) != state.secured[field]:
            count += 1
    return count


def owner_of(teams: Sequence[int]) -> int:
    """Return the owner of a field, the team that has secured it, or NONE.

    ``teams`` are the teams of the researchers there, from bottom to top. The owner is the first team with two of them.
    Researchers of other teams were spared (IND-TWO-5).
    """
    return next((team for height, team in enumerate(teams) if team in teams[:height]), indus.NONE)


def may_lie_together(state: Record, teams: Sequence[int]) -> bool:
    """Return whether researchers of these teams, from bottom to top, may form a stack.

    Without an owner, each team occurs at most once. With an owner, all others must be spared researchers of its seat's
    other team (IND-TWO-5).
    """
    owner = owner_of(teams)
    others = [team for team in teams if team != owner] if owner != indus.NONE else []
    spares = bool(state.choices & indus.SPARE_OWN) and len(others) <= indus.MAX_SPARED
    return not others or (spares and all(state.seat_of[team] == state.seat_of[owner] for team in others))


def piece_text(piece: int) -> str:
    """Return a researcher's code: the initials of its team and rank, such as ``Ya`` for a yellow assistant."""
    return TEAMS[team_of(piece)][0].upper() + RANKS[rank_of(piece)][0]


def stack_text(state: Record, field: int) -> list[str]:
    """Return the codes of the researchers on a field, from bottom to top."""
    return [piece_text(piece) for piece in state.stack[field, : state.height[field]].tolist()]


def usable_ranks(state: Record, roll: int) -> list[Rank]:
    """Return the ranks of the acting team's researchers on start spaces that may use roll ``roll`` of the turn.

    See IND-ROLL-2.
    """
    team = int(state.team)
    ranks = {rank_of(piece) for piece in state.start.tolist() if piece != indus.NOBODY and team_of(piece) == team}
    return [RANKS[rank] for rank in sorted(ranks) if roll <= indus.LAST_ROLL[rank]]


def researchers_of(state: Record) -> np.ndarray:
    """Return the number of researchers in the game by team and rank, shape (NUM_TEAMS, NUM_RANKS).

    They are in reserve, on start spaces, on fields or pending.
    """
    pieces = [*state.start.tolist(), *state.stack.ravel().tolist()]
    if waits_on(state) == indus.NONE:
        pieces.append(int(state.pending))
    census: np.ndarray = state.reserve.astype(np.int64)
    np.add.at(census.reshape(-1), [piece - 1 for piece in pieces if piece != indus.NOBODY], 1)
    return census
