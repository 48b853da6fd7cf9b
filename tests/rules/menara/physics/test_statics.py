"""Menara: the balance of forces: worked examples, and the compiled test against a linear program."""

import math

import menara_reference as reference
import menara_towers as towers
import numpy as np
import pytest
from menara_towers import T3, T4, tower

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules.physics import random_towers
from mandapa.games.menara.rules.physics.placing.pose_rules import FEW_COLUMNS, FITS, floor_fault, is_overbuilt
from mandapa.games.menara.rules.physics.statics import standing_test
from mandapa.games.menara.rules.physics.tower import LAWFUL, LIGHT, NO_COLUMN, NONE, STANDING, UPRIGHT
from mandapa.kernel.record import Record, copy_of
from scaling import scaled

W = 3.958407
Q4_ON_TOP = "Q4 light @0,0 r0 L1 []"

LOADS = [
    # position, floor, point, grams that just tip
    ("V10", [T4, Q4_ON_TOP], (60, 0), 25.92 * 45.5 / 14.5),
    ("V11", [T3, Q4_ON_TOP], (40, 40), 25.92 * 7.5131 / (80 - 7.5131)),
    ("V13", [T3, "Q4 light @-4,-4 r0 L1 []"], (36, 36), 25.92 * 15.5131 / 64.4869),
    ("V16", [T4, "R3 light @0,40 r0 L1 []"], (60, 40), 12.96 * 45.5 / 14.5),
    ("V16", [T4, "R3 light @0,40 r0 L1 []"], (0, 70), 12.96 * 4.7631 / 25.2369),
    ("V18", [T4, "R3 dark @0,40 r0 L1 []"], (0, 55), 12.96 * 4.7631 / 10.2369),
    ("V18", [T4, "R3 dark @0,40 r0 L1 []"], (-40, 30), 2.978 * W),
    ("V18", [T4, "R3 dark @0,40 r0 L1 []"], (40, 30), 2.978 * W),
    ("V19", [T4, "L3 light @0,0 r0 L1 []"], (60, -40), 14.40 * (7.5131 + 32) / 12.4869),
    (
        "V22",
        [T3, "Q4 light @0,0 r0 L1 [0,1,2,3]"],
        (60, 60),
        (25.92 * 7.5131 + W * 4 * 7.5131) / 112.487,
    ),
]


@pytest.mark.clause("MEN-PHY-1")
@pytest.mark.parametrize(("name", "lines", "point", "grams"), LOADS)
def test_load_margins_of_the_worked_examples(
    name: str, lines: list[str], point: tuple[float, float], grams: float
) -> None:
    position = tower(*lines)
    floor = int(np.argmax(position.floor_level))
    assert standing_test.load_margin(position, floor, *point) == pytest.approx(grams, rel=5e-4)
    x, y = point
    assert reference.balanced(position, load=(floor, x, y, grams * 0.999))
    assert not reference.balanced(position, load=(floor, x, y, grams * 1.001))


@pytest.mark.clause("MEN-PHY-1")
@pytest.mark.parametrize(
    ("lines", "upright", "stands"),
    [
        *(([T3, f"Q4 light @{d},{d} r0 L1 []"], d < 3.75, d < 3.533) for d in (3.5, 3.53, 3.55, 3.7, 3.9)),
        *(([T4, f"Q4 light @{d},0 r0 L1 []"], d < 25.5, d < 20) for d in (14.5, 14.6, 25, 26)),
        *(([T4, f"R3 light @0,{d} r0 L1 []"], d < 44.7631, d < 44.316) for d in (40, 44.3, 44.4, 45)),
    ],
)
def test_the_standing_test_of_the_worked_examples(lines: list[str], upright: bool, stands: bool) -> None:
    """V14, V15, V17."""
    position = tower(*lines)
    assert standing_test.stands_upright(position) == upright
    assert standing_test.stands(position) == stands
    assert reference.balanced(position) == upright
    assert reference.stands(position) == stands


@pytest.mark.clause("MEN-PHY-1", "MEN-CARD-4")
def test_columns_that_may_not_be_set_or_lifted() -> None:
    """V12, V13, V21, V22."""
    assert not standing_test.stands_with(tower(T3, Q4_ON_TOP), 1, 2)
    assert standing_test.stands_with(tower(T3, "Q4 light @-4,-4 r0 L1 []"), 1, 2)
    assert not standing_test.stands_without(tower(T4, "Q4 light @0,0 r0 L1 [2]"), 0, 2)
    assert standing_test.stands_without(tower(T4, "Q4 light @0,0 r0 L1 [0,1,2,3]"), 0, 2)


def test_trying_leaves_the_record_as_it_is() -> None:
    position = tower(T3, Q4_ON_TOP)
    position.column_dx[1, 2] = 17
    before = position.tobytes()
    standing_test.stands_with(position, 1, 2)
    standing_test.stands_without(position, 0, 1)
    assert position.tobytes() == before


def test_tilt_margins_of_the_worked_examples() -> None:
    """V14, V20."""
    position = tower(T4, Q4_ON_TOP)
    assert standing_test.margin_towards(position, 0) == pytest.approx(math.degrees(math.atan(0.22)), rel=5e-3)
    assert standing_test.margin_towards(position, 2) == pytest.approx(10.787, rel=5e-3)
    assert standing_test.tilt_margin(position) == pytest.approx(10.787, rel=5e-3)
    assert standing_test.weakest_direction(position) in (2, 3)
    close = tower(T3, "Q4 light @3.7,3.7 r0 L1 []")
    assert standing_test.tilt_margin(close) == pytest.approx(math.degrees(math.atan(0.1131 / 51.25)), abs=0.004)
    assert standing_test.tilt_margin(tower(T3, "Q4 light @3.9,3.9 r0 L1 []")) == -1


def test_the_tipping_reserve_is_the_least_margin_of_all_corners() -> None:
    position = tower(T4, "L3 light @0,0 r0 L1 []")
    corners = [(-60, -60), (60, -60), (60, -20), (-20, 60), (-60, 60)]
    assert standing_test.tipping_reserve(position) == min(
        standing_test.load_margin(position, 13, x, y) for x, y in corners
    )


def test_what_is_missing_on_the_other_side() -> None:
    assert standing_test.deficit(tower(T4, Q4_ON_TOP)) == (NONE, 0.0)
    position = tower(T3, "Q4 light @0,0 r0 L1 [2]")
    floor, grams = standing_test.deficit(position)
    assert floor == 1
    # The moment that the column lacks over the line x + y = 7.5131, by the arm of the base at (-40, -40).
    lacking = W * (80 - 7.5131) - 25.92 * 7.5131
    assert grams == pytest.approx(lacking / (80 + 7.5131), rel=1e-3)
    position.column_state[1, 0] = STANDING
    assert standing_test.stands_upright(position) == (grams < W)
    floor, grams = standing_test.deficit(tower(T4, "Q4 light @0,0 r0 L2 []"))
    assert floor == 1 and math.isnan(grams)


@pytest.mark.clause("MEN-PHY-6")
def test_the_touch_test_falls_back_where_drift_has_spoilt_the_tower() -> None:
    tired = tower(T3, "Q4 light @3.7,3.7 r0 L1 []")
    worse = tower(T3, "Q4 light @3.75,3.75 r0 L1 []")
    assert not standing_test.stands(tired) and standing_test.stands_upright(tired)
    assert not standing_test.stands(worse) and standing_test.stands_upright(worse)
    worse.law = UPRIGHT
    assert standing_test.stands(worse)
    assert not standing_test.stands_by(worse, LAWFUL) and worse.law == UPRIGHT


@pytest.mark.clause("MEN-FLOOR-5", "MEN-COL-4")
def test_what_a_floor_covers() -> None:
    """V15, V16, V19."""
    for x, fault in ((14.5, FITS), (14.6, FEW_COLUMNS), (26, FEW_COLUMNS)):
        assert floor_fault(tower(T4), 1, LIGHT, 1, round(100 * x), 0, 0, 0) == fault
    assert floor_fault(tower(T4), 8, LIGHT, 1, 0, 4000, 0, 0) == FEW_COLUMNS
    assert floor_fault(tower(T4), 13, LIGHT, 1, 0, 0, 0, 0) == FITS
    assert is_overbuilt(tower(T4, Q4_ON_TOP), 0, 2)
    assert not is_overbuilt(tower(T4, "R3 light @0,40 r0 L1 []"), 0, 0)


# ---------------------------------------------------------------- comparison with the linear program


def towers_of_all_kinds(components: object, count: int) -> list[Record]:
    """Yield random towers, most of them with columns removed and added until many do not stand."""
    found = []
    for seed in range(count):
        draw = towers.rng(1000 + seed)
        position = random_towers.grown(components, draw, compiled, floors=4 + seed % 15)
        random_towers.shaken(position, draw, seed % 4)
        if seed % 5 == 4:
            drift(position, draw)
        found.append(position)
    return found


def drift(position: Record, draw: np.random.Generator) -> None:
    """Return small displacements of all columns, as caused by shaky hands."""
    position.column_dx[:] = draw.integers(-150, 150, position.column_dx.shape)
    position.column_dy[:] = draw.integers(-150, 150, position.column_dy.shape)


@pytest.mark.slow
@pytest.mark.clause("MEN-PHY-1")
def test_agreement_with_the_linear_program(components: object) -> None:
    """Hundreds of towers, each upright and sheared by a random tilt; they may differ only within 1e-5 of the tilt."""
    found = {True: 0, False: 0}
    for number, position in enumerate(towers_of_all_kinds(components, scaled(60))):
        turn, size = number * 2.4, (number % 7) * TILT_STEP
        for tilt in ((0.0, 0.0), (size * math.cos(turn), size * math.sin(turn))):
            plain = reference.balanced(position, tilt)
            if fast(position, tilt) != plain:
                near = [fast(position, (tilt[0] * (1 + d), tilt[1] * (1 + d))) for d in (-1e-5, 1e-5)]
                assert near[0] != near[1], f"tower {number}, tilt {tilt}: plain {plain}"
            found[plain] += 1
    assert min(found.values()) > 25


TILT_STEP = 0.004


def fast(position: Record, tilt: tuple[float, float]) -> bool:
    return bool(compiled(standing_test.balanced_at)(position, *tilt))


@pytest.mark.slow
def test_the_whole_standing_test_agrees(components: object) -> None:
    verdicts = []
    for position in towers_of_all_kinds(components, scaled(40)):
        verdicts.append(bool(compiled(standing_test.stands)(position)))
        assert verdicts[-1] == reference.stands(position)
    assert len(verdicts) / 5 < sum(verdicts) < len(verdicts) * 0.9


@pytest.mark.slow
def test_load_margins_agree_with_the_linear_program(grown: list[Record]) -> None:
    """A slightly smaller load is carried, a slightly larger one is not, also where several floors are held together."""
    checked = 0
    for number, position in enumerate(grown):
        draw = towers.rng(number)
        floors = [floor for floor in reference.floors(position) if position.floor_level[floor] > 0]
        if not floors:
            continue
        floor = int(draw.choice(floors))
        corner = draw.choice(np.array(reference.outline(position, floor).exterior.coords))
        margin = compiled(standing_test.load_margin)(position, floor, float(corner[0]), float(corner[1]))
        load = (floor, float(corner[0]), float(corner[1]))
        if math.isinf(margin):
            assert reference.balanced(position, load=(*load, 9000.0))
            continue
        assert reference.balanced(position, load=(*load, margin * 0.999))
        assert not reference.balanced(position, load=(*load, margin * 1.001 + 1e-3))
        checked += 1
    assert checked > 30


def test_interpreted_equals_compiled(grown: list[Record]) -> None:
    for number, position in enumerate(grown[:12]):
        random_towers.shaken(position := copy_of(position), towers.rng(number), number % 3)
        for function in (standing_test.stands, standing_test.stands_upright, standing_test.tilt_margin):
            assert function(position) == compiled(function)(position)


def test_nothing_stands_in_the_air(grown: list[Record]) -> None:
    """A tower without one of the columns that a lone floor needs does not stand; nor does a floor over nothing."""
    position = tower(T4, "R3 light @0,40 r0 L1 []")
    for base in (2, 3):
        assert not standing_test.stands_without(position, 0, base)
    for position in grown:
        floors = [floor for floor in reference.floors(position) if position.floor_level[floor] > 0]
        for floor in floors:
            bare = copy_of(position)
            below = bare.floor_level == bare.floor_level[floor] - 1
            bare.column_state[below] = NO_COLUMN
            assert not compiled(standing_test.stands)(bare)
