"""Set-up of a game of Chola: the initial state from the options, and the order of the steps (CHO-SETUP)."""

from collections.abc import Mapping
from typing import Any

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import COLOURS, Components
from mandapa.games.chola.rules.supplies import hand_size, row_size
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.errors import OptionError
from mandapa.kernel.record import Record, new_records

START_HAND = chola.START_EACH * chola.NUM_COLOURS + chola.START_BLIND


def new_state(players: int, options: Mapping[str, Any], components: Components) -> Record:
    """Return the state before the first chance event; points and wagons are empty (CHO-SETUP-7, CHO-SETUP-9)."""
    state: Record = new_records(chola.STATE, 1)[0]
    state.players = players
    state.variant = chola.VARIANTS.index(options["variant"])
    if (state.variant == chola.SOLO) != (players == 1):
        expected = "one player" if state.variant == chola.SOLO else "two to five players, or the variant solo"
        raise OptionError(f"variant: found {options['variant']} with {players} players, expected {expected}")
    value, values = options["removed_value"], components.data["sculpture_rules"]["big_values"]
    if value != "random" and value not in values:
        raise OptionError(f"removed_value: found {value}, expected random or one of {', '.join(map(str, values))}")
    state.treasure_rule = chola.TREASURE_RULES.index(options["treasures"])
    state.full_scoring = options["pattern_scoring"] == "full"
    state.replace_counts = options["stuck_rule"] == "replace_counts"
    state.turn_cap = options["turn_cap"]
    set_temple(state, components)
    _set_tiles(state, components)
    state.bag[:] = components.stones
    state.stack[:] = components.cards
    state.stack_size = sum(components.cards)
    if state.treasure_rule == chola.OPEN:
        state.treasures_left[:] = components.treasures
    state.colour[:] = chola.NONE
    if options["colours"] != "random":
        state.colour[:players] = [
            chola.NONE if colour == "random" else COLOURS.index(colour) for colour in options["colours"]
        ]
    state.first_player = chola.NONE if options["first_player"] == "random" else options["first_player"]
    state.removed_value = chola.NONE if value == "random" else value
    if state.variant == chola.SOLO:  # CHO-SOLO-1
        state.first_player = 0
        state.points[chola.OPPONENT, chola.OTHER_ROW] = options["head_start"]
    for name in ("doing", "card", "first_colour", "second_colour", "place", "slot", "plan", "split"):
        state[name] = chola.NONE
    begin(state)
    return state


def set_temple(state: Record, components: Components) -> None:
    """Write the squares, the places for cards, the stars and the slots of sculptures to the state."""
    temple = components.temple
    cells = len(temple.names)
    state.cells = state.spaces = cells  # CHO-DEF-1
    for name in ("below", "left", "right", "above"):
        state[name][:cells] = getattr(temple, name)
    for count, name, numbers in (
        ("sideways_pairs", "sideways", temple.sideways),
        ("upright_pairs", "upright", temple.upright),
        ("blocks", "block", temple.blocks),
        ("stars", "star", temple.stars),
    ):
        state[count] = len(numbers)
        state[name][: len(numbers)] = numbers
    state.column[:cells] = [ord(name[0]) - ord("a") for name in temple.names]
    state.level[:cells] = [int(name[1:]) for name in temple.names]
    state.slots = len(temple.slots)
    state.slot_kind[:] = chola.NONE
    state.slot_kind[: state.slots] = temple.slot_kinds
    state.slot_cell[:] = chola.NONE
    for slot, squares in enumerate(temple.slots):
        state.slot_cell[slot, : len(squares)] = squares


def _set_tiles(state: Record, components: Components) -> None:
    tiles = len(components.tiles)
    state.tile_kind[:] = chola.NONE
    state.tile_kind[:tiles] = components.tile_kind
    state.tile_value[:tiles] = components.tile_value
    state.tile_cost[:tiles] = components.tile_cost
    state.undealt = (1 << tiles) - 1 if state.variant == chola.EXPERT else 0
    state.tile_at[:] = chola.NONE
    state.carver[:] = chola.NONE


# ---------------------------------------------------------------- next step


@compilable
def begin(state: Record) -> None:
    """Go to the first set-up step that is still to be done, or to phase ``ACTION``, in which the first turn starts."""
    state.phase = next_step(state)
    if state.phase == chola.DEAL_STONE:
        if hand_size(state, int(state.first_player)) == 0:
            give_each_colour(state)
        state.seat = seat_short_of_stones(state)
    elif state.phase == chola.DEAL_CARD:
        state.seat = seat_short_of_cards(state)
    elif state.phase == chola.DEAL_BONUS:
        state.seat = seat_without_bonus(state)


@compilable
def next_step(state: Record) -> int:
    """Return the phase of the first set-up step still to be done, or ``ACTION`` if none is.

    The steps are done in the order of CHO-SETUP.
    """
    if state.first_player == chola.NONE:
        return chola.FIRST_PLAYER
    if seat_without_colour(state) != chola.NONE:
        return chola.COLOUR
    if state.variant != chola.SOLO and seat_short_of_stones(state) != chola.NONE:
        return chola.DEAL_STONE
    if star_without_treasure(state) != chola.NONE:
        return chola.TREASURE
    if seat_short_of_cards(state) != chola.NONE:
        return chola.DEAL_CARD
    if row_size(state) < (chola.SOLO_ROW if state.variant == chola.SOLO else state.players):  # CHO-SETUP-6
        return chola.DEAL_ROW
    return next_expert_step(state) if state.variant == chola.EXPERT else chola.ACTION


@compilable
def next_expert_step(state: Record) -> int:
    """Return the phase of the first step left for sculptures and bonus cards (CHO-SETUP-8, CHO-SETUP-10)."""
    if state.removed_value == chola.NONE:
        return chola.REMOVE_VALUE
    if next_slot(state) != chola.NONE:
        return chola.DEAL_TILE
    return chola.DEAL_BONUS if seat_without_bonus(state) != chola.NONE else chola.ACTION


@compilable
def seat_without_colour(state: Record) -> int:
    """Return the first seat without a colour, or NONE if all seats have one (CHO-SETUP-1)."""
    for seat in range(state.players):
        if state.colour[seat] == chola.NONE:
            return seat
    return chola.NONE


@compilable
def give_each_colour(state: Record) -> None:
    """Give one stone of each colour to every player (CHO-SETUP-2)."""
    for seat in range(state.players):
        for colour in range(chola.NUM_COLOURS):
            state.hand[seat, colour] = chola.START_EACH
            state.bag[colour] -= chola.START_EACH


@compilable
def seat_short_of_stones(state: Record) -> int:
    """Return the first seat in turn order that has not received all its initial stones, or NONE (CHO-SETUP-3)."""
    for k in range(state.players):
        seat = (int(state.first_player) + k) % int(state.players)
        if hand_size(state, seat) < START_HAND:
            return seat
    return chola.NONE


@compilable
def star_without_treasure(state: Record) -> int:
    """Return the first star that lacks a treasure tile; NONE if all have one or none are used (CHO-SETUP-4)."""
    if state.treasure_rule == chola.OPEN:
        for number in range(state.stars):
            if state.treasure[number] == 0:
                return number
    return chola.NONE


@compilable
def seat_short_of_cards(state: Record) -> int:
    """Return the first seat in turn order that has not received all its initial cards, or NONE (CHO-SETUP-5)."""
    for k in range(state.players):
        seat = (int(state.first_player) + k) % int(state.players)
        if state.held[seat] < chola.DEAL[state.variant]:
            return seat
    return chola.NONE


@compilable
def seat_without_bonus(state: Record) -> int:
    """Return the first seat that lacks a bonus card, or NONE (CHO-SETUP-10)."""
    for seat in range(state.players):
        if state.red[seat] == 0 or state.blue[seat] == 0:
            return seat
    return chola.NONE


@compilable
def next_slot(state: Record) -> int:
    """Return the first sculpture slot without a tile, or NONE if all slots have one."""
    for slot in range(int(state.slots)):
        if state.tile_at[slot] == chola.NONE:
            return slot
    return chola.NONE
