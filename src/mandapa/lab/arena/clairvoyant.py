"""A planner that cheats: it knows all hidden facts and the coming chance events. It measures what fair players lack."""

from typing import NamedTuple

from mandapa.bots import turns
from mandapa.bots.flat import PlannerBot
from mandapa.bots.simulation_base import SimulationWorker
from mandapa.coach.plan import planning_state
from mandapa.kernel.compile.engine import add_entry_points, compilable
from mandapa.kernel.record import Record, Rng, Values, Words
from mandapa.kernel.rng import restart
from mandapa.library import State

CLAIRVOYANT = "clairvoyant"
"""Name of the group of functions that are compiled from this module, and of the bot."""


class KnownFuture(NamedTuple):
    """Lines to simulate with the actual chance events.

    Attributes:
        simulations: the lines.
        coming: state of the generator of the game's chance events, shape (WORDS,).
    """

    simulations: turns.Simulations
    coming: Words


@compilable
def simulate_with_foreknowledge(
    start: Record,
    workspace: turns.Workspace,
    future: KnownFuture,
    chance: Rng,
    chance_words: Words,
    rng: Rng,
    rng_words: Words,
    outcomes: Values,
) -> None:
    """Simulate lines like ``simulate_lines``, but with the actual hidden facts and the actual coming chance events."""
    plan = future.simulations
    state = workspace.scratch[0]
    players = len(workspace.out)
    place = 0
    for scenario in range(plan.first, plan.last):
        for begin in range(0, len(plan.lines), turns.LENGTH):
            chance_words[:] = future.coming
            restart(rng, rng_words, plan.key, scenario)
            workspace.scratch[0] = start
            turns.follow(state, plan.lines[begin : begin + turns.LENGTH], workspace.actions)
            turns.play_on(state, workspace, plan.seat, plan.turns, plan.seat, chance, rng)
            outcomes[place : place + players] = workspace.out
            place += players


add_entry_points({CLAIRVOYANT: (simulate_with_foreknowledge,)})


class ClairvoyantBot(PlannerBot):
    """A planner that knows all hidden facts, and the chance events within its simulations.

    Attributes:
        coming: view of the state of the generator of the game's chance events, shape (WORDS,).
    """

    name = CLAIRVOYANT
    coming: Words

    def planning_state(self, state: State, seat: int) -> State:
        """Return the state with its hidden facts."""
        return planning_state(state.copy())

    def run_part(self, worker: SimulationWorker, record: Record, plan: turns.Simulations, outcomes: Values) -> None:
        """Simulate the lines of ``plan`` with the actual chance events."""
        self.game.engine.run(
            simulate_with_foreknowledge,
            record,
            worker.workspace,
            KnownFuture(plan, self.coming.copy()),
            worker.chance.generator,
            worker.chance.words,
            worker.rng.generator,
            worker.rng.words,
            outcomes,
        )
