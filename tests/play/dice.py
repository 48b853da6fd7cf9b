"""Toy game with chance inside a turn: stand a piece, roll, then go or, once, roll again.

Each seat has ``PIECES`` pieces to stand and two turns more than that: the last turns begin with the die.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

import numpy as np

from mandapa.kernel.game_type import Bounds, Credits, GameType, Presentation, Roll
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import new_records
from mandapa.library import Game

PIECES, TURNS = 1, 6
STAND, DIE, GO = range(3)
STAND_LEFT, STAND_RIGHT, GO_ON, AGAIN = range(4)
TEXTS = ("stand left", "stand right", "go", "again")
_numbers = count()


def current_player(state):
    if state.turn == TURNS:
        return TERMINAL
    return CHANCE if state.phase == DIE else int(state.turn % 2)


def legal_actions(state, out):
    if current_player(state) < 0:
        return 0
    actions = [STAND_LEFT, STAND_RIGHT] if state.phase == STAND else [GO_ON] + [AGAIN] * int(state.rolls == 1)
    out[: len(actions)] = actions
    return len(actions)


def chance_outcomes(state, actions, probabilities):
    actions[:6] = range(6)
    probabilities[:6] = 1 / 6
    return 6


def apply_action(state, action):
    if state.phase == DIE:
        state.die = action + 1
        state.rolls += 1
        state.phase = GO
    elif state.phase == STAND:
        state.stood[state.turn % 2] += 1
        state.phase = DIE
    elif action == AGAIN:
        state.phase = DIE
    else:
        state.points[state.turn % 2] += state.die
        state.turn += 1
        state.rolls = state.die = 0
        state.phase = STAND if state.stood[state.turn % 2] < PIECES else DIE


def scores(state, out):
    out[:] = state.points


def roll(state):
    """The player asks for the first roll of a turn; the decision to roll again asks for it implicitly."""
    return Roll(int(state.turn % 2), on_request=bool(state.rolls == 0))


METHODS = {method.__name__: method for method in (current_player, legal_actions, chance_outcomes, apply_action, scores)}


def dice(roll=roll) -> Game:
    """The toy, as a new game type."""
    number = next(_numbers)
    layout = np.dtype(
        [
            *((name, np.int8) for name in ("players", "turn", "phase", "rolls", "die", f"dice_{number}")),
            ("stood", np.int8, 2),
            ("points", np.int8, 2),
        ]
    )

    def new_state(players, options, components):
        state = new_records(layout, 1)[0]
        state.players = players
        return state

    def format_action(state, action):
        return f"die {action + 1}" if state.phase == DIE else TEXTS[action]

    return Game(
        GameType(
            name="dice",
            title="Dice",
            summary="",
            credits=Credits("", "", 2026, ""),
            minutes=1,
            rules_version=1,
            min_players=2,
            max_players=2,
            default_players=2,
            folder=Path(__file__).parent,
            state_type=layout,
            methods=METHODS,
            hidden_information=False,
            num_actions=len(TEXTS),
            max_legal=2,
            max_chance=6,
            bounds=lambda start: Bounds(40, 40, -100, 100),
            observation_size=0,
            options=(),
            new_state=new_state,
            load_components=lambda path: None,
            presentation=Presentation(
                format_action=format_action,
                view=lambda state: {"die": int(state.die)},
                text=lambda state: f"die {state.die}",
            ),
            roll=roll,
        ),
        2,
        {},
    )


DICE = dice().type
"""One game type, to be installed."""
