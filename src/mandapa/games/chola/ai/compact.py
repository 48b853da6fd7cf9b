"""Compact observation of Chola: the temple as planes in small integers. Seats are relative to the observer."""

from collections.abc import Sequence

import numpy as np

from mandapa.games.chola.rules import components, secrets, state as chola, temple
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.compact import THERE, Feature, Part, byte
from mandapa.kernel.record import Bytes, Record

MOMENT = (
    Feature("phase", 1, chola.OVER + 1, f"one-hot: {', '.join(chola.PHASES)}"),
    Feature("variant", 1, len(chola.VARIANTS), f"one-hot: {', '.join(chola.VARIANTS)}"),
    Feature("own turn"),
    Feature("spaces", 160),
    Feature("last turns", 11),
    Feature("Replace run", 15),
    Feature("step", 7),
    Feature("card", 1, chola.NUM_CARDS, "kind that is built, or was taken from the row, one-hot"),
    Feature("first colour", 1, chola.NUM_COLOURS, "of the stones that are built, one-hot"),
    Feature("second colour", 1, chola.NUM_COLOURS, "one-hot"),
    Feature("split", 1, chola.NUM_COLOURS, "colour that is paid next, one-hot"),
    Feature("paid", 7, chola.NUM_COLOURS, "from the hand, by colour"),
    Feature("bag", 60, chola.NUM_COLOURS, "stones of each colour"),
    Feature("row", 8, chola.NUM_CARDS, "cards of each kind"),
    Feature("unseen", 28, chola.NUM_CARDS, "cards of each kind that the seat has not seen"),
)
SEAT = (
    Feature("colour", 1, chola.NUM_COLOURS, "one-hot"),
    Feature("stones", 7, chola.NUM_COLOURS),
    Feature("cards", 4, chola.NUM_CARDS, "of each kind, as far as known"),
    Feature("cards held", 4),
    Feature("wagon", 5, chola.NUM_COLOURS),
    Feature("red bonus", 1, chola.NUM_BONUS + 1, "card, one-hot; the first: none"),
    Feature("blue bonus", 1, chola.NUM_BONUS + 1, "card, one-hot; the first: none"),
    Feature("rests"),
    Feature("points", 250, about="below 0 as 0; in Solo the seat behind is the virtual opponent"),
)
SQUARE = (
    Feature("stone", 1, chola.NUM_COLOURS, "one-hot"),
    Feature("in the temple"),
    Feature("covered"),
    Feature("may take a stone"),
    Feature("star"),
    Feature("chosen now"),
)
SLOT = (
    Feature(THERE),
    Feature("row", 25),
    Feature("column", 25),
    Feature("finished"),
    Feature("value", 60),
    Feature("cost", 5, chola.NUM_COLOURS, "by colour"),
    Feature("chosen now"),
)
STAR = (
    Feature(THERE),
    Feature("row", 25),
    Feature("column", 25),
    Feature("treasure", 1, chola.NUM_TREASURES, "one-hot"),
)
MOMENT_SIZE, SEAT_SIZE, SQUARE_SIZE, SLOT_SIZE, STAR_SIZE = (
    sum(f.numbers for f in part) for part in (MOMENT, SEAT, SQUARE, SLOT, STAR)
)


def seats_of(players: int) -> int:
    """Return the number of seats in the observation; Solo has a second one for the virtual opponent."""
    return max(2, players)


def layout(start: Record) -> Sequence[Part]:
    """Return the parts of the observation, whose sizes depend on the number of players and on the temple."""
    levels, columns = extent(start)
    return (
        Part("moment", "facts", MOMENT),
        Part("seats", "facts", SEAT, (seats_of(int(start.players)),)),
        Part("slots", "entities", SLOT, (components.MAX_SLOTS,)),
        Part("stars", "entities", STAR, (components.MAX_STARS,)),
        Part("temple", "planes", SQUARE, (levels, columns)),
    )


@compilable
def extent(state: Record) -> tuple[int, int]:
    """Return the number of levels and the number of columns of the temple."""
    levels = 0
    columns = 0
    for square in range(state.cells):
        levels = max(levels, int(state.level[square]))
        columns = max(columns, int(state.column[square]) + 1)
    return levels, columns


@compilable
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write the observation of ``seat`` to ``out``; for a spectator (-1), that of seat 0 without its secrets."""
    first = max(seat, 0)
    sees_choices = not secrets.is_choosing_build(state) or state.seat == seat
    write_moment(state, seat, sees_choices, out)
    at = MOMENT_SIZE
    for k in range(state.players):
        other = (first + k) % int(state.players)
        write_seat(state, other, other == seat, out[at + k * SEAT_SIZE :])
    if state.variant == chola.SOLO:
        out[at + 2 * SEAT_SIZE - 1] = points_of(state, chola.OPPONENT)
    at += max(2, int(state.players)) * SEAT_SIZE
    for slot in range(int(state.slots)):
        write_slot(state, slot, out[at + slot * SLOT_SIZE :])
    if state.slot != chola.NONE:
        out[at + int(state.slot) * SLOT_SIZE + SLOT_SIZE - 1] = 1
    at += components.MAX_SLOTS * SLOT_SIZE
    temple_at = at + components.MAX_STARS * STAR_SIZE
    levels, columns = extent(state)
    for number in range(state.stars):
        square = int(state.star[number])
        row = at + number * STAR_SIZE
        out[row] = 1
        out[row + 1] = int(state.level[square]) - 1
        out[row + 2] = state.column[square]
        if state.treasure[number] > 0:
            out[row + 2 + int(state.treasure[number])] = 1
        place = (int(state.level[square]) - 1) * columns + int(state.column[square])
        out[temple_at + (chola.NUM_COLOURS + 3) * levels * columns + place] = 1
    write_temple(state, levels, columns, sees_choices, out[temple_at:])


@compilable
def write_moment(state: Record, seat: int, sees_choices: bool, out: Bytes) -> None:
    """Write the phase of the game and the shared supplies to ``out``.

    ``sees_choices``: whether the observer knows the choices already made in the current action; only then, write them.
    """
    out[state.phase if sees_choices else chola.ACTION] = 1
    at = chola.OVER + 1
    out[at + int(state.variant)] = 1
    at += 3
    out[at] = 1 if chola.REFILL < state.phase < chola.OVER and state.seat == max(seat, 0) else 0
    out[at + 1] = byte(state.spaces)
    out[at + 2] = byte(state.last_turns)
    out[at + 3] = byte(state.replace_run)
    out[at + 4] = byte(state.step)
    at += 5
    if sees_choices:
        if state.card != chola.NONE:
            out[at + int(state.card)] = 1
        if state.first_colour != chola.NONE:
            out[at + chola.NUM_CARDS + int(state.first_colour)] = 1
        if state.second_colour != chola.NONE:
            out[at + chola.NUM_CARDS + chola.NUM_COLOURS + int(state.second_colour)] = 1
        if state.split != chola.NONE:
            out[at + chola.NUM_CARDS + 2 * chola.NUM_COLOURS + int(state.split)] = 1
        for colour in range(chola.NUM_COLOURS):
            out[at + chola.NUM_CARDS + 3 * chola.NUM_COLOURS + colour] = byte(state.from_hand[colour])
    at += chola.NUM_CARDS + 4 * chola.NUM_COLOURS
    for colour in range(chola.NUM_COLOURS):
        out[at + colour] = byte(state.bag[colour])
    at += chola.NUM_COLOURS
    for card in range(chola.NUM_CARDS):
        out[at + card] = byte(state.row[card])
        unseen = int(state.stack[card])
        for other in range(state.players):
            if other != seat:
                unseen += int(state.cards[other, card] - state.known[other, card])
        out[at + chola.NUM_CARDS + card] = byte(unseen)


@compilable
def points_of(state: Record, row: int) -> int:
    """Return the total of a row of ``state.points``, a seat's or the virtual opponent's, as a number for ``out``."""
    points = 0
    for source in range(chola.ROWS):
        points += int(state.points[row, source])
    return byte(points)


@compilable
def write_seat(state: Record, seat: int, own: bool, out: Bytes) -> None:
    """Write one player's possessions. Unless ``own`` is true, include only the cards that are publicly known."""
    if state.colour[seat] != chola.NONE:
        out[state.colour[seat]] = 1
    for colour in range(chola.NUM_COLOURS):
        out[chola.NUM_COLOURS + colour] = state.hand[seat, colour]
        out[2 * chola.NUM_COLOURS + chola.NUM_CARDS + 1 + colour] = state.wagon[seat, colour]
    for card in range(chola.NUM_CARDS):
        out[2 * chola.NUM_COLOURS + card] = state.cards[seat, card] if own else state.known[seat, card]
    out[2 * chola.NUM_COLOURS + chola.NUM_CARDS] = state.held[seat]
    at = 3 * chola.NUM_COLOURS + chola.NUM_CARDS + 1
    out[at + int(state.red[seat])] = 1
    out[at + chola.NUM_BONUS + 1 + int(state.blue[seat])] = 1
    out[SEAT_SIZE - 2] = state.resting[seat]
    out[SEAT_SIZE - 1] = points_of(state, seat)


@compilable
def write_slot(state: Record, slot: int, out: Bytes) -> None:
    """Write the sculpture on ``slot``, if there is one and it can still be carved."""
    tile = int(state.tile_at[slot])
    if tile == chola.NONE or state.carver[slot] != chola.NONE:
        return
    square = int(state.slot_cell[slot, 0])
    out[0] = 1
    out[1] = int(state.level[square]) - 1
    out[2] = state.column[square]
    out[3] = 1 if temple.is_finished(state, slot) else 0
    out[4] = byte(state.tile_value[tile])
    for colour in range(chola.NUM_COLOURS):
        out[5 + colour] = byte(state.tile_cost[tile, colour])


@compilable
def write_temple(state: Record, levels: int, columns: int, sees_choices: bool, out: Bytes) -> None:
    """Write the planes of the temple, except the one with the stars, which ``compact_tensor`` writes."""
    size = levels * columns
    for square in range(state.cells):
        place = (int(state.level[square]) - 1) * columns + int(state.column[square])
        if state.stone[square] != chola.EMPTY:
            out[size * (int(state.stone[square]) - 1) + place] = 1
        out[size * chola.NUM_COLOURS + place] = 1
        out[size * (chola.NUM_COLOURS + 1) + place] = state.covered[square]
        out[size * (chola.NUM_COLOURS + 2) + place] = 1 if temple.takes_one(state, square) else 0
    if sees_choices and state.place != chola.NONE:
        chosen = np.empty(4, np.int16)
        for i in range(temple.squares_of(state, int(state.place), chosen)):
            square = int(chosen[i])
            place = (int(state.level[square]) - 1) * columns + int(state.column[square])
            out[size * (chola.NUM_COLOURS + 4) + place] = 1
