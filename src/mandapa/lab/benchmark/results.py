"""Result files of the benchmark: JSON lines, each with all games of a policy against one opponent.

``result_schema`` returns the JSON schema of a line; ``read_results`` and ``write_results`` check every line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from mandapa.kernel.errors import OptionError
from mandapa.lab.benchmark.protocol import Data, Opponent, Split
from mandapa.lab.benchmark.provenance import Provenance


class PolicyFacts(Data):
    """The evaluated policy.

    Attributes:
        name: the player, as in ``PlayerSpec.parse``.
        method: name under which a leaderboard lists the policy, the same for all trainings of a learner.
        training: number of the training; None for a policy that is not trained.
        budget: name of the training budget in the protocol.
        package, version: distribution that provides the policy.
        skill, weights: as in ``Opponent``.
        made: origin of the policy as stored in its file: command, seed, hyper-parameters, amount of training, software
            and machine.
    """

    name: str
    method: str
    training: int | None = None
    budget: str | None = None
    package: str = "mandapa"
    version: str | None = None
    skill: dict[str, float] | None = None
    weights: str = ""
    made: dict[str, Any] = Field(default_factory=dict)


class GameFacts(Data):
    """The game: rules, players, all options, and the hash of the pieces."""

    name: str
    rules_version: int
    players: int
    options: dict[str, Any]
    components: str


class Games(Data):
    """All games of a result, as columns of equal length.

    Attributes:
        seed: number of the seed in its split, from 0 (``Protocol.seed``).
        seat: seat of the policy; 0 in cooperative games, where it takes all seats.
        win: the policy's share of the win.
        returns: final return of every seat.
        decisions: number of the policy's decisions.
        actions: the first 16 hexadecimal digits of the SHA-256 of all actions as text, chance outcomes included, one
            per line.
    """

    seed: tuple[int, ...]
    seat: tuple[int, ...]
    win: tuple[float, ...]
    returns: tuple[tuple[float, ...], ...]
    decisions: tuple[int, ...]
    actions: tuple[str, ...]

    @model_validator(mode="after")
    def check_lengths(self) -> Games:
        """Check that the columns have the same length."""
        lengths = {name: len(column) for name, column in self}
        if len(set(lengths.values())) != 1 or not self.seed:
            raise ValueError(f"games: found columns of lengths {lengths}, expected equal lengths")
        return self

    def margins(self, together: bool) -> list[float]:
        """Return the policy's return minus the mean return of the other seats, for each game.

        In cooperative games (``together``), it is the policy's return.
        """
        if together:
            return [returns[0] for returns in self.returns]
        found = []
        for seat, returns in zip(self.seat, self.returns, strict=True):
            others = [value for other, value in enumerate(returns) if other != seat]
            found.append(returns[seat] - sum(others) / len(others))
        return found


class Result(Data):
    """All games of a policy against one opponent in an environment.

    Attributes:
        schema_version: version of this format.
        half_width: half-width that the 95 % interval must reach, which determines the number of seeds.
        complete: True if these are all games that the protocol requires, played with rules compiled to machine code.
        seeds: SHA-256 of the seeds, in decimal, one per line.
        opponent: the opponent; None in cooperative games.
        seconds: wall-clock time of all games, divided by their number.
    """

    schema_version: Literal[1] = 1
    protocol: str
    environment: str
    split: Split
    half_width: float
    complete: bool
    policy: PolicyFacts
    opponent: Opponent | None
    game: GameFacts
    seeds: str
    provenance: Provenance
    date: date
    seconds: float
    games: Games

    @property
    def key(self) -> tuple[Any, ...]:
        """Identifies what was measured: protocol, split, environment, method, training and opponent.

        Files must not contain two results with the same key.
        """
        opponent = self.opponent.player if self.opponent else None
        return self.protocol, self.split, self.environment, self.policy.method, self.policy.training, opponent

    def by_seed(self, values: Sequence[float]) -> list[float]:
        """Return the mean of ``values``, which has an entry for each game, over the games of each seed."""
        found: dict[int, list[float]] = {}
        for seed, value in zip(self.games.seed, values, strict=True):
            found.setdefault(seed, []).append(value)
        return [sum(group) / len(group) for group in found.values()]


def result_schema() -> dict[str, Any]:
    """Return the JSON schema of a line of a result file."""
    schema = Result.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def line_of(result: Result) -> str:
    """Return a result as a line of JSON."""
    return json.dumps(result.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":"))


def write_results(file: Path, results: Iterable[Result]) -> None:
    """Append results to a file, one per line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        for result in results:
            out.write(line_of(result) + "\n")
            out.flush()


def result_files(places: Iterable[Path]) -> Iterator[Path]:
    """Yield the result files in ``places``; a folder stands for all result files in it."""
    for place in places:
        yield from sorted(place.glob("*.jsonl")) if place.is_dir() else [place]


def read_results(files: Iterable[Path]) -> list[Result]:
    """Read result files.

    Raises:
        OptionError: a line is not a result, or there are two results of the same measurement (``Result.key``).
    """
    found: dict[tuple[Any, ...], Result] = {}
    for file in files:
        for number, result in enumerate(_read(file), start=1):
            if result.key in found:
                raise OptionError(f"{file}:{number}: found {result.key} again, expected one result of each")
            found[result.key] = result
    return list(found.values())


def _read(file: Path) -> Iterator[Result]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            yield Result.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise OptionError(f"{file}:{number}: {where}: {first['msg']}") from error
