"""Menara: the set-up: columns, the base of the temple, cards and levels."""

from __future__ import annotations

from itertools import groupby

import menara_rules as rules
import numpy as np
import pytest
from menara_play import BASE, at, do, draw_any, known_of, load, new_state, pick_any

from mandapa.kernel.errors import PositionError

pytestmark = pytest.mark.usefixtures("compiled_menara")


def laid(seed, players=2, **options):
    """Return the state after the set-up, with random choices."""
    rng = np.random.default_rng(seed)
    state = new_state(players, **options)
    while state.is_chance or state.view()["phase"] in ("side", "pose"):
        state.apply(state.sample(rng) if state.is_chance else pick_any(state, rng))
    return state


@pytest.mark.clause("MEN-SETUP-8", "MEN-SETUP-1", "MEN-SETUP-7", "MEN-SETUP-3")
def test_the_order_of_chance():
    state = draw_any(new_state(3))
    words = [text.split()[0] for text in state.history]
    assert [(word, len(list(rows))) for word, rows in groupby(words)] == [("start", 1), ("draw", 6 + 15), ("floor", 4)]
    state = new_state(3, first_player=1)
    draws = [int(count) for count in state.game.components.columns]
    assert dict(state.chance_outcomes()) == {
        f"draw {colour}": pytest.approx(count / 76) for colour, count in zip(rules.COLOURS, draws, strict=True)
    }
    do(state, *["draw blue"] * 6)
    assert state.view()["camp"]["blue"] == 6 and "draw blue" not in dict(state.chance_outcomes())
    do(state, "draw red")
    assert [sum(hand.values()) for hand in state.view()["hands"]] == [0, 1, 0]


@pytest.mark.clause("MEN-SETUP-2", "MEN-SETUP-8", "MEN-FLOOR-2")
def test_every_floor_is_equally_likely():
    state = new_state(1, first_player=0)
    while state.view()["quarry"]["top"] is None:
        if state.legal_actions[0].startswith("floor"):
            hidden = state.view()["quarry"]["hidden"]
            share = pytest.approx(1 / len(hidden))
            assert dict(state.chance_outcomes()) == {f"floor {floor}": share for floor in hidden}
        do(state, state.legal_actions[-1])
    assert len(state.view()["quarry"]["hidden"]) == 14


@pytest.mark.clause("MEN-SETUP-5", "MEN-SETUP-7")
@pytest.mark.parametrize(
    ("difficulty", "target", "columns"),
    [("easy", 3, [9, 7, 6, 5]), ("medium", 4, [8, 6, 5, 4]), ("hard", 5, [7, 5, 4, 3])],
)
def test_difficulties(difficulty, target, columns):
    for players, count in enumerate(columns, 1):
        view = draw_any(new_state(players, difficulty=difficulty)).view()
        assert view["target"] == view["start_target"] == target
        assert [sum(hand.values()) for hand in view["hands"]] == [count] * players
        assert view["full_number"] == count
    assert new_state(2, difficulty=difficulty, level_cards=10).view()["target"] == 10


@pytest.mark.clause("MEN-SETUP-6", "MEN-TURN-4")
def test_every_card_of_a_pile_is_equally_likely():
    state = do(at(BASE, used_cards=["red MOVE 2 dark", "red SAME 3 free"]), "done", "pile red")
    outcomes = dict(state.chance_outcomes())
    assert outcomes["card red SHIFT free"] == pytest.approx(1 / 12) and len(outcomes) == 12
    state = do(at(BASE), "done", "pile blue")
    outcomes = dict(state.chance_outcomes())
    assert outcomes["card blue PLACE 2 light"] == pytest.approx(2 / 9) and sum(outcomes.values()) == pytest.approx(1)


@pytest.mark.clause("MEN-SETUP-3", "MEN-SETUP-9")
def test_the_first_player_lays_the_base():
    state = draw_any(new_state(3, first_player=2))
    assert state.current_player == 2 and state.legal_actions == ["side light", "side dark"]
    first = state.view()["placing"]["floor"]
    do(state, "side dark")
    row = state.view()["floors"][0]
    assert (row["floor"], row["side"], row["x"], row["y"], row["rotation"]) == (first, "dark", 0, 0, 0)
    assert state.current_player == 2 and state.view()["placing"]["floor"] != first


@pytest.mark.clause("MEN-SETUP-4", "MEN-FLOOR-11", "MEN-FLOOR-6")
@pytest.mark.parametrize("seed", range(4))
def test_the_floors_of_the_base_touch(seed):
    floors = known_of(laid(seed))["floors"]
    assert len(floors) == 3 and {pose[1] for pose in floors.values()} == {0}
    shapes = {floor: rules.outline_at(floor, side, x, y, r) for floor, (side, _, x, y, r, _) in floors.items()}
    for floor, shape in shapes.items():
        others = [other for name, other in shapes.items() if name != floor]
        assert rules.touches(shape, others)
        assert all(shape.distance(other) >= 0.3 - 1e-6 for other in others)


@pytest.mark.clause("MEN-SETUP-4", "MEN-FLOOR-6")
@pytest.mark.parametrize(
    ("floors", "message"),
    [
        (["Q4 light @0,0 r0 L0 []", "Q4 light @120.3,118 r0 L0 []", "Q4 light @240.6,118 r0 L0 []"], "MEN-SETUP-4"),
        (["Q4 light @0,0 r0 L0 []", "Q4 light @120.3,0 r0 L0 []", "Q4 light @360.6,0 r0 L0 []"], "MEN-FLOOR-11"),
        (["Q4 light @0,0 r0 L0 []", "Q4 light @120.2,0 r0 L0 []", "Q4 light @240.6,0 r0 L0 []"], "MEN-FLOOR-6"),
        ([*BASE, "Q4 light @0,0 r0 L1 []", "R3 light @0,90.4 r0 L1 []"], "MEN-FLOOR-6"),
        ([*BASE, "Q4 light @30,0 r0 L1 []"], "MEN-PHY-1"),
        ([*BASE, "Q4 light @0,0 r0 L2 []"], "MEN-PHY-1"),
        ([*BASE, "Q4 light @0,0 r0 L16 []"], "a level up to 15"),
        ([BASE[0], "Q4 light @0,0 r0 L1 []", *BASE[1:]], "level 0 of the first three"),
        (BASE[:2], "at least 3 lines"),
    ],
)
def test_positions_that_cannot_be(floors, message):
    with pytest.raises(PositionError, match=message):
        at(floors)


def test_floors_and_columns_may_be_out_of_the_game():
    view = at(BASE, bag={"red": 1}, quarry=["F09", "F05"]).view()
    assert (view["quarry"]["top"], view["quarry"]["hidden"]) == ("F09", ["F05"]) and sum(view["bag"].values()) == 1
    for given, message in (
        ({"quarry": ["F01"]}, "not in the temple"),
        ({"quarry": ["F09", "F09"]}, "every floor once"),
        ({"bag": {"red": 30}}, "bag: found '30 red', expected no more than"),
    ):
        with pytest.raises(PositionError, match=message):
            at(BASE, **given)


@pytest.mark.clause("MEN-SETUP-4")
def test_a_ring_may_be_the_base():
    """Each pair of the three touches in one place: two corners against edges, and three millimetres of two edges."""
    ring = ["Q4 light @0,0 r0 L0 []", "Q4 light @145.35,-24.85 r45 L0 []", "Q4 light @117,120.5 r0 L0 []"]
    assert len(at(ring).view()["floors"]) == 3
    with pytest.raises(PositionError, match="MEN-SETUP-4"):
        at([*ring[:2], "Q4 light @117,122 r0 L0 []"])


def lay_loosely(state, rng):
    """Lay the second floor so that only one of its corners touches the first."""
    do(state, "side light")
    while True:
        turned, x, y = int(rng.integers(360)), *rng.normal(size=2)
        near, far = 0.0, 300.0
        while far - near > 0.1:
            middle = (near + far) / 2
            there = state.refusal(pose := f"lay {middle * x:.2f},{middle * y:.2f} r{turned}")
            if there is None:
                break
            near, far = (middle, far) if there.key == "menara.refusal.no_room" else (near, middle)
        if there is None:
            after = do(state.copy(), pose)
            if not base_touches(after)[0]:
                return after


def base_touches(state):
    """Return for each base floor whether it touches the others in two points."""
    floors = known_of(state)["floors"]
    shapes = [rules.outline_at(floor, side, x, y, r) for floor, (side, _, x, y, r, _) in floors.items()]
    return [rules.touches(shape, [other for other in shapes if other is not shape]) for shape in shapes]


@pytest.mark.clause("MEN-SETUP-4", "MEN-FLOOR-11")
@pytest.mark.parametrize("seed", range(3))
def test_the_third_floor_completes_a_loose_base(seed):
    """The second floor may touch in one point; the third then has to touch both of the others."""
    rng = np.random.default_rng(seed)
    state = do(draw_any(new_state(1), seed), "side dark")
    state = lay_loosely(state, rng)
    do(state, "side dark")
    places = state.choices(0)
    assert len(places) >= 10
    for place in places:
        assert base_touches(do(state.copy(), place["action"])) == [True, True, True]
    apart = [(dx, dy, place["pose"]) for place in places for dx in (-0.9, 0.9) for dy in (-0.9, 0.9)]
    refused = [state.refusal(f"lay {at['x'] + dx:.2f},{at['y'] + dy:.2f} r{at['rotation']:g}") for dx, dy, at in apart]
    assert {refusal.key for refusal in refused if refusal} >= {"menara.refusal.no_room", "menara.refusal.loose_base"}


@pytest.mark.clause("MEN-SETUP-10")
def test_nothing_is_hidden_from_anybody():
    state = laid(5, 4)
    views = [state.view(seat) for seat in (None, 0, 1, 2, 3)]
    assert all(view == views[0] for view in views)
    view = views[0]
    assert sum(len(pile["cards"]) for pile in view["piles"].values()) == 35
    assert not load().type.hidden_information
    # Piles and the quarry below its top are shown as sets, in the order of their names.
    assert view["quarry"]["hidden"] == sorted(view["quarry"]["hidden"])


@pytest.mark.clause("MEN-SETUP-3", "MEN-SETUP-10")
def test_the_bases_of_both_sides_are_told():
    """By colour, as they lie on the table after the choice."""
    state = draw_any(new_state(2, first_player=0))
    state.apply(state.legal_actions[0])
    seen = {}
    for choice in state.choices(0):
        after = state.copy()
        after.apply(choice["action"])
        after.apply(after.legal_actions[0])
        floor = after.view()["floors"][-1]
        colours = [base["colour"] for base in floor["bases"]]
        seen[floor["side"]] = {colour: colours.count(colour) for colour in choice["bases"]}
        assert choice["bases"] == seen[choice["side"]]
    assert seen.keys() == {"light", "dark"}
    assert {side: sum(bases.values()) >= 3 for side, bases in state.view()["quarry"]["bases"].items()} == dict.fromkeys(
        seen, True
    )
