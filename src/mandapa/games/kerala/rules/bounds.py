"""Bounds on the length and the final scores of a game of Kerala."""

from mandapa.games.kerala.rules import scoring, state as kerala
from mandapa.games.kerala.rules.components import GAME_TILES
from mandapa.kernel.bounds import Bounds, largest_sum
from mandapa.kernel.record import Record

TAKE_AND_STEP = 2
"""Number of decisions in a turn with a tile that has no edge and no effect: take and step (KER-TURN-5)."""


def bounds(start: Record) -> Bounds:
    """Return the bounds of a game that continues from ``start``."""
    seats = range(int(start.players))
    coming = _coming(start)
    return Bounds(
        _decisions(start, coming),
        _outcomes(start),
        min(_least(start, seat) for seat in seats),
        max(_most(start, seat, coming) for seat in seats),
    )


def _coming(start: Record) -> list[int]:
    """Return the number of tiles of each type that can still be laid: those in the bag, the offer and the hand."""
    tiles: list[int] = start.bag.tolist()
    for tile in (*start.offer.tolist(), int(start.taken)):
        if tile != kerala.NONE:
            tiles[tile] += 1
    return tiles


def _rounds(start: Record) -> int:
    """Return the number of rounds after the current one; during set-up, the number of all rounds."""
    return int(start.rounds) - int(start.round_number)


def _decisions(start: Record, coming: list[int]) -> int:
    """Return the maximum number of decisions in the rest of the game.

    Every seat has one turn per round (KER-ROUND-5), and every edge, jump and shift tile is laid at most once. Turning
    an edge or jumping takes one more decision (KER-PLACE-10, KER-JUMP-2). A shift takes two more, and a third if the
    shifted stack may be turned (KER-SHIFT-2, KER-SHIFT-9).
    """
    turns = int(start.players) * _rounds(start) + int(start.turns_left)
    edges_and_jumps, shifts = (
        sum(coming[tile] for tile in range(GAME_TILES) if kerala.KIND_OF[tile] in kinds)
        for kinds in ((kerala.EDGE, kerala.JUMP), (kerala.SHIFT,))
    )
    shift = 3 if start.turn_shifted else 2
    return largest_sum(
        turns, [(TAKE_AND_STEP + shift, shifts), (TAKE_AND_STEP + 1, edges_and_jumps), (TAKE_AND_STEP, turns)]
    )


def _outcomes(start: Record) -> int:
    """Return the number of chance events still to come (KER-CHANCE-1, KER-CHANCE-2).

    Chance decides the players' colours, the first leader, the removed tiles and the tiles of each offer, one per seat.
    """
    players = int(start.players)
    colours = sum(int(start.platforms[seat].colour) == kerala.NONE for seat in range(players))
    leader = int(start.first_leader == kerala.NONE)
    return colours + leader + int(start.to_remove) + int(start.to_draw) + players * _rounds(start)


def _turns_of(start: Record, seat: int) -> int:
    """Return the maximum number of turns that a seat has left, and so of the tiles that it can still lay."""
    running = int(start.round_number) > 0
    return _rounds(start) + running


def _least(start: Record, seat: int) -> int:
    """Return a lower bound on the final score of a seat.

    Colours that are not visible at the end are missing (KER-SCORE-8). One cell of each visible colour stays
    (KER-SCORE-3), and all other tiles may be removed (KER-SCORE-6). A platform with a single colour is connected
    (KER-PLACE-12), so it is one area and stays.
    """
    platform = start.platforms[seat]
    tiles = max(1, int(platform.tiles)) + _turns_of(start, seat)
    one_colour = scoring.MISSING_POINTS * (kerala.NUM_COLOURS - 1)
    several = [
        scoring.MISSING_POINTS * (kerala.NUM_COLOURS - colours) + scoring.REMOVED_POINTS * (tiles - colours)
        for colours in range(2, min(kerala.NUM_COLOURS, tiles) + 1)
    ]
    return int(min(one_colour, *several))


def _most(start: Record, seat: int, coming: list[int]) -> int:
    """Return an upper bound on the final score of a seat (KER-SCORE-9 to 12).

    All its tiles stay, and it gets the best of the tiles still to be laid.
    """
    platform = start.platforms[seat]
    turns = _turns_of(start, seat)
    seen = [int(tile) for tile in platform.top[: platform.cells]] or [
        kerala.FIRST_START_TILE + max(0, int(platform.colour))
    ]
    present = min(kerala.NUM_COLOURS, len(seen) + turns)
    return int(
        scoring.STANDING_POINTS * (kerala.FIGURES - int(platform.passes))
        + scoring.MISSING_POINTS * (kerala.NUM_COLOURS - present)
        + sum(_worth(start, tile) for tile in seen)
        + largest_sum(turns, [(_worth(start, tile), coming[tile]) for tile in range(GAME_TILES)])
    )


def _worth(start: Record, tile: int) -> int:
    """Return the maximum number of points that a tile can score if it stays."""
    return int(
        scoring.SYMBOL_POINTS * int(start.symbols[tile]) + scoring.EDGE_POINTS * (kerala.KIND_OF[tile] == kerala.EDGE)
    )
