"""Small games in plain Python, each with one thing that a bot must get right."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np

from mandapa.kernel.game_type import Bounds, Credits, GameType, Planning, Presentation
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.learning.network import Network
from mandapa.kernel.record import new_records
from mandapa.library import Game

_numbers = count()


def game_of(methods, *, hidden=False, start=lambda state: None, max_legal=4):
    """Return a two-player game on a record of a few numbers; the methods define the rules."""
    number = next(_numbers)
    layout = np.dtype(
        [
            ("players", np.int8),
            ("pile", np.int8),
            ("seat", np.int8),
            ("first", np.int8),
            ("secret", np.int8),
            ("over", np.int8),
            ("points", np.float64, 2),
            (f"game_{number}", np.int8),  # keeps the layouts of different toys apart
        ]
    )

    def new_state(players, options, components):
        state = new_records(layout, 1)[0]
        state.players = 2
        state.first = -1
        start(state)
        return state

    def scores(state, out):
        out[:] = state.points

    game_type = GameType(
        name=f"toy{number}",
        title="Toy",
        summary="",
        credits=Credits("", "", 2026, ""),
        minutes=1,
        rules_version=1,
        min_players=2,
        max_players=2,
        default_players=2,
        folder=Path(__file__).parent,
        state_type=layout,
        methods={"scores": scores, **methods},
        hidden_information=hidden,
        num_actions=10,
        max_legal=max_legal,
        max_chance=4,
        bounds=lambda start: Bounds(40, 40, -100, 100),
        observation_size=0,
        options=(),
        new_state=new_state,
        load_components=lambda path: None,
        presentation=Presentation(
            format_action=lambda state, action: f"{action}",
            view=lambda state: {},
            text=lambda state: "toy",
        ),
    )
    return Game(game_type, 2, {})


def nim(pile: int) -> Game:
    """Take one to three from the pile; the player who takes the last wins. With 4 k + r left only action r wins."""

    def current_player(state):
        return TERMINAL if state.pile == 0 else int(state.seat)

    def legal_actions(state, out):
        most = min(3, int(state.pile))
        out[:most] = range(1, most + 1)
        return most

    def apply_action(state, action):
        state.pile -= action
        if state.pile == 0:
            state.points[state.seat] = 1
            state.points[1 - state.seat] = -1
        state.seat = 1 - state.seat

    def start(state):
        state.pile = pile

    methods = {"current_player": current_player, "legal_actions": legal_actions, "apply_action": apply_action}
    return game_of(methods, start=start)


def nim_with_network(pile: int) -> Game:
    """Nim with an evaluation that knows nothing before the end, and a network whose first weight corrects it.

    Positive weights favour leaving a multiple of four, negative ones avoid it.
    """

    def evaluate(state, out):
        out[:] = state.points

    def evaluate_learnt(state, seat, weights, out):
        evaluate(state, out)
        if len(weights) and state.pile:
            other = 1 - state.seat
            out[other] += weights[0] * (state.pile % 4 == 0)

    game = nim(pile)
    methods = {**game.type.methods, "evaluate": evaluate, "evaluate_learnt": evaluate_learnt}
    planning = Planning(rounds=0, network=Network(((1, 1),), whole=0, hidden=1), duel={"rivalry": 1.0})
    return Game(replace(game.type, methods=methods, planning=planning), 2, {})


def seat_until_over(state):
    return TERMINAL if state.over else int(state.seat)


def three_until_over(state, out):
    out[:3] = range(3)
    return 0 if state.over else 3


THREE_UNTIL_OVER = {"current_player": seat_until_over, "legal_actions": three_until_over}
"""The seat to act has three actions, until the game is over."""

PAIRS = np.array([[5, 1, 1], [0, 0, 9], [6, 2, 3]])
"""Points for a first and a second decision: any first one but 1 looks better immediately, yet (1, 2) is the best
turn."""


def pairs(salient: int | None = None) -> Game:
    """One turn each, of two decisions; the first earns its row's first number immediately, the second settles the
    pair. Action ``salient`` stands out."""

    def apply_action(state, action):
        if state.first < 0:
            state.first = action
            state.points[state.seat] = PAIRS[action, 0]
            return
        state.points[state.seat] = PAIRS[state.first, action]
        state.first = -1
        state.over = state.seat == 1
        state.seat = 1

    def evaluate(state, out):
        out[:] = state.points

    methods = {**THREE_UNTIL_OVER, "apply_action": apply_action, "evaluate": evaluate}
    return game_of({**methods, "salience": lambda state, action: float(action == salient)})


def digits() -> Game:
    """One turn each, of five decisions: the digits of a number from 0.0000 to 2.2222, which is the score."""

    def apply_action(state, action):
        state.points[state.seat] += action / 10.0**state.pile
        state.pile = (state.pile + 1) % 5
        if state.pile == 0:
            state.over = state.seat == 1
            state.seat = 1

    return game_of({**THREE_UNTIL_OVER, "apply_action": apply_action})


UNKNOWN = 9


def secret(dealt: int) -> Game:
    """Seat 1 holds a card, 0 to 3. Seat 0 names 0, 1 or 2: 12 points if it is right; or 3: 4 points in any case."""

    def current_player(state):
        return TERMINAL if state.over else 0

    def legal_actions(state, out):
        out[:4] = range(4)
        return 0 if state.over else 4

    def apply_action(state, action):
        state.over = 1
        state.points[0] = 12.0 * (action == state.secret) if action < 3 else 4.0

    def redact(state, seat):
        if seat != 1:
            state.secret = UNKNOWN

    def resample(state, seat, rng):
        if state.secret == UNKNOWN:
            state.secret = int(rng.random() * 4)

    def start(state):
        state.secret = dealt

    methods = {
        "current_player": current_player,
        "legal_actions": legal_actions,
        "apply_action": apply_action,
        "redact": redact,
        "resample": resample,
    }
    return game_of(methods, hidden=True, start=start)


def gamble(*, evaluated: bool = False, unsettled: bool = False) -> Game:
    """Action 0 earns 1; action 1 lets chance add 0 or 4 and so earns 2 on average, which the evaluation may know.

    If the evaluation does not know it, the game may say that it is ``unsettled`` until chance has moved.
    """

    def current_player(state):
        if state.over:
            return TERMINAL
        return CHANCE if state.first == 1 else 0

    def legal_actions(state, out):
        out[:2] = range(2)
        return 2 if current_player(state) == 0 else 0

    def chance_outcomes(state, actions, probabilities):
        actions[:2] = range(2)
        probabilities[:2] = (0.5, 0.5)
        return 2

    def apply_action(state, action):
        if state.first == 1:
            state.points[0] = 4 * action
            state.over = 1
        else:
            state.first = action
            state.over = action == 0
            state.points[0] = 1 - action

    methods = {
        "current_player": current_player,
        "legal_actions": legal_actions,
        "chance_outcomes": chance_outcomes,
        "apply_action": apply_action,
    }

    def evaluate(state, out):
        out[:] = state.points
        out[0] += 2 * (current_player(state) == CHANCE)

    def is_unsettled(state):
        return current_player(state) == CHANCE

    known = {**methods, "evaluate": evaluate} if evaluated else methods
    return game_of({**known, "is_unsettled": is_unsettled} if unsettled else known)
