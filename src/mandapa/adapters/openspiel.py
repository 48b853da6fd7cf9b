"""OpenSpiel games: importing this module registers every installed game.

>>> import pyspiel
>>> import mandapa.adapters.openspiel
>>> game = pyspiel.load_game("mandapa_kerala(players=3,rounds='2',shift_turn=False)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

The game ``NAME`` is registered as ``mandapa_NAME``; its parameters are ``players`` and the options of ``mandapa.load``.
In game strings, numbers are quoted if the option's default is a word (``first_leader='2'``), and lists are joined by
semicolons (``colours=blue;red;green``). If a game does not start from its normal position (``Game.at``), the
parameter ``position`` holds the position that it starts from. ``parameters_of`` returns all parameters of a game.

Chance is explicit, with exact distributions. Utilities are the returns at the end of the game. Observations:

* ``observation_tensor``, also in named parts (``open_spiel.python.observation.make_observation``), for games that
  define one: what the seat may know now. There is no tensor of private information only, or of all seats' information.
  ``params={"observation": "compact"}`` selects the compact form.
* ``observation_string``: the table as text, as the seat sees it; public and private parts are available separately.
* ``information_state_string``: the history in games without hidden information; otherwise the seat's decisions and a
  digest of everything it has seen.
* ``information_state_tensor``: the observation followed by a digest of the information state as 64 bits, so that
  different information states differ. It contains no other trace of the past: a tensor of all actions would be mostly
  empty.

``state.position`` is the game's own state (``mandapa.adapters.position``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.adapters import missing
from mandapa.adapters.observation_formats import FULL, ObservationFormat
from mandapa.adapters.position import Position, text_of
from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import GameType, Option
from mandapa.kernel.generic import CHANCE, TERMINAL, redact
from mandapa.kernel.record import contents, record_type
from mandapa.library import SPECTATOR, Game, game_type, games, load

try:
    import pyspiel
except ImportError as error:
    raise missing("openspiel", error) from error

PREFIX = "mandapa_"
PLAYERS, POSITION = "players", "position"
NO_POSITION = "none"
DIGEST = 8
"""Bytes per digest: enough to avoid collisions in practice."""

# ---------------------------------------------------------------- options as parameters of game strings


def to_spiel_parameter(option: Option, value: Any) -> Any:
    """Convert an option's value to the parameter of a game string, which has the type of the option's default.

    Raises:
        OptionError: a game string cannot hold the value.
    """
    if type(value) is type(option.default) and not isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        value = ";".join(str(part) for part in value)
    text = str(value)
    if set(text) & set("(),="):
        raise OptionError(f"{option.name}: found {text!r}, which a game string cannot hold; expected none of ( ) , =")
    return f"'{text}'" if _reads_as_another_type(text) else text


def _reads_as_another_type(text: str) -> bool:
    """Return whether OpenSpiel would parse the text as a number or a boolean."""
    try:
        float(text)
    except ValueError:
        return text in ("", "True", "False")
    return True


def parameters_of(game: Game) -> dict[str, Any]:
    """Return the parameters of a game for ``pyspiel.load_game``: players, options, and any set-up position."""
    position = NO_POSITION if game.begins_at is None else json.dumps(game.begins_at).replace(",", ";")
    written = {option.name: to_spiel_parameter(option, game.options[option.name]) for option in game.type.options}
    return {PLAYERS: game.players, POSITION: position, **written}


def from_spiel_parameter(option: Option, parameter: Any) -> Any:
    """Convert the parameter of a game string to the option value for ``mandapa.load``."""
    if not isinstance(parameter, str):
        return parameter
    if len(parameter) > 1 and parameter[0] == parameter[-1] == "'":
        return parameter[1:-1]
    return parameter if option.kind == "file" else parameter.replace(";", ",")


# ---------------------------------------------------------------- game and state


class MandapaGame(pyspiel.Game):
    """A game with its players and options for OpenSpiel, created by ``pyspiel.load_game``.

    Attributes:
        game: as returned by ``mandapa.load`` for the same players and options.
    """

    type: GameType
    spiel_type: Any

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        players = given.pop(PLAYERS, self.type.default_players)
        position = given.pop(POSITION, NO_POSITION)
        options = {option.name: option for option in self.type.options}
        self.game = load(
            self.type.name, players, **{name: from_spiel_parameter(options[name], given[name]) for name in given}
        )
        if position != NO_POSITION:
            self.game = self.game.at(json.loads(position.replace(";", ",")))
        learning, bounds = self.type.learning, self.game.bounds
        information = pyspiel.GameInfo(
            num_distinct_actions=self.type.num_actions,
            max_chance_outcomes=self.type.max_chance if has_chance(self.type) else 0,
            num_players=players,
            min_utility=bounds.least,
            max_utility=bounds.most,
            utility_sum=0.0 if learning.utility == "zero_sum" else None,
            max_game_length=bounds.decisions,
        )
        super().__init__(self.spiel_type, information, parameters_of(self.game))

    def new_initial_state(self) -> MandapaState:
        """Return the state before the first action; usually a chance node."""
        return MandapaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of chance nodes in a game."""
        return self.game.bounds.outcomes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer; by default, it observes the current knowledge of a seat."""
        given = dict(params or {})
        observation = given.pop("observation", FULL)
        if given:
            raise ValueError(f"observation parameters: found {given}, expected observation or none")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.game, kind, ObservationFormat(self.game, observation))


class MandapaState(pyspiel.State):
    """A state for OpenSpiel.

    Attributes:
        position: the game's own state.
        memory: observations of each seat so far; only in games with hidden information.
    """

    def __init__(self, game: MandapaGame) -> None:
        super().__init__(game)
        self.position = Position(game.game)
        self.memory = ObservationHistory(self.position) if game.game.type.hidden_information else None

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's id for chance or the end, which Mandapa uses as well."""
        return self.position.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.player == TERMINAL

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of the seat to act, or the outcomes at a chance node; empty for other seats.

        Overrides OpenSpiel's method so that Python callers avoid its detour through C++ to ``_legal_actions`` or
        ``chance_outcomes``.
        """
        acts = self.position.player
        return self.position.legal() if player is None or acts in (player, CHANCE) else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the exact distribution at a chance node."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.memory is None:
            self.position.apply(action)
            return
        player = self.position.player
        self.position.apply(action)
        self.memory.add(self.position, player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.text(action)

    def returns(self) -> list[float]:
        """Return the utility of each seat at the end of the game, and 0 before the end."""
        return self.position.returns()

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> MandapaState:
        """Return a state that ``player`` cannot distinguish from this one, as OpenSpiel's ``ismcts`` requires.

        The new state keeps the ``history`` of this state, but observations do not depend on the history.
        """
        if self.memory is not None:
            self.memory.update_digests(self.position.game)
        other: MandapaState = self.clone()
        other.position.resample(player, np.random.default_rng(int(probability_sampler() * 2**53)))
        return other

    def __str__(self) -> str:
        return text_of(self.position.game, self.position.record)


# ---------------------------------------------------------------- knowledge of a seat


class ObservationHistory:
    """Observations of each seat so far in a game with hidden information.

    The observations of a seat are its sequence of redacted states without repetitions, so that a change that the seat
    cannot notice does not count. Digests are computed on demand. Copies share the immutable parts.
    """

    def __init__(self, position: Position) -> None:
        seats = position.game.players + 1
        self._past: list[bytes] = []
        self._decisions: list[list[int]] = [[] for _ in range(seats)]
        self._looked = [0] * seats
        self._now = [b""] * seats
        self._digest = [b""] * seats
        self.add(position)

    def add(self, position: Position, player: int = CHANCE, action: int = -1) -> None:
        """Add the position after an action of ``player`` to the history."""
        self._past.append(position.to_bytes())
        if player != CHANCE:
            self._decisions[player].append(action)

    def update_digests(self, game: Game) -> None:
        """Update the digests of all seats and of a spectator with the positions added since the last update."""
        for seat in range(SPECTATOR, game.players):
            self.text(game, seat)

    def text(self, game: Game, seat: int) -> str:
        """Return the seat's decisions and a digest of its observations as text; ``seat`` -1 is a spectator."""
        layout = record_type(game.type.state_type)
        for state in self._past[self._looked[seat] :]:
            known = np.frombuffer(bytearray(state), layout)
            redact(known[0], seat)
            now = contents(known[0])
            if now != self._now[seat]:
                self._digest[seat] = blake2b(self._digest[seat] + now, digest_size=DIGEST).digest()
                self._now[seat] = now
        self._looked[seat] = len(self._past)
        decisions = " ".join(str(action) for action in self._decisions[seat])
        return f"seat {seat}: {decisions} | {self._digest[seat].hex()}"

    def __deepcopy__(self, memo: dict[int, Any]) -> ObservationHistory:
        other = ObservationHistory.__new__(ObservationHistory)
        other._past = list(self._past)
        other._decisions = [list(decisions) for decisions in self._decisions]
        other._looked, other._now, other._digest = list(self._looked), list(self._now), list(self._digest)
        return other


class Observer:
    """Observations of a state in OpenSpiel's format.

    Attributes:
        tensor: the numbers, shape (size,), float32; None if this kind of observation has no tensor.
        dict: parts of ``tensor`` by name, as views; with perfect recall also ``digest``, the 64 bits of the information
            state.
    """

    def __init__(self, game: Game, kind: Any, form: ObservationFormat) -> None:
        self._game = game
        self._kind = kind
        self._form = form
        self._private = kind.private_info if game.type.hidden_information else pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        seen = kind.public_info and form.size and self._private != pyspiel.PrivateInfoType.ALL_PLAYERS
        if seen:
            bits = 8 * DIGEST if kind.perfect_recall else 0
            self.tensor = np.zeros(form.size + bits, np.float32)
            self.dict = form.split(self.tensor)
            if bits:
                self.dict["digest"] = self.tensor[form.size :]

    def _eyes(self, player: int) -> int:
        return player if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER else SPECTATOR

    def set_from(self, state: MandapaState, player: int) -> None:
        """Write the observation of ``player`` to ``tensor``."""
        if self.tensor is None:
            return
        now = self.tensor[: self._form.size]
        if self._form.compact:
            now[:] = state.position.compact(self._form, self._eyes(player))
        else:
            state.position.observe(self._eyes(player), now)
        if self._kind.perfect_recall:
            information = (self._remembered(state, player) or "").encode()
            digest = np.frombuffer(blake2b(information, digest_size=DIGEST).digest(), np.uint8)
            self.dict["digest"][:] = np.unpackbits(digest)

    def string_from(self, state: MandapaState, player: int) -> str | None:
        """Return the observation of ``player`` as text; None if this kind of observation has no text."""
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return self._all(state)
        if self._kind.perfect_recall:
            return self._remembered(state, player)
        if self._kind.public_info:
            return text_of(self._game, state.position.known_to(self._eyes(player)))
        return "" if self._eyes(player) == SPECTATOR else private_text(state.position, player)

    def _all(self, state: MandapaState) -> str | None:
        if not self._kind.public_info:
            return None
        return str(state.history_str()) if self._kind.perfect_recall else str(state)

    def _remembered(self, state: MandapaState, player: int) -> str | None:
        if not self._kind.public_info:
            return None
        return str(state.history_str()) if state.memory is None else state.memory.text(self._game, self._eyes(player))


def private_text(position: Position, seat: int) -> str:
    """Return the private information of a seat as text, that is, the record fields hidden from spectators."""
    if not position.game.type.hidden_information:
        return ""
    own, public = position.known_to(seat), position.known_to(SPECTATOR)
    names = own.dtype.names or ()
    differing = [name for name in names if own[name].tobytes() != public[name].tobytes()]
    return "\n".join(f"{name}: {own[name].tolist()}" for name in differing)


# ---------------------------------------------------------------- registration


def has_chance(type: GameType) -> bool:
    """Return whether a game has chance events."""
    return "chance_outcomes" in type.methods


def spiel_type(type: GameType) -> Any:
    """Return OpenSpiel's description of a game."""
    kinds = pyspiel.GameType
    secret = type.hidden_information
    return kinds(
        short_name=PREFIX + type.name,
        long_name=type.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(type) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if secret else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.__members__[type.learning.utility.upper()],
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=type.max_players,
        min_num_players=type.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=type.observation_size > 0,
        provides_observation_string=True,
        provides_observation_tensor=type.observation_size > 0,
        parameter_specification={
            PLAYERS: type.default_players,
            POSITION: NO_POSITION,
            **{option.name: to_spiel_parameter(option, option.default) for option in type.options},
        },
        default_loadable=True,
        provides_factored_observation_string=secret,
    )


def register(game: GameType) -> None:
    """Register a game with OpenSpiel as ``mandapa_NAME``."""
    described = spiel_type(game)
    tables = "\n\n".join((MandapaGame.__doc__ or "", *game.learning.tables))
    members = {"type": game, "spiel_type": described, "__doc__": tables, "__module__": __name__}
    made = type(described.short_name, (MandapaGame,), members)
    globals()[described.short_name] = made  # Pickle looks for the class in this module.
    pyspiel.register_game(described, made)


for _name in games():
    register(game_type(_name))
