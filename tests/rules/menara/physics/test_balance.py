"""Menara: information about a tower for people and bots: loads on columns, centre of mass, expected harm."""

import menara_reference as reference
import menara_towers as towers
import numpy as np
import pytest
from menara_towers import T3, T4, tower

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules.components import Components
from mandapa.games.menara.rules.physics import random_towers
from mandapa.games.menara.rules.physics.hands import risks
from mandapa.games.menara.rules.physics.polygon import boundary_distance
from mandapa.games.menara.rules.physics.statics import standing_test
from mandapa.games.menara.rules.physics.statics.loads import balance_of
from mandapa.games.menara.rules.physics.statics.standing_test import tilt_margin
from mandapa.games.menara.rules.physics.tower import CAREFUL, LAWFUL, UPRIGHT
from mandapa.kernel.record import Record

W = 3.958407
ON_T4 = "Q4 light @0,0 r0 L1 []"


def test_a_square_rests_on_four_columns_alike() -> None:
    balance = balance_of(tower(T4, "Q4 light @0,0 r0 L1 [0,1,2,3]"))
    assert [balance.loads[0, base] for base in range(4)] == pytest.approx([(25.92 + 4 * W) / 4] * 4, abs=1e-3)
    assert [balance.loads[1, base] for base in range(4)] == [0.0] * 4
    assert balance.centre == pytest.approx((0.0, 0.0), abs=1e-9)
    assert balance.mass == pytest.approx(25.92 + 8 * W)


def test_a_column_over_another_loads_that_one_most() -> None:
    loads = balance_of(tower(T4, "Q4 light @0,0 r0 L1 [2]")).loads
    assert max(loads, key=lambda column: loads[column]) == (0, 2)
    assert sum(loads[0, base] for base in range(4)) == pytest.approx(25.92 + W, abs=1e-3)


def test_loads_hold_every_floor(grown: list[Record]) -> None:
    """The columns of all lower levels carry the weight of everything above them."""
    for position in grown[::10]:
        balance = balance_of(position)
        assert set(balance.loads) == set(reference.columns(position))
        for level in range(int(position.floor_level.max())):
            floors = [floor for floor in reference.floors(position) if position.floor_level[floor] > level]
            above = sum(float(position.floor_mass[floor]) for floor in floors)
            above += W * sum(column[0] in floors for column in balance.loads)
            carried = sum(load for (floor, _), load in balance.loads.items() if position.floor_level[floor] == level)
            assert carried == pytest.approx(above, rel=1e-3)


@pytest.mark.parametrize("seed", [2, 6, 16, 23, 30, 34, 39, 50])
def test_loads_of_high_towers_are_found(components: Components, seed: int) -> None:
    """Long chains of floors, seven of which were once reported to fall because of rounding errors."""
    position = random_towers.grown(components, towers.rng(seed), compiled)
    balance = balance_of(position)
    lowest = sum(load for (floor, _), load in balance.loads.items() if position.floor_level[floor] == 0)
    on_base = W * sum(position.floor_level[floor] == 0 for floor, _ in balance.loads)
    assert lowest == pytest.approx(balance.mass - on_base, rel=1e-6)


def test_a_floor_rests_within_what_holds_it_up() -> None:
    """V11: T3 with a floor in the middle is 7.5131 / sqrt(2) mm from the line over which it would tip."""
    balance = balance_of(tower(T3, "Q4 light @0,0 r0 L1 []"))
    rest = balance.rests[1]
    assert rest.load == pytest.approx(25.92, abs=1e-3) and rest.at == pytest.approx((0.0, 0.0), abs=1e-2)
    assert rest.margin == pytest.approx(7.5131 / np.sqrt(2), abs=1e-2)
    assert rest.edge == pytest.approx((7.5131 / 2, 7.5131 / 2), abs=1e-2)
    assert balance.height == pytest.approx((25.92 * 51.25 + 3 * W * 25.0) / (25.92 + 3 * W))
    assert not balance_of(tower(T4)).rests


def test_every_floor_of_a_standing_tower_rests_within(grown: list[Record]) -> None:
    for position in grown[::10]:
        balance = balance_of(position)
        upper = [floor for floor in reference.floors(position) if position.floor_level[floor] > 0]
        assert sorted(balance.rests) == sorted(upper)
        for floor, rest in balance.rests.items():
            above = sum(other.load for other in balance.rests.values()) + balance.mass
            assert float(position.floor_mass[floor]) - 1e-3 <= rest.load <= above
            distance = boundary_distance(list(rest.hull), rest.at)
            assert distance == pytest.approx(rest.margin, abs=1e-6) and distance > -1e-6


def test_loads_of_a_tower_that_falls_are_refused() -> None:
    with pytest.raises(ValueError, match="does not stand"):
        balance_of(tower(T3, "Q4 light @3.9,3.9 r0 L1 []"))


@pytest.mark.clause("MEN-PHY-2")
def test_risks_grow_with_shaking_and_with_what_lies_above() -> None:
    for kind in range(6):
        falling = [risks.collapse_risk(kind, steadiness) for steadiness in (0, 25, 50, 75, 100)]
        assert falling == sorted(falling, reverse=True)
    assert risks.collapse_risk(risks.LIFT_OVERBUILT, 50) == pytest.approx(0.07)
    assert risks.collapse_risk(risks.LIFT_OVERBUILT, 100) < 1e-4
    # The bell curve: a push of standard deviation s exceeds a limit of J with exp(-(J / s)^2 / 2).
    assert risks.scaled(np.exp(-((5.5 / 2.2) ** 2) / 2), 0.5) == pytest.approx(np.exp(-((5.5 / 1.1) ** 2) / 2))


@pytest.mark.clause("MEN-COL-3", "MEN-COL-4")
def test_kinds_of_acts() -> None:
    position = tower(T4, "R3 light @0,40 r0 L1 []")
    assert [risks.kind_of_lift(position, 0, base) for base in range(4)] == [risks.LIFT_FREE] * 2 + [
        risks.LIFT_OVERBUILT
    ] * 2
    assert risks.kind_of_set(position, 1, 0) == risks.SET_FREE


def test_thresholds_of_careful_players(grown: list[Record]) -> None:
    names = {CAREFUL: 2.0, LAWFUL: 0.5}
    for position in grown[:20]:
        law = risks.threshold(position)
        assert standing_test.stands_by(position, law)
        margin = compiled(tilt_margin)(position)
        assert law == next(name for name, least in names.items() if margin >= least * 0.999)
    assert risks.threshold(tower(T3, "Q4 light @3.7,3.7 r0 L1 []")) == UPRIGHT
