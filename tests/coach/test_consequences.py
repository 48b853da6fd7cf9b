"""The outlook after a turn is described by the numbers of its simulations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from mandapa.bots.base import Budget
from mandapa.bots.flat import PlannerBot
from mandapa.coach.hint import SURE, outlook
from mandapa.coach.plan import Plan, replay
from mandapa.kernel.record import Record, Values, contents

from .test_hint import half_played


class Kept(PlannerBot):
    """Records the continued lines and their results."""

    positions: Sequence[Record]
    results: list[Values]

    def playouts(self, positions: Sequence[Record], seat: int, scenarios: int) -> Iterator[Values]:
        self.positions, self.results = positions, []
        for result in super().playouts(positions, seat, scenarios):
            self.results.append(result)
            yield result


class Guessing(PlannerBot):
    """A game that ends with random results."""

    def playouts(self, positions: Sequence[Record], seat: int, scenarios: int) -> Iterator[Values]:
        yield from self.rng.normal(0, 5, (scenarios, len(positions), self.game.players))


def known_turn(plies: int) -> tuple[Kept, Plan]:
    state = half_played("indus", plies)
    planner = Kept(state.game, seed=1, simulations=60)
    known = planner.planning_state(state, state.current_player)
    line = planner.simulate(known.record, known.current_player, Budget(60, None, None)).line
    return planner, replay(known, line)


@pytest.mark.parametrize(("plies", "worst"), [(58, False), (90, True)], ids=["the best roll", "the worst answer"])
def test_what_stands_out_is_what_its_simulations_say(plies: int, worst: bool) -> None:
    planner, plan = known_turn(plies)
    found = outlook(planner, plan, seconds=None)
    assert found and found.seat == (plan.end.current_player if worst else None)
    end = contents(found.plan.end.record)
    at = [contents(position) for position in planner.positions].index(end)
    own = np.array(planner.results)[:, :, plan.start.current_player]
    beside = own - own.mean(axis=1, keepdims=True)  # a die and answers: all are equally likely
    chose, measured = beside[::2].mean(axis=0), beside[1::2, at]
    assert at == (chose.argmin() if worst else chose.argmax())
    assert found.brings == pytest.approx(measured.mean()) and (found.brings < 0) == worst
    assert abs(found.brings) > SURE * found.std_error > 0


def test_what_is_luck_of_the_simulations_is_not_told() -> None:
    _, plan = known_turn(68)
    assert [outlook(Guessing(plan.start.game, seed), plan, seconds=None) for seed in range(20)] == [None] * 20
