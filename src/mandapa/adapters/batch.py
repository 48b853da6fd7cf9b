"""Batches of games, stepped by machine code on all cores; needs only NumPy.

>>> import mandapa
>>> from mandapa.adapters.batch import Batch
>>> batch = Batch(mandapa.load("kerala", players=2), size=64, seed=1)
>>> batch.masks.shape
(64, 347)
>>> rewards, ended = batch.step(batch.sample_actions())
>>> rewards.shape
(64, 2)

Every game has its own random number stream. The course of a game therefore depends only on the seed, the index of the
game in the batch and the actions, but not on the other games or the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mandapa import bots
from mandapa.adapters import batch_steps
from mandapa.adapters.observation_formats import FULL, ObservationFormat
from mandapa.adapters.position import must_be_exact, must_be_of, records_in, start_of
from mandapa.adapters.rewards import FINAL, SCORE, at_end, checked_rewards, wins
from mandapa.kernel.errors import IllegalAction, OptionError
from mandapa.kernel.generic import TERMINAL
from mandapa.kernel.rng import WORDS, RestartableRng, state_words
from mandapa.kernel.thread_pool import ForkSafePool
from mandapa.library import SPECTATOR, Game, State

BUILT_IN_OPPONENTS = {"random": batch_steps.RANDOM, "policy": batch_steps.POLICY}
"""Opponents that run in machine code, hundreds of times faster than bots that search."""
ROTATE = "rotate"
OBSERVATIONS_PER_BLOCK = 64
"""Number of compact observations that are post-processed at a time, so that all passes find them in the CPU cache."""

Policy = Callable[[NDArray[Any], NDArray[np.bool_]], ArrayLike]
"""Maps observations, shape (n, size), and masks, shape (n, num_actions), to legal actions, shape (n,)."""


def seeded(seed: int | None, size: int) -> NDArray[np.uint64]:
    """Return states of random generators for ``size`` games, shape (size * WORDS,); equal seeds give equal states."""
    states = np.zeros((size, WORDS), np.uint64)
    root = np.random.SeedSequence(seed)
    for number in range(size):
        source = np.random.SeedSequence(root.entropy, spawn_key=(number,))
        states[number, :4] = state_words(np.random.SFC64(source))
    return states.reshape(-1)


def new_games(game: Game, size: int, seed: int | None) -> batch_steps.Games:
    """Allocate ``size`` games that have not started."""
    type, seats = game.type, game.players
    return batch_steps.Games(
        start=records_in(game, np.frombuffer(start_of(game), np.uint8).copy()),
        states=records_in(game, np.zeros(size * type.state_type.itemsize, np.uint8)),
        finals=records_in(game, np.zeros(size * type.state_type.itemsize, np.uint8)),
        rng_states=seeded(seed, size),
        actions=np.zeros(size, np.int32),
        players=np.zeros(size, np.int64),
        learners=np.zeros(size, np.int64),
        masks=np.zeros(size * type.num_actions, np.bool_),
        listed=np.zeros(size * type.max_legal, np.int32),
        counts=np.zeros(size, np.int64),
        reward_baseline=np.zeros(size * seats),
        rewards=np.zeros(size * seats),
        ended=np.zeros(size, np.bool_),
        final_returns=np.zeros(size * seats),
        final_scores=np.zeros(size * seats),
    )


def arrays_of(games: batch_steps.Games) -> dict[str, NDArray[Any]]:
    """Return the mutable arrays of games by name, with records as bytes, which can be copied much faster."""
    arrays: dict[str, NDArray[Any]] = games._asdict()
    del arrays["start"]
    return {name: array.view(np.uint8) if array.dtype.names else array for name, array in arrays.items()}


def opponents_known() -> tuple[str, ...]:
    """Return all valid values of ``opponents`` for a batch."""
    return (*BUILT_IN_OPPONENTS, *(name for name in bots.names() if name not in BUILT_IN_OPPONENTS))


def checked_opponents(opponents: Any) -> str:
    """Return ``opponents`` unchanged; raise ``OptionError`` if there are no opponents with this name."""
    if not isinstance(opponents, str) or opponents not in opponents_known():
        raise OptionError(f"opponents: found {opponents!r}, expected {', '.join(opponents_known())}")
    return opponents


def opponents_for(opponents: str | None) -> int:
    """Return how machine code plays the opponents: ``RANDOM``, ``POLICY`` or ``OUTSIDE``."""
    if opponents is None:
        return batch_steps.RANDOM
    return BUILT_IN_OPPONENTS.get(checked_opponents(opponents), batch_steps.OUTSIDE)


def checked_count(name: str, number: Any) -> int:
    """Return a setting that is a number of something; raise ``OptionError`` unless it is an integer of at least 1."""
    if not isinstance(number, int | np.integer) or number < 1:
        raise OptionError(f"{name}: found {number!r}, expected a whole number, at least 1")
    return int(number)


def checked_seat(game: Game, seat: Any) -> int | str:
    """Return the learner's seat unchanged; raise ``OptionError`` if there is no such seat."""
    if seat != ROTATE and seat not in range(game.players):
        raise OptionError(f"seat: found {seat!r}, expected {ROTATE} or 0 to {game.players - 1}")
    return seat if seat == ROTATE else int(seat)


def settings_of(game: Game, opponents: str | None, seat: int | str, rewards: str, reset: bool) -> batch_steps.Settings:
    """Return the settings of machine code for the settings of a batch; raise ``OptionError`` if one is invalid."""
    inside, seat = opponents_for(opponents), checked_seat(game, seat)
    rewarded = batch_steps.BY_SCORE if checked_rewards(rewards) == SCORE else batch_steps.AT_END
    rotate = opponents is not None and seat == ROTATE
    return batch_steps.Settings(inside, rewarded, reset, rotate, game.type.hidden_information, game.together)


def first_learners(game: Game, size: int, opponents: str | None, seat: int | str) -> NDArray[np.int64]:
    """Return the learner's seat in the first round of games, shape (size,); -1 in self-play."""
    if opponents is None:
        return np.full(size, batch_steps.SELF_PLAY)
    return np.arange(size) % game.players if seat == ROTATE else np.full(size, int(seat))


def available_cpus() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ThreadResources:
    """Resources of one thread that steps games.

    Attributes:
        bot: the bot that plays the seats other than the learner's; None in self-play and if the opponents
            run in machine code. The bot uses the random number stream of the current game.
    """

    bot: bots.Bot | None = None

    def __init__(self, game: Game, begin: int, end: int) -> None:
        self.begin, self.end = begin, end
        self.rng = RestartableRng()
        self.scratch = records_in(game, np.empty(game.type.state_type.itemsize, np.uint8))
        self.share = batch_steps.Share(begin, end, self.rng.words, self.scratch)


def workers_for(game: Game, size: int, threads: int) -> list[ThreadResources]:
    """Create a worker for each thread and divide the ``size`` games evenly among them."""
    bounds = np.linspace(0, size, min(threads, size) + 1).astype(int).tolist()
    return [ThreadResources(game, begin, end) for begin, end in pairwise(bounds)]


def finish(form: ObservationFormat, worker: ThreadResources, raw: NDArray[Any], out: NDArray[Any]) -> None:
    """Convert the raw observations of a worker's games to their final form."""
    for begin in range(worker.begin, worker.end, OBSERVATIONS_PER_BLOCK) if form.compact else ():
        end = min(begin + OBSERVATIONS_PER_BLOCK, worker.end)
        form.finish(raw[begin:end], out[begin:end])


def whole_numbers(name: str, given: ArrayLike, size: int) -> NDArray[Any]:
    """Return ``given`` as an integer array, one number per game; raise ``ValueError`` if that is not possible."""
    numbers = np.asarray(given)
    if numbers.shape != (size,) or numbers.dtype.kind not in "iu":
        found = f"{numbers.dtype} of shape {numbers.shape}"
        raise ValueError(f"{name}: found {found}, expected whole numbers of shape {(size,)}")
    return numbers


def seats_to_see(game: Game, given: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return ``given`` as an array of observing seats, one per game; raise ``ValueError`` if a seat does not exist."""
    seats = whole_numbers("seats", given, size)
    if seats.min() < SPECTATOR or seats.max() >= game.players:
        found = f"{seats.min()} to {seats.max()}"
        raise ValueError(f"seats: found {found}, expected {SPECTATOR} to {game.players - 1}")
    return np.ascontiguousarray(seats, np.int64)


def observers_of(game: Game, games: batch_steps.Games, seats: ArrayLike | None) -> NDArray[np.int64]:
    """Return the observing seats, by default the seat to act or, in games that are over, the learner's seat."""
    if seats is not None:
        return seats_to_see(game, seats, len(games.states))
    return np.maximum(np.maximum(games.players, games.learners), 0)


def checked_actions(game: Game, games: batch_steps.Games, actions: ArrayLike) -> NDArray[Any]:
    """Return an action for each game as an array; raise ``IllegalAction`` if one of them is not legal."""
    chosen = whole_numbers("actions", actions, len(games.states))
    known = (chosen >= 0) & (chosen < game.type.num_actions)
    first_masks = np.arange(0, len(games.masks), game.type.num_actions)
    legal = known & games.masks.take(first_masks + chosen.astype(np.int64), mode="clip")
    if not legal.all():
        number = int(np.argmin(legal))
        raise illegal_action(number, chosen[number], games.players[number])
    return chosen


def illegal_action(number: int, action: int, seat: int) -> IllegalAction:
    """Return the error for an action that is not legal in the game with index ``number``."""
    explanation = f"not a legal action of game {number}, in which seat {seat} is to act"
    return IllegalAction(str(action), "illegal_action", "", "refusal.illegal", {}, explanation)


class ObservedStep(NamedTuple):
    """One step of a batch, with the observations after it.

    Attributes:
        rewards, ended: the output of ``Batch.step``, which the next step overwrites.
        observations: the output of ``Batch.observe``, a new array.
        returns, scores, wins: results of the games that ended in this step, 0 for the others; new arrays of shape
            (size, game.players).
    """

    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    observations: NDArray[Any]
    returns: NDArray[np.float64]
    scores: NDArray[np.float64]
    wins: NDArray[np.float64]


class SelfPlayStep(NamedTuple):
    """One step of a batch that is played by several learners.

    Attributes:
        rows: for each learner, the indices of the games in which it acted.
        observations, masks: for each learner, the observations and masks in these games before the learner acted.
        actions: the action taken in each game, shape (size,).
        rewards, ended: copies of the output of ``Batch.step``.
    """

    rows: tuple[NDArray[np.intp], ...]
    observations: tuple[NDArray[Any], ...]
    masks: tuple[NDArray[np.bool_], ...]
    actions: NDArray[np.int32]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]


class Batch:
    """A batch of games, each of which waits for a decision of the caller.

    Without ``opponents``, the caller plays every seat (self-play), and ``players`` has the seat to act in each game.
    With ``opponents``, the caller plays only one seat, the learner's, and the batch plays all other seats: with random
    legal actions (``random``), with the game's fast built-in policy (``policy``), or with a bot, such as one of
    the bot levels (``adept``), which is slower.

    Attributes:
        game: the game.
        size: number of games.
        players: seat to act in each game, shape (size,); ``TERMINAL`` only in games that are over and not yet
            restarted.
        learners: the learner's seat in each game, shape (size,); -1 in self-play.
        masks: the legal actions, shape (size, num_actions), bool; all true in games that are over.
        rewards: rewards of the last step, shape (size, game.players).
        ended: true if the game ended in the last step, shape (size,), bool.
        states: the current records, shape (size,).
        finals: final record of the last game that finished at each index, shape (size,); only with ``auto_reset``.
        final_returns, final_scores: results of the last game that finished at each index, shape (size, game.players).
        form: format of the observations.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        opponents: str | None = None,
        simulations: int | None = None,
        seat: int | str = ROTATE,
        rewards: str = FINAL,
        observation: str = FULL,
        dtype: str = "float32",
        auto_reset: bool = True,
        seed: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Create a batch and start its games.

        Args:
            game: as returned by ``mandapa.load``.
            size: number of games, at least 1.
            opponents: ``random``, ``policy``, the name of a bot, or None for self-play.
            simulations: number of simulations per decision, for opponents that simulate.
            seat: the learner's seat, or ``rotate``: game i starts with seat i, and each new game uses the next seat.
            rewards: ``final``, the returns when a game ends; ``score``, every change of the running score, and at the
                end the remaining difference to the returns; ``margin``, at the end the lead over the best other seat's
                return; or ``win``, at the end the share of the win.
            observation: ``full`` or ``compact``, also called ``planes`` or ``entities`` (``ObservationFormat``).
            dtype: ``float32``, or in compact form ``uint8``.
            auto_reset: true to restart a finished game in the same step; otherwise it restarts in the next step.
            seed: seed of the random numbers; None for different numbers each time.
            threads: number of threads, by default one for each processor that this process may use.
        """
        must_be_exact(game)
        count = available_cpus() if threads is None else checked_count("threads", threads)
        self._settings: dict[str, Any] = {
            "size": size,
            "opponents": opponents,
            "simulations": simulations,
            "seat": seat,
            "rewards": rewards,
            "observation": observation,
            "dtype": dtype,
            "auto_reset": auto_reset,
            "threads": threads,
        }
        self.game, self.size, self.auto_reset = game, checked_count("size", size), auto_reset
        self.form = ObservationFormat(game, observation, dtype)
        self._rewards, self._alone = rewards, opponents is None
        self._how = settings_of(game, opponents, seat, rewards, auto_reset)
        self._first_learners = first_learners(game, size, opponents, seat)
        self._games = games = new_games(game, size, seed)
        self.states, self.finals = games.states, games.finals
        self.players, self.learners, self.ended = games.players, games.learners, games.ended
        self.masks, self.rewards = games.masks.reshape(size, -1), games.rewards.reshape(size, -1)
        finals = games.final_returns, games.final_scores
        self.final_returns, self.final_scores = (one.reshape(size, -1) for one in finals)
        self._listed, self._luck = games.listed.reshape(size, -1), games.rng_states.reshape(size, -1)
        self._rows = np.arange(size)
        self._step = game.engine.machine_code(batch_steps.step_batch)
        self._workers = workers_for(game, size, count)
        if opponents is not None and self._how.opponents == batch_steps.OUTSIDE:
            game.engine.warm()
            for worker in self._workers:
                worker.bot = bots.make(opponents, game, worker.rng.generator, simulations)
        self._pool = ForkSafePool(len(self._workers) - 1) if len(self._workers) > 1 else None
        self._sampling = np.random.default_rng(seed)
        self.reset()

    def _all(self, work: Callable[[ThreadResources], None]) -> None:
        """Run ``work`` for every worker in parallel; machine code releases the global interpreter lock."""
        if self._pool is None:
            work(self._workers[0])
            return
        others = [self._pool.submit(work, worker) for worker in self._workers[1:]]
        work(self._workers[0])
        for other in others:
            other.result()

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> None:
        """Restart all games; with a ``seed``, also restart the random numbers."""
        if seed is not None:
            self._games.rng_states[:] = seeded(seed, self.size)
            self._sampling = np.random.default_rng(seed)
        self.learners[:] = self._first_learners
        self._run(np.full(self.size, batch_steps.RESTART, np.int32))

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Take one action in each game, then let chance and opponents act until the caller's next decision.

        Args:
            actions: legal actions of ``players``, shape (size,); ignored in games that are over.

        Returns:
            The arrays ``rewards`` and ``ended``, which the next step overwrites.

        Raises:
            IllegalAction: an action is not legal; the batch is unchanged.
        """
        self._run(checked_actions(self.game, self._games, actions))
        self._reward_ended()
        return self.rewards, self.ended

    def step_and_observe(self, actions: ArrayLike) -> ObservedStep:
        """Do the same as ``step`` followed by ``observe``, but faster."""
        if any(worker.bot for worker in self._workers):
            rewards, ended = self.step(actions)
            finals = (self.final_returns, self.final_scores, self.final_wins)
            return ObservedStep(rewards, ended, self.observe(), *(np.where(ended[:, None], one, 0) for one in finals))
        chosen, out = checked_actions(self.game, self._games, actions), self.form.array(self.size)
        self._games.actions[:] = chosen
        compiled = batch_steps.step_and_observe_compactly if self.form.compact else batch_steps.step_and_observe
        code, raw = self.game.engine.machine_code(compiled), self.form.raw(out)
        settings, results = (self._games, self._how), np.zeros((3, *self.rewards.shape))

        def work(worker: ThreadResources) -> None:
            code(*settings, worker.share, worker.rng.generator, results.reshape(-1), raw.reshape(-1))
            finish(self.form, worker, raw, out)

        self._all(work)
        self._reward_ended()
        return ObservedStep(self.rewards, self.ended, out, *results)

    def _reward_ended(self) -> None:
        """Set the rewards of the games that have ended, for reward schemes that the machine code does not know."""
        if self._rewards not in (FINAL, SCORE) and self.ended.any():
            self.rewards[self.ended] = at_end(self._rewards, self.game, self.final_returns[self.ended])

    def step_by(self, policies: Sequence[Policy], seating: ArrayLike | None = None) -> SelfPlayStep:
        """Take one step in self-play, in which one or more learners play all seats.

        Args:
            policies: the learners; each is called once, for all games in which it acts.
            seating: the index of the learner in each seat, shape (size, game.players); by default the learners are
                seated in order, starting with a different learner in each game.
        """
        if not self._alone:
            raise OptionError("step_by: found a batch with opponents, expected one without (self-play)")
        seats = np.arange(self.game.players)
        sitting = (self._rows[:, None] + seats) % len(policies) if seating is None else np.asarray(seating)
        if sitting.shape != (self.size, self.game.players) or sitting.min() < 0 or sitting.max() >= len(policies):
            expected = f"0 to {len(policies) - 1}, shape {(self.size, self.game.players)}"
            raise ValueError(f"seating: found shape {sitting.shape}, expected {expected}")
        acting = np.where(self.players == TERMINAL, -1, sitting[self._rows, np.maximum(self.players, 0)])
        rows = tuple(np.flatnonzero(acting == number) for number in range(len(policies)))
        seen = self.observe()
        observations, masks = tuple(seen[own] for own in rows), tuple(self.masks[own] for own in rows)
        actions = np.zeros(self.size, np.int32)
        for policy, own, observed, allowed in zip(policies, rows, observations, masks, strict=True):
            if own.size:
                actions[own] = np.asarray(policy(observed, allowed))
        rewards, ended = self.step(actions)
        return SelfPlayStep(rows, observations, masks, actions, rewards.copy(), ended.copy())

    @property
    def final_wins(self) -> NDArray[np.float64]:
        """Each seat's share of the win in the last game that finished at each index, shape (size, game.players)."""
        return wins(self.game, self.final_returns)

    def _run(self, actions: NDArray[Any]) -> None:
        self._games.actions[:] = actions

        def work(worker: ThreadResources) -> None:
            self._move(worker, worker.begin, worker.end)
            for number in range(worker.begin, worker.end) if worker.bot else ():
                if self._waits(number):
                    self._answer(worker, number)

        self._all(work)

    def _move(self, worker: ThreadResources, begin: int, end: int) -> None:
        """Take the pending actions in the games ``begin`` to ``end`` - 1."""
        self._step(self._games, self._how, begin, end, worker.rng.generator, worker.rng.words)

    def _waits(self, number: int) -> bool:
        """Return whether a bot must act in the game with index ``number``."""
        return self.players[number] not in (TERMINAL, self.learners[number])

    def _answer(self, worker: ThreadResources, number: int) -> None:
        """Let bots act in one game until the learner must act; add the rewards to those of the current step."""
        assert worker.bot is not None
        rewards, ended = self.rewards[number].copy(), bool(self.ended[number])
        worker.bot.forget()
        while self._waits(number):
            worker.rng.words[:] = self._luck[number]
            action = worker.bot.decide(State(self.game, self.states[number]))
            self._luck[number] = worker.rng.words
            self._games.actions[number] = action
            self._move(worker, number, number + 1)
            if not ended:  # Later rewards belong to the next game, which started in the same step.
                rewards += self.rewards[number]
                ended = bool(self.ended[number])
        self.rewards[number], self.ended[number] = rewards, ended

    def sample_actions(self) -> NDArray[np.int32]:
        """Return a uniformly random legal action for each game; 0 in games that are over."""
        which = (self._sampling.random(self.size) * self._games.counts).astype(np.intp)
        return np.where(self._games.counts > 0, self._listed[self._rows, which], 0)

    # ------------------------------------------------------------ observing

    def observe(
        self,
        seats: ArrayLike | None = None,
        out: NDArray[Any] | None = None,
        finals: bool = False,
        where: NDArray[np.bool_] | None = None,
    ) -> NDArray[Any]:
        """Return the observations of ``seats``, shape (size, form.size); ``form.split`` splits them into parts.

        Args:
            seats: observing seats, shape (size,), -1 for a spectator; by default the seat to act or, in games that are
                over, the learner's seat (seat 0 in self-play).
            out: array to write the observations to; by default a new array.
            finals: true to observe ``finals`` instead of ``states``.
            where: true for the games to observe, shape (size,), by default all; the rows of the others are 0.
        """
        out, observers = self.form.array(self.size, out), observers_of(self.game, self._games, seats)
        if where is not None:
            observers = np.where(where, observers, batch_steps.NO_OBSERVER)
        states, secret = self.finals if finals else self.states, self.game.type.hidden_information
        compiled = batch_steps.observe_compactly if self.form.compact else batch_steps.observe_batch
        code, raw = self.game.engine.machine_code(compiled), self.form.raw(out)

        def work(worker: ThreadResources) -> None:
            code(states, worker.begin, worker.end, worker.scratch, secret, observers, raw.reshape(-1))
            finish(self.form, worker, raw, out)

        self._all(work)
        return out

    # ------------------------------------------------------------ saving and restoring

    def save(self) -> dict[str, Any]:
        """Return all data that determine how the games continue, as independent arrays for ``restore``."""
        kept = {name: array.copy() for name, array in arrays_of(self._games).items()}
        return {**kept, "game": repr(self.game), "_sampling": self._sampling.bit_generator.state}

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore the output of ``save``, which may come from another batch of the same game and size.

        Raises:
            ValueError: the data belong to another game, other options or another size.
        """
        must_be_of(self.game, saved)
        if len(saved["players"]) != self.size:
            raise ValueError(f"restore: found {len(saved['players'])} games, expected {self.size}")
        for name, array in arrays_of(self._games).items():
            array[:] = saved[name]
        self._sampling.bit_generator.state = saved["_sampling"]

    def copy(self) -> Batch:
        """Return an independent batch that continues with the same random numbers, like a deep copy or a pickle."""
        return _restored(self.game, self._settings, self.save())

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self._settings, self.save())

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.close()


def _restored(game: Game, settings: dict[str, Any], saved: dict[str, Any]) -> Batch:
    batch = Batch(game, **settings)
    batch.restore(saved)
    return batch
