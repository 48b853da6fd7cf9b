"""``Position``, on which all environments are based."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import numpy as np
import pytest

import mandapa
from mandapa.adapters import batch_steps
from mandapa.adapters.batch import Batch
from mandapa.adapters.position import Position, named_parts, text_of
from mandapa.kernel.compile.engine import Engine
from mandapa.kernel.errors import OptionError
from mandapa.kernel.generic import CHANCE, observation_tensor
from mandapa.kernel.record import new_records, record_type


@pytest.fixture
def position():
    made = Position(mandapa.load("connect_four"))
    for column in (3, 3, 2):
        made.apply(column)
    return made


def test_copies_are_independent(position):
    before = position.to_bytes()
    for other in (position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert other.to_bytes() == before and other.player == position.player == 1
        assert other.legal() == position.legal()
        other.apply(6)
        assert other.to_bytes() != before and other.player == 0
    assert position.to_bytes() == before and position.legal() == list(range(7))


def test_it_can_begin_again(position):
    position.restart()
    assert position.to_bytes() == Position(position.game).to_bytes()
    assert position.player == 0 and position.returns() == [0, 0] and not position.is_over


def test_outcomes_are_drawn_with_their_probabilities():
    position = Position(mandapa.load("kerala", 3))
    rng = np.random.default_rng(1)
    drawn = [position.draw(rng) for _ in range(2000)]
    assert position.player == CHANCE
    for outcome, probability in position.outcomes():
        assert drawn.count(outcome) / 2000 == pytest.approx(probability, abs=0.04)


def test_observations_are_those_of_the_game(short_game):
    """Observations by machine code, in single precision, equal those of the game's own function."""
    size = short_game.type.observation_size
    position = Position(short_game)
    rng = np.random.default_rng(2)
    for _ in range(25):
        position.settle(rng)
        if not position.is_over:
            position.apply(int(rng.choice(position.legal())))
    for seat in (-1, *range(short_game.players)):
        expected = np.zeros(size)
        observation_tensor(position.known_to(seat), seat, expected)
        seen = position.observe(seat)
        assert seen == pytest.approx(expected, abs=1e-5)
        assert short_game.type.learning.lowest <= seen.min() and seen.max() <= short_game.type.learning.highest
        assert sum(part.size for part in named_parts(short_game, seen).values()) == size
    stacked = np.stack([position.observe(seat) for seat in range(short_game.players)])
    for name, part in named_parts(short_game, stacked).items():
        assert part.shape[0] == short_game.players and np.shares_memory(part, stacked), name


def test_a_game_without_numbers_says_so(position):
    bare = dataclasses.replace(position.game.type, observation_size=0, learning=type(position.game.type.learning)())
    with pytest.raises(ValueError, match="observation_tensor"):
        Position(mandapa.Game(bare, 2, {})).observe(0)


def test_parts_have_to_fill_the_observation(position):
    with pytest.raises(ValueError, match="parts"):
        dataclasses.replace(position.game.type, observation_size=125)


def test_layouts_are_one_object():
    """Calls of machine code are fast only with the very layout object that it was compiled for."""
    layout = mandapa.game_type("kerala").state_type
    assert new_records(layout, 2).dtype is new_records(layout, 3).dtype is record_type(layout)


def test_machine_code_is_made_once(position, monkeypatch):
    engine = position.game.engine
    code = engine.machine_code(batch_steps.move)
    assert code is engine.machine_code(batch_steps.move) and code is not batch_steps.move
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert engine.machine_code(batch_steps.move) is batch_steps.move


def test_texts_take_the_machine_code_of_a_table_but_make_none(position, monkeypatch):
    position.game.engine.warm()
    for there in (True, False):
        monkeypatch.setattr(Engine, "cached", there)
        again = mandapa.Game(dataclasses.replace(position.game.type), 2, {})
        assert text_of(again, position.record) == text_of(position.game, position.record)
        assert again.engine.ready == there


def test_games_that_a_referee_decides_are_refused():
    hands = mandapa.load("menara", players=2, physics="dexterity")
    for route in (Position, lambda game: Batch(game, size=2)):
        with pytest.raises(OptionError, match="expected options whose chance is exact"):
            route(hands)
