"""What a game brings: one description that the library, the server and the bots read."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Required, TypedDict, Unpack

import numpy as np

from mandapa.kernel import contract
from mandapa.kernel.actions import Vocabulary
from mandapa.kernel.bounds import Bounds
from mandapa.kernel.compile.engine import Engine, EntryPoints, engines
from mandapa.kernel.errors import ComponentError, IllegalAction, OptionError, PositionError
from mandapa.kernel.generic import Method, methods_in, register_methods
from mandapa.kernel.ideas import Idea, Motives
from mandapa.kernel.input.options import Option
from mandapa.kernel.learning.compact import Layout, Symmetry
from mandapa.kernel.learning.network import Network
from mandapa.kernel.presentation import Presentation
from mandapa.kernel.record import Record, native, record_type

__all__ = [
    "Bounds",
    "ComponentError",
    "Credits",
    "GameType",
    "IllegalAction",
    "Learning",
    "Option",
    "OptionError",
    "Planning",
    "PositionError",
    "Presentation",
    "Referee",
    "Roll",
    "Skill",
    "Worth",
    "checked_players",
]


SMALL = "small"
MADE = {"choices", "refusal"}
"""Functions of a ``Presentation`` that a game's vocabulary makes where the game brings none."""


@dataclass(frozen=True)
class Credits:
    """Whose game it is; shown wherever the game is."""

    designer: str
    publisher: str
    year: int
    url: str


@dataclass(frozen=True, slots=True)
class Roll:
    """A chance event inside somebody's turn, such as a roll of a die: it does not end the turn.

    Attributes:
        seat: whose turn it belongs to; this seat goes on after the outcome.
        on_request: a person at this seat is asked before the outcome is drawn, and may take back until then. False for
            a chance event that the seat has asked for already by its last decision.
    """

    seat: int
    on_request: bool = True


@dataclass(frozen=True, slots=True)
class Referee:
    """Says what happened where it is not drawn from a distribution but found out: by a physics engine.

    ``chance_outcomes`` of such a chance node are estimates, for search and playouts only. What the referee says is a
    text that ``Presentation.read`` understands.

    Attributes:
        plays: ``plays(state)``: whether a game that begins so may come to the referee at all.
        due: ``due(state)``: whether the outcome of this chance node is the referee's to say.
        decide: ``decide(state, components, rng)`` gives the outcome as text, and what else is kept of it for those who
            look on, JSON-able. May take seconds; any thread may call it. Leaves the state as it is.
        repeat: ``repeat(state, components, text, kept)`` finds it out again from what was kept, and says what came out
            otherwise than ``text`` does; nothing: "".
    """

    plays: Callable[[Record], bool]
    due: Callable[[Record], bool]
    decide: Callable[[Record, Any, np.random.Generator], tuple[str, dict[str, Any]]]
    repeat: Callable[[Record, Any, str, Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a level of computer players plays a game; found by measuring (``docs/strength.md``).

    Attributes:
        attention: share of the possible turns that it notices, each with that probability.
        foresight: share of its turns in which it looks at what ``evaluate`` expects of the rest of the game; in the
            others it looks at the points that the turn brings, as newcomers do.
        simulations: how often it plays on after the turns that seem best; 0: never.
    """

    attention: float = 1.0
    foresight: float = 1.0
    simulations: int = 0


SKILLS = {
    "beginner": Skill(0.5, 0.0),
    "novice": Skill(0.8, 0.3),
    "adept": Skill(1.0, 1.0),
    "master": Skill(simulations=100),
    "grandmaster": Skill(simulations=1000),
}
"""The levels of a game for which nothing was measured."""


@dataclass(frozen=True, slots=True)
class Planning:
    """How computer players that simulate think about a game: what was measured to be best (``docs/strength.md``).

    Attributes:
        rounds: turns of every player that a simulation lasts beyond the own turn, if the game brings ``evaluate``.
        trust: weight of what ``evaluate`` says at the end of a turn beside what its simulations give, from 0 to less
            than 1. Where evaluation and playout policy err in different ways, both together err less than either.
        prior: as many simulations of a turn count as much as what ``evaluate`` says, so that it matters little once
            there are many; 0: it does not count.
        exact_rolls: whether ``evaluate`` gives the exact expectation over the rolls (``GameType.roll``) of a turn, so
            that what leads to a roll in any case needs no simulations.
        rivalry: how much of the others' mean score counts against the own: 1 where points are given to others and taken
            from them, 0 where everybody plays for themselves.
        depth: decisions of a turn that are tried in every legal way; those after them follow the playout policy. Fewer
            than a turn can have where it can be followed by another one of the same seat.
        skills: the levels for people, by name, from weak to strong.
        measured: the options of the variants in which players are measured.
        spread: how far final scores lie from what is expected at the beginning, as a standard deviation; towards the
            end it shrinks by the root of what is left of the game (``mandapa lab calibrate``).
        network: how large the network is that adds to ``evaluate``, for those who simulate; None: there is none.
        weights: the file with what it has learnt; None: nothing yet.
    """

    rounds: int = 4
    trust: float = 0.0
    prior: float = 0.0
    exact_rolls: bool = False
    rivalry: float = 0.0
    depth: int = 12
    skills: Mapping[str, Skill] = field(default_factory=lambda: SKILLS)
    measured: tuple[Mapping[str, Any], ...] = ({},)
    spread: float = 10.0
    network: Network | None = None
    weights: Path | None = None


@dataclass(frozen=True)
class Learning:
    """A game as numbers, for those who train players (``mandapa.adapters``).

    Attributes:
        parts: names and shapes of the consecutive parts of the observation tensor; nothing: one part ``observation``.
        lowest, highest: no number of an observation lies outside.
        utility: what is known of the returns of all seats: that they always add up to 0, or that they are identical,
            as in a game that all win (above 0) or lose together.
        tables: how actions and observations are numbered, as text; the docstrings of environments show it.
        compact: the parts of compact observations (``compact_tensor``), by the record that a game begins with; None: it
            has none.
        symmetries: ways to turn a game over, beside leaving it as it is; made when they are asked for.
    """

    parts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    lowest: float = -10.0
    highest: float = 10.0
    utility: Literal["general_sum", "zero_sum", "identical"] = "general_sum"
    tables: tuple[str, ...] = ()
    compact: Layout | None = None
    symmetries: Callable[[], tuple[Symmetry, ...]] = tuple


@dataclass(frozen=True, slots=True)
class Worth:
    """What the numbers say to people that computer players expect of a game (``evaluate`` and ``returns``).

    Attributes:
        unit: ``points`` of the final score; ``lead``: points more than an opponent has who is no seat; ``chance`` to
            win, 0 to 1.
        lost, won: what the numbers are when it is certain that the seat loses or wins; for a chance only.
        later: points that everybody can expect beyond what computer players foresee, as was measured
            (``mandapa lab calibrate``). They change no decision.
    """

    unit: Literal["points", "lead", "chance"] = "points"
    lost: float = 0.0
    won: float = 1.0
    later: float = 0.0

    @property
    def scale(self) -> float:
        """What a difference of numbers is divided by, to be one in the unit."""
        return self.won - self.lost if self.unit == "chance" else 1.0

    def read(self, number: float) -> float:
        """A number of a computer player in the unit."""
        if self.unit != "chance":
            return number + self.later
        return min(1.0, max(0.0, (number - self.lost) / self.scale))


class Facts(TypedDict, total=False):
    """What a game says of itself in ``GameType.from_package``: fields of ``GameType``."""

    title: Required[str]
    summary: Required[str]
    credits: Required[Credits]
    minutes: Required[int]
    rules_version: Required[int]
    min_players: Required[int]
    max_players: Required[int]
    default_players: Required[int]
    state_type: Required[np.dtype]
    max_legal: Required[int]
    max_chance: Required[int]
    num_actions: int
    complexity: int
    options: tuple[Option, ...]
    load_components: Callable[[str | None], Any]
    referee: Referee
    former: tuple[GameType, ...]
    entry_points: EntryPoints


def _points(state: Record) -> Worth | None:
    return Worth()


def _no_components(path: str | None) -> None:
    return None


def _no_roll(state: Record) -> Roll | None:
    return None


def _no_motives(best: Any, second: Any) -> list[Any]:
    return []


def _never(state: Record) -> bool:
    return False


@dataclass(frozen=True)
class GameType:
    """A game with all its variants.

    Attributes:
        state_type: layout of the state record.
        methods: the generic functions that the game supplies, by name.
        entry_points: functions of the game's own that Python calls as machine code, by purpose (``TABLE``, ``STUDY``).
        hidden_information: whether any seat ever knows what another does not; then ``redact`` and ``resample`` are due.
        num_actions: decision ids are 0 to num_actions - 1.
        max_legal, max_chance: most legal actions and most chance outcomes at any state; outcome ids are 0 to
            max_chance - 1.
        bounds: ``bounds(start)``: what no game from that record exceeds: its length and its returns (``Game.bounds``).
        observation_size: length of the observation tensor; 0 if there is none.
        new_state: ``new_state(players, options, components)`` makes the state before the first action.
        load_components: ``load_components(path or None)`` reads and validates the piece data.
        invariant: ``invariant(start, state)`` says what is wrong with a state reached from ``start``, such as a piece
            that is lost; None if nothing is. ``mandapa.testing`` asks it after every action.
        roll: ``roll(state)`` at a chance node: whose turn the chance event belongs to, and whether that seat is to ask
            for it; None for an event between turns, which is drawn as soon as the turn before it has ended.
        begins_turn: ``begins_turn(state)``: whether a seat that has just ended a turn begins another one here; due only
            where a seat can have two turns in a row, so that the first is ended like any other.
        planning: how computer players think about the game.
        worth: ``worth(state)``: what the numbers mean that they expect; None where there is nothing to win, as in
            practice. Points if nothing is said.
        learning: the game as numbers: parts of the observation, bounds, tables of ids.
        referee: who says what happened at chance nodes without an exact distribution; None if there are none.
        complexity: how much there is to learn, for people who choose a game: 1 little, 2 some, 3 much; 0: nothing is
            said.
        ideas: what the lessons are about that come with the game, by their names, in their order.
        motives: ``motives(best, second)``: the reasons that a hint may give for its turn.
        former: the same game by rules of before, each with its ``rules_version`` and a layout of its own unless its
            methods are the same: for matches that were begun so. Nobody begins one so any more.
    """

    name: str
    title: str
    summary: str
    credits: Credits
    minutes: int
    rules_version: int
    min_players: int
    max_players: int
    default_players: int
    folder: Path
    state_type: np.dtype
    methods: Mapping[str, Method]
    hidden_information: bool
    num_actions: int
    max_legal: int
    max_chance: int
    bounds: Callable[[Record], Bounds]
    observation_size: int
    options: tuple[Option, ...]
    new_state: Callable[[int, Mapping[str, Any], Any], Record]
    load_components: Callable[[str | None], Any]
    presentation: Presentation
    invariant: Callable[[Record, Record], str | None] | None = None
    roll: Callable[[Record], Roll | None] = _no_roll
    begins_turn: Callable[[Record], bool] = _never
    planning: Planning = Planning()
    worth: Callable[[Record], Worth | None] = _points
    learning: Learning = Learning()
    referee: Referee | None = None
    complexity: int = 0
    ideas: Mapping[str, Idea] = field(default_factory=dict)
    motives: Motives = _no_motives
    former: tuple[GameType, ...] = ()
    entry_points: EntryPoints = field(default_factory=dict)

    @classmethod
    def from_package(
        cls,
        module: str,
        actions: Vocabulary,
        learning: Learning = Learning(),
        score_unit: str = "points",
        **facts: Unpack[Facts],
    ) -> GameType:
        """The game that a module describes: what is said here, and the functions that lie in its folders.

        Args:
            module: ``__name__`` of the module; ``contract.FILES`` says which functions are found, and where.
            actions: all kinds of action; they give the name of the game, ids and texts, and, where the game brings no
                functions of its own for that, choices and refusals.
            learning: what ``ai/observation.py`` and ``ai/compact.py`` do not say.
            score_unit: what a total counts, in a word.
            facts: fields of ``GameType``.

        Raises:
            ValueError: a required function is missing, or a name is misspelt or stands in another file than expected.
            TypeError: a kind of decision has no rule.
        """
        found = contract.supplies(module)
        actions.check_rules()
        described = sys.modules[module]
        observation = sys.modules.get(f"{described.__package__}.ai.observation")
        parts = found.get("PARTS", {})
        tables = (actions.table(), *learning.tables, observation.__doc__ if observation else "")
        brought: dict[str, Any] = {
            "name": actions.game,
            "folder": Path(str(described.__file__)).parent,
            "methods": methods_in(found),
            "hidden_information": "redact" in found,
            "num_actions": actions.num_actions,
            "observation_size": sum(map(math.prod, parts.values())),
            "options": (),
            "load_components": found.get("load", _no_components),
            "planning": found.get("PLANNING", Planning()),
            "ideas": found.get("IDEAS", {}),
            "learning": replace(
                learning,
                parts=parts,
                tables=tuple(filter(None, tables)),
                compact=found.get("layout"),
                symmetries=found.get("symmetries", tuple),
            ),
            "presentation": Presentation(
                format_action=actions.format,
                choices=found.get("choices") or actions.choices({}),
                refusal=found.get("refusal", actions.refusal),
                score_unit=score_unit,
                **{one.name: found[one.name] for one in fields(Presentation) if one.name in found.keys() - MADE},
            ),
        }
        by_name = {one.name: found[one.name] for one in fields(cls) if one.name in found}
        return cls(**{**brought, **by_name, **facts})

    def __post_init__(self) -> None:
        secret_methods = {"redact", "resample"} & set(self.methods)
        if len(secret_methods) != (2 if self.hidden_information else 0):
            raise ValueError(
                f"{self.name}: redact and resample are due exactly when hidden_information is True; "
                f"it is {self.hidden_information} and the game brings {sorted(secret_methods) or 'neither'}"
            )
        for one in self.former:
            if one.name != self.name or one.rules_version >= self.rules_version:
                raise ValueError(
                    f"{self.name}: former has {one.name!r} with rules version {one.rules_version}, expected versions "
                    f"of {self.name!r} below {self.rules_version}"
                )
        parts = sum(math.prod(shape) for shape in self.learning.parts.values())
        if self.learning.parts and parts != self.observation_size:
            raise ValueError(
                f"{self.name}: the parts of the observation have {parts} numbers, not {self.observation_size}"
            )
        register_methods(self.state_type, dict(self.methods))

    @property
    def content(self) -> Path:
        """Where texts, guides, lessons and puzzles of the game are; games need not have such a folder."""
        return self.folder / "content"

    def file_of(self, pieces: str) -> Path:
        """The component file that an option names: its path, or ``small`` for few pieces that the game itself brings.

        Such a game can be solved (``mandapa.lab.exact``); no table offers it.
        """
        own = self.content / f"{SMALL}.toml"
        return own if pieces == SMALL and own.is_file() else Path(pieces)

    @cached_property
    def engine(self) -> Engine:
        """The engine of this game, one a process; ``run`` finds it from now on."""
        engine = Engine(self.name, self.folder, self.state_type, self.methods, self.entry_points)
        engines[record_type(self.state_type)] = engine
        return engine


def checked_players(players: Any, type: GameType) -> int:
    """How many players a game is loaded for: as many as asked for, or as it says; ``OptionError`` if it cannot."""
    players = native(players)
    if players is None:
        return type.default_players
    if isinstance(players, bool) or not isinstance(players, int):
        raise OptionError(f"players: found {players!r}, expected a whole number")
    if not type.min_players <= players <= type.max_players:
        raise OptionError(f"players: found {players}, expected {type.min_players} to {type.max_players}")
    return players
