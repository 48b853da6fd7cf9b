"""Toy game: two seats with two secret cards each, out of six; each plays a card in turn, the higher pair of cards wins.

``toy()`` makes a new, correct game type; keywords replace parts of it, to plant faults.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.kernel.game_type import Bounds, Credits, GameType, Presentation
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import new_records
from mandapa.library import Game

CARDS = 6
DECK, HAND_0, HAND_1, PLAYED_0, PLAYED_1, HIDDEN = range(6)
_numbers = count()


def current_player(state):
    if state.plies < 4:
        return CHANCE
    return TERMINAL if state.plies == 8 else int(state.plies % 2)


def held_by(state, seat):
    return [card for card in range(CARDS) if state.place[card] == HAND_0 + seat]


def legal_actions(state, out):
    actor = current_player(state)
    cards = held_by(state, actor) if actor >= 0 else []
    out[: len(cards)] = cards
    return len(cards)


def chance_outcomes(state, actions, probabilities):
    cards = [card for card in range(CARDS) if state.place[card] in (DECK, HIDDEN)]
    actions[: len(cards)] = cards
    probabilities[: len(cards)] = 1 / len(cards)
    return len(cards)


def apply_action(state, action):
    dealing = state.plies < 4
    state.place[action] = (HAND_0 if dealing else PLAYED_0) + state.plies % 2
    state.plies += 1


def scores(state, out):
    for seat in range(2):
        out[seat] = sum(card for card in range(CARDS) if state.place[card] == PLAYED_0 + seat)


def redact(state, seat):
    for card in range(CARDS):
        own = seat >= 0 and state.place[card] == HAND_0 + seat
        if state.place[card] in (DECK, HAND_0, HAND_1) and not own:
            state.place[card] = HIDDEN


def in_hand(state, seat):
    dealt = (min(int(state.plies), 4) + 1 - seat) // 2
    played = (max(int(state.plies) - 4, 0) + 1 - seat) // 2
    return dealt - played


def resample(state, seat, rng):
    unknown = [card for card in range(CARDS) if state.place[card] == HIDDEN]
    unknown = rng.permutation(unknown).tolist()
    for other in range(2):
        if other != seat:
            for _ in range(in_hand(state, other)):
                state.place[unknown.pop()] = HAND_0 + other
    for card in unknown:
        state.place[card] = DECK


def observation_tensor(state, seat, out):
    out[:] = state.place


def format_action(state, action):
    return f"{'deal' if state.plies < 4 else 'play'} {action}"


def view(state):
    return {"places": state.place.tolist(), "plies": int(state.plies)}


def text(state):
    return " ".join(map(str, state.place.tolist()))


def secret(before, action, after):
    return int(before.plies % 2) if before.plies < 4 else None


def invariant(start, state):
    hands = [len(held_by(state, seat)) for seat in range(2)]
    expected = [in_hand(state, seat) for seat in range(2)]
    return None if hands == expected else f"hands of {hands} cards, expected {expected}"


METHODS = {
    method.__name__: method
    for method in (
        current_player,
        legal_actions,
        chance_outcomes,
        apply_action,
        scores,
        redact,
        resample,
        observation_tensor,
    )
}


def toy(
    *,
    methods: dict[str, Any] | None = None,
    presentation: dict[str, Any] | None = None,
    layout: list[tuple[Any, ...]] | None = None,
    new_state: Any = None,
    **facts: Any,
) -> Game:
    """Return a game of a new game type; the keywords replace its methods, presentation and facts."""
    fields = [("players", np.int8), ("plies", np.int8), ("place", np.int8, CARDS), *(layout or [])]
    state_type = np.dtype([*fields, (f"toy_{next(_numbers)}", np.int8)])  # every type needs its own layout

    def start(players, options, components):
        state = new_records(state_type, 1)[0]
        state.players = players
        return state

    known = {
        "name": "toy",
        "title": "Toy",
        "summary": "A game to plant faults in.",
        "credits": Credits("nobody", "nobody", 2026, ""),
        "minutes": 1,
        "rules_version": 1,
        "min_players": 2,
        "max_players": 2,
        "default_players": 2,
        "folder": Path(__file__).parent,
        "state_type": state_type,
        "methods": METHODS | (methods or {}),
        "hidden_information": True,
        "num_actions": CARDS,
        "max_legal": 2,
        "max_chance": CARDS,
        "bounds": lambda start: Bounds(decisions=4, outcomes=4, least=0, most=9),
        "observation_size": CARDS,
        "options": (),
        "new_state": new_state or start,
        "load_components": lambda path: None,
        "presentation": Presentation(
            **({"format_action": format_action, "view": view, "text": text, "secret": secret} | (presentation or {}))
        ),
        "invariant": invariant,
    }
    return Game(GameType(**(known | facts)), 2, {})
