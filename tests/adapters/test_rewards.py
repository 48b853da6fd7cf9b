"""Rewards and infos at the end of games, opponents by name, and several learners in a batch."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa.adapters.batch import Batch
from mandapa.adapters.gymnasium import MandapaEnv, MandapaVectorEnv
from mandapa.adapters.pettingzoo import connect_four_v1
from mandapa.adapters.position import Position
from mandapa.adapters.rewards import at_end, margins, wins


def test_margins_and_shares_of_the_win():
    game = mandapa.load("kerala", 3)
    returns = [[4, 9, 7], [5, 5, 1], [2, 2, 2]]
    assert margins(game, returns).tolist() == [[-5, 2, -2], [0, 0, -4], [0, 0, 0]]
    assert wins(game, returns).tolist() == [game.shares_of_win(row) for row in returns]
    together = mandapa.load("menara", 2)
    assert margins(together, [1, 1]).tolist() == [1, 1] and wins(together, [-1, -1]).tolist() == [0, 0]
    assert at_end("final", game, returns[0]).tolist() == returns[0]


@pytest.mark.parametrize("rewards", ["final", "score", "margin", "win"])
def test_a_batch_tells_the_results_of_all_seats(rewards):
    game = mandapa.load("kerala", 3, rounds=1)
    batch, done = Batch(game, 4, rewards=rewards, seed=3, threads=2), 0
    for _ in range(60):
        paid, ended = batch.step(batch.sample_actions())
        for number in np.flatnonzero(ended):
            final = Position(game, batch.finals[number].tobytes())
            assert batch.final_returns[number].tolist() == final.returns()
            assert batch.final_scores[number].tolist() == final.scores()
            assert batch.final_wins[number].tolist() == game.shares_of_win(final.returns())
            if rewards != "score":
                assert paid[number].tolist() == at_end(rewards, game, final.returns()).tolist()
            done += 1
        if rewards != "score":
            assert not paid[~ended].any()
    assert done > 3
    batch.close()


def test_environments_tell_them_too():
    env = MandapaEnv("kerala", 2, rounds=1, rewards="win")
    _, info = env.reset(seed=1)
    over, rng = False, np.random.default_rng(1)
    while not over:
        _, reward, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    assert info["wins"] == env.game.shares_of_win(info["returns"]) and reward == info["wins"][env.seat]
    many = MandapaVectorEnv("connect_four", 3, rewards="margin")
    many.reset(seed=2)
    seen = 0
    for _ in range(40):
        seats = many.batch.learners.copy()
        _, paid, ended, _, infos = many.step(many.batch.sample_actions())
        assert ("returns" in infos) == ended.any()
        for number in np.flatnonzero(ended):
            returns = infos["returns"][number]
            assert paid[number] == margins(many.batch.game, returns)[seats[number]]
            assert infos["wins"][number].sum() == 1 and infos["scores"].shape == (3, 2) and infos["_wins"][number]
            seen += 1
    assert seen > 3
    pair = connect_four_v1.env(rewards="win")
    pair.reset(seed=1)
    for action in (0, 1, 0, 1, 0, 1, 0):
        pair.step(action)
    assert pair.rewards == {"player_0": 1, "player_1": 0}
    assert pair.infos["player_1"]["wins"] == [1, 0] and pair.infos["player_0"]["returns"] == [1, -1]


@pytest.mark.parametrize("threads", [1, 2])
def test_levels_play_the_other_seats(threads):
    """Opponents' actions depend only on the seed, and a step lasts until the learner's next turn."""
    game = mandapa.load("connect_four")
    seen = []
    for _ in range(2):
        batch = Batch(game, 5, opponents="greedy", seed=4, threads=threads)
        steps = []
        for _ in range(25):
            assert (batch.players == batch.learners).all()
            rng = np.random.default_rng(len(steps))
            actions = [int(rng.choice(np.flatnonzero(mask))) for mask in batch.masks]
            paid, ended = batch.step(np.array(actions))
            steps.append((batch.states.tobytes(), paid.tolist(), ended.tolist()))
        seen.append(steps)
        assert sum(sum(ended) for _, _, ended in steps) > 5
        batch.close()
    assert seen[0] == seen[1]
    with pytest.raises(mandapa.OptionError, match=r"opponents: found 'x', expected random, policy, beginner"):
        Batch(game, 2, opponents="x")


def test_one_call_plays_several_learners():
    game = mandapa.load("connect_four")
    batch = Batch(game, 6, seed=1, threads=1)
    asked = []

    def first(observations, masks):
        asked.append(len(observations))
        return masks.argmax(axis=1)

    def last(observations, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    turn = batch.step_by([first, last])
    assert [rows.tolist() for rows in turn.rows] == [[0, 2, 4], [1, 3, 5]] and asked == [3]
    assert turn.actions.tolist() == [0, 6] * 3 and turn.masks[0].shape == (3, 7)
    assert turn.observations[1].shape == (3, game.type.observation_size)
    turn = batch.step_by([first, last], seating=[[0, 0]] * 6)
    assert turn.rows[0].size == 6 and turn.rows[1].size == 0
    with pytest.raises(ValueError, match="seating"):
        batch.step_by([first, last], seating=[[0, 2]] * 6)
    with pytest.raises(mandapa.OptionError, match="self-play"):
        Batch(game, 2, opponents="random").step_by([first])
