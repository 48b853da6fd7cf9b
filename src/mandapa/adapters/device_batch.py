"""Batches of games that stay on a graphics card, for PyTorch, JAX and CuPy; needs the extra ``gpu``.

    batch = DeviceBatch(mandapa.load("kerala"), size=65536)
    masks, rewards = torch.from_dlpack(batch.masks), torch.from_dlpack(batch.rewards)
    batch.step(torch.multinomial(masks.float(), 1)[:, 0])

The games are those of ``Batch`` with the same settings, to the last bit. The kernels have run on processors
(``HostDevice``) and have been assembled for cards, but have not run on a card yet. JAX does not expect arrays to
change: copy them after each step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.adapters import batch as batches, batch_steps, observation_formats as formats, rewards as schemes
from mandapa.adapters.position import must_be_exact, records_in
from mandapa.kernel.device.cuda_device import CudaDevice
from mandapa.kernel.device.devices import Device, DeviceArray, Kernels
from mandapa.kernel.device.program import Program, translate
from mandapa.kernel.errors import OptionError
from mandapa.library import Game

ONE_PER_GAME = ("actions", "players", "learners", "counts", "ended")
RECORDS = ("start", "states", "finals")
"""Arrays of ``Games`` that contain a number for each game, and records; the others contain a row for each game."""

ACCEPT: dict[np.dtype[Any], Callable[..., Any]] = {
    np.dtype(np.int32): batch_steps.accept_actions,
    np.dtype(np.int64): batch_steps.accept_long_actions,
}
"""Entry points that check actions, by their type."""


def form_of(game: Game, observation: str | None = None) -> formats.ObservationFormat:
    """Return the format of observations on a device: by default, the compact form if the game has one."""
    chosen = observation or (formats.COMPACT if formats.compact_parts(game) else formats.FULL)
    return formats.ObservationFormat(game, chosen, "float32" if chosen == formats.FULL else "uint8")


def translate_batch(game: Game, observation: str | None = None) -> Program:
    """Translate the functions that a batch calls to kernels.

    Args:
        game: the game; the kernels are the same for all its options and numbers of players.
        observation: as for ``DeviceBatch``.

    Raises:
        RuleError: a rule function cannot be compiled.
    """
    form = form_of(game, observation)
    compact = [batch_steps.observe_compactly, batch_steps.clip_observations]
    functions: list[Callable[..., Any]] = [
        batch_steps.step_batch,
        *ACCEPT.values(),
        batch_steps.sample_actions,
        batch_steps.reward_ended,
        batch_steps.list_observers,
        *(compact if form.compact else [batch_steps.observe_batch] if form.size else []),
    ]
    program: Program = translate(game.engine, functions)
    return program


class DeviceBatch:
    """A batch of games on a device, each of which waits for a decision of the caller, like those of ``Batch``.

    The attributes are arrays on the device, which every step overwrites. Other libraries use them without a copy by
    DLPack, and must not change them.

    Attributes:
        game: the game.
        size: number of games.
        players: seat to act in each game, shape (size,), int64.
        learners: the learner's seat in each game, shape (size,), int64; -1 in self-play.
        masks: the legal actions, shape (size, num_actions), bool.
        rewards: rewards of the last step, shape (size, game.players), float64.
        ended: true if the game ended in the last step, shape (size,), bool.
        states: the current records as bytes, shape (size, bytes), uint8.
        finals: final record of the last game that finished at each index, like ``states``.
        final_returns, final_scores: results of the last game that finished at each index, shape (size, game.players).
        form: format of the observations.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        device: Device | None = None,
        *,
        opponents: str | None = None,
        seat: int | str = batches.ROTATE,
        rewards: str = schemes.FINAL,
        observation: str | None = None,
        seed: int | None = None,
    ) -> None:
        """Create a batch and start its games. A finished game restarts in the same step.

        Args:
            game: as returned by ``mandapa.load``.
            size: number of games, at least 1.
            device: the device, by default the first graphics card.
            opponents: ``random``, ``policy``, or None for self-play.
            seat: as for ``Batch``.
            rewards: as for ``Batch``.
            observation: ``full`` or ``compact``, as for ``Batch``; by default ``compact`` if the game has this form.
                Compact observations are bytes.
            seed: seed of the random numbers; None for different numbers each time.

        Raises:
            DeviceError: there is no graphics card, or a package or the driver for it is missing or too old.
            RuleError: the rules or observations cannot run on a card; the message names the functions that it lacks or
                rounds differently, such as logarithms in full observations.
        """
        must_be_exact(game)
        if opponents not in (None, *batches.BUILT_IN_OPPONENTS):
            raise OptionError(f"opponents: found {opponents!r}, expected None, {', '.join(batches.BUILT_IN_OPPONENTS)}")
        self.game, self.size, self.form = game, batches.checked_count("size", size), form_of(game, observation)
        self._how = batches.settings_of(game, opponents, seat, rewards, True)
        self._rewards, self._learners = rewards, batches.first_learners(game, size, opponents, seat)
        self._device = CudaDevice() if device is None else device
        self._kernels = Kernels(self._device, translate_batch(game, observation))
        self._arrays = self._uploaded(batches.new_games(game, size, seed))
        self._games = tuple(self._arrays.values())
        arrays = self._arrays
        self.players, self.learners, self.masks = arrays["players"], arrays["learners"], arrays["masks"]
        self.rewards, self.ended = arrays["rewards"], arrays["ended"]
        self.states, self.finals = arrays["states"], arrays["finals"]
        self.final_returns, self.final_scores = arrays["final_returns"], arrays["final_scores"]
        self._sampled = self._device.upload(np.zeros(size, np.int32))
        self._observers = self._device.upload(np.zeros(size, np.int64))
        self._greatest = self._device.upload(self.form.greatest) if self.form.compact else None
        self._sampling = np.random.default_rng(seed)
        self.reset()

    def _uploaded(self, games: batch_steps.Games) -> dict[str, DeviceArray]:
        """Copy games to the device."""
        flat = (*ONE_PER_GAME, *RECORDS)
        shapes = {name: None if name in flat else (self.size, -1) for name in games._fields}
        return {name: self._device.upload(array, shapes[name]) for name, array in games._asdict().items()}

    def _run(self, function: Callable[..., Any], *arguments: Any) -> None:
        self._kernels.run(function, self.size, *arguments)

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> None:
        """Restart all games; with a ``seed``, also restart the random numbers."""
        if seed is not None:
            self._device.write(self._arrays["rng_states"], batches.seeded(seed, self.size))
            self._sampling = np.random.default_rng(seed)
        self._device.write(self.learners, self._learners)
        self._device.write(self._arrays["actions"], np.full(self.size, batch_steps.RESTART, np.int32))
        self._run(batch_steps.step_batch, self._games, self._how)

    def step(self, actions: Any) -> tuple[DeviceArray, DeviceArray]:
        """Take one action in each game, then let chance and opponents act until the caller's next decision.

        Args:
            actions: legal actions of ``players``, shape (size,): an array on the device that implements DLPack, int32
                or int64, which is not copied; or integers for NumPy.

        Returns:
            The arrays ``rewards`` and ``ended``, which the next step overwrites.

        Raises:
            IllegalAction: an action is not legal; the batch is unchanged.
            DeviceError: a rule function raised an error; the message names the game. The batch is lost.
        """
        given = self._given("actions", actions)
        refused = self._kernels.first_error(ACCEPT[given.dtype], self.size, self._games, given)
        if refused is not None:
            action, seat = (int(self._device.read(array)[refused]) for array in (given, self.players))
            raise batches.illegal_action(refused, action, seat)
        self._run(batch_steps.step_batch, self._games, self._how)
        if self._rewards in (schemes.MARGIN, schemes.WIN):
            self._run(batch_steps.reward_ended, self._games, self._rewards == schemes.MARGIN, self.game.together)
        return self.rewards, self.ended

    def _given(self, name: str, given: Any) -> DeviceArray:
        """Return one whole number per game, on the device; raise ``ValueError`` if that is not what was given."""
        if isinstance(given, np.ndarray) or not hasattr(given, "__dlpack_device__"):
            return self._device.upload(batches.whole_numbers(name, given, self.size).astype(np.int64))
        array = given if isinstance(given, DeviceArray) else self._device.view(given)
        if array.shape != (self.size,) or array.dtype not in ACCEPT:
            found = f"{array.dtype} of shape {array.shape}"
            raise ValueError(f"{name}: found {found}, expected int32 or int64 of shape {(self.size,)}")
        return array

    def sample_actions(self) -> DeviceArray:
        """Return a uniformly random legal action for each game, an array that the next call overwrites."""
        key = int(self._sampling.integers(2**63))
        self._run(batch_steps.sample_actions, self._games, key, self._sampled)
        return self._sampled

    # ------------------------------------------------------------ observing

    def observe(self, seats: NDArray[Any] | None = None, out: DeviceArray | None = None) -> DeviceArray:
        """Return observations, shape (size, form.size); ``form.split`` splits tensors made of them into parts.

        Args:
            seats: observing seats, shape (size,), -1 for a spectator, a NumPy array; by default the seat to act.
            out: array to write the observations to, an earlier result of this method; by default a new array.
        """
        like = self.form.array(0)
        out = self._device.allocate((self.size, self.form.size), like.dtype) if out is None else out
        if seats is None:
            self._run(batch_steps.list_observers, self._games, self._observers)
        else:
            self._device.write(self._observers, batches.seats_to_see(self.game, seats, self.size))
        observing = batch_steps.observe_compactly if self.form.compact else batch_steps.observe_batch
        self._run(observing, self.states, self.game.type.hidden_information, self._observers, out)
        if self._greatest is not None:
            self._run(batch_steps.clip_observations, out, self._greatest)
        return out

    # ------------------------------------------------------------ copying to the host

    def read(self, array: DeviceArray) -> NDArray[Any]:
        """Return a copy of an array of this batch in NumPy."""
        return self._device.read(array)

    def games(self) -> batch_steps.Games:
        """Return a copy of all games on the host, flat as in ``Games``."""
        flat = {name: self._device.read(array).reshape(-1) for name, array in self._arrays.items()}
        return batch_steps.Games(**flat | {name: records_in(self.game, flat[name]) for name in RECORDS})
