"""The state of a game in an environment, with the record, the seat to act, and the legal actions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import accumulate
from operator import index
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mandapa.adapters import batch_steps
from mandapa.adapters.observation_formats import ObservationFormat
from mandapa.kernel.compile.engine import Engine, interpreted_only
from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import Presentation
from mandapa.kernel.generic import CHANCE, TERMINAL, redact, resample, returns, scores
from mandapa.kernel.record import Record, Records, record_type
from mandapa.library import SPECTATOR, Game, game_type, load

Observation = NDArray[np.float32]
"""The observation of a seat, shape (observation_size,)."""


class Rules:
    """Compiled functions of one game that environments call; ``rules_of`` creates them once per game."""

    def __init__(self, game: Game) -> None:
        self._code = code = game.engine.machine_code
        self.move: Callable[..., tuple[int, int]] = code(batch_steps.move)
        self.scores: Callable[..., None] = code(scores)
        self.returns: Callable[..., None] = code(returns)
        self.secret = game.type.hidden_information
        self.size = game.type.observation_size
        self.seat_arrays = [np.array([seat]) for seat in (*range(game.type.max_players), SPECTATOR)]
        self.observe: Callable[..., None] | None = code(batch_steps.observe_batch) if self.size else None
        self.has_table = not interpreted_only() and game.engine.cached

    @cached_property
    def compact(self) -> Callable[..., None]:
        """Compiled function that writes compact observations, created on first use."""
        return self._code(batch_steps.observe_compactly)


_rules: WeakKeyDictionary[Engine, Rules] = WeakKeyDictionary()
_starts: WeakKeyDictionary[Game, bytes] = WeakKeyDictionary()


def must_be_exact(game: Game) -> None:
    """Raise ``OptionError`` unless this is a game in which all chance outcomes have an exact distribution."""
    if not isinstance(game, Game):
        raise OptionError(f"game: found {game!r}, expected what mandapa.load gives")
    referee = game.type.referee
    if referee is not None and referee.plays(game.new_state().record):
        raise OptionError(f"{game!r}: found outcomes that are simulated, expected options whose chance is exact")


def load_for(settings: Iterable[str], name: str, players: int | None, options: Mapping[str, Any]) -> Game:
    """Load a game; the error for an unknown option also lists the ``settings`` of the environment."""
    known = [option.name for option in game_type(name).options]
    for given in options:
        if given not in known:
            raise OptionError(
                f"found {given}, expected a setting ({', '.join(settings)}) or option ({', '.join(known)})"
            )
    return load(name, players, **options)


def rules_of(game: Game) -> Rules:
    """Return the compiled functions of a game; compilation on first use takes some seconds."""
    must_be_exact(game)
    if game.engine not in _rules:
        _rules[game.engine] = Rules(game)
    return _rules[game.engine]


def presentation_of(game: Game) -> Presentation:
    """Return the presentation of a game.

    Functions that show a game use the machine code for tables, which is separate from that of environments. If it is
    in the cache, it is loaded here; it is never compiled just to draw a picture.
    """
    if rules_of(game).has_table:
        game.engine.warm()
    return game.type.presentation


def text_of(game: Game, record: Record) -> str:
    """Return the table as text. Information that was redacted from the record is not shown."""
    return presentation_of(game).text(record)


def records_in(game: Game, contents: NDArray[np.uint8]) -> Records:
    """Return a view of bytes as records.

    Environments store states as bytes, because copying a structured array field by field is a hundred times slower.
    """
    return np.ndarray(len(contents) // game.type.state_type.itemsize, record_type(game.type.state_type), contents)  # type: ignore[return-value]


def start_of(game: Game) -> bytes:
    """Return the state before the first action, as bytes."""
    if game not in _starts:
        _starts[game] = game.new_state().record.tobytes()
    return _starts[game]


def named_parts(game: Game, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Return the parts of a full observation by name, as views; leading dimensions, such as a batch, are kept."""
    return ObservationFormat(game).split(observation)


def must_be_of(game: Game, saved: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` if the saved data belong to another game, other players or other options."""
    if saved["game"] != repr(game):
        raise ValueError(f"restore: found what was saved of {saved['game']}, expected of {game!r}")


class Position:
    """A state with its legal actions. Copies, including ``copy.deepcopy`` and pickles, are independent and fast.

    Attributes:
        game: the game.
        player: the seat to act; ``CHANCE`` at a chance node, ``TERMINAL`` at the end.
    """

    __slots__ = ("_actions", "_bytes", "_count", "_mask", "_probabilities", "_rules", "_states", "game", "player")

    def __init__(self, game: Game, state: bytes | None = None) -> None:
        self.game = game
        self._rules = rules_of(game)
        self._bytes = np.frombuffer(state or start_of(game), np.uint8).copy()
        self._states = records_in(game, self._bytes)
        self._actions = np.empty(max(game.type.max_legal, game.type.max_chance), np.int32)
        self._probabilities = np.empty(game.type.max_chance)
        self._mask = np.zeros(game.type.num_actions, np.bool_)
        self.apply(batch_steps.NO_ACTION)

    @property
    def record(self) -> Record:
        """The flat record that holds the complete state."""
        return self._states[0]  # type: ignore[no-any-return]

    # ------------------------------------------------------------ legal actions

    def legal(self) -> list[int]:
        """Return the ids of the legal actions, or of the possible outcomes at a chance node, in ascending order."""
        listed: list[int] = self._actions[: self._count].tolist()
        return listed

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes of a chance node with their exact probabilities; empty at other nodes."""
        if self.player != CHANCE:
            return []
        return list(zip(self.legal(), self._probabilities[: self._count].tolist(), strict=True))

    def mask(self, dtype: Any = np.int8) -> NDArray[Any]:
        """Return the mask of legal decisions, 0 or 1, shape (num_actions,); all 0 at chance nodes and at the end."""
        return self._mask.astype(dtype)

    def allows(self, action: Any) -> bool:
        """Return whether ``action`` is a legal decision; False for values that are not integers."""
        try:
            number = index(action)
        except TypeError:
            return False
        return 0 <= number < len(self._mask) and bool(self._mask[number])

    # ------------------------------------------------------------ transitions

    def apply(self, action: int) -> None:
        """Apply an action or outcome, whose legality is not checked."""
        self.player, self._count = self._rules.move(
            self._states, action, self._actions, self._probabilities, self._mask
        )

    def draw(self, rng: np.random.Generator) -> int:
        """Sample an outcome of this chance node from its exact distribution, without applying the outcome."""
        sums = list(accumulate(self._probabilities[: self._count].tolist()))
        return int(self._actions[min(bisect_right(sums, rng.random()), self._count - 1)])

    def settle(self, rng: np.random.Generator) -> None:
        """Draw and apply chance outcomes until a seat must act or the game is over."""
        while self.player == CHANCE:
            self.apply(self.draw(rng))

    def restart(self) -> None:
        """Reset to the state before the first action."""
        self._bytes[:] = np.frombuffer(start_of(self.game), np.uint8)
        self.apply(batch_steps.NO_ACTION)

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.player == TERMINAL

    # ------------------------------------------------------------ results and observations

    def scores(self) -> list[float]:
        """Return the running score of each seat."""
        out = np.zeros(self.game.players)
        self._rules.scores(self.record, out)
        return out.tolist()

    def returns(self) -> list[float]:
        """Return the utility of each seat at the end of the game, and 0 before the end."""
        out = np.zeros(self.game.players)
        if self.player == TERMINAL:
            self._rules.returns(self.record, out)
        return out.tolist()

    def observe(self, seat: int, out: Observation | None = None) -> Observation:
        """Return the observation of ``seat`` (-1: a spectator), written into ``out`` if given.

        Raises:
            ValueError: the game has no ``observation_tensor``.
        """
        rules = self._rules
        if rules.observe is None:
            raise ValueError(f"{self.game.name} cannot be observed as numbers: it brings no observation_tensor")
        if out is None:
            out = np.empty(rules.size, np.float32)
        scratch = records_in(self.game, np.empty_like(self._bytes)) if rules.secret else self._states
        rules.observe(self._states, 0, 1, scratch, rules.secret, rules.seat_arrays[seat], out)
        return out

    def compact(self, form: ObservationFormat, seat: int) -> NDArray[Any]:
        """Return the compact observation of ``seat``, shape (form.size,)."""
        rules = self._rules
        seen = np.empty(form.size, np.uint8)
        scratch = records_in(self.game, np.empty_like(self._bytes)) if rules.secret else self._states
        rules.compact(self._states, 0, 1, scratch, rules.secret, rules.seat_arrays[seat], seen)
        out = seen if form.scale is None else np.empty(form.size, form.dtype)
        form.finish(seen, out)
        return out

    def observe_as(self, form: ObservationFormat, seat: int) -> Any:
        """Return the observation of ``seat`` as environments do: as an array or, in compact form, as parts by name."""
        return form.to_output(self.compact(form, seat) if form.compact else self.observe(seat))

    def text(self, action: int) -> str:
        """Return the text of a legal action or possible outcome."""
        return self.game.type.presentation.format_action(self.record, action)

    # ------------------------------------------------------------ knowledge of a seat

    def known_to(self, seat: int) -> Record:
        """Return a redacted copy of the record with only the knowledge of ``seat`` (-1: a spectator)."""
        known: Record = records_in(self.game, self._bytes.copy())[0]
        if self.game.type.hidden_information:
            redact(known, seat)
        return known

    def resample(self, seat: int, rng: np.random.Generator) -> None:
        """Replace the information hidden from ``seat`` with a random sample, in place.

        The sample is consistent with the knowledge of ``seat``."""
        if self.game.type.hidden_information:
            redact(self.record, seat)
            resample(self.record, seat, rng)
            self.apply(batch_steps.NO_ACTION)

    # ------------------------------------------------------------ copies

    def copy(self) -> Position:
        """Return an independent copy of the position."""
        other = Position.__new__(Position)
        other.game, other._rules = self.game, self._rules
        other._bytes = self._bytes.copy()
        other._states = records_in(self.game, other._bytes)
        other._actions, other._probabilities = self._actions.copy(), self._probabilities.copy()
        other._mask = self._mask.copy()
        other.player, other._count = self.player, self._count
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self._bytes.tobytes())

    def to_bytes(self) -> bytes:
        """Return the complete state as bytes; ``Position(game, state)`` restores the position."""
        return self._bytes.tobytes()
