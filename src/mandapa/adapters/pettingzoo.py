"""PettingZoo environments (AEC) for every installed game.

>>> from mandapa.adapters.pettingzoo import kerala_v1
>>> env = kerala_v1.env(players=3, shift_turn=False)
>>> env.reset(seed=42)
>>> env.agents
['player_0', 'player_1', 'player_2']

``pettingzoo.make("aec", "mandapa/kerala-v1", players=3)`` creates the same environment. The number in a name is the
game's rules version, which changes when the same actions could lead to different states. The docstring of ``kerala_v1``
describes its actions and observations. The environment draws chance outcomes. Unlike PettingZoo's own environments,
these environments can be cloned, saved and restored, even in the middle of a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mandapa.adapters import missing
from mandapa.adapters.observation_formats import FULL, ObservationFormat, compact_parts
from mandapa.adapters.position import Position, load_for, must_be_of
from mandapa.adapters.rendering import RENDER_MODES, checked_render_mode, render
from mandapa.adapters.rewards import FINAL, SCORE, at_end, checked_rewards, wins
from mandapa.kernel.errors import IllegalAction, OptionError
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.learning.compact import table_of as compact_table
from mandapa.library import Game, game_type, games, load

try:
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space
    from pettingzoo import AECEnv, register
except ImportError as error:
    raise missing("pettingzoo", error) from error

MASKS = ("observation", "info")
SETTINGS = ("render_mode", "mask", "rewards", "observation", "dtype")
SHOWN = ("players", *SETTINGS, "illegal_reward")
"""Settings shown in error messages."""
SAVED_ATTRIBUTES = ("rewards", "_cumulative_rewards", "terminations", "truncations", "_standing")


class MandapaEnv(AECEnv[str, Any, Any]):
    """AEC environment of a game, with the agents ``player_0``, ``player_1`` and so on, by seat.

    Attributes:
        game: the game.
        position: the current position (``mandapa.adapters.position``); access before ``reset`` raises ``RuntimeError``.
    """

    position: Position

    def __init__(
        self,
        game: Game,
        render_mode: str | None = None,
        mask: str = "observation",
        rewards: str = FINAL,
        observation: str = FULL,
        dtype: str = "float32",
        illegal_reward: float | None = None,
    ) -> None:
        """Create an environment.

        Args:
            game: as returned by ``mandapa.load``.
            render_mode: output of ``render`` (``mandapa.adapters.rendering``): ``human`` prints the table as text,
                ``ansi`` returns it; ``svg`` and ``rgb_array`` return a picture.
            mask: location of the action mask: ``observation``, which is then a dictionary of ``observation`` and
                ``action_mask``, as most trainers expect; or ``info``, the info of the agent to act.
            rewards: ``final``, the returns when the game ends; ``score``, every change of the running score, and at the
                end the remaining difference to the returns; ``margin``, at the end the lead over the best other agent's
                return; or ``win``, at the end the share of the win.
            observation: ``full``, or ``compact``: a dictionary of parts, also called ``planes`` or ``entities``.
            dtype: ``float32``, or in compact form ``uint8``.
            illegal_reward: reward of an agent that takes an illegal action, which ends the game; if None, an illegal
                action raises ``IllegalAction`` and changes nothing.
        """
        if mask not in MASKS:
            raise OptionError(f"mask: found {mask!r}, expected {' or '.join(MASKS)}")
        checked_rewards(rewards)
        super().__init__()
        self.game = game
        self._form = ObservationFormat(game, observation, dtype)
        self.render_mode = checked_render_mode(render_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "name": versioned_name(game.name),
            "is_parallelizable": False,
        }
        self._settings: dict[str, Any] = {
            "render_mode": render_mode,
            "mask": mask,
            "rewards": rewards,
            "observation": observation,
            "dtype": dtype,
            "illegal_reward": illegal_reward,
        }
        self._begun = False
        self.illegal_reward = illegal_reward
        self._in_observation = mask == "observation"
        self._rewarded = rewards
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self._random = np.random.default_rng()
        self._make_spaces()

    def _make_spaces(self) -> None:
        actions = self.game.type.num_actions
        self.observation_spaces: dict[str, Any] = {}
        self.action_spaces: dict[str, Any] = {}
        for agent in self.possible_agents:
            seen = self._form.space()
            if self._in_observation:
                seen = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
            self.observation_spaces[agent] = seen
            self.action_spaces[agent] = spaces.Discrete(actions)
        self.state_space = batch_space(self._form.space(), self.game.players)

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. ``seed`` determines chance in this and the following games; ``options`` are ignored."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        if self._begun:
            self.position.restart()
        else:
            self.position = Position(self.game)
            self._begun = True
        self.position.settle(self._random)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._standing = self.position.scores() if self._rewarded == SCORE else [0.0] * self.game.players
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self._paid = False
        self._ask()

    def step(self, action: Any) -> None:
        """Take an action for ``agent_selection``, then let chance act. The action is None for an agent that is done."""
        if not self.agents:
            raise RuntimeError("step: there is no game, or it is over for all; expected reset before")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        position = self.position
        if self._paid:
            self._clear_rewards()
            self._paid = False
        self._cumulative_rewards[agent] = 0.0
        if not position.allows(action):
            self._refuse(agent, action)
            return
        position.apply(int(action))
        if position.player == CHANCE:
            position.settle(self._random)
        if position.player == TERMINAL or self._rewarded == SCORE:
            self._reward()
        self._ask()

    def _refuse(self, agent: str, action: Any) -> None:
        """Raise ``IllegalAction`` or, with an ``illegal_reward``, end the game."""
        if self.illegal_reward is None:
            explanation = f"not among the legal actions of {agent}; see the action mask"
            raise IllegalAction(str(action), "illegal_action", "", "refusal.illegal", {}, explanation)
        self.rewards[agent] = float(self.illegal_reward)
        self._end()
        self.infos = {name: {} for name in self.agents}
        self.infos[agent] = {"illegal_action": action}

    def _reward(self) -> None:
        """Set the rewards of all agents for the current step."""
        over = self.position.is_over
        now = self.position.scores()
        if over:
            now = at_end(self._rewarded, self.game, self.position.returns()).tolist()
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = now[seat] - self._standing[seat]
        self._standing = now
        if over:
            self._end()
        else:
            self._pay()

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self._pay()

    def _pay(self) -> None:
        self._paid = True
        self._accumulate_rewards()

    def _ask(self) -> None:
        """Select the agent to act or, at the end of the game, the first agent."""
        player = self.position.player
        before, now = self.agent_selection, self.agents[0] if player == TERMINAL else self.possible_agents[player]
        self.agent_selection = now
        if player == TERMINAL:
            returns = self.position.returns()
            ended = {"returns": returns, "scores": self.position.scores(), "wins": wins(self.game, returns).tolist()}
            self.infos = {agent: dict(ended) for agent in self.agents}
        elif not self._in_observation:
            self.infos[before] = {}
            self.infos[now] = {"action_mask": self.position.mask()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the current agent's observation, reward since its last action, termination, truncation and info."""
        self._must_be_begun("last")
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _must_be_begun(self, call: str) -> None:
        if not self._begun:
            raise RuntimeError(f"{call}: there is no game; expected reset before")

    def __getattr__(self, name: str) -> Any:
        """Raise ``RuntimeError`` for attributes that exist only after ``reset``."""
        if name == "position" or name in SAVED_ATTRIBUTES or name == "agent_selection":
            raise RuntimeError(f"{name}: there is no game; expected reset before")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observe(self, agent: str) -> Any:
        """Return an agent's observation as a new array; the mask is all 0 for agents that do not act."""
        self._must_be_begun("observe")
        seat = self._seat[agent]
        observation = self.position.observe_as(self._form, seat)
        if not self._in_observation:
            return observation
        acts = seat == self.position.player and not self.terminations.get(agent, True)
        mask = self.position.mask() if acts else np.zeros(self.game.type.num_actions, np.int8)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> Any:
        """Return the observations of all agents without masks, stacked by seat, as described by ``state_space``.

        The result is intended for a central critic. In games without hidden information, it contains only information
        that every agent sees.
        """
        self._must_be_begun("state")
        seen = [self.position.observe_as(self._form, seat) for seat in range(self.game.players)]
        if self._form.compact:
            return {name: np.stack([one[name] for one in seen]) for name in self._form.shapes}
        return np.stack(seen)

    def named_parts(self, observation: Any) -> dict[str, Any]:
        """Return the parts of an observation by name, as views; a compact observation is returned unchanged."""
        if not self._form.compact:
            seen = observation["observation"] if self._in_observation else observation
            return self._form.split(seen)
        parts: dict[str, Any] = observation["observation"] if self._in_observation else observation
        return parts

    # ------------------------------------------------------------ cloning, saving

    def save(self) -> dict[str, Any]:
        """Return all data that determine how the game continues, for ``restore`` or pickling."""
        self._must_be_begun("save")
        return {
            **{name: getattr(self, name).copy() for name in SAVED_ATTRIBUTES},
            "game": repr(self.game),
            "state": self.position.to_bytes(),
            "random": self._random.bit_generator.state,
            "agents": list(self.agents),
            "agent_selection": self.agent_selection,
            "infos": {agent: dict(info) for agent, info in self.infos.items()},
            "_paid": self._paid,
            "_skip_agent_selection": self._skip_agent_selection,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore the output of ``save``, which may come from another environment of the same game.

        Raises:
            ValueError: the data belong to another game, other players or other options.
        """
        must_be_of(self.game, saved)
        self._begun = True
        self.position = Position(self.game, saved["state"])
        self._random.bit_generator.state = saved["random"]
        for name in SAVED_ATTRIBUTES:
            setattr(self, name, saved[name].copy())
        self.agents = list(saved["agents"])
        self.agent_selection = saved["agent_selection"]
        self.infos = {agent: dict(info) for agent, info in saved["infos"].items()}
        self._paid = saved["_paid"]
        self._skip_agent_selection = saved["_skip_agent_selection"]

    def clone(self) -> MandapaEnv:
        """Return an independent environment with the same future random numbers, like a deep copy or a pickle."""
        other = MandapaEnv(self.game, **self._settings)
        if self._begun:
            other.restore(self.save())
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> MandapaEnv:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self._settings, self.save() if self._begun else None)

    # ------------------------------------------------------------ showing

    def render(self) -> Any:
        """Render the whole table, including hidden information; ``render_mode`` determines the output."""
        self._must_be_begun("render")
        return render(self.game, self.position.record, self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


def _restored(game: Game, settings: dict[str, Any], saved: dict[str, Any] | None) -> MandapaEnv:
    env = MandapaEnv(game, **settings)
    if saved is not None:
        env.restore(saved)
    return env


# ---------------------------------------------------------------- names


def versioned_name(name: str) -> str:
    """Return the name of a game with its rules version, such as ``kerala_v1``."""
    return f"{name}_v{game_type(name).rules_version}"


class Versioned:
    """A game with its rules version; has the functions ``env`` and ``raw_env``, like the modules of PettingZoo."""

    def __init__(self, name: str) -> None:
        type = game_type(name)
        self.name = name
        self.__name__ = versioned_name(name)
        tables = [f"{type.title}. {type.summary}", table_of(name), *type.learning.tables]
        if type.learning.compact is not None:
            parts = compact_parts(load(name))
            tables += [f"Compact observations, for {type.default_players} players:", compact_table(parts)]
        self.__doc__ = "\n\n".join(tables)

    def env(self, players: int | None = None, *, illegal_reward: float | None = -1.0, **settings: Any) -> MandapaEnv:
        """Create an environment in which an illegal action ends the game, as in PettingZoo's environments.

        ``settings`` are arguments of ``MandapaEnv`` and options of ``mandapa.load``.
        """
        own = {key: settings.pop(key) for key in SETTINGS if key in settings}
        return MandapaEnv(load_for(SHOWN, self.name, players, settings), illegal_reward=illegal_reward, **own)

    def raw_env(self, players: int | None = None, **settings: Any) -> MandapaEnv:
        """Create an environment that raises ``IllegalAction``; ``settings`` are the same as in ``env``."""
        return self.env(players, illegal_reward=None, **settings)

    def __repr__(self) -> str:
        return f"<environments of {self.__name__}>"


def table_of(name: str) -> str:
    """Return a table of facts about an environment, in the format of PettingZoo's documentation."""
    type = game_type(name)
    parts = type.learning.parts or {"observation": (type.observation_size,)}
    rows = {
        "Import": f"`from mandapa.adapters.pettingzoo import {versioned_name(name)}`",
        "Actions": "discrete",
        "Action shape": f"({type.num_actions},)",
        "Agents": f"{type.min_players} to {type.max_players}, {type.default_players} by default",
        "Agent names": "`player_0`, `player_1`, ...",
        "Observation shape": f"({type.observation_size},)",
        "Observation values": f"[{type.learning.lowest:g}, {type.learning.highest:g}], float32",
        "Observation parts": ", ".join(f"{part} {shape}" for part, shape in parts.items()),
        "Hidden information": "yes" if type.hidden_information else "no",
        "Options": ", ".join(option.name for option in type.options) or "none",
    }
    lines = [f"| {key} | {value} |" for key, value in rows.items()]
    return "\n".join(["| | |", "| --- | --- |", *lines])


def __getattr__(name: str) -> Versioned:
    """Create a versioned game such as ``kerala_v1`` when it is first accessed."""
    for game in games():
        if name == versioned_name(game):
            globals()[name] = Versioned(game)
            return globals()[name]  # type: ignore[no-any-return]
    raise AttributeError(f"no environment {name!r}; there are {', '.join(map(versioned_name, games()))}")


def __dir__() -> list[str]:
    return sorted({*globals(), *map(versioned_name, games())})


for _name in games():
    if game_type(_name).observation_size:
        register("aec", f"mandapa/{_name}-v{game_type(_name).rules_version}", __getattr__(versioned_name(_name)).env)
