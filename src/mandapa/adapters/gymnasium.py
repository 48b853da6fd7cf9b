"""Gymnasium environments with one learner against bots, single or vectorized.

>>> import gymnasium
>>> import mandapa.adapters.gymnasium
>>> env = gymnasium.make("mandapa/kerala-v1", players=2, opponents="random")
>>> observation, info = env.reset(seed=1)
>>> bool(info["action_mask"].any())
True

Environment ids are ``mandapa/NAME-vVERSION``, where ``VERSION`` is the version of the rules. ``gymnasium.make_vec``
with ``vectorization_mode="vector_entry_point"`` creates a ``MandapaVectorEnv``, which steps many games by machine code
on all cores. Actions and observations are the same as in ``mandapa.adapters.pettingzoo``, whose environments describe
them in their docstrings.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mandapa import bots
from mandapa.adapters import missing
from mandapa.adapters.batch import ROTATE, Batch, checked_opponents
from mandapa.adapters.observation_formats import FULL, ObservationFormat
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

OpponentFunction = Callable[[State], str | int]
"""Function that returns an action, as text or id, given the state as a seat sees it."""
Opponent = str | OpponentFunction
"""Name of a bot (``mandapa.bots.names``), or a function that chooses actions."""

SETTINGS = ("players", "opponents", "simulations", "seat", "rewards", "observation", "dtype", "render_mode")
VECTOR_SETTINGS = (
    *("players", "opponents", "simulations", "seat", "rewards"),
    *("observation", "dtype", "autoreset_mode", "threads", "render_mode"),
)

RESULTS = ("returns", "scores", "wins")
"""Names of the results of a finished game; each result has one number per seat."""


def chosen_opponents(game: Game, opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """Return an opponent for each seat except the learner's; raise ``OptionError`` if an opponent is invalid."""
    others = game.players - 1
    chosen: list[Any] = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * others
    if len(chosen) != others:
        raise OptionError(f"opponents: found {len(chosen)}, expected one, or {others} for {game.players} players")
    for one in chosen:
        if not callable(one) and one not in bots.names():
            raise OptionError(f"opponents: found {one!r}, expected {', '.join(bots.names())} or a function")
    return chosen


class MandapaEnv(gymnasium.Env[Any, Any]):
    """Single-agent environment: one learner, with bots in the other seats.

    ``info`` has ``action_mask`` (int8, shape (num_actions,); all 0 at the end), ``seat`` (the learner's) and ``scores``
    (running, by seat), and at the end ``returns`` and ``wins`` (shares of the win), by seat.

    Attributes:
        game: the game.
        position: the current position. Before ``reset``, access to the position raises ``gymnasium.error.ResetNeeded``,
            and so do all methods that need it.
        seat: the learner's seat in the current game.
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
        """Create an environment.

        Args:
            name: name of the game.
            players: number of seats.
            opponents: one opponent for all other seats, or one for each other seat, in order from the learner's left.
            simulations: number of simulations per decision, for opponents that simulate.
            seat: the learner's seat, or ``rotate``: seat 0 in the first game, the next seat in each new game.
            rewards: ``final``, the learner's return when the game ends; ``score``, every change of the learner's
                running score, and at the end the remaining difference to the return; ``margin``, at the end the
                learner's lead over the best other seat's return; or ``win``, at the end the learner's share of the win.
            observation: ``full``, or ``compact``: a dictionary of parts, also called ``planes`` or ``entities``.
            dtype: ``float32``, or in compact form ``uint8``.
            render_mode: output of ``render`` (``mandapa.adapters.rendering``): ``human`` prints the table as text,
                ``ansi`` returns it; ``svg`` and ``rgb_array`` return a picture.
            options: game options, as for ``mandapa.load``.
        """
        self.game = load_for(SETTINGS, name, players, options)
        self._rewards = checked_rewards(rewards)
        self._form = ObservationFormat(self.game, observation, dtype)
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
        self._players: list[OpponentFunction | None] = []
        if any(isinstance(one, str) and one != "random" for one in chosen):
            self.game.engine.warm()  # Load the machine code for bots, which is separate from that of environments.

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game. ``seed`` determines chance and the opponents' choices; ``options`` are ignored."""
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
        """Raise ``ResetNeeded`` for attributes that exist only after ``reset``."""
        if name in ("position", "_standing"):
            raise ResetNeeded("there is no game; expected reset before")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _player(self, opponent: Opponent) -> OpponentFunction | None:
        """Return the function that plays an opponent; None for random legal actions, which need no function."""
        if not isinstance(opponent, str):
            return opponent
        if opponent == "random":
            return None
        return bots.make(opponent, self.game, self.np_random.spawn(1)[0], simulations=self._simulations).decide

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, then let chance and opponents act until the learner's next decision.

        Raises:
            IllegalAction: the mask does not allow the action; the environment is unchanged.
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
        """Return an opponent's action, chosen with the information that the opponent may have."""
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
        """Return the mask of legal actions, 0 or 1.

        Some training libraries expect a method with this name."""
        return self.position.mask()

    def render(self) -> Any:
        """Render the table as the learner sees it; ``render_mode`` determines the output."""
        return render(self.game, self.position.known_to(self.seat), self.render_mode)


class MandapaVectorEnv(VectorEnv[Any, Any, Any]):
    """Vectorized environment with one learner per game; ``mandapa.adapters.batch`` steps the games.

    ``infos`` has ``action_mask`` (bool, shape (num_envs, num_actions); all true in games that are over) and ``seat``
    (shape (num_envs,)). For games that have ended (``_returns``), it also has ``returns``, ``scores`` and ``wins`` of
    all seats (shape (num_envs, players)). In the mode ``SAME_STEP``, there are also ``final_obs`` and ``final_info``:
    the learner's last observation and info, in the rows marked by ``_final_obs`` and ``_final_info``.

    Copies and pickles are independent and continue identically.

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
        """Create the environments.

        Args:
            name: name of the game.
            num_envs: number of games.
            players: number of seats.
            opponents: ``random``, any legal action; ``policy``, the game's fast built-in policy; or a bot such as a
                level (``adept``), which is hundreds of times slower.
            simulations: number of simulations per decision, for opponents that simulate.
            seat: the learner's seat, or ``rotate``: game i starts with seat i, and each new game uses the next seat.
            rewards, observation, dtype: as in ``MandapaEnv``.
            autoreset_mode: ``NEXT_STEP`` or ``SAME_STEP``, or as a word ``NextStep`` or ``SameStep``.
            threads: number of threads, by default one for each processor.
            render_mode: as in ``MandapaEnv``; ``render`` returns a tuple with one element per game.
            options: game options, as for ``mandapa.load``.
        """
        modes = {mode.value: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)}
        named = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        if named not in modes:
            raise OptionError(f"autoreset_mode: found {named!r}, expected {' or '.join(modes)}")
        checked_opponents(opponents)  # ``None``, which ``Batch`` allows for self-play, is an error here.
        game = load_for(VECTOR_SETTINGS, name, players, options)
        self.num_envs = num_envs
        self.single_observation_space = ObservationFormat(game, observation, dtype).space()
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
        self._rows = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Restart all games. ``options`` are ignored."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self.batch.form.to_output(self.batch.observe()), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take an action in each game; raise ``IllegalAction``, without changes, if a mask does not allow it."""
        batch, seats = self.batch, self.batch.learners.copy()
        step = batch.step_and_observe(actions)
        ended, infos = step.ended.copy(), self._infos()
        if ended.any():
            for name in RESULTS:
                infos[name], infos[f"_{name}"] = getattr(step, name), ended.copy()
            if self._same_step:
                infos["final_obs"] = batch.form.to_output(batch.observe(seats, finals=True, where=ended))
                infos["_final_obs"] = ended.copy()
                infos["final_info"] = self._final_infos(infos, seats, ended)
                infos["_final_info"] = ended.copy()
        own = step.rewards[self._rows, seats]
        return batch.form.to_output(step.observations), own, ended, np.zeros(self.num_envs, np.bool_), infos

    def _final_infos(self, infos: dict[str, Any], seats: Any, ended: Any) -> dict[str, Any]:
        """Return the final info of ``MandapaEnv`` for the games that have ended, with action masks that are all 0."""
        final_infos = {"action_mask": np.zeros_like(self.batch.masks), "seat": np.where(ended, seats, 0)}
        final_infos |= {name: infos[name].copy() for name in RESULTS}
        return final_infos | {f"_{name}": ended.copy() for name in final_infos}

    def render(self) -> tuple[Any, ...]:
        """Render each table as the learner sees it; ``render_mode`` determines the output."""
        batch = self.batch
        positions = [Position(batch.game, state.tobytes()) for state in batch.states]
        known = [one.known_to(int(seat)) for one, seat in zip(positions, batch.learners, strict=True)]
        return tuple(render(batch.game, record, self.render_mode) for record in known)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.copy(), "seat": self.batch.learners.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.batch.close()


def environment_id(name: str) -> str:
    """Return the environment id of a game, such as ``mandapa/kerala-v1``."""
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
