"""The public library API: ``mandapa.load`` returns a ``Game``, and ``Game.new_state`` a ``State``."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, overload

import numpy as np

from mandapa.installed import BUILT_IN, check_custom_components, custom_components, did_you_mean, game_type, games
from mandapa.kernel import defaults, generic  # noqa: F401  (importing ``defaults`` registers them)
from mandapa.kernel.bounds import Bounds
from mandapa.kernel.compile import entry_points  # noqa: F401  (likewise)
from mandapa.kernel.compile.engine import Engine
from mandapa.kernel.errors import IllegalAction, OptionError, PositionError
from mandapa.kernel.game_type import GameType, checked_players
from mandapa.kernel.generic import CHANCE, TERMINAL, current_player, redact, resample
from mandapa.kernel.pictures.svg import facts_table, picture_html
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, checked_rng, contents, copy_of, to_python_number

__all__ = [
    "BUILT_IN",
    "SPECTATOR",
    "Game",
    "State",
    "check_custom_components",
    "custom_components",
    "game_type",
    "games",
    "load",
]

SPECTATOR = -1
"""Seat number of a spectator."""

LATEST, STRIDE = 8, 32
"""A state keeps the ``LATEST`` most recent records and every ``STRIDE``-th older record, so that ``rewind`` replays few
actions. Not all records are kept, because a record takes about three kilobytes and a server keeps many games in
memory."""


def load(name: str, /, players: int | None = None, **options: Any) -> Game:
    """Load a game with the given options, e.g. ``load("kerala", players=3, shift_turn=False)``.

    Raises ``OptionError`` for an unknown game, option or value, and ``ComponentError`` for an invalid component file.
    """
    return Game(game_type(name), players, options)


@cache
def _built_in(load_components: Callable[[str | None], Any]) -> Any:
    """Load the components that come with a game; the result is cached, because components are immutable."""
    return load_components(None)


class Game:
    """A game with a fixed number of players and fixed options.

    Attributes:
        type: the ``GameType``.
        players: number of seats.
        options: the values of all options by name, normalized and JSON-serializable.
        components: the validated components.
        begins_at: description of the set-up position that the game starts from (``at``); None for the normal start.
    """

    def __init__(self, type: GameType, players: int | None, options: Mapping[str, Any], components: Any = None) -> None:
        self.type = type
        self.players = checked_players(players, type)
        known = {option.name: option for option in type.options}
        unknown = sorted(set(options) - set(known))
        if unknown:
            meant = did_you_mean(unknown[0], known)
            raise OptionError(f"option: found {', '.join(unknown)}, expected {', '.join(known) or 'none'}{meant}")
        self.options = {
            name: option.parse(to_python_number(options.get(name, option.default)), self.players)
            for name, option in known.items()
        }
        own = self._own_file()
        self.components = components or (
            _built_in(type.load_components) if own is None else type.load_components(str(own))
        )
        self.begins_at: dict[str, Any] | None = None
        self._start = self._fresh = type.new_state(self.players, self.options, self.components)

    def _own_file(self) -> Path | None:
        """Return the custom component file that the options select by path or by name, if any."""
        for option in self.type.options:
            value = self.options[option.name]
            if option.kind == "file" and value != option.default:
                return custom_components(self.name).get(value, self.type.file_of(value))
        return None

    @property
    def name(self) -> str:
        """Name of the game, e.g. ``kerala``."""
        return self.type.name

    @property
    def rules_version(self) -> int:
        """Version of the rules, which changes whenever the same actions could lead to a different state."""
        return self.type.rules_version

    @property
    def components_hash(self) -> str:
        """Hash of the components that affect play."""
        return str(getattr(self.components, "hash", ""))

    @property
    def engine(self) -> Engine:
        """The engine that runs the game's entry points, interpreted or as machine code."""
        return self.type.engine

    @cached_property
    def bounds(self) -> Bounds:
        """Bounds on the length and the returns of this game, from its start."""
        return self.type.bounds(self._start)

    @property
    def together(self) -> bool:
        """True if the game is cooperative (all seats win or lose together) or has a single seat."""
        return self.players == 1 or self.type.learning.utility == "identical"

    def new_state(self) -> State:
        """Return the state before the first action, usually a chance node."""
        return State(self, self._start, self.begins_at)

    def check_playable(self) -> None:
        """Raise ``OptionError`` if a library that the chosen options need is not installed."""
        referee = self.type.referee
        if referee is not None and referee.plays(self.new_state().record):
            referee.check()

    def at(self, description: Mapping[str, Any]) -> Game:
        """Return a game that starts from the described position, such as an endgame.

        Raises ``PositionError`` if the position is impossible."""
        state = self.position(description)
        game = Game(self.type, self.players, self.options, self.components)
        game.begins_at, game._start = dict(description), state.record
        return game

    def position(self, description: Mapping[str, Any]) -> State:
        """Return the state for a described position, such as that of a puzzle, a test or a game on a real table.

        Raises ``PositionError`` if the position is impossible.
        """
        if not isinstance(description, Mapping):
            raise PositionError(f"position: found {type(description).__name__}, expected an object")
        state = State(self, self._fresh)
        self.type.presentation.position(state.record, description, self.components)
        return State(self, state.record, dict(description))

    def shares_of_win(self, returns: Sequence[float]) -> list[float]:
        """Return each seat's share of the win, which is split equally among the seats with the highest return.

        The shares add up to 1. In solo and cooperative games (``together``), each seat gets 1 if its return is above 0,
        otherwise 0.
        """
        if self.together:
            return [float(value > 0) for value in returns]
        winners = [value == max(returns) for value in returns]
        return [won / sum(winners) for won in winners]

    def state_from_json(self, data: Mapping[str, Any]) -> State:
        """Restore a state written by ``State.to_json`` by replaying its actions.

        Raises ``PositionError`` if the data belong to another game or actions are missing, and ``IllegalAction`` if an
        action is illegal.
        """
        if data.get("game", self.name) != self.name:
            raise PositionError(f"game: found {data['game']!r}, expected {self.name!r}")
        if not isinstance(data.get("actions"), list):
            raise PositionError(f"actions: found {data.get('actions')!r}, expected a list of action texts")
        state = self.position(data["position"]) if data.get("position") else self.new_state()
        for text in data["actions"]:
            state.apply(text)
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its name and options, with the contents of a custom component file for other machines."""
        file = self._own_file()
        contents = None if file is None else file.read_text(encoding="utf-8")
        begins_at = None if self.begins_at is None else json.dumps(self.begins_at)
        return _unpacked, (self.name, self.players, json.dumps(self.options), file, contents, begins_at)

    def _repr_html_(self) -> str:
        return facts_table(self.type.title, {"players": self.players, **self.options})

    def __repr__(self) -> str:
        options = "".join(
            f", {option.name}={self.options[option.name]!r}"
            for option in self.type.options
            if self.options[option.name] != option.default
        )
        begun = "" if self.begins_at is None else f".at({self.begins_at!r})"
        return f"mandapa.load({self.name!r}, players={self.players}{options}){begun}"


@cache
def _unpacked(
    name: str, players: int, options: str, file: Path | None, contents: str | None, begins_at: str | None = None
) -> Game:
    """Unpickle a game; results are cached.

    If the component file does not have these contents on this machine, they are written to a temporary file."""
    if begins_at is not None:
        return _unpacked(name, players, options, file, contents).at(json.loads(begins_at))
    settled: dict[str, Any] = json.loads(options)
    if file is None or contents is None:
        return load(name, players, **settled)
    if not _holds(file, contents):
        with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8", delete=False) as copy:
            copy.write(contents)
        file = Path(copy.name)
    files = {option.name: str(file) for option in game_type(name).options if option.kind == "file"}
    return load(name, players, **{**settled, **files})


def _holds(path: Path, contents: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == contents


class State:
    """A state of a game, with the actions that led to it.

    Attributes:
        game: the ``Game`` that the state belongs to.
        record: the flat NumPy record that holds the complete state.
        history: all actions so far as text, including chance outcomes.
    """

    def __init__(self, game: Game, record: Record, position: dict[str, Any] | None = None) -> None:
        self.game = game
        self.history: list[str] = []
        self._ids: list[int] = []
        self._start = copy_of(record)
        self._position = position
        self._kept: dict[int, Record] = {}
        self._listed_for = b""
        self._by_text: dict[str, int] = {}
        self.record = copy_of(record)

    # ------------------------------------------------------------ current player and legal actions

    @property
    def current_player(self) -> int:
        """The seat to act; ``CHANCE`` at a chance node, ``TERMINAL`` at the end."""
        return int(current_player(self.record))

    @property
    def is_chance(self) -> bool:
        """True at a chance node."""
        return self.current_player == CHANCE

    @property
    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.current_player == TERMINAL

    @property
    def legal_action_ids(self) -> list[int]:
        """Ids of the legal actions, or of the possible outcomes at a chance node, in ascending order."""
        return listed_actions(self.record)

    @property
    def legal_actions(self) -> list[str]:
        """Legal actions, or possible outcomes at a chance node, as text, ordered by id; empty if the game is over."""
        return list(self._listed())

    def _listed(self) -> dict[str, int]:
        """Return the ids of the legal actions by text, in order; cached for the current record."""
        position = self.record.tobytes()
        if position != self._listed_for:
            self._by_text = {self.format(action): action for action in self.legal_action_ids}
            self._listed_for = position
        return self._by_text

    @property
    def history_ids(self) -> list[int]:
        """Ids of all actions so far, in the order of ``history``."""
        return list(self._ids)

    def format(self, action: int) -> str:
        """Return the text of an action, given by id."""
        return self.game.type.presentation.format_action(self.record, action)

    def parse(self, text: str) -> int:
        """Return the id of a legal action (or possible outcome) given as text; ``IllegalAction`` explains a refusal."""
        return self.read(text)[1]

    def read(self, text: str) -> tuple[Record, int]:
        """Parse an action; return the record to apply it to and its id. ``IllegalAction`` explains a refusal.

        The record is this state's record, or a copy that stores details of the text that an id cannot express.
        """
        if not isinstance(text, str):
            raise TypeError(f"action: found {text!r}, expected a text of legal_actions; apply_id takes ids")
        action = self._listed().get(text)
        if action is not None:
            return self.record, action
        presentation = self.game.type.presentation
        found = presentation.read(self.record, text)
        if found is None:
            raise presentation.refusal(self.record, text)
        return found

    def refusal(self, text: str) -> IllegalAction | None:
        """Return why an action is not legal now, with the rule that it breaks; None if the action is legal."""
        try:
            self.parse(text)
        except IllegalAction as error:
            return error
        return None

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Return the possible outcomes of a chance node with their exact probabilities; empty at other nodes."""
        if not self.is_chance:
            return []
        actions = np.empty(self.game.type.max_chance, np.int32)
        probabilities = np.empty(self.game.type.max_chance, np.float64)
        count = self.game.engine.run(generic.chance_outcomes, self.record, actions, probabilities)
        return [
            (self.format(action), probability)
            for action, probability in zip(actions[:count].tolist(), probabilities[:count].tolist(), strict=True)
        ]

    def sample(self, rng: np.random.Generator) -> str:
        """Sample an outcome of this chance node from its distribution, or let the game's referee determine it.

        Raises ``ValueError`` if this is not a chance node.
        """
        if not self.is_chance:
            raise ValueError(f"nothing to sample: current_player is {self.current_player}, expected CHANCE ({CHANCE})")
        if self.referee_due:
            return self.rule(rng)[0]
        return self.format(int(self.game.engine.run(generic.sample_chance, self.record, checked_rng(rng))))

    @property
    def referee_due(self) -> bool:
        """True if the referee determines the outcome of this chance node (``rule``), which may take seconds."""
        referee = self.game.type.referee
        return referee is not None and referee.due(self.record)

    def rule(self, rng: np.random.Generator) -> tuple[str, dict[str, Any]]:
        """Let the game's referee determine the outcome of this chance node, without applying the outcome.

        Return the outcome as text, and details to show to spectators."""
        referee = self.game.type.referee
        if referee is None or not referee.due(self.record):
            raise ValueError("nothing for the referee: expected a state with referee_due")
        referee.check()
        return referee.decide(self.record, self.game.components, checked_rng(rng))

    # ------------------------------------------------------------ apply and undo actions

    def apply(self, text: str) -> None:
        """Take an action given as text; if it is illegal, raise ``IllegalAction`` and leave the state unchanged."""
        record, action = self.read(text)
        self.apply_id(action, text, self.try_id(action, record))

    def try_id(self, action: int, record: Record | None = None) -> Record:
        """Return the record after an action, whose legality is not checked, without changing this state.

        ``record`` is the record that ``read`` returned, if any.
        """
        after = copy_of(self.record if record is None else record)
        self.game.engine.run(generic.apply_action, after, action)
        return after

    def apply_id(self, action: int, text: str | None = None, after: Record | None = None) -> None:
        """Take an action given by id, whose legality is not checked.

        ``after`` is the record that ``try_id`` returned, if any.
        """
        text = self.format(action) if text is None else text
        after = self.try_id(action) if after is None else after
        ply = len(self._ids)
        self._kept[ply] = self.record
        if (ply - LATEST) % STRIDE:
            self._kept.pop(ply - LATEST, None)
        self.history.append(text)
        self._ids.append(action)
        self.record = after

    def resolve_chance(self, rng: np.random.Generator) -> str:
        """Apply a sampled outcome, as ``apply(sample(rng))`` does, and return its text."""
        if self.is_chance and not self.referee_due:
            self.apply_id(int(self.game.engine.run(generic.sample_chance, self.record, checked_rng(rng))))
        else:
            self.apply(self.sample(rng))
        return self.history[-1]

    def undo(self) -> str:
        """Undo the last action and return its text; ``IndexError`` if there is none."""
        if not self.history:
            raise IndexError("nothing to undo: no action has been taken")
        last = self.history[-1]
        self.rewind(len(self.history) - 1)
        return last

    def rewind(self, ply: int) -> None:
        """Undo all actions after the first ``ply`` actions; ``IndexError`` if there are fewer actions."""
        if ply in self._kept:
            self.record = copy_of(self._kept[ply])  # Copies of this state may share the original.
            self._kept = {number: record for number, record in self._kept.items() if number < ply}
        else:
            earlier = self.at(ply)
            self.record, self._kept = earlier.record, earlier._kept
        del self._ids[ply:], self.history[ply:]

    def at(self, ply: int) -> State:
        """Return the state after the first ``ply`` actions as a copy; ``IndexError`` if there are fewer actions."""
        if not 0 <= ply <= len(self.history):
            raise IndexError(f"ply: found {ply}, expected 0 to {len(self.history)}")
        kept = self._kept | {len(self.history): self.record}
        first = max(number for number in kept if number <= ply)
        earlier = State(self.game, self._start, self._position)
        earlier.record = copy_of(kept[first])
        earlier._kept = {number: record for number, record in self._kept.items() if number < first}
        earlier._ids, earlier.history = self._ids[:first], self.history[:first]
        read = self.game.type.presentation.read
        for action, text in zip(self._ids[first:ply], self.history[first:ply], strict=True):
            # Call ``read``, which may search the legal actions, only if the text says more than the id.
            says_more = earlier.is_chance or earlier.format(action) != text
            found = read(earlier.record, text) if says_more else None
            record = found[0] if found is not None and found[1] == action else None
            earlier.apply_id(action, text, earlier.try_id(action, record))
        return earlier

    def copy(self) -> State:
        """Return an independent copy of the state, as ``copy.copy`` and ``copy.deepcopy`` do."""
        other = State(self.game, self._start, self._position)
        other.record = copy_of(self.record)
        other.history = list(self.history)
        other._ids = list(self._ids)
        other._kept = dict(self._kept)
        return other

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Restore a pickled state, with a copy of its record because unpickled NumPy records ignore writes."""
        self.__dict__ |= kept
        self.record = copy_of(self.record)

    # ------------------------------------------------------------ results

    @overload
    def scores(self, explain: Literal[False] = False) -> list[float]: ...
    @overload
    def scores(self, explain: Literal[True]) -> Sequence[Mapping[str, Any]]: ...

    def scores(self, explain: bool = False) -> list[float] | Sequence[Mapping[str, Any]]:
        """Return each seat's score if the game ended now; with ``explain``, itemized score sheets instead."""
        if explain:
            return self.game.type.presentation.score_sheets(self.record)
        out = np.zeros(self.game.players)
        self.game.engine.run(generic.scores, self.record, out)
        return _whole(out)

    def returns(self) -> list[float]:
        """Return each seat's utility at the end of the game."""
        out = np.zeros(self.game.players)
        self.game.engine.run(generic.returns, self.record, out)
        return _whole(out)

    # ------------------------------------------------------------ what a seat can see

    def for_seat(self, seat: int | None) -> State:
        """Return a copy with only the information that ``seat`` (None: a spectator) may have, without history.

        Raises ``ValueError`` if there is no such seat.
        """
        return State(self.game, self._known_to(seat))

    def _known_to(self, seat: int | None) -> Record:
        """Return the knowledge of ``seat`` as a read-only record, which is this state's record if nothing is hidden."""
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(f"seat: found {seat}, expected 0 to {self.game.players - 1}, or None for a spectator")
        if not self.game.type.hidden_information:
            return self.record
        record = copy_of(self.record)
        redact(record, SPECTATOR if seat is None else seat)
        return record

    def resample(self, seat: int | None, rng: np.random.Generator) -> None:
        """Fill in the values that ``for_seat`` blanked, in place.

        The new values are a random sample that is consistent with the knowledge of ``seat``."""
        resample(self.record, SPECTATOR if seat is None else seat, checked_rng(rng))

    def view(self, seat: int | None = None) -> Mapping[str, Any]:
        """Return everything that ``seat`` (None: a spectator) sees, as JSON data.

        The types of the data are in the game's ``show/view_types.py``.
        """
        return self.game.type.presentation.view(self._known_to(seat))

    def full_view(self) -> Mapping[str, Any]:
        """Return the view with nothing hidden, as shown to everyone once a match is over."""
        return self.game.type.presentation.view(self.record)

    def choices(self, seat: int | None) -> list[dict[str, Any]]:
        """Return the legal actions, with the data that a client shows; empty if it is not this seat's turn."""
        if seat is None or seat != self.current_player:
            return []
        listed = self._listed()
        shown = self.game.type.presentation.choices(self.record, list(listed.values()))
        return [{"action": text, **choice} for text, choice in zip(listed, shown, strict=True)]

    def previews(self) -> Sequence[Mapping[str, Any]]:
        """Return the result of each legal action, as far as the seat to act can know it."""
        if self.is_chance or self.is_terminal:
            return []
        return self.game.type.presentation.previews(self._known_to(self.current_player))

    def preview(self, text: str) -> dict[str, Any]:
        """Return the result of an action, which need not be one of ``legal_actions``.

        If the action is illegal, ``refused`` explains why."""
        known = self._known_to(self.current_player if self.current_player >= 0 else None)
        refused = self.refusal(text)
        reason = refused and {"key": refused.key, "params": refused.params, "clause": refused.clause}
        found = self.game.type.presentation.preview(known, text)
        return {"action": text, "refused": reason, **found}

    def describe(self, text: str) -> dict[str, Any]:
        """Return the log line ``{"key", "params"}`` of an action that is legal now, without taking the action."""
        record, action = self.read(text)
        return self.game.type.presentation.describe(record, action, self.try_id(action, record))

    # ------------------------------------------------------------ data and text

    def hash(self) -> str:
        """Return a hash of the record, which is equal for two states if and only if the states are equal."""
        return hashlib.sha256(contents(self.record)).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """Return the set-up position (or None) and the actions; ``Game.state_from_json`` reads the result."""
        return {"game": self.game.name, "position": self._position, "actions": list(self.history)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and contents(self.record) == contents(other.record)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.game.type.presentation.text(self.record)

    def __repr__(self) -> str:
        actor = {CHANCE: "chance moves", TERMINAL: "over"}.get(
            self.current_player, f"seat {self.current_player} to act"
        )
        last = f", last {self.history[-1]!r}" if self.history else ""
        return f"<State of {self.game!r}: {actor} after {len(self.history)} actions{last}; scores {self.scores()}>"

    def picture(self, seat: int | None = None) -> str | None:
        """Return an SVG picture of what ``seat`` (None: a spectator) sees; None if the game draws none."""
        draw = self.game.type.presentation.picture
        return None if draw is None else draw(self.view(seat), self.game.components)

    _repr_svg_ = picture

    def _repr_html_(self) -> str:
        return picture_html(self.picture(), str(self))


def _whole(values: np.ndarray) -> list[float]:
    """Convert an array to a list of numbers, with ints instead of floats for whole numbers."""
    return [int(value) if value == int(value) else value for value in values.tolist()]
