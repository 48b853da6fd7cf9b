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
from mandapa.kernel.hints import HintReasons, Idea
from mandapa.kernel.input.options import Option
from mandapa.kernel.learning.compact import Layout, Symmetry
from mandapa.kernel.learning.network import Network
from mandapa.kernel.presentation import Presentation
from mandapa.kernel.record import Record, record_type, to_python_number

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
    """The game's designer and publisher, shown wherever the game is shown."""

    designer: str
    publisher: str
    year: int
    url: str


@dataclass(frozen=True, slots=True)
class Roll:
    """A chance event within a seat's turn, such as a die roll, which does not end the turn.

    Attributes:
        seat: the seat whose turn includes the event; its turn continues after the outcome.
        on_request: true if the outcome is drawn only when a person at this seat asks for it; until then, the person can
            take back decisions. False if the seat's last decision has already requested the event.
    """

    seat: int
    on_request: bool = True


@dataclass(frozen=True, slots=True)
class Referee:
    """Determines outcomes that are computed, for example by a physics engine, instead of drawn from a distribution.

    At such a chance node, ``chance_outcomes`` returns estimates that only search and playouts use. The referee returns
    the outcome as text that ``Presentation.read`` can parse.

    Attributes:
        plays: ``plays(state)``: true if a game that starts from this state may need the referee.
        due: ``due(state)``: true if the referee determines the outcome of this chance node.
        decide: ``decide(state, components, rng)`` returns the outcome as text and JSON-serializable details, which are
            stored for spectators. The call may take seconds, is allowed from any thread, and does not change the state.
        repeat: ``repeat(state, components, text, kept)`` recomputes the outcome from the stored details and returns
            how the result differs from ``text``; "" if the result is the same.
        check: raises ``OptionError`` if a library that ``decide`` needs is not installed; the message has the command
            to install it. Without the library, the game can be shown and reviewed, but not played.
    """

    plays: Callable[[Record], bool]
    due: Callable[[Record], bool]
    decide: Callable[[Record, Any, np.random.Generator], tuple[str, dict[str, Any]]]
    repeat: Callable[[Record, Any, str, Mapping[str, Any]], str]
    check: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Skill:
    """Strength of a bot level in a game, calibrated by measurement (``docs/strength.md``).

    Attributes:
        attention: probability of noticing an action that does not stand out (``salience``).
        foresight: share of turns in which the bot estimates final scores with ``evaluate``. In all other turns, the bot
            only looks at the points that a turn scores, as beginners do.
        simulations: number of simulations of the most promising turns; 0 for none.
        slip: largest loss in one turn, as estimated by ``evaluate``, that a level without simulations accepts.
        oversight: largest number of points that such a level overlooks in a turn in which it only looks at points.
    """

    attention: float = 1.0
    foresight: float = 1.0
    simulations: int = 0
    slip: float = math.inf
    oversight: float = math.inf


SKILLS = {
    "beginner": Skill(0.5, 0.0),
    "novice": Skill(0.8, 0.3),
    "adept": Skill(1.0, 1.0),
    "master": Skill(simulations=100),
    "grandmaster": Skill(simulations=1000),
}
"""Default bot levels of games in which strength has not been measured."""


@dataclass(frozen=True, slots=True)
class Planning:
    """Planning parameters of simulation-based bots for a game, tuned by measurement (``docs/strength.md``).

    Attributes:
        rounds: number of turns per player that a simulation plays after the current turn, if the game defines
            ``evaluate``.
        trust: weight of ``evaluate`` at the end of a turn, relative to the simulations of the turn, from 0 to less than
            1. If ``evaluate`` and the playout policy make different errors, the combination is more accurate than
            either.
        prior: number of simulations that one call of ``evaluate`` is worth, so that the influence of ``evaluate``
            shrinks as simulations accumulate; 0 to ignore ``evaluate``.
        exact_rolls: true if ``evaluate`` returns the exact expectation over a turn's rolls (``GameType.roll``), so that
            turns that always lead to a roll need no simulations.
        rivalry: weight of the other seats' mean score, which is subtracted from the seat's own score: 1 where seats
            give each other points or take them away, 0 where each seat plays only for itself.
        depth: number of decisions in a turn for which every legal action is tried; later decisions follow the playout
            policy. Set it to less than the length of a turn if the same seat can have two turns in a row.
        skills: bot levels offered to people, by name, from weak to strong.
        measured: options of the game variants in which the strength of players is measured.
        spread: standard deviation of final scores around the initial estimate. It is proportional to the square root of
            the remaining share of the game (``mandapa lab calibrate``).
        network: size of the network that corrects ``evaluate`` in simulations; None without a network.
        weights: file with the trained weights; None if the network is not trained yet.
        duel: parameters that replace those above in games for two, if the bot uses the network's weights.
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
    duel: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Learning:
    """Properties of a game for training players (``mandapa.adapters``).

    Attributes:
        parts: names and shapes of the consecutive parts of the observation tensor; if empty, the only part is
            ``observation``.
        lowest, highest: smallest and largest number that an observation may contain.
        utility: relation between the returns of the seats. ``zero_sum``: their sum is 0. ``identical``: all seats have
            the same return, as in a cooperative game, which they win (above 0) or lose together. ``general_sum``:
            neither.
        tables: text that documents the numbering of actions and observations, for the docstrings of environments.
        compact: function that returns the parts of compact observations (``compact_tensor``) for an initial record;
            None if there are no compact observations.
        symmetries: function that returns the symmetries of the game, without the identity; only called on demand.
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
    """Conversion of values from ``evaluate`` and ``returns`` into a unit that people understand.

    Attributes:
        unit: ``points``, the final score; ``lead``, the lead in points over the virtual opponent of a solo game; or
            ``chance``, the probability of winning, from 0 to 1.
        lost, won: values of a certain loss and a certain win; only used for ``chance``.
        later: measured number of points that every player scores in addition to the bots' estimate (``mandapa lab
            calibrate``). It does not affect decisions.
    """

    unit: Literal["points", "lead", "chance"] = "points"
    lost: float = 0.0
    won: float = 1.0
    later: float = 0.0

    @property
    def scale(self) -> float:
        """Number by which a difference between two values is divided to convert it into ``unit``."""
        return self.won - self.lost if self.unit == "chance" else 1.0

    def read(self, number: float) -> float:
        """Convert a bot's estimate into ``unit``."""
        if self.unit != "chance":
            return number + self.later
        return min(1.0, max(0.0, (number - self.lost) / self.scale))


class GameFields(TypedDict, total=False):
    """Fields of ``GameType`` that ``GameType.from_package`` takes as keyword arguments."""

    title: Required[str]
    summary: Required[str]
    credits: Required[Credits]
    minutes: Required[int]
    relative_length: Callable[[int, Mapping[str, Any]], float]
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


def _as_usual(players: int, options: Mapping[str, Any]) -> float:
    return 1


def _no_hint_reasons(best: Any, second: Any) -> list[Any]:
    return []


def _never(state: Record) -> bool:
    return False


@dataclass(frozen=True)
class GameType:
    """A game with all its variants.

    Attributes:
        state_type: layout of the state record.
        methods: the game's methods of the generic functions, by function name.
        entry_points: game-specific functions that Python calls as machine code, by purpose (``TABLE``, ``STUDY``).
        hidden_information: true if a seat can know something that another does not; requires ``redact`` and
            ``resample``.
        minutes: typical duration of a game with the default options.
        relative_length: ``relative_length(players, options)`` returns the length of a game with these options, divided
            by that with the default options.
        num_actions: decision ids are 0 to num_actions - 1.
        max_legal, max_chance: maximum number of legal actions and of chance outcomes in any state; outcome ids are 0 to
            max_chance - 1.
        bounds: ``bounds(start)`` returns bounds on the length and the returns of any game that starts from that record
            (``Game.bounds``).
        observation_size: length of the observation tensor; 0 if the game defines none.
        new_state: ``new_state(players, options, components)`` creates the state before the first action.
        load_components: ``load_components(path or None)`` reads and validates the components.
        invariant: ``invariant(start, state)`` describes an inconsistency in a state reached from ``start``, such as a
            lost piece; None if the state is consistent. ``mandapa.testing`` calls it after every action.
        roll: ``roll(state)`` at a chance node describes an event within a seat's turn; None for an event between turns,
            which is drawn as soon as the previous turn has ended.
        begins_turn: ``begins_turn(state)``: true if a seat that has just ended a turn begins another turn here. Only
            needed if a seat can have two turns in a row, so that the first of them ends like any other turn.
        planning: planning parameters of bots.
        worth: ``worth(state)`` returns the unit of the bots' estimates; None if a game cannot be won, such as a
            practice game. By default, the unit is points.
        learning: observation parts, bounds and id tables for training.
        referee: determines the outcome at chance nodes without an exact distribution; None if the game has no such
            nodes.
        complexity: amount of rules to learn, shown to people who choose a game: 1 little, 2 some, 3 much; 0
            unspecified.
        ideas: the ideas that the lessons teach, by name, in the order of the lessons.
        hint_reasons: ``hint_reasons(best, second)`` returns the reasons that a hint may give for playing ``best``.
        former_versions: game types with older rules, for matches that started with those rules; new matches always use
            the current rules. Each has its own ``rules_version``, and its own layout unless its methods are the same.
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
    relative_length: Callable[[int, Mapping[str, Any]], float] = _as_usual
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
        """Create a game type from these arguments and the functions in the folders of the game.

        Args:
            module: ``__name__`` of the calling module; ``contract.FILES`` lists the expected functions and their files.
            actions: the vocabulary. It provides the name of the game and the ids and texts of actions. It also provides
                choices and refusals, unless the game defines functions for them.
            learning: learning properties that ``ai/observation.py`` and ``ai/compact.py`` do not define.
            score_unit: unit of a total score, in a word.
            facts: further fields of ``GameType``.

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

    def minutes_with(self, players: int, options: Mapping[str, Any]) -> int:
        """Return the typical duration of a game with these options, in minutes."""
        return max(1, round(self.minutes * self.relative_length(players, options)))

    @property
    def content(self) -> Path:
        """Folder with the game's texts, guides, lessons and puzzles; it need not exist."""
        return self.folder / "content"

    def file_of(self, pieces: str) -> Path:
        """Return the component file for an option value: a path, or ``small`` for the reduced set of the game.

        With the reduced set, the game is small enough to be solved (``mandapa.lab.exact_solver``). Forms for new tables
        do not offer this set.
        """
        own = self.content / f"{SMALL}.toml"
        return own if pieces == SMALL and own.is_file() else Path(pieces)

    @cached_property
    def engine(self) -> Engine:
        """The game's engine, created on first use; there is one per process."""
        engine = Engine(self.name, self.folder, self.state_type, self.methods, self.entry_points)
        engines[record_type(self.state_type)] = engine
        return engine


def checked_players(players: Any, type: GameType) -> int:
    """Validate a number of players; None stands for the game's default number.

    Raises ``OptionError`` if the game does not support the number."""
    players = to_python_number(players)
    if players is None:
        return type.default_players
    if isinstance(players, bool) or not isinstance(players, int):
        raise OptionError(f"players: found {players!r}, expected a whole number")
    if not type.min_players <= players <= type.max_players:
        raise OptionError(f"players: found {players}, expected {type.min_players} to {type.max_players}")
    return players
