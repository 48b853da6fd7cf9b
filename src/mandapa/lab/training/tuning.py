"""Better parameters for a computer player, by simultaneous perturbation (SPSA), as chess programs are tuned.

In every step two players meet whose parameters differ from the present ones by a random step each, in opposite
directions; the present ones move towards the one that won more. All parameters are tried at once, so that the number
of games does not grow with the number of parameters. At the end what was found meets what it began from in games that
it has not been tuned on, and that alone tells whether it is better.
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
from mandapa.lab.arena.entrants import Entrant
from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.checkpoint import kept_games
from mandapa.lab.executor import Executor, Here, Progress
from mandapa.library import Game
from mandapa.rows import Rows

STEP_DECAY, WIDTH_DECAY = 0.602, 0.101
"""How step and width of the search shrink with the number of steps: Spall's exponents."""
WIDTH = 0.15
"""Width of the first perturbation, as a share of a parameter's range."""
REACH = 0.2
"""How far the first steps go if one side wins everything, as a share of a parameter's range."""


@dataclass(frozen=True)
class Parameter:
    """What is to be tuned: ``width=4:30`` or ``exploration=0.5:4.0:2.0``, from, to and where to begin.

    Attributes:
        name: of the parameter (see ``Entrant``).
        low, high: its range.
        start: where to begin, by default in the middle.
        whole: whether it has whole numbers only, as all three are.
    """

    name: str
    low: float
    high: float
    start: float
    whole: bool

    @classmethod
    def parse(cls, text: str) -> Parameter:
        """Read ``name=low:high`` or ``name=low:high:start``; ``OptionError`` if it is none."""
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
        """The value at a share of the range, 0 to 1."""
        value = self.low + min(1.0, max(0.0, share)) * (self.high - self.low)
        return math.floor(value + 0.5) if self.whole else round(value, 6)

    def share(self, value: float) -> float:
        """Where in its range a value lies, 0 to 1."""
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Step:
    """One step: the two players that met, how much more the first won, and the parameters after it."""

    plus: str
    minus: str
    gain: float
    parameters: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"plus": self.plus, "minus": self.minus, "gain": self.gain, **self.parameters}


@dataclass(frozen=True)
class Tuned(Rows):
    """What was found: a row for each step.

    Attributes:
        before, after: the player as it was and with what was found.
        steps: how it was found.
        proof: both in games that it was not tuned on.
    """

    before: Entrant
    after: Entrant
    steps: list[Step]
    proof: Result

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "before": self.before.label,
            "after": self.after.label,
            "parameters": dict(self.after.parameters),
            "steps": [step.to_json() for step in self.steps],
            "proof": self.proof.to_json(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """The steps, with the parameters after each."""
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
) -> Tuned:
    """Tune ``parameters`` of ``bot`` in ``steps`` of ``games`` each, then prove the result in ``proof_games``.

    With a budget in simulations all of it follows from ``seed``. ``progress`` gets the number of games done. Games that
    are in ``folder`` are not played again; those that are played are added to it.
    """
    if game.players < 2:
        raise OptionError(f"tune: {game.name} with one player has nobody to compare; expected two or more")
    root = secrets.randbits(32) if seed is None else seed
    search = np.random.default_rng(root)
    executor = executor or Here()
    before = Entrant.parse(bot).with_parameters({one.name: one.value(one.share(one.start)) for one in parameters})
    before.player(game, 0)  # names a parameter that there is not
    now = np.array([one.share(one.start) for one in parameters])
    finest = np.array([0.5 / (one.high - one.low) if one.whole else 0.0 for one in parameters])
    done = 0

    def meet(first: Entrant, second: Entrant, number: int, luck: int) -> Result:
        nonlocal done
        report = None if progress is None else lambda count: progress(done + count)
        names = [first.label, second.label]
        kept = None if folder is None else kept_games(folder / f"{number}-games", game, names, luck)
        result = arena(game, names, number, luck, executor, report, kept=kept)
        done += len(result.played)
        return result

    def at(shares: Any) -> Entrant:
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
    return Tuned(before, after, taken, proof)
