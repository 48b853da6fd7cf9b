"""Upper and lower bounds on the length and the scores of a game of Indus."""

from collections import Counter

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.board import next_place
from mandapa.games.indus.rules.components import NO_PART, PIECES, PIECES_OF_A_SIZE
from mandapa.games.indus.rules.researchers import rank_of, team_of
from mandapa.games.indus.rules.setup import placements
from mandapa.kernel.bounds import Bounds
from mandapa.kernel.record import Record

Researchers = Counter[tuple[int, int]]
"""Number of researchers by team and rank."""

SECURING = 2
"""Number of researchers that secure a field and stay there until the end (IND-CAP-1, IND-CAP-7)."""


def bounds(start: Record) -> Bounds:
    """Return the bounds on decisions, chance events and scores of a game that continues from ``start``."""
    waiting = _waiting(start)
    loose = waiting + _unsecured(start)
    seats = range(int(start.players))
    totals = [sum(int(start.points[team]) for team in _teams(start, seat)) for seat in seats]
    rolls = _rolls(start, waiting)
    return Bounds(
        _decisions(start, waiting, loose) + rolls,  # one decision after each roll (IND-ROLL-2, IND-ROLL-3)
        indus.PLACES - int(next_place(start)) + int(start.start_seat == indus.NONE) + rolls,  # IND-BOARD-6, IND-SETUP-4
        min(totals),
        _prizes(start) + max(totals[seat] + _captures(start, seat, loose) for seat in seats),
    )


def _teams(start: Record, seat: int) -> list[int]:
    """Return the teams that a seat leads."""
    return [team for team in start.team_of[seat].tolist() if team != indus.NONE]


def _waiting(start: Record) -> Researchers:
    """Return the researchers in reserve or on start spaces. Each of them uses one turn (IND-TURN-1, IND-TURN-2)."""
    reserve = start.reserve.tolist()
    found = Researchers(
        {(team, rank): reserve[team][rank] for team in range(indus.NUM_TEAMS) for rank in range(indus.NUM_RANKS)}
    )
    found.update((team_of(piece), rank_of(piece)) for piece in start.start.tolist() if piece != indus.NOBODY)
    return found


def _unsecured(start: Record) -> Researchers:
    """Return the researchers on fields that are not secured, which can still be captured (IND-CAP-3)."""
    return Researchers(
        (team_of(piece), rank_of(piece))
        for field in range(indus.FIELDS)
        if start.secured[field] == indus.NONE
        for piece in start.stack[field, : start.height[field]].tolist()
    )


def _take_backs(start: Record) -> int:
    """Return the number of researchers that can still be taken back (IND-TWO-8)."""
    return 2 * indus.TAKE_BACK_LIMIT - int(start.taken_back.sum()) if start.players == 2 else 0


def _rolls(start: Record, waiting: Researchers) -> int:
    """Return the maximum number of rolls. A turn has one to three, depending on the researcher's rank (IND-ROLL-2)."""
    once = sum(int(indus.LAST_ROLL[rank]) * count for (_, rank), count in waiting.items())
    return once + int(indus.LAST_ROLL.max()) * _take_backs(start)


def _decisions(start: Record, waiting: Researchers, loose: Researchers) -> int:
    """Return the maximum number of decisions other than those after a roll.

    Each researcher is placed once, in set-up or during the game (IND-ADD-1), and again each time it is taken back. With
    two players, a team is chosen for every turn and for every researcher that players place in set-up (IND-TWO-1,
    IND-SETUP-8), and every pending researcher requires a decision (IND-TWO-5).
    """
    still_to_place = int(placements(start)) - int(start.placed) if start.phase < indus.TEAM else 0
    posted = int(start.reserve.sum()) + _take_backs(start)
    if not start.choices & indus.FREE_PLACEMENT:
        posted -= still_to_place
    if start.players != 2:
        return posted
    teams = waiting.total() + _take_backs(start) + (still_to_place if start.choices & indus.FREE_PLACEMENT else 0)
    return posted + teams + _own_captures(start, waiting, loose) + _take_backs(start)


def _own_captures(start: Record, waiting: Researchers, loose: Researchers) -> int:
    """Return the maximum number of pending researchers that are scored or spared: at most one per turn (IND-TWO-6)."""
    count = int(start.pending != indus.NOBODY)
    for seat in range(int(start.players)):
        count += min(_of(waiting, _teams(start, seat)).total(), _free(start, seat, loose).total())
    return count


def _of(researchers: Researchers, teams: list[int]) -> Researchers:
    """Return the researchers of the given teams."""
    return Researchers({key: count for key, count in researchers.items() if key[0] in teams})


def _free(start: Record, seat: int, loose: Researchers) -> Researchers:
    """Return the seat's unsecured researchers that its own teams may capture.

    They are captured only on a field that the seat has secured. If it has none, two of its researchers must secure one
    and cannot be captured.
    """
    own = _of(loose, _teams(start, seat))
    if not any(int(team) in _teams(start, seat) for team in start.secured):
        for rank in sorted(rank for _, rank in own.elements())[:SECURING]:
            team = next(team for team, other in own if other == rank and own[team, rank] > 0)
            own[team, rank] -= 1
    return own


def _captures(start: Record, seat: int, loose: Researchers) -> int:
    """Return the maximum number of points that a seat can still gain from captures.

    With two players, this includes captures of the seat's own researchers by its other team (IND-CAP-6, IND-TWO-5).
    """
    own = _teams(start, seat)
    capturable = _of(loose, [team for team in range(indus.NUM_TEAMS) if team not in own])
    if start.players == 2:
        capturable += _free(start, seat, loose)
        if start.pending != indus.NOBODY:
            capturable[team_of(int(start.pending)), rank_of(int(start.pending))] += 1
    return sum(int(indus.CAPTURE_POINTS[rank]) * count for (_, rank), count in capturable.items())


def _prizes(start: Record) -> int:
    """Return the total of all prizes, or its maximum for an incomplete board (IND-SCORE-6, IND-SCORE-9)."""
    if next_place(start) == indus.PLACES:
        return int(start.first_prize.sum()) + int(start.second_prize.sum())
    values = [_prizes_on(start, piece) for piece in range(PIECES)]
    corners, centres = values[:PIECES_OF_A_SIZE], values[PIECES_OF_A_SIZE:]
    return int(max(centres) + sum(sorted(corners)[-(indus.PLACES - 1) :]))


def _prizes_on(start: Record, piece: int) -> float:
    """Return the maximum total of the prizes for all parts of ruins on a board piece."""
    total = 0.0
    for kind in range(indus.NUM_KINDS):
        parts = start.parts[piece, :, kind].tolist()
        for part in set(parts) - {NO_PART}:
            total += _prize(start, piece, kind, [field for field, other in enumerate(parts) if other == part])
    return total


def _prize(start: Record, piece: int, kind: int, fields: list[int]) -> float:
    """Return the maximum prizes for a part of a ruin, given its fields on the piece (IND-VALUE-1 to IND-VALUE-4).

    A path, an alley or a wall with an exit continues on another piece (IND-BOARD-4), so it has at least two parts. Each
    of them counts at most half of its value.
    """
    if kind == indus.BUILDING:
        return float((indus.FIRST_PER_FIELD + indus.SECOND_PER_FIELD) * len(fields))
    if kind == indus.GRAVEYARD:
        return max(int(indus.GRAVEYARD_VALUE[len(fields)]), *(int(start.printed[piece, field]) for field in fields))
    if kind == indus.CANAL:
        return float(indus.CANAL_PER_FIELD * len(fields))
    goes_on = any(start.exits[piece, field, kind - indus.CANAL] for field in fields)
    return int(indus.LINE_VALUE[kind]) / (2 if goes_on else 1)
