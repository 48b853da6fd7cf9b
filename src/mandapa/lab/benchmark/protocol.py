"""Benchmark protocols: environments, opponents, seeds, metrics, statistics and budgets, read from a TOML file.

A protocol never changes once results have been published. If anything that affects results changes, such as the rules
of a game or the decisions of an opponent, a new protocol is needed. ``check`` compares a protocol with the installed
games and bots.
"""

import hashlib
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from mandapa.bots.simulation_base import DUEL_SEPARATOR
from mandapa.installed import did_you_mean
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.player_specs import NO_NETWORK, PlayerSpec
from mandapa.lab.intervals import Z_95
from mandapa.library import Game, load

LATEST = "mandapa-bench-v1"
FOLDER = Path(__file__).parent / "protocols"

Split = Literal["development", "test"]
Item = TypeVar("Item")


class Data(BaseModel):
    """Immutable, validated data without additional fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Opponent(Data):
    """An opponent, with all facts except its code that determine its decisions.

    Attributes:
        player: name and budget, as in ``PlayerSpec.parse``. The budget is a number of simulations, not a time.
        version: version of the bot's code (``Bot.version``).
        skill: skill of a level, without unlimited values; None for other bots.
        weights: file, version and digest of network weights, then parameters of ``Planning.duel``; empty without a
            network.
    """

    player: str
    version: int = 1
    skill: dict[str, float] | None = None
    weights: str = ""

    @property
    def spec(self) -> PlayerSpec:
        """The opponent as a player in matches."""
        return spec_of(self.player, self.weights)


class Environment(Data):
    """An environment: a game with its players, options, opponents and seeds.

    Attributes:
        id: name and version; the version increases when the rules or the options change.
        components: hash of the pieces.
        opponents: bots that take all other seats; empty in cooperative games, where the policy takes all seats.
        test_seeds: SHA-256 of the test seeds of an evaluation of standard size, written in decimal, one per line.
    """

    id: str
    game: str
    players: int
    rules_version: int
    components: str
    test_seeds: str
    options: dict[str, Any] = Field(default_factory=dict)
    opponents: tuple[Opponent, ...] = ()

    def load(self) -> Game:
        """Load the game; ``OptionError`` if the installed rules or pieces are not those of the environment."""
        game = load(self.game, self.players, **self.options)
        found = game.rules_version, game.components_hash
        if found != (self.rules_version, self.components):
            raise OptionError(
                f"{self.id}: found rules {found[0]} and components {found[1]}, "
                f"expected {self.rules_version} and {self.components}"
            )
        return game


class Seeds(Data):
    """Definition of the seeds of the development split and of the test split.

    Attributes:
        development: the first development seed; the others follow in steps of 1.
        salt: text from which test seeds are computed: each is a hash of the salt, the environment and a number.
    """

    development: int
    salt: str


class Sizes(Data):
    """Sizes of evaluations, given as the half-width that the 95 % interval of a win rate must reach."""

    standard: float
    preview: tuple[float, ...]


class Statistics(Data):
    """Parameters of the statistics over the trainings of a learner.

    Attributes:
        trainings: minimum number of trainings per learner.
        trim: share of the lowest and of the highest scores that the interquartile mean leaves out.
        repetitions, seed: number of bootstrap samples, and the seed that draws them.
    """

    trainings: int
    confidence: float
    trim: float
    repetitions: int
    seed: int


class Metric(Data):
    """A metric and its definition."""

    name: str
    definition: str


class Budget(Data):
    """A limit on the computing time of a training; None is unlimited."""

    name: str
    core_hours: float | None = None
    gpu_hours: float | None = None


class Protocol(Data):
    """A benchmark protocol, as in ``protocols/mandapa-bench-v1.toml``."""

    name: str
    published: date
    seeds: Seeds
    half_width: Sizes
    statistics: Statistics
    metrics: tuple[Metric, ...]
    budgets: tuple[Budget, ...]
    environments: tuple[Environment, ...]

    def environment(self, id: str) -> Environment:
        """Return an environment; ``OptionError`` if the protocol has no such environment."""
        return _named({one.id: one for one in self.environments}, id, "env")

    def budget(self, name: str) -> Budget:
        """Return a training budget; ``OptionError`` if the protocol has no such budget."""
        return _named({one.name: one for one in self.budgets}, name, "budget")

    def seed(self, split: Split, environment: str, number: int) -> int:
        """Return the seed with this number, counted from 0, of a split and an environment."""
        if split == "development":
            return self.seeds.development + number
        digest = hashlib.sha256(f"{self.seeds.salt}/{environment}/{number}".encode()).digest()
        return int.from_bytes(digest[:8])

    def seeds_digest(self, split: Split, environment: str, count: int) -> str:
        """Return the SHA-256 of the first ``count`` seeds."""
        lines = "".join(f"{self.seed(split, environment, number)}\n" for number in range(count))
        return hashlib.sha256(lines.encode()).hexdigest()


def seeds_for(half_width: float) -> int:
    """Return the number of seeds for which the 95 % interval of any win rate has at most this half-width."""
    return math.ceil((Z_95 / (2 * half_width)) ** 2)


@cache
def load_protocol(name: str = LATEST) -> Protocol:
    """Load a protocol by name; ``OptionError`` if there is no such protocol."""
    known = [file.stem for file in sorted(FOLDER.glob("*.toml"))]
    if name not in known:
        raise OptionError(f"protocol: found {name!r}, expected one of {', '.join(known)}{did_you_mean(name, known)}")
    return Protocol.model_validate(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


def spec_of(player: str, weights: str) -> PlayerSpec:
    """Return a player of a protocol or a result, which uses only the network and the parameters in ``weights``.

    Without ``weights``, it uses no network even if the game has one; without parameters, it ignores ``Planning.duel``.
    """
    spec = PlayerSpec.parse(player)
    return replace(spec, duel=DUEL_SEPARATOR in weights) if weights else replace(spec, weights=NO_NETWORK)


def opponent_facts(spec: PlayerSpec, game: Game) -> Opponent:
    """Return the facts that determine the decisions of a built-in bot in a game, for the installed version."""
    skill = game.type.planning.skills.get(spec.name)
    return Opponent(
        player=spec.label,
        version=spec.player(game).version,
        skill={name: value for name, value in asdict(skill).items() if math.isfinite(value)} if skill else None,
        weights=spec.judges_by(game),
    )


def check(protocol: Protocol) -> Iterator[str]:
    """Yield one sentence for each difference between a protocol and the installed games and bots."""
    for environment in protocol.environments:
        try:
            game = environment.load()
        except OptionError as error:
            yield str(error)
            continue
        for opponent in environment.opponents:
            found = opponent_facts(opponent.spec, game)
            if found != opponent:
                yield f"{environment.id}: found {found!r}, expected {opponent!r}"
        digest = protocol.seeds_digest("test", environment.id, seeds_for(protocol.half_width.standard))
        if digest != environment.test_seeds:
            yield f"{environment.id}: found test seeds {digest}, expected {environment.test_seeds}"


def _named(known: Mapping[str, Item], name: str, what: str) -> Item:
    if name not in known:
        raise OptionError(f"{what}: found {name!r}, expected one of {', '.join(known)}{did_you_mean(name, known)}")
    return known[name]
