"""Exact solutions of small games and of positions near the end: values, best responses and exploitability.

The solver uses backward induction over all reachable states, and visits each state once. No state may contain hidden
information. In Chola this holds if all cards have been drawn and all players know each other's cards.

If there are two players whose returns have a constant sum, the values are those of optimal play. Otherwise they are
those of a subgame-perfect equilibrium: each seat maximises its own return, assuming that all other seats do so later.
Among equally good actions, a seat plays the first.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mandapa.kernel.errors import OptionError
from mandapa.kernel.generic import CHANCE, TERMINAL, redact
from mandapa.kernel.random_play import write_successors
from mandapa.kernel.record import Record, record_type
from mandapa.library import Game, State, game_type, games, load

Returns = NDArray[np.float64]
"""Expected return of each seat, shape (players,)."""
Strategy = Callable[[State], ArrayLike]
"""Function that returns the probability of each of a state's ``legal_action_ids``."""
Choice = Callable[[int, bytes, Sequence[int], NDArray[np.float64]], Returns]
"""Function that returns the value of a state.

Its arguments are the acting seat, the state as bytes, the legal actions, and their values, shape (actions, players).
"""

MAX_STATES = 1_000_000
"""Default limit on the number of reachable states. A million takes about half a minute and 200 MB."""


def small_games() -> tuple[str, ...]:
    """Return the names of the games that include a variant small enough to be solved from the start."""
    return tuple(name for name in games() if _small_file(name).is_file())


def _small_file(name: str) -> Path:
    return game_type(name).content / "small.json"


def small(name: str, **options: Any) -> Game:
    """Load the small variant of a game, which can be solved from the start; ``options`` override its options.

    ``small.json`` in the game's ``content`` folder defines the variant by ``players``, ``options`` and, if it starts
    from a custom position, ``position`` (see ``Game.at``).
    """
    if name not in small_games():
        raise OptionError(
            f"small: found {name!r}, expected {' or '.join(small_games())}; of others endings can be solved"
        )
    described = json.loads(_small_file(name).read_text(encoding="utf-8"))
    game = load(name, **{"players": described["players"], **described["options"], **options})
    return game.at(described["position"]) if "position" in described else game


def ending(game: Game, actions: int, seed: int) -> State:
    """Play a random game and return its state before the last ``actions`` actions, including chance outcomes."""
    rng = np.random.default_rng(seed)
    state = game.new_state()
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(rng)
        else:
            state.apply_id(int(rng.choice(state.legal_action_ids)))
    for _ in range(min(actions, len(state.history))):
        state.undo()
    return state


class Successors:
    """Lists the possible next states of the states of a game, using machine code."""

    def __init__(self, game: Game) -> None:
        if game.type.referee is not None and game.type.referee.plays(game.new_state().record):
            raise OptionError(f"{game!r}: found outcomes that are simulated, expected options whose chance is exact")
        most = max(game.type.max_legal, game.type.max_chance)
        self._size = game.type.state_type.itemsize
        self._bytes = np.zeros((1 + most) * self._size, np.uint8)
        self._states: Any = np.ndarray(1 + most, record_type(game.type.state_type), self._bytes)
        self._actions = np.zeros(most, np.int32)
        self._probabilities = np.zeros(game.type.max_chance)
        self._result = np.zeros(game.players)
        self._code = game.engine.machine_code(write_successors)
        self._secret = game.type.hidden_information

    def of(self, state: bytes) -> tuple[int, list[int], Returns, list[bytes]]:
        """Return the possible next states of a state.

        Returns:
            A tuple of the acting player (CHANCE or TERMINAL if there is none), the legal actions or chance outcomes,
            the probabilities of the outcomes (in a terminal state, the returns), and the next states as bytes.
        """
        self._bytes[: self._size] = np.frombuffer(state, np.uint8)
        player, count = self._code(self._states, self._actions, self._probabilities, self._result)
        numbers = self._result if player == TERMINAL else self._probabilities[:count]
        contents, size = self._bytes[self._size : (1 + count) * self._size].tobytes(), self._size
        after = [contents[at : at + size] for at in range(0, len(contents), size)]
        if self._secret and player >= 0:
            self._must_be_known(state, player)
        return player, self._actions[:count].tolist(), numbers.copy(), after

    def _must_be_known(self, state: bytes, player: int) -> None:
        seen = self.record(state)
        redact(seen, player)
        if seen.tobytes() != state:
            raise OptionError(
                f"found secrets before seat {player}, expected a state in which everybody knows everything"
            )

    def record(self, state: bytes) -> Record:
        """Return the record of a state that is given as bytes."""
        return np.ndarray(1, self._states.dtype, np.frombuffer(state, np.uint8).copy())[0]  # type: ignore[no-any-return]


def _key(state: bytes) -> bytes:
    return blake2b(state, digest_size=16).digest()


def _backward(start: State, choose: Choice, most: int) -> dict[bytes, Returns]:
    """Return the values of all states reachable from ``start``, by a digest of the state's bytes."""
    found: dict[bytes, Returns] = {}
    successors = Successors(start.game)

    def value(state: bytes) -> Returns:
        key = _key(state)
        if key not in found:
            player, actions, numbers, after = successors.of(state)
            if player == TERMINAL:
                found[key] = numbers
            else:
                values = np.array([value(one) for one in after])
                found[key] = numbers @ values if player == CHANCE else choose(player, state, actions, values)
            if len(found) > most:
                raise OptionError(f"found more than {most:,} states, expected a smaller game or a later state")
        return found[key]

    value(start.record.tobytes())
    return found


@dataclass(frozen=True)
class Solution:
    """Values of all states that are reachable from a solved state.

    Attributes:
        value: expected return of each seat in the solved state, shape (players,).
        states: number of reachable states, including the solved state.
    """

    value: Returns
    states: int
    _values: Mapping[bytes, Returns]
    _successors: Successors

    def value_of(self, state: State) -> Returns:
        """Return the expected return of each seat in a state reachable from the solved state, shape (players,)."""
        return self._values[_key(state.record.tobytes())]

    def action_values(self, state: State) -> dict[int, float]:
        """Return the acting seat's expected return for each legal action, by action id."""
        player, actions, _, after = self._successors.of(state.record.tobytes())
        return {action: float(self._values[_key(one)][player]) for action, one in zip(actions, after, strict=True)}

    def strategy(self, state: State) -> NDArray[np.float64]:
        """Return probability 1 for the state's best legal action and 0 for all others; usable as a ``Strategy``."""
        values = list(self.action_values(state).values())
        chances = np.zeros(len(values))
        chances[int(np.argmax(values))] = 1
        return chances


def _best(player: int, state: bytes, actions: Sequence[int], values: NDArray[np.float64]) -> Returns:
    return np.asarray(values[int(np.argmax(values[:, player]))])


def solve(state: State, most: int = MAX_STATES) -> Solution:
    """Compute the exact value of a state and of all states reachable from it.

    Raises:
        OptionError: there are more than ``most`` states, a state has hidden information, or the probabilities of chance
            outcomes are not known exactly.
    """
    found = _backward(state, _best, most)
    return Solution(found[_key(state.record.tobytes())], len(found), found, Successors(state.game))


def uniform(state: State) -> NDArray[np.float64]:
    """Return the same probability for every legal action of the state; usable as a ``Strategy``."""
    count = len(state.legal_action_ids)
    return np.full(count, 1 / count)


def values(state: State, strategies: Sequence[Strategy], most: int = MAX_STATES) -> Returns:
    """Return the expected return of each seat if each seat plays its strategy, shape (players,)."""
    return _against(state, strategies, None, most)


def best_response(state: State, strategies: Sequence[Strategy], seat: int, most: int = MAX_STATES) -> float:
    """Return the maximum expected return of a seat against the strategies of the other seats."""
    return float(_against(state, strategies, seat, most)[seat])


def nash_conv(state: State, strategies: Sequence[Strategy], most: int = MAX_STATES) -> float:
    """Return the total gain that the seats could make if each changed its strategy alone; 0 in a Nash equilibrium.

    In two-player zero-sum games, half of this value is the exploitability.
    """
    now = values(state, strategies, most)
    return sum(best_response(state, strategies, seat, most) - float(now[seat]) for seat in range(state.game.players))


def _against(start: State, strategies: Sequence[Strategy], free: int | None, most: int) -> Returns:
    """Return the expected returns if seat ``free`` plays a best response to the other seats' strategies.

    If ``free`` is None, all seats play their strategies.
    """
    successors = Successors(start.game)

    def choose(player: int, state: bytes, actions: Sequence[int], values: NDArray[np.float64]) -> Returns:
        if player == free:
            return _best(player, state, actions, values)
        weights = np.asarray(strategies[player](State(start.game, successors.record(state))), float)
        if weights.shape != (len(actions),) or weights.min() < 0 or abs(weights.sum() - 1) > 1e-6:
            raise OptionError(f"strategy of seat {player}: found {weights}, expected {len(actions)} probabilities")
        return np.asarray(weights @ values)

    return _backward(start, choose, most)[_key(start.record.tobytes())]
