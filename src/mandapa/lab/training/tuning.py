"""Tune parameters of a bot by simultaneous perturbation (SPSA), as is usual for chess engines.

In each step, the current parameters are perturbed at random in two opposite directions. The two resulting bots play
each other, and the current parameters move towards those of the winner. All parameters are perturbed simultaneously, so
the number of games does not grow with the number of parameters. Finally, the tuned bot plays the original one in
separate games. Only these games show whether the tuned bot is stronger.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.checkpoint import open_result_file
from mandapa.lab.executor import Executor, Progress, SerialExecutor
from mandapa.library import Game
from mandapa.rows import Rows

STEP_DECAY, WIDTH_DECAY = 0.602, 0.101
"""Exponents with which the step size and the perturbation width decrease over the steps, as recommended by Spall."""
WIDTH = 0.15
"""Width of the first perturbation, as a fraction of a parameter's range."""
REACH = 0.2
"""Size of the first steps if one bot wins all games, as a fraction of a parameter's range."""


@dataclass(frozen=True)
class Parameter:
    """A parameter to tune, written as ``width=4:30`` or ``exploration=0.5:4.0:2.0`` (minimum, maximum, start).

    Attributes:
        name: name of the parameter, see ``PlayerSpec``.
        low, high: smallest and largest value.
        start: initial value, by default the middle of the range.
        whole: true if the parameter takes only integers, which is the case if all numbers in the text are integers.
    """

    name: str
    low: float
    high: float
    start: float
    whole: bool

    @classmethod
    def parse(cls, text: str) -> Parameter:
        """Parse ``name=low:high`` or ``name=low:high:start``. Raise ``OptionError`` if the text is invalid."""
        name, equals, described = text.partition("=")
        parts = described.split(":")
        try:
            numbers = [float(part) for part in parts]
        except ValueError:
            numbers = []
        readable = name and equals and len(numbers) in (2, 3) and all(map(math.isfinite, numbers))
        if not readable or not numbers[0] < numbers[1]:
            raise OptionError(f"parameter: found {text!r}, expected name=low:high or name=low:high:start")
        whole = all(part.strip().lstrip("-").isdigit() for part in parts)
        low, high = numbers[:2]
        start = numbers[2] if len(numbers) == 3 else (low + high) / 2
        if not low <= start <= high:
            raise OptionError(f"parameter: {name} begins at {start:g}, expected {low:g} to {high:g}")
        return cls(name, low, high, start, whole)

    def value(self, share: float) -> float:
        """Return the value at a position in the range, from 0 (minimum) to 1 (maximum)."""
        value = self.low + min(1.0, max(0.0, share)) * (self.high - self.low)
        return math.floor(value + 0.5) if self.whole else round(value, 6)

    def share(self, value: float) -> float:
        """Return the position of a value in the range, from 0 (minimum) to 1 (maximum)."""
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Step:
    """One step of the search.

    Attributes:
        plus, minus: the two bots that played each other.
        gain: win rate of ``plus`` minus that of ``minus``.
        parameters: the current parameters after the step.
    """

    plus: str
    minus: str
    gain: float
    parameters: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON-compatible data."""
        return {"plus": self.plus, "minus": self.minus, "gain": self.gain, **self.parameters}


@dataclass(frozen=True)
class TuningResult(Rows):
    """Result of tuning. ``rows`` has one row per step.

    Attributes:
        before, after: the original and the tuned bot.
        steps: all steps of the search.
        proof: match between these two bots, in games that were not used for tuning.
    """

    before: PlayerSpec
    after: PlayerSpec
    steps: list[Step]
    proof: Result

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-compatible data."""
        return {
            "before": self.before.label,
            "after": self.after.label,
            "parameters": dict(self.after.parameters),
            "steps": [step.to_json() for step in self.steps],
            "proof": self.proof.to_json(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return the steps, with the parameters after each."""
        return [step.to_json() for step in self.steps]


def tune(
    game: Game,
    bot: str,
    parameters: Sequence[Parameter],
    steps: int = 50,
    games: int = 40,
    proof_games: int = 400,
    seed: int | None = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> TuningResult:
    """Tune ``parameters`` of ``bot`` in ``steps`` of ``games`` games each, then test the result in ``proof_games``.

    If the bot's budget is a number of simulations, the result depends only on ``seed``. ``progress`` is called with the
    number of games done. Games stored in ``folder`` are reused and new ones are added to it.
    """
    if game.players < 2:
        raise OptionError(f"tune: {game.name} with one player has nobody to compare; expected two or more")
    root = secrets.randbits(32) if seed is None else seed
    search = np.random.default_rng(root)
    executor = executor or SerialExecutor()
    before = PlayerSpec.parse(bot).with_parameters({one.name: one.value(one.share(one.start)) for one in parameters})
    before.player(game, 0)  # raises if a parameter is unknown
    now = np.array([one.share(one.start) for one in parameters])
    finest = np.array([0.5 / (one.high - one.low) if one.whole else 0.0 for one in parameters])
    done = 0

    def meet(first: PlayerSpec, second: PlayerSpec, number: int, match_seed: int) -> Result:
        nonlocal done
        report = None if progress is None else lambda count: progress(done + count)
        names = [first.label, second.label]
        kept = None if folder is None else open_result_file(folder / f"{number}-games", game, names, match_seed)
        result = arena(game, names, number, match_seed, executor, report, kept=kept)
        done += len(result.played)
        return result

    def at(shares: Any) -> PlayerSpec:
        return before.with_parameters(
            {one.name: one.value(share) for one, share in zip(parameters, shares, strict=True)}
        )

    taken = []
    for number in range(steps):
        width = np.maximum(WIDTH / (number + 1) ** WIDTH_DECAY, finest)
        step = REACH * ((1 + steps / 10) / (number + 1 + steps / 10)) ** STEP_DECAY
        signs = search.choice([-1.0, 1.0], len(parameters))
        centre = np.clip(now, width, 1 - width)
        plus, minus = at(centre + signs * width), at(centre - signs * width)
        gain = 0.0
        if plus.label != minus.label:
            result = meet(plus, minus, games, int(search.integers(1 << 31)))
            gain = result.win_rate(0).mean - result.win_rate(1).mean
        now = np.clip(now + step * gain * signs, 0.0, 1.0)
        taken.append(Step(plus.label, minus.label, gain, dict(at(now).parameters)))
    after = at(now)
    proof = meet(after, before, proof_games, int(search.integers(1 << 31)))
    return TuningResult(before, after, taken, proof)
