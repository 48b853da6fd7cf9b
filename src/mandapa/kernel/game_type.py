"""``GameType``: the complete description of a game, used by the library, the server and the bots."""

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
from mandapa.kernel.input.options import Option
from mandapa.kernel.learning.compact import Layout, Symmetry
from mandapa.kernel.learning.network import Network
from mandapa.kernel.presentation import Presentation
from mandapa.kernel.record import Record, record_type, to_python_number
from mandapa.kernel.turn_ideas import HintReasons, Idea

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
"""``Presentation`` functions generated from the game's vocabulary unless the game defines them."""


@dataclass(frozen=True)
class Credits:
    """The game's designer and publisher; shown wherever the game is."""

    designer: str
    publisher: str
    year: int
    url: str


@dataclass(frozen=True, slots=True)
class Roll:
    """A chance event within a seat's turn, such as a die roll, which does not end the turn.

    Attributes:
        seat: the seat whose turn it belongs to, and which continues after the outcome.
        on_request: true if a person at this seat is asked before the outcome is drawn, and can undo until then. False
            if the seat's last decision has already requested the event.
    """

    seat: int
    on_request: bool = True


@dataclass(frozen=True, slots=True)
class Referee:
    """Determines outcomes that are computed, for example by a physics engine, instead of drawn from a distribution.

    At such a chance node, ``chance_outcomes`` returns estimates, for search and playouts only. The referee returns a
    text that ``Presentation.read`` can parse.

    Attributes:
        plays: ``plays(state)``: true if a game that starts from this state may need the referee.
        due: ``due(state)``: true if the referee determines the outcome of this chance node.
        decide: ``decide(state, components, rng)`` returns the outcome as text and JSON-serializable details, which are
            stored for spectators. May take seconds, can be called from any thread, and does not change the state.
        repeat: ``repeat(state, components, text, kept)`` recomputes the outcome from the stored details and returns
            how the result differs from ``text``; "" if it does not.
    """

    plays: Callable[[Record], bool]
    due: Callable[[Record], bool]
    decide: Callable[[Record, Any, np.random.Generator], tuple[str, dict[str, Any]]]
    repeat: Callable[[Record, Any, str, Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Skill:
    """Strength of a bot level in a game, calibrated by measurement (``docs/strength.md``).

    Attributes:
        attention: probability of noticing each possible turn.
        foresight: share of turns in which it evaluates the rest of the game with ``evaluate``; in the others it only
            looks at the points that the turn scores, as beginners do.
        simulations: number of simulations of the most promising turns; 0 for none.
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
"""Default levels, for games that have not been measured."""


@dataclass(frozen=True, slots=True)
class Planning:
    """Planning parameters of simulation-based bots for a game, tuned by measurement (``docs/strength.md``).

    Attributes:
        rounds: turns per player that a simulation continues after the current turn, if the game defines ``evaluate``.
        trust: weight of ``evaluate`` at the end of a turn relative to its simulations, from 0 to less than 1. If the
            errors of ``evaluate`` and of the playout policy differ, the combination is more accurate than either.
        prior: number of simulations of a turn that ``evaluate`` counts as, so that its influence shrinks as simulations
            accumulate; 0 to ignore it.
        exact_rolls: true if ``evaluate`` returns the exact expectation over a turn's rolls (``GameType.roll``), so that
            lines that always lead to a roll need no simulations.
        rivalry: weight of the other seats' mean score, subtracted from the seat's own: 1 where seats give each other
            points or take them away, 0 where each seat plays only for itself.
        depth: number of decisions in a turn for which every legal action is tried; later ones follow the playout
            policy. Less than the length of a turn if another turn of the same seat can follow it.
        skills: bot levels offered to people, by name, from weak to strong.
        measured: options of the variants in which players are measured.
        spread: standard deviation of final scores from the initial estimate; it shrinks with the square root of the
            remaining share of the game (``mandapa lab calibrate``).
        network: size of the network that adds to ``evaluate`` in simulations; None if there is none.
        weights: file with the trained weights; None if there are none yet.
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
    """Properties of a game for training players (``mandapa.adapters``).

    Attributes:
        parts: names and shapes of the consecutive parts of the observation tensor; empty: one part ``observation``.
        lowest, highest: range of all numbers in observations.
        utility: relation between the seats' returns: they sum to 0, or are identical, as in a cooperative game that all
            seats win (above 0) or lose together.
        tables: text that documents the numbering of actions and observations, for the docstrings of environments.
        compact: parts of compact observations (``compact_tensor``), given the initial record; None if there are none.
        symmetries: returns the symmetries of the game other than the identity; only called when they are needed.
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
    """Conversion of the values that bots expect (``evaluate`` and ``returns``) into a unit for people.

    Attributes:
        unit: ``points`` of the final score; ``lead`` in points over an opponent who has no seat; ``chance`` of winning,
            0 to 1.
        lost, won: the numbers for a certain loss and a certain win; only used for ``chance``.
        later: points that all players can expect on top of what bots foresee, as measured (``mandapa lab calibrate``).
            They change no decision.
    """

    unit: Literal["points", "lead", "chance"] = "points"
    lost: float = 0.0
    won: float = 1.0
    later: float = 0.0

    @property
    def scale(self) -> float:
        """Divisor that converts a difference of numbers into the unit."""
        return self.won - self.lost if self.unit == "chance" else 1.0

    def read(self, number: float) -> float:
        """Convert a bot's number into the unit."""
        if self.unit != "chance":
            return number + self.later
        return min(1.0, max(0.0, (number - self.lost) / self.scale))


class GameFields(TypedDict, total=False):
    """Fields of ``GameType`` that a game passes to ``GameType.from_package``."""

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
    former_versions: tuple[GameType, ...]
    entry_points: EntryPoints


def _points(state: Record) -> Worth | None:
    return Worth()


def _no_components(path: str | None) -> None:
    return None


def _no_roll(state: Record) -> Roll | None:
    return None


def _no_hint_reasons(best: Any, second: Any) -> list[Any]:
    return []


def _never(state: Record) -> bool:
    return False


@dataclass(frozen=True)
class GameType:
    """A game with all its variants.

    Attributes:
        state_type: layout of the state record.
        methods: the game's methods of generic functions, by name.
        entry_points: game-specific functions that Python calls as machine code, by purpose (``TABLE``, ``STUDY``).
        hidden_information: true if a seat can know something that another does not; requires ``redact`` and
            ``resample``.
        num_actions: decision ids are 0 to num_actions - 1.
        max_legal, max_chance: maximum number of legal actions and of chance outcomes in any state; outcome ids are 0 to
            max_chance - 1.
        bounds: ``bounds(start)`` returns bounds on length and returns of any game from that record (``Game.bounds``).
        observation_size: length of the observation tensor; 0 if there is none.
        new_state: ``new_state(players, options, components)`` creates the state before the first action.
        load_components: ``load_components(path or None)`` reads and validates the components.
        invariant: ``invariant(start, state)`` describes an inconsistency in a state reached from ``start``, such as a
            lost piece; None if there is none. ``mandapa.testing`` checks it after every action.
        roll: ``roll(state)`` at a chance node returns the seat whose turn the event belongs to, and whether that seat
            is asked first; None for an event between turns, drawn as soon as the previous turn has ended.
        begins_turn: ``begins_turn(state)``: true if a seat that has just ended a turn begins another one here. Only
            needed if a seat can have two turns in a row, so that the first one ends like any other.
        planning: planning parameters of bots.
        worth: ``worth(state)`` returns what the expected values of bots mean; None if there is nothing to win, as in
            practice. Points by default.
        learning: observation parts, bounds and id tables for training.
        referee: determines outcomes at chance nodes without an exact distribution; None if there are none.
        complexity: how much there is to learn, for people choosing a game: 1 little, 2 some, 3 much; 0 unspecified.
        ideas: the ideas taught in the game's lessons, by name, in order.
        hint_reasons: ``hint_reasons(best, second)`` returns the reasons that a hint may give for its turn.
        former_versions: the game with older rules, for matches that were started with them; new matches always use the
            current rules. Each has its own ``rules_version``, and its own layout unless its methods are the same.
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
    hint_reasons: HintReasons = _no_hint_reasons
    former_versions: tuple[GameType, ...] = ()
    entry_points: EntryPoints = field(default_factory=dict)

    @classmethod
    def from_package(
        cls,
        module: str,
        actions: Vocabulary,
        learning: Learning = Learning(),
        score_unit: str = "points",
        **facts: Unpack[GameFields],
    ) -> GameType:
        """Create a game type from the module that describes it, its arguments here, and the functions in its folders.

        Args:
            module: ``__name__`` of the module; ``contract.FILES`` lists the functions to find, and where.
            actions: the vocabulary: it provides the game's name, ids and texts, as well as choices and refusals unless
                the game defines functions for them.
            learning: what ``ai/observation.py`` and ``ai/compact.py`` do not define.
            score_unit: unit of a total score, in a word.
            facts: fields of ``GameType``.

        Raises:
            ValueError: a required function is missing, or a name is misspelt or in an unexpected file.
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
        for one in self.former_versions:
            if one.name != self.name or one.rules_version >= self.rules_version:
                raise ValueError(
                    f"{self.name}: former_versions has {one.name!r} with rules version {one.rules_version}, expected "
                    f"versions of {self.name!r} below {self.rules_version}"
                )
        parts = sum(math.prod(shape) for shape in self.learning.parts.values())
        if self.learning.parts and parts != self.observation_size:
            raise ValueError(
                f"{self.name}: the parts of the observation have {parts} numbers, not {self.observation_size}"
            )
        register_methods(self.state_type, dict(self.methods))

    @property
    def content(self) -> Path:
        """Folder with the game's texts, guides, lessons and puzzles; optional."""
        return self.folder / "content"

    def file_of(self, pieces: str) -> Path:
        """Return the component file that an option names: a path, or ``small`` for the game's reduced set, if any.

        A game with the small set can be solved (``mandapa.lab.exact_solver``); tables do not offer it.
        """
        own = self.content / f"{SMALL}.toml"
        return own if pieces == SMALL and own.is_file() else Path(pieces)

    @cached_property
    def engine(self) -> Engine:
        """The game's engine, one per process; ``run`` finds it once it has been created."""
        engine = Engine(self.name, self.folder, self.state_type, self.methods, self.entry_points)
        engines[record_type(self.state_type)] = engine
        return engine


def checked_players(players: Any, type: GameType) -> int:
    """Return the number of players, by default the game's own; ``OptionError`` if the game does not support it."""
    players = to_python_number(players)
    if players is None:
        return type.default_players
    if isinstance(players, bool) or not isinstance(players, int):
        raise OptionError(f"players: found {players!r}, expected a whole number")
    if not type.min_players <= players <= type.max_players:
        raise OptionError(f"players: found {players}, expected {type.min_players} to {type.max_players}")
    return players
