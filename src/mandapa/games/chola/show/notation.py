"""Positions of Chola set up from a description."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from mandapa.games.chola.rules import actions, state as chola, supplies, temple
from mandapa.games.chola.rules.components import CARDS, LETTERS, SLOT_KINDS, TREASURES, Components
from mandapa.games.chola.rules.turn.building import can_build_any
from mandapa.games.chola.rules.turn.solo import SECOND_LOOK
from mandapa.games.chola.rules.turn.turns import can_go_on, finish
from mandapa.kernel.input.positions import expect, whole
from mandapa.kernel.record import Record

STONE = re.compile(r"([a-z]\d{1,2})([BLWGY])")

KEYS = [
    "players",
    "stones",
    "carved",
    "tiles",
    "treasures",
    "seat",
    "colours",
    "hands",
    "cards",
    "known",
    "face_up",
    "stack",
    "wagons",
    "bonus",
    "points",
    "turns_left",
    "turn",
    "replace_run",
    "phase",
]


def position(state: Record, description: Mapping[str, Any], components: Components) -> None:
    """Turn a fresh state into the described position, in which a seat has to choose an action.

    Keys, all optional: ``players`` (must equal the state's), ``stones`` (``"a1W b1G"``; support is not required),
    ``carved`` (slot: seat), ``tiles`` (slot: tile, Expert; by default every slot has the first remaining tile of its
    size), ``treasures`` (starred square: kind), ``seat`` to act, ``colours`` by seat, ``hands``, ``cards``, ``known``,
    ``wagons``, ``bonus`` and ``points`` by seat, ``face_up``, ``stack`` (by default the cards that are nowhere else),
    ``turns_left``, ``turn``, ``replace_run``, ``phase`` (``action``). The bag holds all other stones.
    """
    for key in description:
        expect(key in KEYS, "position", key, KEYS)
    players = int(state.players)
    whole("players", description.get("players", players), players, players)
    _clear(state)
    names = {temple.square_name(state, square): square for square in range(int(state.cells))}
    _set_stones(state, description.get("stones", ""), names)
    _set_sculptures(state, description)
    _set_treasures(state, _object(description, "treasures"), names)
    _set_colours(state, description)
    _set_players(state, description)
    _set_supplies(state, description, components)
    state.first_player = 0
    state.seat = whole("seat", description.get("seat", 0), 0, players - 1)
    most = 1 + chola.FINAL_TURNS * players
    state.last_turns = whole("turns_left", description.get("turns_left", 0), 0, most)
    state.turn = whole("turn", description.get("turn", 1), 1, 10000)
    state.replace_run = whole("replace_run", description.get("replace_run", 0), 0, chola.STALL_TURNS * players)
    expect(description.get("phase", "action") == "action", "phase", description.get("phase"), "action")
    state.phase = chola.ACTION
    state.step = SECOND_LOOK if state.variant == chola.SOLO else 0
    if not _can_act(state):
        finish(state, chola.STUCK if state.variant != chola.SOLO else chola.SOLO_DONE)


def _can_act(state: Record) -> bool:
    """Return whether the seat to act can go on, which play tests at the start of a turn (CHO-TURN-2)."""
    return can_build_any(state) if state.variant == chola.SOLO else can_go_on(state)


def _clear(state: Record) -> None:
    for name in ("stone", "covered", "treasure", "treasures_left", "hand", "cards", "known", "held", "row", "wagon"):
        state[name][...] = 0
    for name in ("red", "blue", "resting"):
        state[name][...] = 0
    state.tile_at[:] = chola.NONE
    state.carver[:] = chola.NONE
    state.uncarved = state.undealt = 0
    if state.variant != chola.SOLO:
        state.points[...] = 0


def _set_stones(state: Record, stones: Any, names: Mapping[str, int]) -> None:
    example = "stones such as a1W b1G"
    expect(isinstance(stones, str), "stones", stones, example)
    for word in stones.split():
        match = STONE.fullmatch(word)
        expect(match is not None and match[1] in names, "stones", word, example)
        assert match is not None
        expect(state.stone[names[match[1]]] == chola.EMPTY, "stones", f"{match[1]} twice", "each square once")
        state.stone[names[match[1]]] = 1 + LETTERS.index(match[2])
    state.spaces = int((state.stone[: state.cells] == chola.EMPTY).sum())


def _set_sculptures(state: Record, description: Mapping[str, Any]) -> None:
    slots = {actions.SLOT_NAMES[slot]: slot for slot in range(int(state.slots))}
    carved, tiles = _object(description, "carved"), _object(description, "tiles")
    for name in (*carved, *tiles):
        expect(name in slots, "slot", name, f"S1 to S{len(slots)}")
    state.removed_value = (
        _deal_tiles(state) if state.variant == chola.EXPERT and "tiles" not in description else chola.NONE
    )
    for name, tile in tiles.items():
        expect(tile in chola.TILE_NAMES, f"tiles.{name}", tile, "a sculpture such as Q8L")
        expect(state.variant == chola.EXPERT, "tiles", name, "none but in Expert")
        number = chola.TILE_NAMES.index(tile)
        fits = state.tile_kind[number] == state.slot_kind[slots[name]]
        expect(fits and number not in state.tile_at.tolist(), f"tiles.{name}", tile, "a tile of the slot's size, once")
        state.tile_at[slots[name]] = number
    for name, seat in carved.items():
        slot = slots[name]
        state.carver[slot] = whole(f"carved.{name}", seat, 0, int(state.players) - 1)
        for square in state.slot_cell[slot].tolist():
            if square != chola.NONE:
                expect(
                    state.stone[square] != chola.EMPTY, f"carved.{name}", "an empty square", "stones on all its squares"
                )
                state.covered[square] = 1
    state.uncarved = int(((state.tile_at != chola.NONE) & (state.carver == chola.NONE)).sum())
    left = state.variant != chola.EXPERT or state.uncarved > 0
    expect(left, "tiles", "no sculpture that is not carved", "at least one: without any, Expert is over (CHO-END-5)")


def _deal_tiles(state: Record) -> int:
    """Deal a tile to every slot, in order. Return the value of the big tiles left out, by default the lowest value."""
    values = sorted(state.tile_value[state.tile_kind == chola.BIG].tolist())
    removed = int(state.removed_value) if state.removed_value != chola.NONE else values[0]
    for kind in range(len(SLOT_KINDS)):
        fits = (state.tile_kind == kind) & ~((state.tile_kind == chola.BIG) & (state.tile_value == removed))
        slots = np.flatnonzero(state.slot_kind == kind)
        state.tile_at[slots] = np.flatnonzero(fits)[: len(slots)]
    return removed


def _set_treasures(state: Record, treasures: Mapping[str, Any], names: Mapping[str, int]) -> None:
    stars = state.star.tolist()[: state.stars]
    for square, kind in treasures.items():
        expect(names.get(square) in stars, "treasures", square, "a starred square")
        expect(kind in TREASURES, f"treasures.{square}", kind, list(TREASURES))
        state.treasure[stars.index(names[square])] = 1 + TREASURES.index(kind)


def _set_colours(state: Record, description: Mapping[str, Any]) -> None:
    players = int(state.players)
    fixed = [LETTERS[colour] if colour != chola.NONE else None for colour in state.colour.tolist()[:players]]
    free = [letter for letter in LETTERS if letter not in fixed]
    colours = description.get("colours", [letter or free.pop(0) for letter in fixed])
    right = isinstance(colours, list) and len(colours) == players and len(set(colours)) == players
    expect(right and set(colours) <= set(LETTERS), "colours", colours, f"{players} different of {' '.join(LETTERS)}")
    state.colour[:players] = [LETTERS.index(letter) for letter in colours]


def _set_players(state: Record, description: Mapping[str, Any]) -> None:
    players = int(state.players)
    for name, field, words, most in (
        ("hands", "hand", LETTERS, chola.HAND_LIMIT),
        ("wagons", "wagon", LETTERS, chola.WAGON_MAX),
        ("cards", "cards", CARDS, chola.CARD_LIMIT),
        ("known", "known", CARDS, chola.CARD_LIMIT),
    ):
        for seat, counts in enumerate(_list(description, name, players)):
            state[field][seat] = _counts(f"{name}[{seat}]", counts, words, most)
    for seat in range(players):
        stones, held = int(state.hand[seat].sum()), int(state.cards[seat].sum())
        expect(
            stones <= chola.HAND_LIMIT, f"hands[{seat}]", f"{stones} stones", f"at most {chola.HAND_LIMIT} (CHO-PICK-3)"
        )
        expect(held <= chola.CARD_LIMIT, f"cards[{seat}]", f"{held} cards", f"at most {chola.CARD_LIMIT} (CHO-DRAW-5)")
        known = (state.known[seat] <= state.cards[seat]).all()
        expect(known, f"known[{seat}]", supplies.kinds_of(state.known[seat]), "no more than the seat's cards")
        state.held[seat] = held
    for seat, names in enumerate(_list(description, "bonus", players)):
        expect(
            isinstance(names, list) and set(names) <= {*chola.RED, *chola.BLUE},
            f"bonus[{seat}]",
            names,
            "R1 to R6, U1 to U6",
        )
        for name in names:
            state["red" if name in chola.RED else "blue"][seat] = int(name[1])
    for seat, points in enumerate(_list(description, "points", max(players, 2 if state.variant == chola.SOLO else 0))):
        state.points[seat, chola.OTHER_ROW] = whole(f"points[{seat}]", points or 0, 0, 1000)


def _set_supplies(state: Record, description: Mapping[str, Any], components: Components) -> None:
    """Set the row, the stack (by default, all remaining cards) and the bag (all remaining stones)."""
    state.row[:] = _counts("face_up", description.get("face_up", {}), CARDS, 120)
    elsewhere = state.cards.astype(int).sum(axis=0) + state.row
    rest = {kind: int(n) for kind, n in zip(CARDS, components.cards - elsewhere, strict=True)}
    state.stack[:] = _counts("stack", description.get("stack", rest), CARDS, 120)
    state.stack_size = int(state.stack.sum())
    for colour, letter in enumerate(LETTERS):
        used = int((state.stone == 1 + colour).sum()) + int(state.hand[:, colour].sum())
        most = components.stones
        expect(used <= most, "position", f"{used} stones {letter}", f"at most {most}")
        state.bag[colour] = most - used


def _object(description: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = description.get(key, {})
    expect(isinstance(value, Mapping), key, value, "an object")
    return value  # type: ignore[no-any-return]


def _list(description: Mapping[str, Any], key: str, size: int) -> list[Any]:
    value = description.get(key, [])
    expect(isinstance(value, list) and len(value) <= size, key, value, f"a list of at most {size}, by seat")
    return value  # type: ignore[no-any-return]


def _counts(where: str, counts: Any, words: tuple[str, ...], most: int) -> list[int]:
    expect(isinstance(counts, Mapping) and set(counts) <= set(words), where, counts, f"numbers by {', '.join(words)}")
    return [whole(f"{where}.{word}", counts.get(word, 0), 0, most) for word in words]
