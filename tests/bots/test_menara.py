"""Bots in Menara: the evaluation's estimates, and the choices based on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

import mandapa
from mandapa import bots
from mandapa.games.menara.ai import evaluation
from mandapa.games.menara.ai.evaluation import ROWS, SLACKS, chance_to_win, placeable, row_of, slack_of
from mandapa.games.menara.ai.weights import DONE
from mandapa.games.menara.rules.state import EXCHANGE, IMAGINED, NUM_PILES
from mandapa.games.menara.rules.turn.building import FILL, MOVE, PLACE, SAME
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.kernel.generic import evaluate, playout_action
from mandapa.kernel.presentation import listed_actions
from mandapa.library import State
from scaling import scaled, seeds

GAMES = [(1, "hard"), (4, "easy")]


@pytest.fixture(scope="module")
def machine():
    """Menara's machine code: its bots try many towers."""
    if interpreted_only():
        pytest.skip("machine code is switched off")
    mandapa.game_type("menara").engine.warm()


def play(players: int, seed: int, name: str = "greedy", **options) -> Iterator[State]:
    """Yield the states of a game in which one kind of bot has all seats."""
    chance = np.random.default_rng(seed)
    state = mandapa.load("menara", players=players, **options).new_state()
    seats = [bots.make(name, state.game, seed=seed + seat, simulations=10) for seat in range(players)]
    while True:
        yield state
        if state.is_terminal:
            return
        state.apply(state.sample(chance) if state.is_chance else seats[state.current_player].choose(state))


@cache
def decisions_of_greedy(players: int, difficulty: str) -> list[State]:
    """Return the decision states of one game of greedy bots; callers must not change them."""
    states = (state for state in play(players, seed=3, difficulty=difficulty) if not state.is_terminal)
    return [state.copy() for state in states if not state.is_chance]


def expected(record) -> list[float]:
    out = np.zeros(int(record.players))
    evaluate(record, out)
    return out.tolist()


# ---------------------------------------------------------------- the evaluation


def test_room_for_cards_by_colours():
    """Two yellow and a red in hand; a floor with two yellow bases open, and one with a yellow and a blue one."""
    held = np.array([2.0, 1, 0, 0, 0])
    first, second = np.array([2.0, 0, 0, 0, 0]), np.array([1.0, 0, 0, 0, 1])
    assert placeable(held, first, 9) == 2
    assert placeable(held, second, 9) == 1
    assert placeable(held, first + second, 9) == 2
    assert placeable(held + 1, first + second, 3) == 3
    room = np.array([2.0, 2, 0, -1, 0])
    fits = [
        slack_of(kind, wanted, room) + evaluation.LEAST_SLACK for kind, wanted in ((PLACE, 2), (PLACE, 3), (SAME, 2))
    ]
    assert fits == [0, -1, 0]
    assert slack_of(MOVE, 1, room) + evaluation.LEAST_SLACK == -1
    assert slack_of(FILL, 0, room) + evaluation.LEAST_SLACK == -2


def test_every_card_has_a_row_and_more_slack_is_no_worse():
    state = mandapa.load("menara", players=2).new_state().record
    rows = {row_of(int(state.face_kind[face]), int(state.face_columns[face])) for face in range(state.faces)}
    assert rows == set(range(ROWS))
    assert DONE.shape == (ROWS, SLACKS)
    assert (np.diff(DONE, axis=1) >= 0).all()
    assert DONE.min() >= 0 and DONE.max() <= 1


def test_what_promises_more_is_worth_more():
    """For the same tower: fewer levels needed are better; danger makes everything worse, down to -1 when all is
    lost."""
    state = mandapa.load("menara", players=2, difficulty="easy").new_state().record
    state.phase, state.seat = EXCHANGE, 0
    values = []
    for target in range(3, 8):
        state.target = target
        values.append(chance_to_win(state))
    assert values == sorted(values, reverse=True) and len(set(values)) == 5
    state.physics = IMAGINED
    win_chances = []
    for danger in (0.0, 0.3, 1.0):
        state.danger = danger
        win_chances.append(expected(state)[0])
    assert win_chances == sorted(win_chances, reverse=True) and win_chances[2] == -1


@pytest.mark.slow
@pytest.mark.parametrize(("players", "difficulty"), GAMES)
def test_everybody_expects_the_same_and_a_utility(machine, players, difficulty):
    states = decisions_of_greedy(players, difficulty)[::8]  # interpreted, an evaluation is slow
    for state in states:
        values = expected(state.record)
        assert len(set(values)) == 1
        assert -1 <= values[0] <= 1
    assert len(states) > 7


@pytest.mark.slow
def test_piles_are_judged_by_the_cards_left_in_them(machine):
    for state in decisions_of_greedy(2, "medium")[::4]:  # interpreted, the lists are slow
        record = state.record
        room, chance, columns = np.array([9.0, 9, 9, 9, 9]), np.empty(NUM_PILES), np.empty(NUM_PILES)
        evaluation.list_piles(record, room, np.ones((ROWS, SLACKS)), chance, columns)
        left = [sum(int(record.unseen[f]) for f in range(record.faces) if record.face_pile[f] == p) for p in range(3)]
        assert chance == pytest.approx([float(cards > 0) for cards in left])


# ---------------------------------------------------------------- bots


@pytest.mark.slow
@pytest.mark.parametrize(("players", "difficulty"), GAMES)
def test_the_playout_policy_chooses_legal_actions(machine, players, difficulty):
    rng = np.random.default_rng(2)
    states = decisions_of_greedy(players, difficulty)[::7]  # interpreted, a choice is slow
    for state in states:
        legal = listed_actions(state.record)
        assert playout_action(state.record, np.empty(state.game.type.max_legal, np.int32), rng) in legal
    assert len(states) > 8


@pytest.mark.slow
@pytest.mark.parametrize("name", bots.names())
def test_every_choice_is_legal_and_follows_from_the_seed(machine, name):
    for state in decisions_of_greedy(2, "medium")[11::80]:
        before = state.hash()
        chosen = {bots.make(name, state.game, seed=1, simulations=20).choose(state) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(state.legal_actions)
        assert state.hash() == before


@pytest.mark.slow
def test_the_adept_seldom_gives_up_alone(machine):
    """A new camp and a required floor are evaluated after chance; otherwise it gave up 22 times."""
    ends = [list(play(1, seed, "adept", difficulty="easy"))[-1] for seed in (2, 4, 5, 6)]
    assert sum(list(state.history).count("give up") for state in ends) <= 5
    assert sum(state.returns()[0] > 0 for state in ends) >= 3


@pytest.mark.slow
def test_players_think_about_dexterity_without_its_hands(machine):
    """The choices are legal in the real state, which does not change."""
    state = mandapa.load("menara", players=2, physics="dexterity", difficulty="easy").new_state()
    rng = np.random.default_rng(1)
    decisions = 0
    while decisions < 40 and not state.is_terminal:
        if state.is_chance:
            state.apply(state.sample(rng))
            continue
        before = state.hash()
        text = bots.make("greedy", state.game, seed=1).choose(state)
        assert text in state.legal_actions
        assert state.hash() == before
        state.apply(text)
        decisions += 1
    assert decisions > 20


@pytest.mark.slow
def test_greedy_wins_and_random_does_not(machine):
    won = {"greedy": 0, "random": 0}
    for name, games in (("greedy", 1), ("random", 1)):
        for seed in seeds(games):
            *_, last = play(1, seed=seed, name=name, difficulty="easy")
            won[name] += last.returns()[0] > 0
    assert won["random"] == 0
    assert won["greedy"] >= scaled(1)
