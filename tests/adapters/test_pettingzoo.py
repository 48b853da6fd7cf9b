"""Our games in PettingZoo pass its own tests and agree with the OpenSpiel adapter."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo import make as make_registered
from pettingzoo.test import api_test, render_test, seed_test
from shimmy import OpenSpielCompatibilityV0

import mandapa
from mandapa.adapters import openspiel, pettingzoo
from mandapa.adapters.position import Position

EXPECTED_WITH_DICTIONARIES = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # for agents that are done
)
"""Warnings of ``api_test`` for any environment with a mask in the observation that is not on its own list."""


@pytest.fixture
def make(short_game):
    """Create an environment of ``short_game``."""

    def make_env(**settings):
        return pettingzoo.MandapaEnv(short_game, **settings)

    return make_env


def play(env, rng, steps=100_000):
    """Play at random, and yield each step as (agent, action, rewards after it)."""
    taken = []
    for agent in env.agent_iter(steps):
        _, _, over, _, info = env.last(observe=False)
        mask = info.get("action_mask", env.position.mask())
        action = None if over else int(rng.choice(np.flatnonzero(mask)))
        env.step(action)
        taken.append((agent, action, dict(env.rewards)))
    return taken


# ---------------------------------------------------------------- PettingZoo's own tests, for every game


@pytest.mark.usefixtures("largest")
def test_its_api_test_finds_nothing_to_say_with_masks_in_infos(make):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(make(mask="info"), num_cycles=60)
        seed_test(lambda: make(mask="info"), num_cycles=40)
        render_test(lambda **settings: make(mask="info", illegal_reward=-1.0, **settings))


def test_its_api_test_passes_with_masks_in_observations(make):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=40)
        seed_test(make, num_cycles=40)
        render_test(make, custom_tests={"ansi": lambda text: "\n" in text})
    said = {str(one.message) for one in seen}
    assert {text for text in said if not text.startswith(EXPECTED_WITH_DICTIONARIES)} == set()


@pytest.mark.parametrize(("name", "observation"), [("connect_four", "full"), ("chola", "full"), ("chola", "compact")])
def test_the_state_is_what_all_agents_know(name, observation):
    env = pettingzoo.MandapaEnv(mandapa.load(name), observation=observation, mask="info")
    env.reset(seed=1)
    play(env, np.random.default_rng(1), steps=20)
    state = env.state()
    assert env.state_space.contains(state)
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        if observation == "full":
            assert np.array_equal(state[seat], seen)
        else:
            assert state.keys() == seen.keys() and all(np.array_equal(state[part][seat], seen[part]) for part in seen)


# ---------------------------------------------------------------- comparison with OpenSpiel


class ToldWhatWasDrawn(OpenSpielCompatibilityV0):
    """Shimmy's environment with given chance outcomes."""

    def _execute_chance_node(self):
        while self.game_state.is_chance_node():
            self.game_state.apply_action(self.outcomes.pop(0))  # no part of max_game_length, though Shimmy counts it


def test_both_routes_have_the_same_trajectories(short_game):
    """Every observation, mask, reward and turn of a game is the same here as with OpenSpiel and Shimmy."""
    options = {option.name: option for option in short_game.type.options}
    parameters = {
        name: openspiel.to_spiel_parameter(options[name], value) for name, value in short_game.options.items()
    }
    config = {"players": short_game.players, **parameters}
    theirs = ToldWhatWasDrawn(game_name=f"mandapa_{short_game.name}", config=config)
    theirs.outcomes = drawn = []
    ours = pettingzoo.MandapaEnv(short_game, mask="info", illegal_reward=None)

    class Telling(Position):
        __slots__ = ()

        def draw(self, rng):
            drawn.append(super().draw(rng))
            return drawn[-1]

    rng = np.random.default_rng(4)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pettingzoo, "Position", Telling)
        ours.reset(seed=11)
        theirs.reset(seed=0)
        steps = 0
        while not ours.position.is_over:
            agent = ours.agent_selection
            assert theirs.agent_selection == agent
            mine, reward, *_, info = ours.last()
            other, their_reward, *_, their_info = theirs.last()
            assert np.array_equal(mine, other.astype(np.float32).ravel())
            assert np.array_equal(info["action_mask"], their_info["action_mask"])
            assert reward == their_reward == 0
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            ours.step(action)
            theirs.step(action)
            steps += 1
    assert drawn == [] and steps > 1
    assert ours.rewards == pytest.approx(theirs.rewards)
    assert ours.terminations == theirs.terminations == dict.fromkeys(ours.possible_agents, True)


def test_scores_as_rewards_add_up_to_the_returns(make):
    env = make(rewards="score")
    env.reset(seed=5)
    total = np.array(env.position.scores())
    for _, _, rewards in play(env, np.random.default_rng(5)):
        if len(rewards) == env.game.players:
            total += [rewards[agent] for agent in env.possible_agents]
            returns = env.position.returns()
    assert total.tolist() == pytest.approx(returns)


def test_the_learner_sees_what_its_seat_may_know(make, short_game):
    env = make()
    env.reset(seed=2)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        known = Position(short_game, env.position.known_to(seat).tobytes())
        assert np.array_equal(seen["observation"], known.observe(seat))
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        parts = env.named_parts(seen)
        assert np.array_equal(np.concatenate([part.ravel() for part in parts.values()]), seen["observation"])


# ---------------------------------------------------------------- cloning, names, refusals


def test_a_clone_goes_on_with_the_same_luck_and_alone(make):
    env = make(mask="info")
    env.reset(seed=3)
    play(env, np.random.default_rng(1), steps=1)
    saved, copies = env.save(), [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    future = play(env, np.random.default_rng(7))
    assert env.agents == [] and len(future) > env.game.players
    for other in copies:
        assert play(other, np.random.default_rng(7)) == future
    env.restore(saved)
    assert play(env, np.random.default_rng(7)) == future


def test_only_its_own_games_are_restored():
    env = pettingzoo.kerala_v1.env(players=3, rounds=2)
    env.reset(seed=1)
    for other in (pettingzoo.kerala_v1.env(players=2, rounds=2), pettingzoo.connect_four_v1.env()):
        with pytest.raises(ValueError, match=r"restore: found what was saved of .*players=3"):
            other.restore(env.save())


def test_names_are_those_of_the_rules():
    for name in mandapa.games():
        if mandapa.game_type(name).observation_size == 0:
            continue
        versioned = getattr(pettingzoo, f"{name}_v{mandapa.game_type(name).rules_version}")
        env = versioned.env()
        assert str(env) == versioned.__name__ and env.game.players == mandapa.game_type(name).default_players
        assert f"({env.game.type.num_actions},)" in versioned.__doc__
        assert versioned.__name__ in dir(pettingzoo)
    with pytest.raises(AttributeError, match="kerala_v1"):
        pettingzoo.kerala_v0  # noqa: B018


def test_they_are_in_the_registry():
    env = make_registered("aec", "mandapa/kerala-v1", players=2, rounds=2, mask="info")
    assert isinstance(env, pettingzoo.MandapaEnv) and env.game.players == 2 and env.game.options["rounds"] == 2


def test_docstrings_tell_what_numbers_mean():
    text = pettingzoo.kerala_v1.__doc__
    assert "| Action shape | (347,) |" in text
    assert "platforms (5, 2548)" in text
    assert "| jump {figure} {cell} | 59 + 41 figure + cell | figure: 0 to 1; cell: slot |" in text
    assert "| platforms | 5 x (5 + 1 + 41 x 62)" in text  # the table of the observation


def test_an_illegal_action_is_refused_or_ends_the_game():
    strict = pettingzoo.connect_four_v1.raw_env()
    for too_early in (lambda: strict.step(0), strict.last, strict.save, lambda: strict.observe("player_0")):
        with pytest.raises(RuntimeError, match="reset"):
            too_early()
    strict.reset()
    for wrong in (7, -1, 1.5, np.array([3, 4])):
        with pytest.raises(mandapa.IllegalAction, match="player_0"):
            strict.step(wrong)
    strict.step(3)
    lenient = pettingzoo.connect_four_v1.env(illegal_reward=-5)
    for wrong in (9, None, "x", 1.5):
        lenient.reset()
        lenient.step(wrong)
        assert lenient.rewards == {"player_0": -5, "player_1": 0}
        assert all(lenient.terminations.values()) and lenient.infos["player_0"] == {"illegal_action": wrong}


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"mask": "x"}, "mask"),
        ({"rewards": "x"}, "rewards"),
        ({"render_mode": "x"}, "render_mode"),
        ({"x": 1}, "found x, .*players.*mask.*illegal_reward"),
    ],
)
def test_wrong_settings_are_named(settings, named):
    with pytest.raises(mandapa.OptionError, match=named):
        pettingzoo.kerala_v1.env(**settings)


def test_before_the_first_game_it_is_said_that_there_is_none():
    env = pettingzoo.connect_four_v1.env(render_mode="ansi")
    for ask in (env.last, env.render, env.state, env.save, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(RuntimeError, match=r"there is no game.*expected reset before"):
            ask()
    for name in ("position", "agent_selection", "rewards", "terminations", "truncations"):
        with pytest.raises(RuntimeError, match=f"{name}: there is no game"):
            getattr(env, name)


def test_a_pickle_takes_a_given_beginning_along():
    """In an unpickled environment, a new game begins at the same custom position."""
    begun = mandapa.load("kerala", 2).at({"offer": ["K1", "R2"], "platforms": [{}, {}]})
    env = pettingzoo.MandapaEnv(begun)
    env.reset(seed=1)
    start = env.position.to_bytes()
    position = pickle.loads(pickle.dumps(env.position))
    position.restart()
    assert position.to_bytes() == start
    again = pickle.loads(pickle.dumps(env))
    again.reset()
    assert again.position.to_bytes() == start
