"""A planner whose playouts take the best turn by the evaluation, to measure what a better playout policy can gain."""

from typing import Any, NamedTuple

import numpy as np

from mandapa.bots import flat, simple, simulation_base, turns
from mandapa.kernel import generic
from mandapa.kernel.compile.engine import add_entry_points, compilable
from mandapa.kernel.record import Actions, Record, Rng, Values, Words
from mandapa.kernel.rng import RestartableRng, restart

THOROUGH = "thorough"
"""Name of the group of functions that are compiled from this module, and of the bot."""
MOST_TURNS = 300
"""Maximum number of turns that a playout examines for each turn that it plays."""


class ThoroughSimulations(NamedTuple):
    """Lines to simulate, and how playouts choose turns.

    Attributes:
        simulations: the lines.
        search: parameters of the search.
        workspace: buffers of the search, as for ``turns.list_turns``.
        line, value: buffers for the best turn, shapes (LENGTH,) and (1,).
        chance: generator of the scenarios in which turns that end in an unsettled state are continued.
        chance_words: state of this generator.
    """

    simulations: turns.Simulations
    search: turns.TurnSearch
    workspace: turns.Workspace
    line: Actions
    value: Values
    chance: Rng
    chance_words: Words


@compilable
def simulate_thoroughly(
    start: Record,
    workspace: turns.Workspace,
    thorough: ThoroughSimulations,
    chance: Rng,
    chance_words: Words,
    rng: Rng,
    rng_words: Words,
    outcomes: Values,
) -> None:
    """Simulate lines like ``simulate_lines``, but continue with the best turns by the evaluation."""
    plan = thorough.simulations
    state = workspace.scratch[0]
    players = len(workspace.out)
    place = 0
    for scenario in range(plan.first, plan.last):
        for begin in range(0, len(plan.lines), turns.LENGTH):
            restart(chance, chance_words, plan.key, 2 * scenario)
            restart(rng, rng_words, plan.key, 2 * scenario + 1)
            workspace.scratch[0] = start
            generic.resample(state, plan.seat, chance)
            turns.follow(state, plan.lines[begin : begin + turns.LENGTH], workspace.actions)
            play_thoroughly(state, workspace, thorough, chance, rng)
            outcomes[place : place + players] = workspace.out
            place += players


@compilable
def play_thoroughly(
    state: Record, workspace: turns.Workspace, thorough: ThoroughSimulations, chance: Rng, rng: Rng
) -> None:
    """Continue ``state`` like ``turns.play_on``, with the best turns instead of the policy's. Not for solo games."""
    seat = thorough.simulations.seat
    last = seat
    left = thorough.simulations.turns
    while True:
        player = generic.current_player(state)
        if player == generic.TERMINAL:
            break
        if player == generic.CHANCE:
            generic.apply_action(state, generic.sample_chance(state, chance))
            continue
        if player != last:
            left -= 1
            last = player
            if left < 0:
                break
        thorough.line[:] = turns.NO_ACTION
        turns.list_turns(
            state,
            thorough.workspace,
            thorough.search,
            thorough.chance,
            thorough.chance_words,
            rng,
            thorough.line,
            thorough.value,
        )
        if turns.follow(state, thorough.line, workspace.actions) == 0:
            generic.apply_action(state, generic.playout_action(state, workspace.actions, rng))
    turns.outcome(state, seat, workspace.weights, workspace.out)


add_entry_points({THOROUGH: (simulate_thoroughly,)})


class ThoroughBot(flat.PlannerBot):
    """A planner whose playouts take the best turn by the evaluation, without the network."""

    name = THOROUGH

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._searches: dict[simulation_base.SimulationWorker, tuple[Any, ...]] = {}

    def run_part(
        self,
        worker: simulation_base.SimulationWorker,
        record: Record,
        plan: turns.Simulations,
        outcomes: Values,
    ) -> None:
        """Simulate the lines of ``plan`` with thorough playouts."""
        if worker not in self._searches:
            self._searches[worker] = self._new_search()
        self.game.engine.run(
            simulate_thoroughly,
            record,
            worker.workspace,
            ThoroughSimulations(plan, *self._searches[worker]),
            worker.chance.generator,
            worker.chance.words,
            worker.rng.generator,
            worker.rng.words,
            outcomes,
        )

    def _new_search(self) -> tuple[Any, ...]:
        """Create what the search of one thread needs: all of ``ThoroughSimulations`` but the first."""
        search = turns.TurnSearch(
            self.planning.depth, MOST_TURNS, self.rivalry, 1.0, -turns.BLUNDER, True, simple.INTERPRETED_SCENARIOS
        )
        workspace = simple.new_workspace(self.game, positions=turns.LENGTH + 2, decisions=turns.LENGTH)
        scenarios = RestartableRng()
        line, value = np.zeros(turns.LENGTH, np.int32), np.zeros(1)
        return search, workspace, line, value, scenarios.generator, scenarios.words
