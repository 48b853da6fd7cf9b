"""``check_game`` at its defaults finds what an author gets wrong about secrets, observations and returns: in Envoy."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import numpy as np
import pytest
from mandapa_envoy import observation, rules, scoring, secrets
from mandapa_envoy.decisions import ENVOY
from mandapa_envoy.game import GAME
from mandapa_envoy.state import NONE, OVER, STATE, UNKNOWN

from mandapa.library import Game
from mandapa.testing import CheckFailed, check_game

_numbers = count()


def envoy(methods=None, presentation=None, **facts) -> Game:
    """Envoy with parts replaced; every type needs a layout of its own."""
    extra = f"fault_{next(_numbers)}"
    layout = np.dtype([*((name, STATE[name]) for name in STATE.names), (extra, np.int8)], align=True)

    def new_state(players, options, components):
        given = GAME.new_state(players, options, components)
        state = np.zeros(1, layout).view(np.recarray)[0]
        for name in STATE.names:
            state[name] = given[name]
        return state

    type = replace(
        GAME,
        state_type=layout,
        new_state=new_state,
        methods={**GAME.methods, **(methods or {})},
        presentation=replace(GAME.presentation, **(presentation or {})),
        **facts,
    )
    return Game(type, 3, {})


def keeps_the_next_card(state, seat):
    """The card of the seat behind the one that looks stays to be seen."""
    other = (seat + 1) % state.players
    card = int(state.hand[other])
    secrets.redact(state, seat)
    if seat >= 0:
        state.hand[other] = card


def inverts(state, seat):
    """Hides the own card and shows those of others."""
    if state.phase != OVER and seat >= 0 and state.hand[seat] != NONE:
        state.hand[seat] = UNKNOWN


def forgets_spectators(state, seat):
    if seat >= 0:
        secrets.redact(state, seat)


def tells_all(before, action, after):
    return None


def observes_too_much(state, seat, out):
    observation.observation_tensor(state, seat, out)
    out[-1] *= 100


def observes_too_little(state, seat, out):
    enough = np.zeros(observation.SIZE)
    observation.observation_tensor(state, seat, enough)
    out[:-1] = enough[:-1]


def observes_beyond(state, seat, out):
    observation.observation_tensor(state, seat, out)
    out[observation.SIZE] = 1


def pays_too_much(state, out):
    scoring.scores(state, out)
    out *= 2


def peeks(state, out):
    """Whoever is to act may do less if the next seat holds a high card."""
    count = rules.legal_actions(state, out)
    return count - 1 if count > 1 and state.hand[(state.seat + 1) % state.players] > 3 else count


def whispers(state, action):
    """The text of a decision tells the card of the next seat."""
    text = ENVOY.format(state, action)
    return text if state.hand[(state.seat + 1) % state.players] < 4 else f"{text} high"


ZERO_SUM = replace(GAME.learning, utility="zero_sum")
FAULTS = {
    "redact keeps an opponent's card": ({"methods": {"redact": keeps_the_next_card}}, "secrets", "redact"),
    "redact inverts knowledge": ({"methods": {"redact": inverts}}, "secrets", "redact"),
    "redact forgets spectators": ({"methods": {"redact": forgets_spectators}}, "secrets", "a spectator"),
    "secret is missing": ({"presentation": {"secret": None}}, "secrets", "secret"),
    "secret tells everybody": ({"presentation": {"secret": tells_all}}, "secrets", "is told"),
    "an observation out of bounds": ({"methods": {"observation_tensor": observes_too_much}}, "observation", "to 16"),
    "an observation too short": ({"methods": {"observation_tensor": observes_too_little}}, "observation", "unwritten"),
    "an observation too long": ({"methods": {"observation_tensor": observes_beyond}}, "observation", "no room"),
    "returns that are not zero-sum": ({"learning": ZERO_SUM}, "returns", "expected 0"),
    "returns out of range": ({"methods": {"returns": pays_too_much}}, "returns", "expected 0 to 1"),
    "a leak through the mask": ({"methods": {"legal_actions": peeks}}, "secrets", "legal_actions"),
    "a leak through texts": ({"presentation": {"format_action": whispers}}, "secrets", "format_action"),
}  # fmt: skip


@pytest.mark.parametrize(("parts", "check", "message"), FAULTS.values(), ids=FAULTS)
def test_found(parts, check, message):
    with pytest.raises(CheckFailed) as caught:
        check_game(envoy(**parts))
    assert caught.value.check == check and message in str(caught.value)


def test_it_says_how_long_it_will_take(capsys):
    check_game(envoy(), games=2)
    assert "1 more games, about" in capsys.readouterr().err
    done = []
    check_game(envoy(), games=2, progress=done.append)
    assert done == [1, 2] and capsys.readouterr().err == ""
