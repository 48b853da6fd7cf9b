"""Connect Four: a complete game on Mandapa's kernel, explained step by step in ``docs/adding-a-game.md``.

The board is stored as two bitboards, one for each seat. The cell in column c and row r (from the bottom) is bit 7c + r.
Row 6 stays empty, so that lines do not continue into the next column.
"""

from typing import Any

import numpy as np

from mandapa.kernel.actions import Vocabulary, below
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Bounds, Credits, GameType, Learning, Worth
from mandapa.kernel.generic import TERMINAL
from mandapa.kernel.record import Actions, Record, Values, new_records

COLUMNS, ROWS = 7, 6
FULL = COLUMNS * ROWS

STATE = np.dtype(
    [
        ("discs", np.int64, 2),  # cells with discs of seat 0 and of seat 1, as bits
        ("plies", np.int8),  # discs on the board, 0 to 42; even: seat 0 to move
        ("over", np.int8),  # 1: the last disc made four in a row
        ("players", np.int8),  # 2
    ],
    align=True,
)

FOUR = Vocabulary("connect_four", over="", chance="", due="")
DROP = FOUR.decision("column {column}", column=below(COLUMNS, first=1))  # ids 0 to 6
COLUMN_FULL = FOUR.fault("full", "", "this column is full")


# ---------------------------------------------------------------- the rules


@compilable
def current_player(state: Record) -> int:
    """Return the seat to act, or TERMINAL after four in a row or when the board is full. Seat 0 begins."""
    if state.over or state.plies == FULL:
        return TERMINAL
    return int(state.plies & 1)


@DROP.rule
@compilable
def drop_fault(state: Record, column: int) -> int:
    """Return a fault if the column is full."""
    occupied = state.discs[0] | state.discs[1]
    return COLUMN_FULL if occupied >> (7 * column + ROWS - 1) & 1 else 0


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """Write the columns into which a disc can be dropped, and return their number."""
    if state.over:
        return 0
    count = 0
    for column in range(COLUMNS):
        if drop_fault(state, column) == 0:
            out[count] = column
            count += 1
    return count


@compilable
def apply_action(state: Record, action: int) -> None:
    """Drop a disc. Adding the lowest bit of the column carries up to its lowest free cell."""
    seat = state.plies & 1
    occupied = state.discs[0] | state.discs[1]
    column = np.int64(0b111111) << (7 * action)
    bottom = np.int64(1) << (7 * action)
    state.discs[seat] |= (occupied + bottom) & column & ~occupied
    state.over = has_four(state.discs[seat])
    state.plies += 1


@compilable
def has_four(discs: int) -> bool:
    """Return whether a bitboard has four discs in a row: vertically, horizontally or diagonally."""
    for step in (1, 7, 6, 8):
        pairs = discs & (discs >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


@compilable
def scores(state: Record, out: Values) -> None:
    """Write 1 for the seat with four in a row and -1 for the other, or 0 for both if there is no winner yet."""
    winner = (state.plies - 1) & 1
    for seat in range(2):
        out[seat] = 0 if not state.over else (1 if seat == winner else -1)


def worth(state: Record) -> Worth:
    """Describe the unit of the returns: a probability of winning, scaled from -1 to 1."""
    return Worth("chance", lost=-1, won=1)


def bounds(start: Record) -> Bounds:
    """Return the bounds on a game: at most one decision for each cell, and scores from -1 to 1."""
    return Bounds(decisions=FULL, outcomes=0, least=-1, most=1)


PARTS = {"planes": (3, ROWS, COLUMNS)}


@compilable
def observation_tensor(state: Record, seat: int, out: Values) -> None:
    """Write three planes, rows from the bottom: own discs, the other seat's discs, and free cells.

    A spectator (seat -1) gets the observation of seat 0.
    """
    own, other = state.discs[max(seat, 0)], state.discs[1 - max(seat, 0)]
    for cell in range(FULL):
        bit = 7 * (cell % COLUMNS) + cell // COLUMNS
        out[cell] = own >> bit & 1
        out[FULL + cell] = other >> bit & 1
        out[2 * FULL + cell] = 1 - out[cell] - out[FULL + cell]


# ---------------------------------------------------------------- presentation


def grid(state: Record) -> list[str]:
    """Return the board from the top row down, one character per cell."""
    marks = {(True, False): "X", (False, True): "O", (False, False): " "}
    discs = state.discs.tolist()
    return [
        "".join(
            marks[bool(discs[0] >> 7 * column + row & 1), bool(discs[1] >> 7 * column + row & 1)]
            for column in range(COLUMNS)
        )
        for row in reversed(range(ROWS))
    ]


def view(state: Record) -> dict[str, Any]:
    """Return the board as JSON. The browser draws games without a board of their own as plain grids."""
    return {"game": "connect_four", "grid": grid(state), "marks": "X is seat 0, O is seat 1"}


def text(state: Record) -> str:
    """Return the board as text, with the numbers of the columns below it."""
    return "\n".join([*("|" + "|".join(row) + "|" for row in grid(state)), " 1 2 3 4 5 6 7"])


def new_state(players: int, options: object, components: object) -> Record:
    """Return the initial state, with an empty board."""
    state: Record = new_records(STATE, 1)[0]
    state.players = players
    return state


GAME = GameType.from_package(
    __name__,
    FOUR,
    learning=Learning(lowest=0, highest=1, utility="zero_sum"),
    title="Connect Four",
    summary="Drop discs into columns; four in a row win.",
    credits=Credits(
        "Howard Wexler, Ned Strongin", "Milton Bradley", 1974, "https://en.wikipedia.org/wiki/Connect_Four"
    ),
    minutes=5,
    rules_version=1,
    min_players=2,
    max_players=2,
    default_players=2,
    state_type=STATE,
    max_legal=COLUMNS,
    max_chance=1,
)
