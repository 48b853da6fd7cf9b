"""Measure Menara's physics: `python benchmarks/menara/physics.py [speed] [tests] [agreement] [acts] [table]`.

    speed       simulated seconds per wall second of the engine, for a tower of five levels and for the tallest
    tests       standing tests per second of the compiled test, for towers of all heights and for full ones
    agreement   of the compiled statics, the plain linear program and the engine on 200 random towers
    acts        how often each kind of act does harm at steadiness 50, at least 300 acts a kind
    table       how long a table waits for an act on a full tower, in wall time

Everything runs on one core. Speeds are by processor time, so that other work on the machine matters little; waits are
not. `--acts`, `--towers`, `--kinds` and `--waits` shorten the run.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np

sys.path.append(str(Path(__file__).parents[2] / "tests/rules/menara/reference"))

import menara_reference as reference

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules.components import FLOORS, load
from mandapa.games.menara.rules.physics import random_towers
from mandapa.games.menara.rules.physics.hands import hand_acts, physics
from mandapa.games.menara.rules.physics.hands.hand_acts import Act, draw_hand, floors_over
from mandapa.games.menara.rules.physics.hands.model import build, starts_of
from mandapa.games.menara.rules.physics.hands.workers import Workers
from mandapa.games.menara.rules.physics.placing.candidates import floor_places, new_places
from mandapa.games.menara.rules.physics.statics import standing_test
from mandapa.games.menara.rules.physics.tower import HELD, QUARRY, STANDING, TEMPLE
from mandapa.kernel.record import Record, copy_of

COMPONENTS = load()
STEADINESS = 50
SPEC = {
    "SET free": (1, 85),
    "SET pair": (0, 60),
    "SET overbuilt": (10, 120),
    "LIFT free": (0, 85),
    "LIFT overbuilt": (11, 60),
    "LAY": (2, 145),
    "SHIFT": (7, 60),
    "SET hasty": (3, 40),
    "LAY hasty": (13, 40),
}
"""Harm / acts given in the specification of the game."""


def tower_of_seed(seed: int, floors: int = FLOORS, high: float = 0.7) -> Record:
    return random_towers.grown(COMPONENTS, np.random.default_rng(seed), compiled, floors=floors, high=high)


def size(tower: Record) -> str:
    levels, floors = int(tower.floor_level.max()), int(np.sum(tower.floor_place == TEMPLE))
    return f"{levels} levels, {floors} floors, {int(np.sum(tower.column_state == STANDING))} columns"


# ---------------------------------------------------------------- speed


def speed() -> None:
    many = [tower_of_seed(seed, high=0.95) for seed in range(60)]
    tallest = max(many, key=lambda tower: (int(tower.floor_level.max()), int(np.sum(tower.column_state))))
    five = next(
        tower
        for tower in (tower_of_seed(seed, floors=11) for seed in range(1000))
        if tower.floor_level.max() == 5 and abs(int(np.sum(tower.column_state)) - 38) < 5
    )
    for tower in (five, tallest):
        starts = starts_of(tower, COMPONENTS.physics)
        begun = time.perf_counter()
        model = build(tower, starts, COMPONENTS.physics)
        built = time.perf_counter() - begun
        before, walls = model.positions(), []
        for _ in range(10):
            begun = time.process_time()
            mujoco.mj_step(model.engine, model.data, 500)
            walls.append(time.process_time() - begun)
        shift = np.abs(model.positions() - before)[:, :2].max()
        rate = f"{1 / statistics.median(walls):.1f} simulated seconds per second (best {1 / min(walls):.1f})"
        print(f"{size(tower)}: {rate}; model built in {built * 1000:.0f} ms; shift in 10 s {shift:.4f} mm")


# ---------------------------------------------------------------- standing tests


def tests() -> None:
    groups = {
        "towers of 4 to 18 floors": [tower_of_seed(seed, floors=4 + seed % 15) for seed in range(45)],
        "full towers": [tower_of_seed(seed) for seed in range(20)],
    }
    test = compiled(standing_test.stands)
    for name, towers in groups.items():
        test(towers[0])
        walls = []
        for _ in range(200):
            begun = time.process_time()
            for tower in towers:
                test(tower)
            walls.append((time.process_time() - begun) / len(towers))
        median, best = statistics.median(walls), min(walls)
        print(f"{name}: {1 / median:,.0f} standing tests a second (median; best sweep {1 / best:,.0f}), all passed")


# ---------------------------------------------------------------- agreement


def agreement(count: int) -> None:
    """Grow towers, three in four with columns removed and added; the engine runs 1.5 to 6 s without a hand."""
    table: dict[tuple[str, str], int] = {}
    upright = lawful = 0
    for seed in range(count):
        draw = np.random.default_rng(seed)
        tower = random_towers.grown(COMPONENTS, draw, compiled, floors=4 + seed % 15)
        random_towers.shaken(tower, draw, seed % 4)
        upright += compiled(standing_test.stands_upright)(tower) == reference.balanced(tower)
        lawful += compiled(standing_test.stands)(tower) == reference.stands(tower)
        stood = physics.simulate(
            tower, Act(hand_acts.SET), hand_acts.EXACT, COMPONENTS.physics, until_rest=False
        ).harmless
        margin = compiled(standing_test.tilt_margin)(tower)
        group = next(name for limit, name in GROUPS if margin < limit)
        table[group, "stood" if stood else "fell"] = table.get((group, "stood" if stood else "fell"), 0) + 1
    print(f"compiled and plain linear program: upright {upright}/{count} agree, standing test {lawful}/{count} agree")
    for _, name in GROUPS:
        print(f"  {name:24} stood {table.get((name, 'stood'), 0):4}   fell {table.get((name, 'fell'), 0):4}")


GROUPS = (
    (0.0, "not balanced"),
    (0.2, "margin below 0.2°"),
    (0.5, "0.2° to 0.5°"),
    (2.0, "0.5° to 2°"),
    (90.0, "above 2°"),
)


# ---------------------------------------------------------------- acts


def find_act(kind: str, tower: Record, draw: np.random.Generator) -> Act | None:
    """Return a random act of a kind after which the tower passes the standing test."""
    finder: Callable[[str, Record, np.random.Generator], Act | None]
    finder = {"S": find_set, "L": find_lift}[kind[0]] if kind.startswith(("SET", "LIFT")) else find_floor
    return finder(kind, tower, draw)


def find_set(kind: str, tower: Record, draw: np.random.Generator) -> Act | None:
    empty = random_towers.empty_bases(tower)
    draw.shuffle(empty)
    fitting = [
        base
        for base in empty
        if bool(floors_over(tower, *base)) == ("overbuilt" in kind)
        and compiled(standing_test.stands_with)(tower, *base)
    ]
    if kind != "SET pair":
        return Act(hand_acts.SET, (fitting[0],)) if fitting else None
    for number, first in enumerate(fitting):
        with_first = copy_of(tower)
        with_first.column_state[first] = STANDING
        for second in fitting[:number]:
            if compiled(standing_test.stands_with)(with_first, *second):
                return Act(hand_acts.SET, (first, second))
    return None


def find_lift(kind: str, tower: Record, draw: np.random.Generator) -> Act | None:
    for column in draw.permutation(np.argwhere(tower.column_state == STANDING)):
        floor, base = int(column[0]), int(column[1])
        over = bool(floors_over(tower, floor, base))
        if over == ("overbuilt" in kind) and compiled(standing_test.stands_without)(tower, floor, base):
            return Act(hand_acts.LIFT, ((floor, base),))
    return None


def find_floor(kind: str, tower: Record, draw: np.random.Generator) -> Act | None:
    floors = (
        movable(tower) if kind == "SHIFT" else [int(floor) for floor in np.flatnonzero(tower.floor_place == QUARRY)]
    )
    found = new_places()
    for floor in draw.permutation(floors):
        sides = [int(tower.floor_side[floor])] if kind == "SHIFT" else [0, 1]
        for level in draw.permutation(np.arange(1, int(tower.floor_level.max()) + 2)):
            if kind == "SHIFT" and level == tower.floor_level[floor]:
                continue
            for side in sides:
                count = compiled(floor_places)(tower, int(floor), side, int(level), True, found)
                if count:
                    place = found[int(draw.integers(count))]
                    pose = (side, int(level), int(place.x), int(place.y), int(place.rotation))
                    return Act(hand_acts.SHIFT if kind == "SHIFT" else hand_acts.LAY, floor=int(floor), pose=pose)
    return None


def movable(tower: Record) -> list[int]:
    """Return floors on columns whose own columns carry nothing, and without which the tower stands (MEN-CARD-7)."""
    carrying = {column[0] for column, _, _ in reference.contacts(tower)}
    return [
        floor
        for floor in reference.floors(tower)
        if tower.floor_level[floor] > 0 and floor not in carrying and stands_while_away(tower, floor)
    ]


def stands_while_away(tower: Record, floor: int) -> bool:
    without = copy_of(tower)
    without.floor_place[floor] = HELD
    return compiled(standing_test.stands)(without)


def measure(kind: str, wanted: int) -> None:
    """Draw towers and acts until enough were simulated."""
    harm = collapse = done = 0
    walls = []
    for seed in range(100 * wanted):
        if done == wanted:
            break
        draw = np.random.default_rng([seed, list(SPEC).index(kind)])
        tower = random_towers.grown(COMPONENTS, draw, compiled, floors=int(draw.integers(6, FLOORS)))
        act = find_act(kind, tower, draw)
        if act is None:
            continue
        hand = draw_hand(tower, act, STEADINESS, draw, COMPONENTS.physics, hasty="hasty" in kind)
        begun = time.perf_counter()
        outcome = physics.simulate(tower, act, hand, COMPONENTS.physics, until_rest=False)
        walls.append(time.perf_counter() - begun)
        done += 1
        harm += not outcome.harmless
        collapse += bool(outcome.floors)
    low, high = interval(harm, done)
    told = f"{SPEC[kind][0]} / {SPEC[kind][1]} = {100 * SPEC[kind][0] / SPEC[kind][1]:.1f} %"
    wall = f"wall {statistics.median(walls):.2f} s, worst {max(walls):.2f} s"
    print(
        f"{kind:15} harm {harm:3} / {done} = {100 * harm / done:4.1f} % (95 %: {low:.1f} to {high:.1f}),"
        f" collapse {collapse:3};  specification {told:16} {wall}",
        flush=True,
    )


def interval(count: int, total: int) -> tuple[float, float]:
    """Return Wilson's interval, in percent."""
    z, share = 1.96, count / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 100 / (1 + z * z / total)
    return max(0.0, scale * (middle - half)), scale * (middle + half)


# ---------------------------------------------------------------- waiting at the table

TABLE_KINDS = ("SET free", "SET overbuilt", "LIFT free", "LAY")


def table(wanted: int) -> None:
    """Measure acts on full towers (one floor less where a floor is laid), simulated in a worker process as for a
    table."""
    workers = Workers(1)
    for kind in TABLE_KINDS:
        floors = FLOORS - (kind == "LAY")
        waits: list[float] = []
        for seed in range(100 * wanted):
            draw = np.random.default_rng([seed, list(SPEC).index(kind)])
            tower = random_towers.grown(COMPONENTS, draw, compiled, floors=floors)
            act = find_act(kind, tower, draw)
            if act is None:
                continue
            hand = draw_hand(tower, act, STEADINESS, draw, COMPONENTS.physics)
            begun = time.perf_counter()
            workers.run(tower, act, hand, COMPONENTS.physics)
            waits.append(time.perf_counter() - begun)
            if len(waits) > wanted:
                break
        del waits[0]  # the worker started
        tenth = sorted(waits)[int(0.9 * len(waits))]
        print(
            f"{kind:15} {len(waits):4} acts on {floors} floors: median {statistics.median(waits):.2f} s,"
            f" nine in ten below {tenth:.2f} s, worst {max(waits):.2f} s",
            flush=True,
        )
    workers.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=["speed", "tests", "agreement", "acts", "table"])
    parser.add_argument("--acts", type=int, default=300, help="acts a kind")
    parser.add_argument("--towers", type=int, default=200, help="towers for agreement")
    parser.add_argument("--kinds", nargs="*", default=list(SPEC), help="kinds of acts")
    parser.add_argument("--waits", type=int, default=40, help="acts a kind for table")
    options = parser.parse_args()
    print(physics.ENGINE)
    if "speed" in options.parts:
        speed()
    if "tests" in options.parts:
        tests()
    if "agreement" in options.parts:
        agreement(options.towers)
    if "acts" in options.parts:
        for kind in options.kinds:
            measure(kind, options.acts)
    if "table" in options.parts:
        table(options.waits)


if __name__ == "__main__":
    main()
