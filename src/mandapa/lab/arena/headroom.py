"""Measure the head room of a game: how much better than the strongest level one can play, and what decides games.

The clairvoyant players know all hidden facts and the random numbers of the chance events to come. Their results against
the strongest level show what this knowledge is worth to a planner; they are no upper limit, since the simulations of
these players still follow the playout policy. The fair players have a better playout policy, or more simulations.
"""

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.bots import Bot, flat, registry, simulation_base
from mandapa.bots.turns import LENGTH
from mandapa.coach.comparison import AllSeatsPlanner, compare
from mandapa.coach.plan import planning_state, replay, replay_if_legal
from mandapa.kernel.record import Words
from mandapa.kernel.rng import RestartableRng, restart
from mandapa.lab.arena import clairvoyant, finished_game, game_statistics, thorough
from mandapa.lab.arena.matches import Result, arena, play_game, seatings
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.benchmark.leaderboard import heads_line, line
from mandapa.lab.checkpoint import ResultFile, study_facts
from mandapa.lab.executor import Executor, Progress, warm
from mandapa.lab.intervals import Estimate
from mandapa.library import Game, State, game_type
from mandapa.rows import Rows

NEXT_ROUND, EVERYTHING = "knows the next round", "knows everything"
"""Clairvoyant players: the first estimates what follows its simulations, the second simulates to the end."""
BETTER_PLAYOUTS = "better playouts"
"""Player whose playouts take the best turn by the evaluation."""
BETTER = (NEXT_ROUND, EVERYTHING, BETTER_PLAYOUTS)
TIMES = 50
"""Number of simulations of the reference player, as a multiple of the strongest level's."""
PHASES = ("first third", "second third", "last third")
TURNS_PER_GAME = 4
"""Number of turns of a game that are judged."""
SCENARIOS = 400
"""Number of new scenarios in which two turns are compared."""
SAME_TURN = "none"
"""Kind of decision for turns that equal the reference's turn."""


@dataclass(frozen=True)
class Regret(Rows):
    """Losses of a level's turns against the turns of the reference, both simulated in the same new scenarios.

    Attributes:
        level: name of the level.
        turns: the loss of each judged turn, with its phase and the kind of its first action that differs from the
            reference's turn. Losses are in the unit of results; that of a good turn can be below 0 by chance.
    """

    level: str
    turns: tuple[tuple[str, str, float], ...]

    @property
    def loss(self) -> Estimate:
        """Mean loss of a turn."""
        return Estimate.of([loss for _, _, loss in self.turns])

    def loss_in(self, phase: str) -> Estimate | None:
        """Mean loss of a turn in one of the ``PHASES``; None if no turn of the phase was judged."""
        losses = [loss for one, _, loss in self.turns if one == phase]
        return Estimate.of(losses) if losses else None

    def share_of_kinds(self) -> dict[str, float]:
        """Return the share of the total loss by kind of decision, largest first."""
        total: dict[str, float] = defaultdict(float)
        for _, kind, loss in self.turns:
            if kind != SAME_TURN:
                total[kind] += loss
        whole = max(sum(total.values()), 1e-9)
        return {kind: loss / whole for kind, loss in sorted(total.items(), key=lambda item: -item[1])}

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per judged turn."""
        return [{"level": self.level, "phase": phase, "kind": kind, "loss": loss} for phase, kind, loss in self.turns]


@dataclass(frozen=True)
class Headroom:
    """The head room of a game.

    Attributes:
        game: the game.
        simulations: number of simulations of the strongest level and of the clairvoyant players.
        against_strongest: result of each better player in one seat, with the strongest level in the others; in
            cooperative games, both play all seats on the same seeds.
        skill: share of the variance of results that is explained by who plays, in games between all levels; the rest
            is luck. 0 to 1.
        regrets: the losses of each level.
        unit: unit of the losses.
    """

    game: Game
    simulations: int
    against_strongest: dict[str, Result]
    skill: float
    regrets: list[Regret]
    unit: str

    @property
    def par(self) -> float:
        """Share of wins that the strongest level has in place of a better player."""
        result = next(iter(self.against_strongest.values()))
        return result.win_rate(1).mean if self.game.together else 1 / self.game.players

    def to_json(self) -> dict[str, Any]:
        """Return the measurements as JSON-compatible data."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "simulations": self.simulations,
            "par": self.par,
            "against_strongest": {name: one.win_rate(0).to_json() for name, one in self.against_strongest.items()},
            "skill": self.skill,
            "unit": self.unit,
            "regrets": {
                one.level: {
                    "loss": one.loss.to_json(),
                    "phases": {phase: loss.to_json() if (loss := one.loss_in(phase)) else None for phase in PHASES},
                    "kinds": one.share_of_kinds(),
                }
                for one in self.regrets
            },
        }


def skill_share(result: Result) -> float:
    """Return the share of the variance of win shares that is explained by who plays against whom, 0 to 1.

    The estimate is corrected for the chance differences between means of few games.
    """
    cells: dict[Any, list[float]] = defaultdict(list)
    for one in result.played:
        for seat, win in enumerate(result.game.shares_of_win(one.scores)):
            others = one.entrants[:seat] + one.entrants[seat + 1 :]
            cells[one.entrants[seat], tuple(sorted(others))].append(win)
    every = [win for wins in cells.values() for win in wins]
    mean, whole = statistics.fmean(every), statistics.pvariance(every)
    explained = [
        len(wins) * ((statistics.fmean(wins) - mean) ** 2 - statistics.variance(wins) / len(wins))
        for wins in cells.values()
        if len(wins) > 1
    ]
    return min(1.0, max(0.0, sum(explained) / len(every) / whole)) if whole else 0.0


# ---------------------------------------------------------------- measuring


@dataclass(frozen=True)
class HeadroomPlan:
    """Parameters of a measurement.

    Attributes:
        game: the game.
        games: number of games of each better player, and between all levels.
        turns: number of turns of each level to judge.
        simulations: number of simulations of the strongest level and of the clairvoyant players.
        seed: root seed.
    """

    game: Game
    games: int
    turns: int
    simulations: int
    seed: int

    @property
    def strongest(self) -> str:
        """Name of the strongest level with its budget."""
        return f"planner@{self.simulations}"

    @property
    def reference(self) -> str:
        """Name of the reference player with its budget."""
        return f"planner@{TIMES * self.simulations}"

    @property
    def levels(self) -> list[str]:
        """Names of the levels, the strongest one with its budget."""
        return [*registry.NAMES[:-1], self.strongest]

    @property
    def units(self) -> int:
        """Number of games and judged turns, for a progress bar."""
        return 5 * self.games + len(self.levels) * self.turns


def measure_headroom(plan: HeadroomPlan, executor: Executor, progress: Progress) -> Headroom:
    """Measure the head room of a game; ``progress`` is called with the number of games and judged turns so far."""
    game = warm(plan.game)
    done = 0

    def add(number: int) -> None:
        nonlocal done
        done += number
        progress(done)

    better = {who: match(plan, who, executor, add) for who in BETTER}
    better[f"{TIMES} times the simulations"] = arena(
        game, [plan.reference, plan.strongest], plan.games, plan.seed, executor
    )
    add(plan.games)
    between = arena(game, plan.levels, plan.games, plan.seed, executor)
    add(plan.games)
    regrets = [judge_level(plan, level, executor, add) for level in plan.levels]
    worth = game.type.worth(game.new_state().record)
    return Headroom(game, plan.simulations, better, skill_share(between), regrets, worth.unit if worth else "points")


def open_measurement(folder: Path, plan: HeadroomPlan) -> ResultFile[dict[str, Any]]:
    """Open the file that stores this measurement; its only result has the number 0."""
    entrants = [PlayerSpec.parse(level) for level in plan.levels]
    extent = {"better": list(BETTER), "games": plan.games, "turns": plan.turns, "times": TIMES, "scenarios": SCENARIOS}
    facts = study_facts(plan.game, entrants, seed=plan.seed, headroom=extent)
    return ResultFile(folder, f"headroom-{plan.game.name}", facts, lambda one: one, lambda _, one: dict(one))


def match(plan: HeadroomPlan, who: str, executor: Executor, add: Progress) -> Result:
    """Let NEXT_ROUND, EVERYTHING or BETTER_PLAYOUTS play against the strongest level."""
    entrants = [PlayerSpec(who, who), PlayerSpec.parse(plan.strongest)]
    size = len(next(seatings([0, 1], plan.game)))
    played = []
    for games in executor.run(partial(play_group, plan, who), range(-(-plan.games // size))):
        played += games
        add(len(games))
    return Result(plan.game, entrants, played, plan.seed)


def play_group(plan: HeadroomPlan, who: str, group: int) -> list[finished_game.FinishedGame]:
    """Play a group of games with the same chance events, with the better player in each seat in turn."""
    game = warm(plan.game)
    played = []
    for number, seats in enumerate(next(seatings([0, 1], game))):
        chance = RestartableRng()
        restart(chance.generator, chance.words, plan.seed, group)
        bots = []
        for seat, entrant in enumerate(seats):
            own = np.random.default_rng([plan.seed, group, 1 + number, seat])
            strongest = PlayerSpec.parse(plan.strongest)
            bots.append(strongest.player(game, own) if entrant else better_bot(plan, who, own, chance.words))
        state, actors, seconds = play_game(game, bots, chance.generator)
        decisions = tuple(actors.count(seat) for seat in range(game.players))
        played.append(finished_game.FinishedGame(group, seats, tuple(state.returns()), tuple(seconds), decisions))
    return played


def better_bot(plan: HeadroomPlan, who: str, rng: np.random.Generator, coming: Words) -> Bot:
    """Create NEXT_ROUND, EVERYTHING or BETTER_PLAYOUTS; ``coming`` is the state of the generator of chance events."""
    if who == BETTER_PLAYOUTS:
        return thorough.ThoroughBot(plan.game, rng, plan.simulations)
    turns = {EVERYTHING: simulation_base.TO_THE_END}.get(who)
    knowing = clairvoyant.ClairvoyantBot(plan.game, rng, plan.simulations, turns=turns)
    knowing.coming = coming
    return knowing


def judge_level(plan: HeadroomPlan, level: str, executor: Executor, add: Progress) -> Regret:
    """Judge turns of a level that plays all seats."""
    found: list[tuple[str, str, float]] = []
    for judged in executor.run(partial(judge_game, plan, level), range(-(-plan.turns // TURNS_PER_GAME))):
        found += judged
        add(TURNS_PER_GAME)
    return Regret(level, tuple(found))


def judge_game(plan: HeadroomPlan, level: str, number: int) -> list[tuple[str, str, float]]:
    """Play a game and judge some of its turns; return the phase, the kind of decision and the loss of each.

    Turns without a choice, and actions that bots never consider, are not judged.
    """
    game = warm(plan.game)
    rng = np.random.default_rng([plan.seed, number])
    players = [PlayerSpec.parse(level).player(game, own) for own in rng.spawn(game.players)]
    state, actors, _ = play_game(game, players, rng)
    starts = [ply for ply, seat in enumerate(actors) if seat is not None and (ply == 0 or actors[ply - 1] != seat)]
    reference = AllSeatsPlanner(game, number, TIMES * plan.simulations)
    found = []
    for ply in rng.permutation(starts)[:TURNS_PER_GAME].tolist():
        end = next((later for later in range(ply, len(actors)) if actors[later] != actors[ply]), len(actors))
        known = planning_state(state.at(ply).for_seat(actors[ply]))
        judged = loss_of(reference, known, state.history_ids[ply:end])
        if judged is not None:
            found.append((PHASES[len(PHASES) * ply // len(actors)], *judged))
    return found


def loss_of(reference: flat.PlannerBot, known: State, played: list[int]) -> tuple[str, float] | None:
    """Return the kind of the first action that differs from the reference's turn, and the loss; None if not judged."""
    own = replay_if_legal(known, played[:LENGTH])
    if own is None or len(reference.best_turns(known.record)) == 1:
        return None
    line = reference.think(known.record, known.current_player).line
    best = replay(known, line)
    if own.has_same_end(best):
        return SAME_TURN, 0.0
    compared = compare(reference, [best, own], SCENARIOS)
    worth = known.game.type.worth(known.record)
    loss = float(compared.ranking_values[0] - compared.ranking_values[1]) / (worth.scale if worth else 1.0)
    differing = next((text for text, other in zip_longest(own.texts, best.texts) if text != other), None)
    return game_statistics.kind_of(differing or own.texts[-1]), loss


# ---------------------------------------------------------------- tables


def headroom_tables(measured: Sequence[Mapping[str, Any]]) -> str:
    """Return Markdown tables of measurements (``Headroom.to_json``): head room and luck, then losses of the levels."""
    ways = list(measured[0]["against_strongest"])
    heads = ["game", *(f"{way}, %" for way in ways), "strongest level, %", "luck, %"]
    room = [heads_line(heads)]
    losses = [heads_line(["game", *registry.NAMES, "grandmaster's losses by kind"])]
    for one in measured:
        title = f"{game_type(one['game']).title}, {one['players']} players"
        wins = [_format(win, 100, 0) for win in one["against_strongest"].values()]
        room.append(line([title, *wins, f"{100 * one['par']:.0f}", f"{100 * (1 - one['skill']):.0f}"]))
        cells = [_losses(level, one["unit"]) for level in one["regrets"].values()]
        kinds = list(list(one["regrets"].values())[-1]["kinds"].items())[:3]
        losses.append(line([title, *cells, ", ".join(f"{kind} {100 * share:.0f} %" for kind, share in kinds)]))
    return "\n".join([*room, "", *losses])


def _losses(level: Mapping[str, Any], unit: str) -> str:
    """Return the mean loss of a level's turns and, in brackets, that in each third of the game."""
    scale, digits = (100, 1) if unit == "chance" else (1, 2)
    thirds = " ".join(f"{scale * loss['mean']:.{digits}f}" if loss else "–" for loss in level["phases"].values())
    return f"{_format(level['loss'], scale, digits)} ({thirds})"


def _format(estimate: Mapping[str, float | None], scale: int, digits: int) -> str:
    """Format an estimate (``Estimate.to_json``) as ``mean ± margin``, without a margin if it is unknown."""
    mean, *margin = (f"{scale * value:.{digits}f}" for value in estimate.values() if value is not None)
    return " ± ".join([mean, *margin])
