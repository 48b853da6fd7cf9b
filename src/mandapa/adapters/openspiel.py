"""Every installed game in OpenSpiel, registered when this module is imported.

>>> import pyspiel
>>> import mandapa.adapters.openspiel
>>> game = pyspiel.load_game("mandapa_kerala(players=3,rounds='2',shift_turn=False)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

A game ``NAME`` is ``mandapa_NAME``; its parameters are ``players`` and the options of ``mandapa.load``. What is not one
word is written so in a game string: numbers for an option whose default is a word stand in quotes
(``first_leader='2'``), and the parts of a list are joined by semicolons (``colours=blue;red;green``). A game that
begins at a set-up position (``Game.at``) has that in ``position``; ``parameters_of`` writes all of it.

Chance is explicit, with exact distributions. Utilities are the returns of the game, at its end. What there is to see:

* ``observation_tensor``, also in named parts (``open_spiel.python.observation.make_observation``), for games that bring
  one: what the seat may know now. Private information only, or all of it, has no tensor. The compact form is observed
  with ``params={"observation": "compact"}``.
* ``observation_string``: the table as text, as the seat sees it; public and private parts apart, if asked for.
* ``information_state_string``: without secrets the history; with secrets what the seat has decided, and a digest of all
  that it has seen.
* ``information_state_tensor``: the observation, and a digest of the information state as 64 bits, so that two different
  information states differ. What was seen earlier is in it no other way: a tensor of all actions would be mostly empty.

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
from mandapa.adapters.observing import FULL, Form
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
"""Bytes of a digest: enough for the states that anybody will ever see."""

# ---------------------------------------------------------------- options as parameters of game strings


def parameter_of(option: Option, value: Any) -> Any:
    """The value of an option as OpenSpiel keeps it: of the default's type; ``OptionError`` for what it cannot write."""
    if type(value) is type(option.default) and not isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        value = ";".join(str(part) for part in value)
    text = str(value)
    if set(text) & set("(),="):
        raise OptionError(f"{option.name}: found {text!r}, which a game string cannot hold; expected none of ( ) , =")
    return f"'{text}'" if _reads_as_another_type(text) else text


def _reads_as_another_type(text: str) -> bool:
    """Whether OpenSpiel takes it for a number or a truth value."""
    try:
        float(text)
    except ValueError:
        return text in ("", "True", "False")
    return True


def parameters_of(game: Game) -> dict[str, Any]:
    """What ``pyspiel.load_game`` is given for a game: its players, options, and the set-up position it begins at."""
    position = NO_POSITION if game.begins_at is None else json.dumps(game.begins_at).replace(",", ";")
    written = {option.name: parameter_of(option, game.options[option.name]) for option in game.type.options}
    return {PLAYERS: game.players, POSITION: position, **written}


def value_of(option: Option, parameter: Any) -> Any:
    """What ``mandapa.load`` is given for a parameter."""
    if not isinstance(parameter, str):
        return parameter
    if len(parameter) > 1 and parameter[0] == parameter[-1] == "'":
        return parameter[1:-1]
    return parameter if option.kind == "file" else parameter.replace(";", ",")


# ---------------------------------------------------------------- game and state


class MandapaGame(pyspiel.Game):
    """A game with its players and options, for OpenSpiel; made by ``pyspiel.load_game``.

    Attributes:
        game: what ``mandapa.load`` gives for the same players and options.
    """

    type: GameType
    spiel_type: Any

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        players = given.pop(PLAYERS, self.type.default_players)
        position = given.pop(POSITION, NO_POSITION)
        options = {option.name: option for option in self.type.options}
        self.game = load(self.type.name, players, **{name: value_of(options[name], given[name]) for name in given})
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
        """The state before the first action; usually a chance node."""
        return MandapaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes in a game with these players and options, from its position if it has one."""
        return self.game.bounds.outcomes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer; by default of what a seat may know now."""
        given = dict(params or {})
        observation = given.pop("observation", FULL)
        if given:
            raise ValueError(f"observation parameters: found {given}, expected observation or none")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.game, kind, Form(self.game, observation))


class MandapaState(pyspiel.State):
    """A state for OpenSpiel.

    Attributes:
        position: the state itself.
        memory: what each seat has seen, for a game with secrets.
    """

    def __init__(self, game: MandapaGame) -> None:
        super().__init__(game)
        self.position = Position(game.game)
        self.memory = Memory(self.position) if game.game.type.hidden_information else None

    def current_player(self) -> int:
        """Seat to act, or OpenSpiel's ids for chance and the end, which are the same as ours."""
        return self.position.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.player == TERMINAL

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of whoever is to act, nothing for others; at chance nodes the outcomes, for anybody.

        Callers in Python come here at once; OpenSpiel's own method would go by C++ to ``_legal_actions`` or, at chance
        nodes, to ``chance_outcomes``.
        """
        acts = self.position.player
        return self.position.legal() if player is None or acts in (player, CHANCE) else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The exact distribution at a chance node."""
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
        """The utilities at the end; 0 for all before."""
        return self.position.returns()

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> MandapaState:
        """A state that ``player`` cannot tell from this one, for OpenSpiel's Python searches (``ismcts``).

        Its ``history`` is still this state's, but what can be observed in it is not taken from there.
        """
        if self.memory is not None:
            self.memory.look(self.position.game)
        other: MandapaState = self.clone()
        other.position.resample(player, np.random.default_rng(int(probability_sampler() * 2**53)))
        return other

    def __str__(self) -> str:
        return text_of(self.position.game, self.position.record)


# ---------------------------------------------------------------- what a seat knows


class Memory:
    """What each seat has seen of a game with secrets so far.

    That is the sequence of its redacted states, without repetitions: a change that it is not to notice is none. It is
    worked out when it is asked for. Copies share what does not change.
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
        """Remember the position that came of what ``player`` did."""
        self._past.append(position.to_bytes())
        if player != CHANCE:
            self._decisions[player].append(action)

    def look(self, game: Game) -> None:
        """Work out what every seat has seen up to now."""
        for seat in range(SPECTATOR, game.players):
            self.text(game, seat)

    def text(self, game: Game, seat: int) -> str:
        """What the seat has decided, and a digest of what it has seen; the spectator is the last seat."""
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

    def __deepcopy__(self, memo: dict[int, Any]) -> Memory:
        other = Memory.__new__(Memory)
        other._past = list(self._past)
        other._decisions = [list(decisions) for decisions in self._decisions]
        other._looked, other._now, other._digest = list(self._looked), list(self._now), list(self._digest)
        return other


class Observer:
    """What can be observed of a state, in OpenSpiel's form.

    Attributes:
        tensor: the numbers, shape (size,), float32; None if there are none of this kind.
        dict: its parts by name, as views; with perfect recall also ``digest``, the 64 bits of the information state.
    """

    def __init__(self, game: Game, kind: Any, form: Form) -> None:
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
        """Write what ``player`` may know into ``tensor``."""
        if self.tensor is None:
            return
        now = self.tensor[: self._form.size]
        if self._form.compact:
            now[:] = state.position.compact(self._form, self._eyes(player))
        else:
            state.position.observe(self._eyes(player), now)
        if self._kind.perfect_recall:
            told = (self._remembered(state, player) or "").encode()
            digest = np.frombuffer(blake2b(told, digest_size=DIGEST).digest(), np.uint8)
            self.dict["digest"][:] = np.unpackbits(digest)

    def string_from(self, state: MandapaState, player: int) -> str | None:
        """What ``player`` may know as text; None if there is none of this kind."""
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
    """What the seat knows and a spectator does not: the fields of the record in which they differ."""
    if not position.game.type.hidden_information:
        return ""
    own, public = position.known_to(seat), position.known_to(SPECTATOR)
    names = own.dtype.names or ()
    differing = [name for name in names if own[name].tobytes() != public[name].tobytes()]
    return "\n".join(f"{name}: {own[name].tolist()}" for name in differing)


# ---------------------------------------------------------------- registration


def has_chance(type: GameType) -> bool:
    """Whether a game leaves anything to chance."""
    return "chance_outcomes" in type.methods


def spiel_type(type: GameType) -> Any:
    """A game as OpenSpiel describes it."""
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
            **{option.name: parameter_of(option, option.default) for option in type.options},
        },
        default_loadable=True,
        provides_factored_observation_string=secret,
    )


def register(game: GameType) -> None:
    """Make a game known to OpenSpiel as ``mandapa_NAME``."""
    described = spiel_type(game)
    tables = "\n\n".join((MandapaGame.__doc__ or "", *game.learning.tables))
    members = {"type": game, "spiel_type": described, "__doc__": tables, "__module__": __name__}
    made = type(described.short_name, (MandapaGame,), members)
    globals()[described.short_name] = made  # where pickles look for it
    pyspiel.register_game(described, made)


for _name in games():
    register(game_type(_name))
