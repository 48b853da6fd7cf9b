"""Batches play the same games as single positions, with any number of threads."""

from __future__ import annotations

import copy
from weakref import WeakKeyDictionary

import numpy as np
import pytest

import mandapa
from forks import in_fork
from mandapa.adapters import position as positions
from mandapa.adapters.batch import Batch
from mandapa.adapters.position import Position
from mandapa.kernel.generic import TERMINAL
from scaling import scaled

GAMES = [("connect_four", 2, {}), ("kerala", 3, {"rounds": 2})]
"""Machine code for batches takes long to compile: these two are compiled, all games are tested interpreted."""


@pytest.fixture(params=GAMES, ids=[name for name, _, _ in GAMES])
def game(request):
    name, players, options = request.param
    return mandapa.load(name, players, **options)


def interpret(game, monkeypatch):
    """Use interpreted rules in the environments of a game during this test."""
    monkeypatch.setattr(game.engine, "machine_code", lambda function: function)
    monkeypatch.setattr(positions, "_rules", WeakKeyDictionary())


def check_against_positions(batch, steps):
    """Play at random, and compare every record, mask, seat, reward and observation with those of single positions."""
    game, ended_games = batch.game, 0
    for _ in range(steps):
        before = [Position(game, state.tobytes()) for state in batch.states]
        actions = batch.sample_actions()
        rewards, ended = batch.step(actions)
        ended_games += int(ended.sum())
        for number, position in enumerate(before):
            position.apply(int(actions[number]))
            now = Position(game, batch.states[number].tobytes())
            assert now.player == batch.players[number] >= 0
            assert np.array_equal(now.mask(bool), batch.masks[number])
            if ended[number]:
                final = Position(game, batch.finals[number].tobytes())
                assert final.is_over
                assert rewards[number].tolist() == pytest.approx(final.returns())
            else:
                assert rewards[number].tolist() == [0] * game.players
            if position.player >= 0 and batch.learners[number] < 0:
                assert position.to_bytes() == batch.states[number].tobytes()
            elif position.is_over:
                assert ended[number] and position.to_bytes() == batch.finals[number].tobytes()
        if game.type.observation_size:
            seen = batch.observe()
            for number, seat in enumerate(batch.players.tolist()):
                position = Position(game, batch.states[number].tobytes())
                assert np.array_equal(seen[number], position.observe(seat))
    return ended_games


def test_self_play_is_the_same_game(game):
    batch = Batch(game, 6, seed=3, threads=2)
    assert check_against_positions(batch, 90) > 3
    assert (batch.learners == -1).all()
    batch.close()


def test_every_game_in_a_batch_interpreted(short_game, monkeypatch):
    interpret(short_game, monkeypatch)
    batch = Batch(short_game, 2, seed=5, threads=1, opponents="random")
    for _ in range(scaled(2)):
        batch.step(batch.sample_actions())
        for number in range(2):
            single = Position(short_game, batch.states[number].tobytes())
            assert single.player == batch.players[number] == batch.learners[number]
            assert np.array_equal(single.mask(bool), batch.masks[number])
            if short_game.type.observation_size:
                assert np.array_equal(single.observe(batch.players[number]), batch.observe()[number])


def check_both_at_once(game, steps, **settings):
    """Compare ``step_and_observe`` with ``step`` and ``observe``; return the number of games that ended."""
    one, two = (Batch(game, 5, seed=2, threads=2, **settings) for _ in range(2))
    games = 0
    for _ in range(steps):
        actions = one.sample_actions()
        step, (rewards, ended) = one.step_and_observe(actions), two.step(actions)
        assert np.array_equal(step.rewards, rewards) and np.array_equal(step.ended, ended)
        assert np.array_equal(step.observations, two.observe()) and one.states.tobytes() == two.states.tobytes()
        for found, results in zip(step[3:], (two.final_returns, two.final_scores, two.final_wins), strict=True):
            assert np.array_equal(found, np.where(ended[:, None], results, 0))
        games += int(ended.sum())
    one.close()
    two.close()
    return games


@pytest.mark.parametrize("opponents", [None, "random", "greedy"])
def test_a_step_with_observations_is_both_in_one(game, opponents):
    assert check_both_at_once(game, 70, opponents=opponents, rewards="win") > 3


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_a_step_with_compact_observations_is_both_in_one(short_game, dtype, monkeypatch):
    interpret(short_game, monkeypatch)
    if short_game.type.learning.compact is not None:
        check_both_at_once(short_game, scaled(2), opponents="random", observation="compact", dtype=dtype)


def test_only_some_games_are_observed(game):
    batch = Batch(game, 4, seed=1)
    where = np.array([True, False, True, False])
    assert np.array_equal(batch.observe(where=where), np.where(where[:, None], batch.observe(), 0))
    batch.close()


def trajectory(batch, steps=60):
    rng = np.random.default_rng(9)
    seen = []
    for _ in range(steps):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.masks])
        rewards, ended = batch.step(actions)
        seen.append((batch.states.tobytes(), rewards.tolist(), ended.tolist(), batch.learners.tolist()))
    batch.close()
    return seen


@pytest.mark.parametrize("opponents", [None, "random", "policy"])
def test_luck_depends_on_the_seed_only(opponents):
    game = mandapa.load("kerala", 3, rounds=2)
    settings = {"opponents": opponents, "seed": 4}
    expected = trajectory(Batch(game, 7, threads=1, **settings))
    assert trajectory(Batch(game, 7, threads=3, **settings)) == expected
    again = Batch(game, 7, threads=2, opponents=opponents, seed=99)
    again.step(again.sample_actions())
    again.reset(seed=4)
    assert trajectory(again) == expected
    assert trajectory(Batch(game, 7, opponents=opponents, seed=5)) != expected


def test_machine_code_and_interpreted_rules_play_the_same(monkeypatch):
    game = mandapa.load("kerala", 2, rounds=2)
    compiled = trajectory(Batch(game, 2, opponents="random", seed=1), steps=12)
    interpret(game, monkeypatch)
    assert trajectory(Batch(game, 2, opponents="random", seed=1, threads=1), steps=12) == compiled


def test_opponents_play_the_other_seats_and_seats_rotate(game):
    batch = Batch(game, 4, opponents="policy", seed=2, threads=2)
    assert batch.learners.tolist() == [number % game.players for number in range(4)]
    ended_games = np.zeros(4, int)
    for _ in range(60):
        assert (batch.players == batch.learners).all()
        _, ended = batch.step(batch.sample_actions())
        ended_games += ended
    assert ended_games.sum() > 0
    assert batch.learners.tolist() == [(number + ended_games[number]) % game.players for number in range(4)]
    fixed = Batch(game, 4, opponents="random", seat=1, seed=2)
    fixed.step(fixed.sample_actions())
    assert fixed.learners.tolist() == [1] * 4


def test_without_auto_reset_a_finished_game_waits_for_the_next_step():
    batch = Batch(mandapa.load("connect_four"), 8, auto_reset=False, seed=1)
    seen = 0
    for _ in range(50):
        over = batch.players == TERMINAL
        assert batch.masks[over].all()
        rewards, ended = batch.step(np.where(over, 6, batch.sample_actions()))
        assert not ended[over].any() and not rewards[over].any()
        assert (batch.players[over] == 0).all() and (batch.players[ended] == TERMINAL).all()
        seen += int(over.sum())
    assert seen > 5


def test_scores_as_rewards_add_up():
    batch = Batch(mandapa.load("kerala", 2, rounds=2), 5, rewards="score", seed=6)
    start = np.array([Position(batch.game, state.tobytes()).scores() for state in batch.states])
    total, done = start.copy(), 0
    for _ in range(60):
        rewards, ended = batch.step(batch.sample_actions())
        total += rewards
        for number in np.flatnonzero(ended):
            final = Position(batch.game, batch.finals[number].tobytes())
            assert total[number].tolist() == pytest.approx(final.returns())
            total[number] = Position(batch.game, batch.states[number].tobytes()).scores()
            done += 1
    assert done > 3


def test_it_can_go_back():
    batch = Batch(mandapa.load("kerala", 2, rounds=2), 5, opponents="random", seed=6)
    saved = batch.save()
    future = trajectory(batch, steps=30)
    other = Batch(batch.game, 5, opponents="random", seed=7)
    other.restore(saved)
    assert trajectory(other, steps=30) == future


def test_it_goes_back_to_its_own_games_only():
    saved = Batch(mandapa.load("connect_four"), 3, seed=4).save()
    with pytest.raises(ValueError, match=r"restore: found 3 games, expected 2"):
        Batch(mandapa.load("connect_four"), 2).restore(saved)
    with pytest.raises(ValueError, match=r"connect_four.*expected of .*kerala"):
        Batch(mandapa.load("kerala", 3, rounds=2), 3).restore(saved)


@pytest.mark.parametrize("seats", [[0, 1], 1, [0, 1, 2], [0, -2, 0], [0.0, 1.0, 0.0]])
def test_only_seats_of_the_game_are_observed(seats):
    batch = Batch(mandapa.load("connect_four"), 3, seed=1)
    with pytest.raises(ValueError, match="seats: found"):
        batch.observe(seats)
    assert np.array_equal(batch.observe([1, 0, -1])[:1], batch.observe([1, 1, 1])[:1])


def test_illegal_actions_change_nothing():
    batch = Batch(mandapa.load("connect_four"), 3, seed=1)
    before = batch.states.tobytes()
    for wrong in ([0, 7, 0], [0, 0, -1]):
        with pytest.raises(mandapa.IllegalAction, match="game"):
            batch.step(wrong)
    for wrong in ([0, 0], [0.6, 0.0, 0.0], None, ["0", "0", "0"]):
        with pytest.raises(ValueError, match=r"actions: found .* expected whole numbers of shape"):
            batch.step(wrong)
    with pytest.raises(mandapa.IllegalAction, match="game 1"):
        batch.step(np.array([0, 2**32, 0]))
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"opponents": "x"}, "opponents"),
        ({"opponents": ["random"]}, "opponents"),
        ({"seat": 5}, "seat"),
        ({"rewards": "x"}, "rewards"),
        ({"size": 0}, "size"),
        ({"size": "8"}, "size"),
        ({"threads": 0}, "threads"),
        ({"game": "connect_four"}, "mandapa.load"),
    ],
)
def test_wrong_settings_are_named(settings, named):
    with pytest.raises(mandapa.OptionError, match=named):
        Batch(**{"game": mandapa.load("connect_four"), "size": 2, **settings})


def test_a_batch_goes_on_in_a_forked_child(game, monkeypatch):
    """In a child process, such as those of a DataLoader, the parent's threads do not exist."""
    interpret(game, monkeypatch)
    batch = Batch(game, 6, seed=1, threads=3)
    play = lambda: [batch.step(batch.sample_actions())[0].tolist() for _ in range(8)] + [batch.states.tobytes()]  # noqa: E731
    play()  # starts the threads
    saved = batch.save()
    expected = play()
    batch.restore(saved)

    def child():
        played = play()
        batch.close()
        return played

    assert in_fork(child) == expected
    assert play() == expected


def test_a_copy_keeps_finished_games_and_saves_its_own(game, monkeypatch):
    interpret(game, monkeypatch)
    batch = Batch(game, 4, seed=1, threads=1)
    while not batch.ended.any():
        batch.step(batch.sample_actions())
    other = copy.deepcopy(batch)
    assert other.finals.tobytes() == batch.finals.tobytes() and other.finals.tobytes().strip(b"\0")
    before = batch.states.tobytes()
    other.step(other.sample_actions())
    assert batch.states.tobytes() == before
    again = copy.deepcopy(other)
    assert again.states.tobytes() == other.states.tobytes() != before
