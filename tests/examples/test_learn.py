"""The training example, shortened: it learns, and the same seed gives the same result."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import mandapa
from mandapa.adapters.observation_formats import ObservationFormat
from mandapa.adapters.policy_files import FilePolicy
from mandapa.adapters.position import Position
from mandapa.bots.external_policies import Question
from mandapa.kernel.errors import OptionError


@pytest.fixture(scope="module")
def learn(repository: Path):
    """Load the example as a module, on one thread."""
    torch.set_num_threads(1)
    sys.path.insert(0, str(repository / "examples"))
    import learn

    yield learn
    sys.path.remove(str(repository / "examples"))
    for name in ("learn", "networks"):
        del sys.modules[name]


@pytest.fixture
def small(learn):
    return learn.Settings(games=64, steps=24, width=64, minibatch=512, rate=3e-3)


def test_it_learns(learn, small):
    """After a few seconds it beats the opponent it has learned from, which it does not beat before."""
    learner = learn.Learner(mandapa.load("connect_four"), small)
    curve = list(learn.train(learner, decisions=60_000, opponent="random", games=100, points=2))
    assert [point.decisions for point in curve] == [0, 30_720, 61_440]
    assert curve[0].wins < 0.7 < 0.85 < curve[-1].wins


@pytest.mark.parametrize("against", ["random", "self"])
def test_the_same_seed_learns_the_same(learn, small, against):
    weights = []
    for _ in range(2):
        learner = learn.Learner(mandapa.load("connect_four"), small, against)
        learner.learn(learner.play(), left=0.5)
        weights.append(torch.cat([part.flatten() for part in learner.network.parameters()]))
    assert torch.equal(*weights)


def test_results_are_those_of_the_seat_that_decided(learn, small):
    """The player of the last disc has won, or it is a draw; all decisions of that seat in the game have the same
    result."""
    learner = learn.Learner(mandapa.load("connect_four"), small, "self")
    rollout = learner.play()
    last, won = learner.batch.finals["over"] == 1, 2 / learner.scale
    results = rollout.results.reshape(small.steps, small.games)
    assert rollout.seen.shape == (small.steps * small.games, 126)
    assert rollout.masks.gather(1, rollout.actions[:, None]).all()
    assert last.any() and set(results[:7].unique().tolist()) >= {-np.float32(won), np.float32(won)}


def test_what_is_saved_plays_what_the_network_likes_best(learn, small, tmp_path):
    game = mandapa.load("connect_four")
    learner = learn.Learner(game, small)
    learner.learn(learner.play())
    learner.save(tmp_path / "learnt.npz", against="random")
    policy = FilePolicy(tmp_path / "learnt.npz")
    assert (policy.about["made"]["decisions"], policy.about["made"]["against"]) == (64 * 24, "random")
    state = game.new_state()
    for _ in range(3):
        question = Question(state, state.current_player, np.random.default_rng(1))
        chosen = policy(question)
        seen, mask = question.observation[None], question.mask[None].astype(bool)
        assert chosen == learn.best(learner.network, seen, mask)[0]
        state.apply_id(chosen)


@pytest.fixture
def small_parts(small):
    return replace(small, games=16, steps=16, minibatch=64, network="parts", rewards="score", patience=0.5)


def value_error(learner, rollout) -> float:
    """Return the mean squared error of the network's values."""
    with torch.no_grad():
        return float((learner.network(rollout.seen, rollout.masks)[1] - rollout.results).square().mean())


@pytest.mark.parametrize("game", ["kerala", "indus", "chola"])
def test_a_network_of_parts_learns_and_plays_from_its_file(learn, small_parts, tmp_path, game):
    """The file gives the same outputs, also if there are no entities, and chooses the same actions."""
    learner = learn.Learner(mandapa.load(game, 2), small_parts)
    rollout = learner.play()
    before = value_error(learner, rollout)
    for _ in range(6):
        learner.learn(rollout)
    assert value_error(learner, rollout) < 0.8 * before
    learn.save(tmp_path / "parts.npz", learner.game, learner.network, "compact", {}, value=True)
    policy = FilePolicy(tmp_path / "parts.npz")
    player = policy.for_game(learner.game)
    seen = torch.cat([torch.zeros(1, rollout.seen.shape[1]), rollout.seen[::16]])
    masks = torch.ones(len(seen), learner.game.type.num_actions, dtype=torch.bool)
    with torch.no_grad():
        logits, values = learner.network(seen, masks)
    np.testing.assert_allclose(player.outputs(seen.numpy()), torch.column_stack([logits, values]), atol=1e-5)
    assert logits.isfinite().all()
    state, rng = learner.game.new_state(), np.random.default_rng(1)
    while state.is_chance:
        state.resolve_chance(rng)
    question = Question(state, state.current_player, rng)
    observed = Position(learner.game, state.record.tobytes()).compact(player.form, state.current_player)
    assert player(question) == learn.best(learner.network, observed[None], question.mask[None].astype(bool))[0]
    searching = Question(state, state.current_player, rng, simulations=3)
    assert player(searching) in question.legal_action_ids


def test_a_network_of_parts_needs_compact_observations(learn, small_parts):
    with pytest.raises(OptionError, match="expected layers: connect_four has no compact observations"):
        learn.Learner(mandapa.load("connect_four"), small_parts)


def test_margins_are_what_others_have_less(learn):
    """In cooperative games no margin exists, so the common result counts; otherwise nothing would be learned."""
    assert learn.margins(np.array([[1.0, 1.0]])).tolist() == [[0, 0]]
    assert learn.margins(np.array([[1.0, 1.0]]), alone=True).tolist() == [[1, 1]]
    assert learn.margins(np.array([[1.0, -1.0]])).tolist() == [[2, -2]]
    assert learn.margins(np.array([[6.0, 3.0, 0.0]])).tolist() == [[4.5, 0, -4.5]]


def test_the_level_in_a_cooperative_game_is_a_win_rate(learn, small):
    game = mandapa.load("menara", 1, difficulty="hard")
    network = learn.Network.of(ObservationFormat(game, "full"), small.width)
    assert learn.level(game, network, "full", games=2) == 0


@pytest.mark.parametrize(("rewards", "win"), [("own", 1), ("score", 2)])
def test_a_win_is_worth_its_own_points_or_the_margin(learn, small, rewards, win):
    learner = learn.Learner(mandapa.load("connect_four"), replace(small, rewards=rewards))
    assert float(learner.play().results.max()) * learner.scale == pytest.approx(win)


def test_settings_are_numbers_with_their_names(learn):
    assert learn.parse_settings(["width=64", "entropy=0.003"]) == {"width": 64, "entropy": 0.003}
    for wrong in ("width=wide", "size=3", "rewards=own"):
        with pytest.raises(SystemExit, match=f"found '{wrong}', expected NAME=NUMBER"):
            learn.parse_settings([wrong])


def test_the_curve_is_drawn(learn, tmp_path):
    learn.draw([learn.Point(0, 0.0, 0.5), learn.Point(10, 1.0, 0.9)], "greedy", str(tmp_path / "curve.svg"))
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").count("greedy")
