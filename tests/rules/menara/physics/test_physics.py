"""Menara's physics engine: towers stand or fall where they should, and results are reproducible."""

import json
import subprocess
import sys
from dataclasses import replace

import menara_reference as reference
import menara_towers as towers
import mujoco
import numpy as np
import pytest
from menara_towers import T3, T4, tower

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules.components import Components
from mandapa.games.menara.rules.physics import random_towers
from mandapa.games.menara.rules.physics.hands import hand_acts, trajectory
from mandapa.games.menara.rules.physics.hands.hand_acts import (
    EXACT,
    LAY,
    LIFT,
    RESET,
    SET,
    SHIFT,
    Act,
    Hand,
    Push,
    carry_out,
    draw_hand,
)
from mandapa.games.menara.rules.physics.hands.model import build, starts_of
from mandapa.games.menara.rules.physics.hands.physics import Outcome, apply_outcome, simulate
from mandapa.games.menara.rules.physics.statics.standing_test import stands
from mandapa.games.menara.rules.physics.tower import FALLEN, FULL_TURN, TEMPLE, TOPPLED, tower_of
from mandapa.kernel.record import Record
from scaling import seeds

ON_T4 = "Q4 light @0,0 r0 L1 []"
NOTHING = Act(SET)


def drift(position: Record, components: Components, seconds: float = 10.0, settle: float = 0.0) -> float:
    """Return the largest sideways displacement of any body in mm, over this many seconds after it has settled."""
    model = build(position, starts_of(position, components.physics), components.physics)
    step = components.physics["mujoco"]["timestep"]
    mujoco.mj_step(model.engine, model.data, round(settle / step))
    before = model.positions()
    mujoco.mj_step(model.engine, model.data, round(seconds / step))
    moved = model.positions() - before
    return float(np.hypot(moved[:, 0], moved[:, 1]).max())


@pytest.mark.clause("MEN-PHY-7")
def test_a_small_tower_does_not_creep(components: Components) -> None:
    assert drift(tower(T4, ON_T4), components) < 0.05


@pytest.mark.slow
@pytest.mark.clause("MEN-PHY-7")
def test_a_high_tower_does_not_creep(components: Components) -> None:
    """The tower of the next test does not move in its three acts."""
    position = random_towers.grown(components, towers.rng(3), compiled)
    assert position.floor_level.max() >= 8
    assert drift(position, components, seconds=4, settle=1.5) < 0.08


@pytest.mark.slow
@pytest.mark.clause("MEN-PHY-4")
def test_the_lean_of_a_high_tower_does_not_add_up(components: Components) -> None:
    """A tower of a dozen levels leans by more than 0.05 mm under its load; three acts later it stands as before."""
    position = random_towers.grown(components, towers.rng(16), compiled)
    before = tower_of(position)
    assert position.floor_level.max() == 12 and drift(position, components, 1.5) > 0.05
    for _ in range(3):
        apply_outcome(position, NOTHING, simulate(position, NOTHING, EXACT, components.physics))
    for name in ("floor_x", "floor_y", "column_dx", "column_dy"):
        assert np.abs(position[name].astype(int) - before[name]).max() <= 2


@pytest.mark.slow
def test_without_overlapped_contacts_a_high_tower_falls(components: Components) -> None:
    """Guards the setting that matters most."""
    position = random_towers.grown(components, towers.rng(8), compiled)
    settings = {**components.physics, "mujoco": {**components.physics["mujoco"], "precompression_mm": 0.0}}
    assert simulate(position, NOTHING, EXACT, components.physics).harmless
    assert simulate(position, NOTHING, EXACT, settings, until_rest=False).floors


@pytest.mark.clause("MEN-PHY-2", "MEN-PHY-8", "MEN-FALL-2")
def test_a_column_on_an_unsupported_corner_brings_the_tower_down(components: Components) -> None:
    """V12."""
    position = tower(T3, ON_T4)
    act = Act(SET, ((1, 2),))
    outcome = simulate(position, act, EXACT, components.physics, until_rest=False)
    assert outcome.floors == (1,) and outcome.seconds < 0.5
    apply_outcome(position, act, outcome)
    assert position.floor_place[1] == FALLEN and position.column_state[1, 2] == TOPPLED


@pytest.mark.clause("MEN-PHY-2")
@pytest.mark.parametrize("line", ["Q4 light @3.9,3.9 r0 L1 []", "R3 light @0,45 r0 L1 []"])
def test_floors_that_tip(components: Components, line: str) -> None:
    """The last cases of V14 and V17."""
    position = tower(T3 if line.startswith("Q4") else T4, line)
    assert simulate(position, NOTHING, EXACT, components.physics, until_rest=False).floors


@pytest.mark.clause("MEN-PHY-4", "MEN-PHY-5")
def test_exact_acts_end_where_they_were_meant(components: Components) -> None:
    position = tower(T4, "Q4 light @0,0 r0 L1 [0,1,3]")
    for act in (
        Act(SET, ((1, 2),)),
        Act(LIFT, ((1, 0),)),
        Act(LAY, floor=2, pose=(0, 2, 300, -200, 9000)),
        Act(SHIFT, floor=1, pose=(0, 1, 200, 0, 4500)),
    ):
        outcome = simulate(position, act, EXACT, components.physics)
        assert outcome.harmless and outcome.speed < 3.0
        after, meant = tower_of(position), tower_of(position)
        apply_outcome(after, act, outcome)
        carry_out(meant, act)
        for name in ("floor_x", "floor_y", "column_dx", "column_dy"):
            assert np.abs(after[name].astype(int) - meant[name]).max() <= 2
        turned = (after.floor_rotation - meant.floor_rotation + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
        assert np.abs(turned).max() <= 2


@pytest.mark.clause("MEN-PHY-3")
def test_the_same_hand_gives_the_same_outcome(components: Components) -> None:
    """Twice in one process, and in another process; also for a collapse."""
    for lines, act, shaky in (
        ((T4,), Act(LAY, floor=1, pose=(0, 1, 0, 0, 0)), 50),
        ((T3, ON_T4), Act(SET, ((1, 2),)), 0),
    ):
        position = tower(*lines)
        hand = draw_hand(position, act, shaky, towers.rng(4), components.physics)
        outcome = simulate(position, act, hand, components.physics)
        again = simulate(position, act, hand, components.physics)
        assert again == outcome and again.runs == outcome.runs
        program = (
            "import sys, json; sys.path.append(sys.argv[1])\n"
            "from menara_towers import tower\n"
            "from mandapa.games.menara.rules import components\n"
            "from mandapa.games.menara.rules.physics.hands import physics\n"
            "from mandapa.games.menara.rules.physics.hands.hand_acts import Act, Hand\n"
            "lines, act, hand = json.loads(sys.argv[2])\n"
            "act['columns'] = tuple(map(tuple, act['columns'])); act['pose'] = tuple(act['pose'])\n"
            "result = physics.simulate(tower(*lines), Act(**act), Hand.from_json(hand), components.load().physics)\n"
            "print(json.dumps(result.to_json()))"
        )
        job = json.dumps([lines, vars(act), hand.to_json()])
        folder = towers.__file__.rsplit("/", 1)[0]
        result = subprocess.run(
            [sys.executable, "-c", program, folder, job], capture_output=True, check=True, text=True
        )
        assert json.loads(result.stdout) == json.loads(json.dumps(outcome.to_json()))


@pytest.mark.clause("MEN-PHY-3", "MEN-PHY-9")
def test_replay_needs_no_engine(components: Components) -> None:
    """A chain of shaky acts, stored as plain data, gives the same record, byte for byte."""
    played, story = tower(T4), []
    laid = Act(LAY, floor=1, pose=(0, 1, 0, 0, 0))
    for number, act in enumerate((laid, Act(SET, ((1, 0), (1, 2))), Act(SET, ((1, 1),)), Act(LIFT, ((1, 0),)))):
        hand = draw_hand(played, act, 80, towers.rng(number), components.physics)
        outcome = simulate(played, act, hand, components.physics)
        apply_outcome(played, act, outcome)
        story.append((act, json.dumps(outcome.to_json()), json.dumps(hand.to_json())))
        assert Hand.from_json(json.loads(story[-1][2])) == hand
    replayed = tower(T4)
    for act, outcome, _ in story:
        apply_outcome(replayed, act, Outcome.from_json(json.loads(outcome)))
    assert replayed.tobytes() == played.tobytes()
    assert np.any(played.column_dx) and np.any(played.floor_x)


@pytest.mark.clause("MEN-FALL-1", "MEN-FALL-3", "MEN-FALL-5", "MEN-PHY-8")
def test_a_pushed_column_falls_and_is_set_up_again(components: Components) -> None:
    position = tower(T4, ON_T4)
    act = Act(SET, ((1, 2),))
    hand = replace(EXACT, pushes=(Push(1, 2, 1.5, 0.0),))
    outcome = simulate(position, act, hand, components.physics)
    assert outcome.columns == ((1, 2),) and outcome.floors == ()
    apply_outcome(position, act, outcome)
    assert position.column_state[1, 2] == TOPPLED and position.floor_place[1] == TEMPLE
    assert (1, 2) not in reference.columns(position)
    again = Act(RESET, ((1, 2),))
    apply_outcome(position, again, simulate(position, again, EXACT, components.physics))
    assert (1, 2) in reference.columns(position)


@pytest.mark.clause("MEN-END-7", "MEN-PHY-8")
def test_what_stands_apart_from_a_collapse_still_counts(components: Components) -> None:
    """Two towers on neighbouring base floors; one falls away from the other."""
    position = tower(
        "Q4 light @0,0 r0 L0 [0,1,2,3]",
        "Q4 light @-400,0 r0 L0 [0,1,3]",
        "Q4 light @0,0 r0 L1 []",
        "Q4 light @-400,0 r0 L1 []",
    )
    act = Act(SET, ((3, 2),))
    outcome = simulate(position, act, EXACT, components.physics)
    apply_outcome(position, act, outcome)
    assert outcome.floors == (3,)
    assert position.floor_place[2] == TEMPLE and set(reference.columns(position)) >= {(0, base) for base in range(4)}


@pytest.mark.clause("MEN-CARD-9", "MEN-PHY-8")
def test_a_shift_whose_tower_is_lost_while_the_floor_is_away(components: Components) -> None:
    """The floor in hand has fallen too, with its columns."""
    position = tower(T3, "Q4 light @4,4 r0 L1 [0]", "R3 light @-40,-40 r90 L2 []")
    position.floor_level[8], position.floor_x[8], position.floor_y[8] = 1, 40000, 0
    act = Act(SHIFT, floor=8, pose=(0, 2, 0, 0, 0))
    position.column_state[1, 0] = 0
    outcome = simulate(position, act, EXACT, components.physics)
    assert set(outcome.floors) == {1, 8}


@pytest.mark.clause("MEN-PHY-5")
def test_what_the_hand_pushes(components: Components) -> None:
    position = tower(T4, "Q4 light @0,0 r0 L1 [0,1]")

    def pushed(act: Act) -> list[tuple[int, int]]:
        hand = draw_hand(position, act, 50, towers.rng(1), components.physics)
        return [(push.floor, push.base) for push in hand.pushes]

    assert pushed(Act(SET, ((1, 2),))) == [(1, 2)]
    assert pushed(Act(SET, ((1, 2), (1, 3)))) == [(1, 2), (1, 3)]
    assert pushed(Act(SET, ((0, 2),))) == [(1, -1)]
    assert pushed(Act(LIFT, ((1, 0),))) == [(1, -1)]
    assert pushed(Act(LIFT, ((0, 0),))) == [(1, -1)]
    assert pushed(Act(LAY, floor=2, pose=(0, 2, 0, 0, 0))) == [(2, -1)]
    assert pushed(Act(SHIFT, floor=1, pose=(0, 2, 0, 0, 0))) == [(1, -1), (1, 0), (1, 1)]
    # A floor that is slid in next to T4 at level 0 ... under the overhanging square: the hand is under it.
    position.floor_x[1] = 4000
    assert pushed(Act(LAY, floor=2, pose=(0, 0, 12050, 0, 0))) == [(2, -1), (1, -1)]


@pytest.mark.clause("MEN-PHY-5")
def test_the_spread_of_the_hand(components: Components) -> None:
    position, act = tower(T4), Act(LAY, floor=1, pose=(0, 1, 0, 0, 0))
    for steadiness, scale in ((50, 1.0), (100, 0.5), (0, 1.5)):
        draw = towers.rng(steadiness)
        hands = [draw_hand(position, act, steadiness, draw, components.physics) for _ in range(2000)]
        errors = np.array([hand.errors[0] for hand in hands])
        assert errors.std(axis=0) == pytest.approx(scale * np.array([0.8, 0.8, 1.5]), rel=0.06)
        assert np.array([hand.pushes[0].x for hand in hands]).std() == pytest.approx(scale, rel=0.06)
        assert np.mean([hand.speeds[0] for hand in hands]) == pytest.approx(scale * 15 * np.sqrt(2 / np.pi), rel=0.06)
    hasty = draw_hand(position, act, 50, towers.rng(2), components.physics, hasty=True)
    assert hasty.height == 6.0
    aimed = draw_hand(position, act, 50, towers.rng(2), components.physics, pointer=((0.1, -0.2, 0.3),))
    assert aimed.errors == ((0.1, -0.2, 0.3),)


@pytest.mark.clause("MEN-PHY-5", "MEN-FLOOR-6")
def test_an_error_never_makes_floors_overlap(components: Components) -> None:
    position = tower("Q4 light @0,0 r0 L0 [0,1,2,3]", "Q4 light @120.3,0 r0 L0 [0,1,2,3]", "Q4 light @0,0 r0 L1 []")
    act = Act(LAY, floor=3, pose=(0, 1, 12050, 0, 0))
    after = tower_of(position)
    carry_out(after, act)
    assert hand_acts.fitting_error(after, act, (3.0, 0.0, 0.0)) == (3.0, 0.0, 0.0)
    assert hand_acts.fitting_error(after, act, (-3.0, 0.4, 0.0)) == (-0.375, 0.05, 0.0)


@pytest.mark.slow
@pytest.mark.clause("MEN-PHY-1")
def test_what_passes_the_standing_test_stands_in_the_engine(components: Components) -> None:
    for seed in seeds(4):
        position = random_towers.grown(components, towers.rng(seed), compiled, floors=5 + 3 * seed % 10)
        assert compiled(stands)(position)
        outcome = simulate(position, NOTHING, EXACT, components.physics)
        assert outcome.harmless and outcome.seconds == pytest.approx(1.5)


def test_trajectories_survive_their_packing() -> None:
    draw = towers.rng(3)
    turning = np.linspace(0, 3, 40)
    frames = []
    for step in range(40):
        moving = [*(draw.normal(0, 1, 3).cumsum() + step), np.cos(turning[step]), 0.0, np.sin(turning[step]), 0.0]
        frames.append(np.array([[1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0], moving]))
    run = json.loads(json.dumps(trajectory.encode([4, 90], frames)))
    assert (run["bodies"], run["frames"], run["step"]) == ([90], 40, 0.02)
    motion = np.stack(frames, axis=2)[1:]
    found = trajectory.decode(run)
    assert np.abs(found[:, :3] - motion[:, :3]).max() <= 0.0501
    assert np.abs(found[:, 3:] - motion[:, 3:]).max() < 2e-4


def test_the_motion_of_a_collapse_is_recorded(components: Components) -> None:
    outcome = simulate(tower(T3, ON_T4), Act(SET, ((1, 2),)), EXACT, components.physics)
    (run,) = outcome.runs
    assert {1, 18 + 6 + 2} <= set(run["bodies"])
    heights = trajectory.decode(run)[run["bodies"].index(1), 2]
    assert heights[0] - heights[-1] > 20 and len(heights) == round(outcome.seconds / run["step"]) + 1
    assert len(json.dumps(run)) < 20_000
