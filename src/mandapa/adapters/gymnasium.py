"""One learner against computer players as a Gymnasium environment, alone or in batches.

>>> import gymnasium
>>> import mandapa.adapters.gymnasium
>>> env = gymnasium.make("mandapa/kerala-v1", players=2, opponents="random")
>>> observation, info = env.reset(seed=1)
>>> bool(info["action_mask"].any())
True

Names are ``mandapa/NAME-vVERSION``, where the version is that of the rules. ``gymnasium.make_vec`` with
``vectorization_mode="vector_entry_point"`` makes a ``MandapaVectorEnv``: many games stepped by machine code on all
cores. What the numbers mean is in the docstrings of ``mandapa.adapters.pettingzoo``'s environments, which are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mandapa import bots
from mandapa.adapters import missing
from mandapa.adapters.batch import ROTATE, Batch, checked_opponents
from mandapa.adapters.observing import FULL, Form
from mandapa.adapters.position import Position, load_for
from mandapa.adapters.rendering import RENDER_MODES, checked_render_mode, render
from mandapa.adapters.rewards import FINAL, SCORE, at_end, checked_rewards, wins
from mandapa.kernel.errors import IllegalAction, OptionError
from mandapa.library import Game, State, game_type, games

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("gymnasium", error) from error

Choice = Callable[[State], str | int]
"""From what a seat knows to the action that it takes: its text or its id."""
Opponent = str | Choice
"""Name of a computer player (``mandapa.bots.names``), or a function that chooses."""

SETTINGS = ("players", "opponents", "simulations", "seat", "rewards", "observation", "dtype", "render_mode")
VECTOR_SETTINGS = (
    *("players", "opponents", "simulations", "seat", "rewards"),
    *("observation", "dtype", "autoreset_mode", "threads", "render_mode"),
)

RESULTS = ("returns", "scores", "wins")
"""What is said of a game that has ended, by seat."""


def chosen_opponents(game: Game, opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """An opponent for each seat but the learner's; ``OptionError`` for what is none."""
    others = game.players - 1
    chosen: list[Any] = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * others
    if len(chosen) != others:
        raise OptionError(f"opponents: found {len(chosen)}, expected one, or {others} for {game.players} players")
    for one in chosen:
        if not callable(one) and one not in bots.names():
            raise OptionError(f"opponents: found {one!r}, expected {', '.join(bots.names())} or a function")
    return chosen


class MandapaEnv(gymnasium.Env[Any, Any]):
    """One learner, the other seats played by computer players.

    ``info`` has ``action_mask`` (int8, shape (num_actions,); nothing is legal at the end), ``seat`` (the learner's) and
    ``scores`` (running, by seat), and at the end ``returns`` and ``wins`` (shares of the win), by seat.

    Attributes:
        game: the game.
        position: where it stands, once ``reset`` has been called; before, that and whatever needs it raises
            ``gymnasium.error.ResetNeeded``.
        seat: the learner's seat in the running game.
    """

    position: Position
    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        name: str,
        players: int | None = None,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        simulations: int | None = None,
        seat: int | str = ROTATE,
        rewards: str = FINAL,
        observation: str = FULL,
        dtype: str = "float32",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make an environment.

        Args:
            name: of the game.
            players: number of seats.
            opponents: one for all other seats, or one for each of them, in order from the learner's left.
            simulations: how many a decision, for opponents that simulate.
            seat: the learner's seat, or ``rotate``: seat 0 in the first game, each new game the next one.
            rewards: ``final``, the learner's return when the game ends; ``score``, every change of its running score,
                and at the end what is left to the return; ``margin``, at the end its return less the best of the
                others'; or ``win``, at the end its share of the win.
            observation: ``full``, or ``compact``: a dictionary of parts, also called ``planes`` or ``entities``.
            dtype: ``float32``, or in compact form ``uint8``.
            render_mode: what ``render`` gives (``mandapa.adapters.rendering``): ``human`` prints the table as text,
                ``ansi`` returns it; ``svg`` and ``rgb_array`` return a picture.
            options: those of ``mandapa.load``.
        """
        self.game = load_for(SETTINGS, name, players, options)
        self._rewards = checked_rewards(rewards)
        self._form = Form(self.game, observation, dtype)
        if seat != ROTATE and seat not in range(self.game.players):
            raise OptionError(f"seat: found {seat!r}, expected {ROTATE} or 0 to {self.game.players - 1}")
        if simulations is not None and (not isinstance(simulations, int) or simulations < 1):
            raise OptionError(f"simulations: found {simulations!r}, expected a whole number, at least 1, or None")
        self._opponents = chosen = chosen_opponents(self.game, opponents)
        self._simulations = simulations
        self._fixed = None if seat == ROTATE else int(seat)
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = self._form.space()
        self.action_space = spaces.Discrete(self.game.type.num_actions)
        self.seat = -1 if self._fixed is None else self._fixed
        self._players: list[Choice | None] = []
        if any(isinstance(one, str) and one != "random" for one in chosen):
            self.game.engine.warm()  # their search needs more machine code than environments do

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; ``seed`` decides what chance and the opponents do. ``options`` do nothing."""
        super().reset(seed=seed)
        if seed is not None or not self._players:
            self._players = [self._player(one) for one in self._opponents]
        if self._fixed is None:
            self.seat = (0 if seed is not None else self.seat + 1) % self.game.players
        self.position = Position(self.game)
        self._until_asked()
        self._standing = self.position.scores()[self.seat] if self._rewards == SCORE else 0.0
        return self.position.observe_as(self._form, self.seat), self._info()

    def __getattr__(self, name: str) -> Any:
        """Only asked for what is not there: a game begins with ``reset``."""
        if name in ("position", "_standing"):
            raise ResetNeeded("there is no game; expected reset before")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _player(self, opponent: Opponent) -> Choice | None:
        """How an opponent chooses; None for any legal action, which needs no more than the list."""
        if not isinstance(opponent, str):
            return opponent
        if opponent == "random":
            return None
        return bots.make(opponent, self.game, self.np_random.spawn(1)[0], simulations=self._simulations).decide

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, then let chance and opponents act until it is asked again.

        ``IllegalAction`` if the mask does not allow it; nothing has changed then.
        """
        self._must_be_legal(action, self.seat)
        self.position.apply(int(action))
        self._until_asked()
        over = self.position.is_over
        now = self._standing
        if over:
            now = float(at_end(self._rewards, self.game, self.position.returns())[self.seat])
        elif self._rewards == SCORE:
            now = self.position.scores()[self.seat]
        reward, self._standing = now - self._standing, now
        return self.position.observe_as(self._form, self.seat), reward, over, False, self._info()

    def _must_be_legal(self, action: Any, seat: int) -> None:
        if not self.position.allows(action) or self.position.player != seat:
            explanation = f"not among the legal actions of seat {seat}; see the action mask"
            raise IllegalAction(str(action), "illegal_action", "", "refusal.illegal", {}, explanation)

    def _until_asked(self) -> None:
        position = self.position
        position.settle(self.np_random)
        while not position.is_over and position.player != self.seat:
            position.apply(self._choice(position))
            position.settle(self.np_random)

    def _choice(self, position: Position) -> int:
        """What an opponent does; it is shown what its seat knows."""
        choose = self._players[(position.player - self.seat - 1) % self.game.players]
        if choose is None:
            legal = position.legal()
            return legal[int(self.np_random.random() * len(legal))]
        state = State(self.game, position.known_to(position.player))
        chosen = choose(state)
        action = state.parse(chosen) if isinstance(chosen, str) else chosen
        self._must_be_legal(action, position.player)
        return int(action)

    def _info(self) -> dict[str, Any]:
        ended = {}
        if self.position.is_over:
            returns = self.position.returns()
            ended = {"returns": returns, "wins": wins(self.game, returns).tolist()}
        return {"action_mask": self.action_masks(), "seat": self.seat, "scores": self.position.scores(), **ended}

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions as 0 and 1, under the name that trainers ask for."""
        return self.position.mask()

    def render(self) -> Any:
        """The table as the learner sees it, in the ``render_mode``."""
        return render(self.game, self.position.known_to(self.seat), self.render_mode)


class MandapaVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once, one learner in each; see ``mandapa.adapters.batch`` for how they are stepped.

    ``infos`` has ``action_mask`` (bool, shape (num_envs, num_actions); all is legal where a game is over) and ``seat``
    (shape (num_envs,)). Where a game has ended (``_returns``) also ``returns``, ``scores`` and ``wins`` of all seats
    (shape (num_envs, players)). In the mode ``SAME_STEP`` also ``final_obs`` and ``final_info``: what the learner saw
    and was told at the end of the game, for the rows that ``_final_obs`` and ``_final_info`` name.

    Copies and pickles are independent and go on alike.

    Attributes:
        batch: the games.
    """

    def __init__(
        self,
        name: str,
        num_envs: int,
        players: int | None = None,
        *,
        opponents: str = "random",
        simulations: int | None = None,
        seat: int | str = ROTATE,
        rewards: str = FINAL,
        observation: str = FULL,
        dtype: str = "float32",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environments.

        Args:
            name: of the game.
            num_envs: number of games.
            players: number of seats.
            opponents: ``random``, any legal action; ``policy``, the game's own quick policy; or a computer player,
                such as a level (``adept``), which takes hundreds of times as long.
            simulations: how many a decision, for opponents that simulate.
            seat: the learner's seat, or ``rotate``: game i begins with seat i, each new game has the next one.
            rewards, observation, dtype: as in ``MandapaEnv``.
            autoreset_mode: ``NEXT_STEP`` or ``SAME_STEP``, or as a word ``NextStep`` or ``SameStep``.
            threads: how many, by default one for each processor.
            render_mode: as in ``MandapaEnv``; ``render`` gives a tuple, one for each game.
            options: those of ``mandapa.load``.
        """
        modes = {mode.value: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)}
        named = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        if named not in modes:
            raise OptionError(f"autoreset_mode: found {named!r}, expected {' or '.join(modes)}")
        checked_opponents(opponents)  # a batch without opponents has no learner
        game = load_for(VECTOR_SETTINGS, name, players, options)
        self.num_envs = num_envs
        self.single_observation_space = Form(game, observation, dtype).space()
        self.single_action_space = spaces.Discrete(game.type.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = checked_render_mode(render_mode)
        self.metadata = {**MandapaEnv.metadata, "autoreset_mode": modes[named]}
        self._same_step = modes[named] == AutoresetMode.SAME_STEP
        self._settings: dict[str, Any] = {
            "opponents": opponents,
            "simulations": simulations,
            "seat": seat,
            "rewards": rewards,
            "observation": observation,
            "dtype": dtype,
            "auto_reset": self._same_step,
            "threads": threads,
        }
        self.batch = Batch(game, num_envs, **self._settings)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew. ``options`` do nothing."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self._observe(), self._infos()

    def _observe(self, seats: Any = None, finals: bool = False) -> Any:
        """What the learners see: an array, or the parts of a compact form."""
        return self.batch.form.given(self.batch.observe(seats, finals=finals))

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take an action in each game; ``IllegalAction`` if a mask does not allow it, and nothing has changed then."""
        seats = self.batch.learners.copy()
        rewards, ended = self.batch.step(actions)
        infos = self._infos()
        if ended.any():
            batch = self.batch
            returns = batch.final_returns[ended]
            results = (returns, batch.final_scores[ended], wins(batch.game, returns))
            for name, values in zip(RESULTS, results, strict=True):
                infos[name] = np.zeros_like(batch.final_returns)
                infos[name][ended] = values
                infos[f"_{name}"] = ended.copy()
        if self._same_step and ended.any():
            infos["final_obs"] = self._observe(seats, finals=True)
            infos["_final_obs"] = ended.copy()
            infos["final_info"] = self._final_infos(infos, seats, ended)
            infos["_final_info"] = ended.copy()
        own = rewards[np.arange(self.num_envs), seats]
        return self._observe(), own, ended.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _final_infos(self, infos: dict[str, Any], seats: Any, ended: Any) -> dict[str, Any]:
        """What ``MandapaEnv`` says at the end of a game, for the games that have ``ended``: nothing is legal there."""
        told = {"action_mask": np.zeros_like(self.batch.masks), "seat": np.where(ended, seats, 0)}
        told |= {name: infos[name].copy() for name in RESULTS}
        return told | {f"_{name}": ended.copy() for name in told}

    def render(self) -> tuple[Any, ...]:
        """Each table as its learner sees it, in the ``render_mode``."""
        batch = self.batch
        positions = [Position(batch.game, state.tobytes()) for state in batch.states]
        known = [one.known_to(int(seat)) for one, seat in zip(positions, batch.learners, strict=True)]
        return tuple(render(batch.game, record, self.render_mode) for record in known)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.copy(), "seat": self.batch.learners.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()


def environment_id(name: str) -> str:
    """``mandapa/kerala-v1``."""
    return f"mandapa/{name}-v{game_type(name).rules_version}"


for _name in games():
    if game_type(_name).observation_size:
        gymnasium.register(
            environment_id(_name),
            entry_point=f"{__name__}:MandapaEnv",
            vector_entry_point=f"{__name__}:MandapaVectorEnv",
            kwargs={"name": _name},
            disable_env_checker=True,
        )
