"""Bounds on the length of a game of Hampi and on its returns, the players' results as numbers."""

from collections.abc import Sequence

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.components import CONDITIONS
from mandapa.kernel.bounds import Bounds
from mandapa.kernel.record import Record

CELL_TURN_MARK = 3
"""Number of decisions about a tile: its cell, its rotation and a marker (HAM-TURN-4).

Withdrawing a marker from another zone is not included.
"""

Stack = tuple[int, int]
"""Number of tiles in a stack, and number of other items in it: the Jewel or conditions."""


def bounds(start: Record) -> Bounds:
    """Return the bounds of a game that continues from ``start``.

    The return of a sole winner is 1 minus an equal share of the victory (HAM-END-6).
    """
    deals = [_stacks(start, in_second) for in_second in _splits(start)]
    share = 1 / int(start.players)
    return Bounds(
        max(_decisions(start, stacks) for stacks in deals),
        _set_up(start) + max(sum(_draws(*stack) for stack in stacks) for stacks in deals) - _may_go_back(start),
        -share,
        1 - share,
    )


def _splits(start: Record) -> Sequence[int]:
    """Return the possible numbers of conditions in stack 2.

    There are several before the conditions are dealt to stacks 2 and 3 (HAM-SETUP-4).
    """
    if start.phase >= hampi.DRAW or start.specials[1] != hampi.NONE:
        return [int(start.specials[1])]
    return range(1, CONDITIONS)


def _stacks(start: Record, in_second: int) -> list[Stack]:
    """Return the stacks still to be played; a quick game omits the third (HAM-SETUP-7)."""
    items, specials = start.stack.tolist(), start.specials.tolist()
    if start.phase < hampi.DRAW:
        specials[1:] = in_second, CONDITIONS - in_second
        items[1], items[2] = items[1] + specials[1], items[2] + specials[2]
    current = int(start.round_number) - 1
    items[current] += int(start.aside.sum()) + _may_go_back(start)  # HAM-TURN-5
    return [(items[stack] - specials[stack], specials[stack]) for stack in range(current, int(start.last_round))]


def _may_go_back(start: Record) -> int:
    """Return 1 if the drawn tile may be replaced, otherwise 0.

    A replaced tile goes back into its stack and can be drawn again.
    """
    return int(bool(start.readings & hampi.REPLACEABLE) and start.drawn != hampi.NONE)


def _decisions(start: Record, stacks: Sequence[Stack]) -> int:
    """Return the maximum number of decisions in the rest of the game.

    Every tile is laid at most once (HAM-TILE-1). If a player's supply is empty, moving a marker takes one more decision
    (HAM-MARK-9), so each seat first places the markers of its supply. The turn passes on whatever is drawn
    (HAM-TURN-2, HAM-TURN-3), so no seat lays more tiles than it has turns. The number of moved markers is greatest if
    some seats lay a tile in each of their turns.
    """
    tiles = sum(tiles for tiles, _ in stacks) + int(start.drawn != hampi.NONE) - _may_go_back(start)
    turns = tiles + sum(specials for _, specials in stacks)
    players = int(start.players)
    supply: int = hampi.MARKERS - int(start.markers_out[:players].max())
    own = -(-turns // players)
    seats, rest = divmod(tiles, max(1, own))
    moved = seats * max(0, own - supply) + max(0, rest - supply)
    return CELL_TURN_MARK * tiles + moved + _replaced(start, stacks) + _about_the_last(start)


def _replaced(start: Record, stacks: Sequence[Stack]) -> int:
    """Return the maximum number of tiles that are replaced.

    The option allows it once per turn, but never for the last item of a stack.
    """
    if not start.readings & hampi.REPLACEABLE:
        return 0
    return sum(max(0, sum(stack) - 1) for stack in stacks)


def _about_the_last(start: Record) -> int:
    """Return the maximum number of decisions that are left about placing a marker on the tile just laid."""
    if start.phase == hampi.MARK:
        return 1 + int(start.markers_out[start.seat] == hampi.MARKERS)
    return int(start.phase == hampi.SOURCE)


def _set_up(start: Record) -> int:
    """Return the number of set-up events left: tiles, their rotations, split of the conditions, first player.

    See HAM-SETUP-1, 4 and 6.
    """
    if start.phase >= hampi.DRAW:
        return 0
    tiles_and_turn = (
        hampi.SETUP_TILES + 1 - min(int(start.phase) - hampi.FIRST_TILE, hampi.ROTATIONS) if start.laid == 0 else 0
    )
    return tiles_and_turn + int(start.specials[1] == hampi.NONE) + int(start.first_player == hampi.NONE)


def _draws(tiles: int, specials: int) -> int:
    """Return the maximum number of draws from a stack.

    In a turn, tiles that fit nowhere may be drawn, at worst all of them. They are shuffled back when the turn ends
    (HAM-TURN-5). But each turn removes at least one item for good: a tile that fits, the Jewel, a condition, or all
    remaining tiles (HAM-TURN-6). So in each turn, every tile of the stack is drawn at most once, and at most one other
    item. The total is greatest if all but one of the other items come first, then the tiles, then the last item.
    """
    if specials == 0:
        return tiles * (tiles + 1) // 2
    return (specials - 1) * (tiles + 1) + tiles * (tiles + 3) // 2 + 1
