"""Set-up of a game of Menara (MEN-SETUP)."""

from collections.abc import Mapping
from typing import Any

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import DIFFICULTIES, Components
from mandapa.games.menara.rules.physics.tower import NONE, set_shapes
from mandapa.kernel.record import Record, new_records


def new_state(players: int, options: Mapping[str, Any], components: Components) -> Record:
    """Return the state before the first chance event."""
    state: Record = new_records(menara.STATE, 1)[0]
    set_shapes(state, components)
    state.players = players
    target, hands = components.starts[DIFFICULTIES.index(options["difficulty"])]
    chosen = options["level_cards"]
    state.physics = menara.PHYSICS.index(options["physics"])
    state.steadiness[:players] = options["steadiness"]
    state.start_target = target if chosen == "by_difficulty" else chosen
    state.target = state.start_target
    state.full_number = hands[players - 1]
    state.two_suffice = options["two_columns"]
    _set_cards(state, components)
    state.bag[:] = components.columns
    for name in (
        "quarry_top", "setup_floor", "given", "taken", "pile", "card", "one_floor", "partner_floor", "partner_base",
        "lifted_floor", "lifted_base", "floor", "set_number", "act_floor", "act_base",
    ):  # fmt: skip
        state[name] = NONE
    state.first_player = NONE if options["first_player"] == "random" else options["first_player"]
    state.seat = max(0, int(state.first_player))
    state.turn_number = 1
    state.phase = menara.FIRST_PLAYER if state.first_player == NONE else menara.SETUP_CAMP
    if options["free_build"]:
        _build_freely(state)
    return state


def _build_freely(state: Record) -> None:
    """Set up free building, without cards or a goal; seat 0 has all columns in its hand."""
    state.free_build = 1
    state.start_target = state.target = 0
    state.hand[0] = state.bag
    state.full_number = state.bag.sum()
    state.bag[:] = 0
    state.face_columns[menara.FREE_CARD] = state.full_number
    state.first_player = 0
    state.phase = menara.SETUP_FLOORS


def _set_cards(state: Record, components: Components) -> None:
    """Write the faces, and how many cards of each there are; all are in the piles, in unknown order (MEN-SETUP-6)."""
    faces = sorted({(card.pile, card.kind, card.n, card.rim) for card in components.cards})
    state.faces = len(faces)
    for number, face in enumerate(faces):
        state.face_pile[number], state.face_kind[number], state.face_columns[number], state.face_rim[number] = face
        cards = sum((card.pile, card.kind, card.n, card.rim) == face for card in components.cards)
        state.unseen[number] = cards
