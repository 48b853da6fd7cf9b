"""One learner against bots in Gymnasium, in single and in vector environments."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import mandapa
from mandapa.adapters.gymnasium import MandapaEnv, MandapaVectorEnv, environment_id
from mandapa.adapters.position import Position


def play(env, seed, games=1):
    """Play at random to the end, and return all steps."""
    rng = np.random.default_rng(seed)
    steps = []
    for number in range(games):
        observation, info = env.reset(seed=seed if number == 0 else None)
        over = False
        while not over:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            observation, reward, over, _, info = env.step(action)
            steps.append((action, float(observation.sum()), reward, info["seat"], info["scores"]))
    return steps, info


def test_every_game_is_played_against_others(short_game):
    env = MandapaEnv(short_game.name, short_game.players, **short_game.options)
    steps, info = play(env, seed=1)
    assert env.position.is_over and len(info["returns"]) == short_game.players
    assert steps[-1][2] == pytest.approx(info["returns"][0])
    assert all(reward == 0 for _, _, reward, _, _ in steps[:-1])
    assert play(env, seed=1)[0] == steps


def test_the_checker_of_gymnasium_finds_nothing_to_say():
    """The checker draws actions from the whole space, so the game needs a state in which all of them are legal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("mandapa/connect_four-v1", render_mode="ansi").unwrapped)


def test_it_is_registered():
    env = gymnasium.make("mandapa/kerala-v1", players=2, rounds=2, opponents="greedy", render_mode="ansi")
    _, info = env.reset(seed=2)
    assert info["action_mask"].sum() > 0 and "\n" in env.render()
    assert environment_id("kerala") == "mandapa/kerala-v1"
    vector = gymnasium.make_vec("mandapa/kerala-v1", 3, "vector_entry_point", players=2, rounds=2)
    assert isinstance(vector.unwrapped, MandapaVectorEnv)
    vector.close()


@pytest.mark.usefixtures("largest")
def test_every_game_is_shown_as_text_and_as_pictures(short_game, capsys):
    env = MandapaEnv(short_game.name, short_game.players, **short_game.options)
    _, info = env.reset(seed=1)
    shown = {mode: [] for mode in env.metadata["render_modes"]}
    for env.render_mode in shown:
        shown[env.render_mode].append(env.render())
    env.step(np.flatnonzero(info["action_mask"])[0])
    for env.render_mode in shown:
        shown[env.render_mode].append(env.render())
    assert shown["human"] == [None, None]
    assert capsys.readouterr().out == "".join(f"{text}\n" for text in shown["ansi"])
    for svg in shown["svg"]:
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    begin, end = shown["rgb_array"]
    assert begin.shape == end.shape == (640, 960, 3), "recorders of videos want frames of one size"
    assert begin.dtype == np.uint8 and len(np.unique(begin.reshape(-1, 3), axis=0)) > 2, "something is drawn"


def test_trainers_make_environments_that_could_be_filmed():
    """``make_vec_env`` of Stable-Baselines3 creates environments one by one with ``rgb_array``, recorded or not."""
    env = gymnasium.make_vec("mandapa/connect_four-v1", 3, "sync", render_mode="rgb_array")
    _, infos = env.reset(seed=1)
    for _ in range(12):
        env.action_space.seed(1)
        actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in infos["action_mask"]])
        *_, infos = env.step(actions)
    frames = env.render()
    assert [frame.shape for frame in frames] == [(640, 960, 3)] * 3 and not np.array_equal(*frames[:2])
    env.close()


@pytest.mark.parametrize(("library", "extra"), [("resvg_py", "preview"), ("PIL", "research")])
def test_pictures_need_an_extra_which_is_named(library, extra, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    env = MandapaEnv("connect_four", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(ImportError, match=rf"pip install 'mandapa\[{extra}\]'"):
        env.render()


def test_seats_rotate_or_stay():
    rotating = MandapaEnv("connect_four")
    assert {seat for _, _, _, seat, _ in play(rotating, seed=1, games=4)[0]} == {0, 1}
    staying = MandapaEnv("connect_four", seat=1)
    assert {seat for _, _, _, seat, _ in play(staying, seed=1, games=3)[0]} == {1}


def test_opponents_of_all_sorts():
    asked = []

    def by_text(state):
        asked.append(state.current_player)
        return state.legal_actions[0]

    def by_id(state):
        asked.append(state.current_player)
        return state.legal_action_ids[-1]

    env = MandapaEnv("kerala", 4, opponents=["greedy", by_text, by_id], seat=1, rounds=1)
    play(env, seed=3)
    assert set(asked) == {3, 0}


def test_opponents_have_to_obey_the_rules():
    for wrong in (7, None, 1.0):
        env = MandapaEnv("connect_four", opponents=lambda state, wrong=wrong: wrong, seat=1)
        with pytest.raises(mandapa.IllegalAction, match="seat 0"):
            env.reset(seed=1)


def test_opponents_see_only_what_their_seat_may_know():
    seen = []

    def look(state):
        seat = state.current_player
        seen.append(state == state.for_seat(seat))
        return state.legal_actions[-1]

    play(MandapaEnv("chola", 2, opponents=look, turn_cap=12), seed=4)
    assert len(seen) > 5 and all(seen)


def test_scores_as_rewards_add_up_to_the_return():
    env = MandapaEnv("kerala", 2, rewards="score", rounds=2)
    env.reset(seed=3)
    start = env.position.scores()[0]
    steps, info = play(env, seed=3)
    assert start + sum(reward for _, _, reward, _, _ in steps) == pytest.approx(info["returns"][0])


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"opponents": "nobody"}, "opponents: found 'nobody'.*greedy"),
        ({"opponent": "random"}, r"found opponent, expected a setting \(.*opponents.* or option \(.*rounds"),
        ({"opponents": ["random"] * 3}, "opponents"),
        ({"opponents": None}, "opponents: found None"),
        ({"opponents": [3]}, "opponents: found 3.*greedy.* or a function"),
        ({"seat": 4}, "seat"),
        ({"rewards": "x"}, "rewards"),
        ({"simulations": 0}, "simulations"),
        ({"render_mode": "x"}, "render_mode: found 'x', expected human, ansi, svg, rgb_array or None"),
    ],
)
def test_wrong_settings_are_named(settings, named):
    with pytest.raises(mandapa.OptionError, match=named):
        MandapaEnv("kerala", 2, **settings)


def test_illegal_actions_are_refused():
    env = MandapaEnv("connect_four")
    env.reset(seed=1)
    for wrong in (7, None, "x", np.array([0, 1])):
        with pytest.raises(mandapa.IllegalAction, match="seat 0"):
            env.step(wrong)


# ---------------------------------------------------------------- batches


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_batches_reset_as_they_say(mode):
    env = MandapaVectorEnv("kerala", 6, 2, rounds=2, autoreset_mode=mode, opponents="random")
    observation, infos = env.reset(seed=1)
    assert env.observation_space.contains(observation) and observation.shape == (6, 12980)
    rng = np.random.default_rng(1)
    games, waiting = 0, np.zeros(6, bool)
    for _ in range(60):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        seats = infos["seat"]
        observation, rewards, ended, truncated, infos = env.step(actions)
        assert rewards.shape == ended.shape == truncated.shape == (6,) and not truncated.any()
        assert not (ended & waiting).any() and not rewards[~ended].any()
        games += int(ended.sum())
        if mode == AutoresetMode.NEXT_STEP:
            waiting = ended
            assert "final_obs" not in infos
        elif ended.any():
            assert np.array_equal(infos["_final_obs"], ended)
            number = int(np.flatnonzero(ended)[0])
            final = Position(env.batch.game, env.batch.finals[number].tobytes())
            assert np.array_equal(infos["final_obs"][number], final.observe(int(seats[number])))
            assert rewards[number] == final.returns()[seats[number]]
    assert games > 5
    env.close()


def test_infos_of_finished_games_are_where_those_of_gymnasium_are():
    """``opponents`` draw other numbers in a batch, so the games differ, but the keys of the infos are equal."""
    said = []
    for mode in ("sync", "vector_entry_point"):
        same = {"autoreset_mode": AutoresetMode.SAME_STEP}
        settings = {"vector_kwargs": same} if mode == "sync" else same
        env = gymnasium.make_vec("mandapa/connect_four-v1", 3, mode, **settings)
        _, infos = env.reset(seed=2)
        while "final_info" not in infos:
            masks = infos["action_mask"]
            *_, infos = env.step(np.array([np.flatnonzero(mask)[-1] for mask in masks]))
        final, ended = infos["final_info"], infos["_final_info"]
        assert ended.any() and np.array_equal(infos["_final_obs"], ended)
        assert np.array_equal(final["_returns"], ended) and np.array_equal(final["_seat"], ended)
        assert (final["seat"][ended] != infos["seat"][ended]).all(), "the next game has begun, from the next seat"
        assert not final["action_mask"][ended].any() and infos["action_mask"][ended].any()
        returns = np.array([list(returns) for returns in final["returns"][ended]])
        assert (np.abs(returns) <= 1).all() and not returns.sum(axis=1).any()
        said.append(set(final))
        env.close()
    assert said[0] == said[1]


def test_batches_are_shown_game_by_game():
    env = gymnasium.make_vec("mandapa/connect_four-v1", 2, "vector_entry_point", render_mode="ansi", seat=1)
    _, infos = env.reset(seed=1)
    env.step(np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]]))
    games = [Position(env.unwrapped.batch.game, state.tobytes()) for state in env.unwrapped.batch.states]
    assert env.render() == tuple(game.game.type.presentation.text(game.record) for game in games)
    filmed = MandapaVectorEnv("connect_four", 2, render_mode="rgb_array")
    filmed.reset(seed=1)
    assert [frame.shape for frame in filmed.render()] == [(640, 960, 3)] * 2


def test_other_modes_are_refused():
    with pytest.raises(mandapa.OptionError, match="autoreset_mode"):
        MandapaVectorEnv("connect_four", 2, autoreset_mode=AutoresetMode.DISABLED)
    named = MandapaVectorEnv("connect_four", 2, autoreset_mode="SameStep")
    assert named.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP and named.batch.auto_reset


def test_a_batch_has_a_learner():
    with pytest.raises(mandapa.OptionError, match="opponents: found None, expected random, policy, beginner"):
        MandapaVectorEnv("connect_four", 2, opponents=None)


# ---------------------------------------------------------------- copies

COPIES = {"deep copy": copy.deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("opponents", ["random", "greedy", "flat", "planner", "search"])
def test_a_copy_goes_on_alike_and_alone(opponents, copied):
    env = MandapaEnv("connect_four", opponents=opponents, simulations=20)
    env.reset(seed=1)
    env.step(3)
    other = copied(env)
    played = []
    for one in (env, other):
        played.append([])
        while not one.position.is_over:
            one.step(np.flatnonzero(one.action_masks())[-1])
            played[-1].append(one.position.to_bytes())
    assert played[0] == played[1] and len(played[0]) > 1


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_copy_of_a_batch_goes_on_alike_and_alone(opponents, copied):
    settings = {"opponents": opponents, "autoreset_mode": "SameStep", "threads": 2}
    env = gymnasium.make_vec("mandapa/connect_four-v1", 4, "vector_entry_point", **settings)
    env.reset(seed=1)

    def play(env, steps):
        results = []
        for _ in range(steps):
            masks = env.unwrapped.batch.masks
            results.append(env.step(np.array([np.flatnonzero(mask)[0] for mask in masks])))
        return results

    play(env, 3)
    other = copied(env)
    assert other.unwrapped.spec == env.unwrapped.spec
    expected, found = play(env, 12), play(other, 12)
    assert any("final_obs" in infos for *_, infos in expected)
    assert all(data_equivalence(one, another) for one, another in zip(expected, found, strict=True))
    env.close()
    other.close()


def test_before_the_first_game_it_is_said_that_there_is_none():
    env = MandapaEnv("connect_four", render_mode="ansi")
    for ask in (lambda: env.step(0), env.render, env.action_masks, lambda: env.position):
        with pytest.raises(gymnasium.error.ResetNeeded, match="expected reset before"):
            ask()
    assert not hasattr(env, "positions")
