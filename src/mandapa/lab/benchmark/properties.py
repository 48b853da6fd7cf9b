"""Measure properties of environments: length, branching factor, chance, luck and hidden information.

The measured games are played by ``greedy`` in every seat, on the development seeds. Only the skill range, which is the
margin of ``greedy`` over ``beginner``, comes from other games.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mandapa import bots
from mandapa.kernel.record import contents
from mandapa.lab.benchmark.leaderboard import GREEDY, heads_line, line
from mandapa.lab.benchmark.protocol import Environment, Protocol
from mandapa.lab.executor import warm
from mandapa.library import Game, State
from mandapa.rows import Rows

BEGINNER = "beginner"
"""The weakest bot level, which is the lower end of the skill range."""


@dataclass
class Counts:
    """Counts over some games, and the margin of one seat in each game.

    Attributes:
        branching: number of legal actions of each decision.
        hidden: number of decisions with hidden information.
        outcomes: number of chance outcomes.
    """

    branching: list[int] = field(default_factory=list)
    hidden: int = 0
    outcomes: int = 0
    margins: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Properties(Rows):
    """Measured properties of an environment. In cooperative games, margins are returns.

    Attributes:
        decisions, outcomes: mean numbers of decisions of all seats, and of chance outcomes, per game.
        branching, most: mean and largest number of legal actions of a decision.
        forced: share of decisions with a single legal action.
        luck: standard deviation of the margin between equal players, divided by the margin of ``greedy`` over
            ``beginner``. It compares the effect of chance on results with the effect of skill.
        hidden: share of decisions at which the seat to act does not know the whole state.
    """

    environment: str
    games: int
    decisions: float
    outcomes: float
    branching: float
    most: int
    forced: float
    luck: float
    hidden: float

    def rows(self) -> list[dict[str, Any]]:
        """Return one row."""
        return [dict(vars(self))]


def measure(
    protocol: Protocol, environment: Environment, games: int, progress: Callable[[int], None] = lambda _: None
) -> Properties:
    """Measure an environment in ``games`` games of equal players, and as many games of unequal players."""
    game = warm(environment.load())
    equal, unequal = Counts(), Counts()
    for number in range(games):
        seed = protocol.seed("development", environment.id, number)
        play(game, [GREEDY] * game.players, seed, equal)
        if game.together:
            play(game, [BEGINNER] * game.players, seed, unequal)
        else:
            seat = number % game.players
            names = [GREEDY if other == seat else BEGINNER for other in range(game.players)]
            play(game, names, seed, unequal, seat)
        progress(number + 1)
    branching = np.array(equal.branching)
    skill = np.mean(equal.margins) - np.mean(unequal.margins) if game.together else np.mean(unequal.margins)
    return Properties(
        environment=environment.id,
        games=games,
        decisions=len(branching) / games,
        outcomes=equal.outcomes / games,
        branching=float(branching.mean()),
        most=int(branching.max()),
        forced=float((branching == 1).mean()),
        luck=float(np.std(equal.margins, ddof=1) / skill),
        hidden=equal.hidden / len(branching),
    )


def play(game: Game, names: list[str], seed: int, counts: Counts, seat: int = 0) -> None:
    """Play a game of bots and add it to the counts, with the margin of ``seat``."""
    chance = np.random.default_rng([seed, 0])
    players = [bots.make(name, game, np.random.default_rng([seed, 1, seat])) for seat, name in enumerate(names)]
    state = game.new_state()
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(chance)
            counts.outcomes += 1
            continue
        to_act = state.current_player
        counts.branching.append(len(state.legal_action_ids))
        counts.hidden += hides_something(state, to_act)
        state.apply_id(players[to_act].decide(state, to_act))
    returns = state.returns()
    own = returns.pop(seat)
    counts.margins.append(own if game.together else own - sum(returns) / len(returns))


def hides_something(state: State, seat: int) -> bool:
    """Return whether a seat does not know the whole state."""
    return contents(state.for_seat(seat).record) != contents(state.record)


def properties_table(found: list[Properties]) -> str:
    """Return a Markdown table with a row for each environment."""
    heads = ["environment", "decisions", "chance outcomes", "legal actions, mean (most)", "forced, %", "luck"]
    lines = [heads_line([*heads, "hidden, %", "games"])]
    for one in found:
        cells = [f"`{one.environment}`", f"{one.decisions:.0f}", f"{one.outcomes:.0f}"]
        cells += [f"{one.branching:.1f} ({one.most})", f"{100 * one.forced:.0f}", f"{one.luck:.2f}"]
        lines.append(line([*cells, f"{100 * one.hidden:.0f}", str(one.games)]))
    return "\n".join(lines)
