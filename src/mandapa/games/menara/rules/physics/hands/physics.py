"""Simulated acts: MuJoCo decides what stands and what falls (MEN-PHY-2, MEN-PHY-8).

``simulate(tower, act, hand, physics)`` takes the tower before an act and returns an ``Outcome``; ``apply_outcome``
writes an act with its outcome into a record. Game records store outcomes, so replay never needs the engine (MEN-PHY-3).
``simulate`` takes up to several seconds and is meant for a worker process (``workers.Workers``); it stores nothing, and
the same arguments give the same outcome on one build of the engine and one type of processor.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.rules.components import BASES, FLOORS, PER_MM
from mandapa.games.menara.rules.physics.geometry import FRAME, stands_on, survey
from mandapa.games.menara.rules.physics.hands import hand_acts, trajectory
from mandapa.games.menara.rules.physics.hands.model import Model, Physics, Start, build, column_body, starts_of
from mandapa.games.menara.rules.physics.tower import FALLEN, FULL_TURN, NONE, PER_DEGREE, TEMPLE, TOPPLED, tower_of
from mandapa.kernel.record import Record

ENGINE = f"mujoco=={mujoco.__version__} {platform.machine()}-{platform.system().lower()}"
"""Name of the engine and platform; outcomes are certain to be the same only where this name is the same."""
PAUSE = 0.5
"""Simulated time between two checks whether everything is at rest, s."""
DIVERGED = (
    mujoco.mjtWarning.mjWARN_BADQPOS,
    mujoco.mjtWarning.mjWARN_BADQVEL,
    mujoco.mjtWarning.mjWARN_BADQACC,
)
"""Warnings of the engine that its numbers have diverged. It then resets the simulation without raising an error."""
LOST = 20.0
"""Distance that a floor must drop during a simulation to count as fallen, mm."""

Point = tuple[float, float]
Pose = tuple[float, float, float]
"""Position of a floor: x and y in mm, and rotation in radians."""
Moved = tuple[int, int, int, int, int]
"""Final position of a piece, in the units of the record.

For a floor: number, NONE, x, y, rotation. For a column: floor, base, distance from the base's centre (dx, dy), 0.
"""


@dataclass(frozen=True)
class Outcome:
    """Outcome of an act.

    Attributes:
        engine: engine and platform that calculated it (``ENGINE``).
        moved: standing pieces that are not where the act intended.
        columns, floors: pieces that fell.
        speed: maximum speed of any piece at the end of the simulation, mm/s.
        seconds: simulated time.
        runs: recorded motion (see ``trajectory``).
    """

    engine: str
    moved: tuple[Moved, ...]
    columns: tuple[hand_acts.Column, ...]
    floors: tuple[int, ...]
    speed: float
    seconds: float
    runs: tuple[dict[str, Any], ...] = field(default=(), repr=False, compare=False)

    @property
    def harmless(self) -> bool:
        """Return whether no piece fell."""
        return not self.columns and not self.floors

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as JSON-compatible data."""
        return {
            "engine": self.engine,
            "moved": [list(piece) for piece in self.moved],
            "columns": [list(column) for column in self.columns],
            "floors": list(self.floors),
            "speed": self.speed,
            "seconds": self.seconds,
            "runs": list(self.runs),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        """Create an outcome from data returned by ``to_json``."""
        moved = tuple((int(a), int(b), int(c), int(d), int(e)) for a, b, c, d, e in data["moved"])
        columns = tuple((int(floor), int(base)) for floor, base in data["columns"])
        floors = tuple(map(int, data["floors"]))
        return cls(data["engine"], moved, columns, floors, data["speed"], data["seconds"], tuple(data["runs"]))


def apply_outcome(tower: Record, act: hand_acts.Act, outcome: Outcome) -> None:
    """Write the result of an act into a record; fallen pieces are marked as such, not removed."""
    hand_acts.carry_out(tower, act)
    for floor, base, x, y, rotation in outcome.moved:
        if base == NONE:
            tower.floor_x[floor], tower.floor_y[floor], tower.floor_rotation[floor] = x, y, rotation
        else:
            tower.column_dx[floor, base], tower.column_dy[floor, base] = x, y
    for floor, base in outcome.columns:
        tower.column_state[floor, base] = TOPPLED
        tower.column_dx[floor, base] = 0
        tower.column_dy[floor, base] = 0
    for floor in outcome.floors:
        tower.floor_place[floor] = FALLEN


def simulate(
    tower: Record, act: hand_acts.Act, hand: hand_acts.Hand, physics: Physics, *, until_rest: bool = True
) -> Outcome:
    """Simulate an act with a hand's errors and return the outcome; ``tower`` is not changed.

    Without ``until_rest``, the simulation ends as soon as a floor falls. This shows that the tower has fallen, but not
    what still stands (MEN-END-7). Raise ``ValueError`` if the engine finds no outcome; with another ``hand`` it may.
    """
    after = tower_of(tower)
    runs = []
    if act.kind == hand_acts.SHIFT:
        away = hand_acts.taken_away(after, act.floor)
        runs.append(_run(away, starts_of(away, physics), hand.taking, physics, until_rest))
        after = away
        after.floor_place[act.floor] = TEMPLE
    if not any(run.floors for run in runs):
        before = tower_of(after)
        hand_acts.carry_out(after, act)
        starts = starts_of(after, physics)
        _release(before, after, act, hand, starts)
        runs.append(_run(after, starts, hand.pushes, physics, until_rest))
    else:
        # The tower fell while the floor was in the hand (MEN-CARD-7): the floor is not at rest and counts as fallen.
        runs[0].floors.append(act.floor)
        after.floor_place[act.floor] = FALLEN
        runs[0].columns += [(act.floor, base) for base in range(BASES) if stands_on(after, act.floor, base)]
    return Outcome(
        engine=ENGINE,
        moved=tuple(_moved(tower, act, after)),
        columns=tuple(sorted(column for run in runs for column in run.columns)),
        floors=tuple(sorted(floor for run in runs for floor in run.floors)),
        speed=runs[-1].speed,
        seconds=sum(run.seconds for run in runs),
        runs=tuple(run.motion for run in runs),
    )


@dataclass
class _Run:
    """Result of one simulation: the pieces that fell, the maximum speed at the end, and the recorded motion."""

    columns: list[hand_acts.Column]
    floors: list[int]
    speed: float
    seconds: float
    motion: dict[str, Any]


def _release(before: Record, after: Record, act: hand_acts.Act, hand: hand_acts.Hand, starts: dict[int, Start]) -> None:
    """Change the initial states of the pieces being set down to where and how the hand releases them."""
    if act.kind in (hand_acts.SET, hand_acts.RESET):
        for (floor, base), (x, y, _), speed in zip(act.columns, hand.errors, hand.speeds, strict=False):
            start = starts[column_body(floor, base)]
            start.x += x
            start.y += y
            if not hand_acts.floors_over(before, floor, base, x, y):
                start.z += hand.height
                start.speed = (0.0, 0.0, -speed)
    if act.kind in (hand_acts.LAY, hand_acts.SHIFT):
        x, y, yaw = hand_acts.fitting_error(after, act, hand.errors[0])
        start = starts[act.floor]
        middle = (start.x, start.y)
        bodies = [column_body(act.floor, base) for base in range(BASES) if stands_on(after, act.floor, base)]
        for body in (act.floor, *bodies):
            _carry(starts[body], middle, (x, y, math.radians(yaw)))
            starts[body].z += hand.height
            starts[body].speed = (0.0, 0.0, -hand.speeds[0])


def _carry(start: Start, middle: tuple[float, float], error: tuple[float, float, float]) -> None:
    """Rotate the initial position of a piece around ``middle``, then move it; ``error`` is x, y (mm) and radians."""
    x, y = start.x - middle[0], start.y - middle[1]
    cosine, sine = math.cos(error[2]), math.sin(error[2])
    start.x = middle[0] + cosine * x - sine * y + error[0]
    start.y = middle[1] + sine * x + cosine * y + error[1]
    start.angle += error[2]


def _run(
    tower: Record, starts: dict[int, Start], pushes: tuple[hand_acts.Push, ...], physics: Physics, until_rest: bool
) -> _Run:
    """Simulate until everything is at rest, decide what fell, and write the final positions into ``tower``."""
    level = starts_of(tower, physics)
    for push in pushes:
        start = starts[push.floor if push.base == NONE else column_body(push.floor, push.base)]
        mass = float(tower.floor_mass[push.floor] if push.base == NONE else tower.column_mass)
        x, y, z = start.speed
        # mN s / g = m/s
        start.speed = (x + 1000 * push.x / mass, y + 1000 * push.y / mass, z)
    model = build(tower, starts, physics)
    frames, seconds = _settle(model, level, physics, until_rest)
    columns, floors = _verdict(tower, model, level, physics["verdict"])
    speed = float(np.max(model.speeds(), initial=0.0))
    return _Run(columns, floors, speed, seconds, trajectory.encode(model.bodies, frames))


def _settle(
    model: Model, level: Mapping[int, Start], physics: Physics, until_rest: bool
) -> tuple[list[NDArray[np.float64]], float]:
    """Run the engine until everything rests or the time is up; return the positions in every frame, and the seconds."""
    settings = physics["mujoco"]
    per_frame = round(trajectory.STEP / settings["timestep"])
    heights = np.array([level[body].z for body in model.bodies if body < FLOORS])
    frames = [model.positions()]
    until = settings["settle_s"]
    while True:
        seconds = (len(frames) - 1) * trajectory.STEP
        if seconds >= until - trajectory.STEP / 2:
            resting = float(np.max(model.speeds(), initial=0.0)) <= physics["verdict"]["rest_speed_mm_s"]
            if resting or until >= settings["settle_max_s"]:
                return frames, seconds
            until += PAUSE
        mujoco.mj_step(model.engine, model.data, per_frame)
        if any(model.data.warning[sign].number for sign in DIVERGED):
            raise ValueError(f"the simulation diverged after {seconds:.2f} s; nothing can be said of the outcome")
        frames.append(model.positions())
        lost = heights - frames[-1][: len(heights), 2] > LOST
        if not until_rest and np.any(lost):
            return frames, seconds + trajectory.STEP


# ---------------------------------------------------------------- the verdict


def _verdict(
    tower: Record, model: Model, level: Mapping[int, Start], limits: Mapping[str, Any]
) -> tuple[list[hand_acts.Column], list[int]]:
    """Return what fell (MEN-PHY-8), and write the straightened positions of standing pieces (MEN-PHY-4) into ``tower``.

    Under load, a tall tower leans a little, but the record knows only upright columns and level floors. So that the
    lean does not grow from act to act, each piece stays where it stands on the piece below: a column is set upright
    over its foot, and the floors above move along with the heads of their columns.
    """
    final = dict(zip(model.bodies, model.positions(), strict=True))
    floors = [body for body in model.bodies if body < FLOORS and _floor_fell(final[body], level[body], limits)]
    frames = np.zeros(1, FRAME)
    frame = frames[0]
    survey(tower, frame)
    columns: list[hand_acts.Column] = []
    upright: dict[hand_acts.Column, tuple[Point, Point]] = {}
    for floor in map(int, frame.order[: frame.floors]):
        ended = _ended(final[floor]) if floor in final else _recorded(tower, floor)
        if floor in final and floor not in floors:
            first = int(frame.first_link[floor])
            links = frame.link_column[first : first + int(frame.links_of[floor])]
            under = [(int(frame.column_floor[link]), int(frame.column_base[link])) for link in links]
            _rest(tower, floor, _go_with([upright[column] for column in under if column in upright], ended))
        for base in range(BASES):
            if not stands_on(tower, floor, base):
                continue
            body = column_body(floor, base)
            foot, head = _ends(final[body], float(tower.column_height))
            middle = _base_at(tower, floor, base, ended)
            off = (foot[0] - middle[0], foot[1] - middle[1])
            dropped = level[body].z - float(final[body][2])
            fell = _tilt(final[body]) > limits["column_tilt_deg"] or dropped > limits["floor_drop_mm"]
            if fell or math.hypot(*off) > limits["column_offset_mm"]:
                columns.append((floor, base))
                continue
            tower.column_dx[floor, base], tower.column_dy[floor, base] = (round(value * PER_MM) for value in off)
            place = _base_at(tower, floor, base, _recorded(tower, floor))
            upright[floor, base] = head, (place[0] + off[0], place[1] + off[1])
    _clear(tower, columns, floors)
    return columns, floors


def _go_with(heads: list[tuple[Point, Point]], pose: Pose) -> Pose:
    """Move a floor along with the heads of the columns under it, and return its new pose.

    ``heads``: position of each head before and after. The floor moves by their mean displacement and, if there are
    several, rotates with them.
    """
    if not heads:
        return pose
    before, after = (np.array([pair[side] for pair in heads]) for side in (0, 1))
    old, new = before.mean(axis=0), after.mean(axis=0)
    dots, crosses = np.sum((before - old) * (after - new)), _crosses(before - old, after - new)
    turn = math.atan2(crosses, dots) if len(heads) > 1 else 0.0
    x, y = pose[0] - old[0], pose[1] - old[1]
    cosine, sine = math.cos(turn), math.sin(turn)
    return float(new[0] + cosine * x - sine * y), float(new[1] + sine * x + cosine * y), pose[2] + turn


def _crosses(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.sum(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]))


def _base_at(tower: Record, floor: int, base: int, pose: Pose) -> Point:
    """Return the centre of a base if its floor is at this pose."""
    x, y = (int(value) / PER_MM for value in tower.base_at[floor, tower.floor_side[floor], base])
    cosine, sine = math.cos(pose[2]), math.sin(pose[2])
    return pose[0] + cosine * x - sine * y, pose[1] + sine * x + cosine * y


def _recorded(tower: Record, floor: int) -> Pose:
    """Return the recorded pose of a floor, in mm and radians."""
    x, y, rotation = _place(tower, floor)
    return x / PER_MM, y / PER_MM, math.radians(rotation / PER_DEGREE)


def _ended(place: NDArray[np.float64]) -> Pose:
    """Convert the position that the engine gives for a floor to a pose, in mm and radians."""
    w, x, y, z = place[3:]
    return float(place[0]), float(place[1]), math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def _clear(tower: Record, columns: list[hand_acts.Column], floors: list[int]) -> None:
    """Mark fallen pieces in the record, then those left without support, until all others are supported."""
    marked: list[int] = []
    while True:
        for floor in floors:
            tower.floor_place[floor] = FALLEN
            if floor not in marked:
                own = [(floor, base) for base in range(BASES) if stands_on(tower, floor, base)]
                columns += [column for column in own if column not in columns]
                marked.append(floor)
        for column in columns:
            tower.column_state[column] = TOPPLED
        frames = np.zeros(1, FRAME)
        frame = frames[0]
        survey(tower, frame)
        hanging = [
            int(floor)
            for floor in frame.order[: frame.floors]
            if tower.floor_level[floor] > 0 and frame.links_of[floor] == 0
        ]
        if not hanging:
            return
        floors += hanging


def _floor_fell(place: NDArray[np.float64], level: Start, limits: Mapping[str, Any]) -> bool:
    return bool(level.z - place[2] > limits["floor_drop_mm"] or _tilt(place) > limits["floor_tilt_deg"])


def _rest(tower: Record, floor: int, pose: Pose) -> None:
    """Write the final position of a floor into the record, rounded to its units."""
    tower.floor_x[floor], tower.floor_y[floor] = round(pose[0] * PER_MM), round(pose[1] * PER_MM)
    tower.floor_rotation[floor] = round(math.degrees(pose[2]) * PER_DEGREE) % FULL_TURN


def _tilt(place: NDArray[np.float64]) -> float:
    """Return the angle between a body's axis and the vertical, in degrees."""
    _, x, y, _ = place[3:]
    return math.degrees(math.acos(max(-1.0, min(1.0, 1 - 2 * float(x * x + y * y)))))


def _ends(place: NDArray[np.float64], height: float) -> tuple[Point, Point]:
    """Return the positions (x, y) of the middle of a column's foot and of its head."""
    w, x, y, z = place[3:]
    across, along = float(x * z + w * y) * height, float(y * z - w * x) * height
    middle_x, middle_y = float(place[0]), float(place[1])
    return (middle_x - across, middle_y - along), (middle_x + across, middle_y + along)


def _moved(tower: Record, act: hand_acts.Act, after: Record) -> list[Moved]:
    """Return the standing pieces that are not where the act intended; ``after`` is the tower at rest."""
    intended = tower_of(tower)
    hand_acts.carry_out(intended, act)
    found: list[Moved] = []
    for floor in np.flatnonzero(after.floor_place == TEMPLE):
        place, meant = _place(after, int(floor)), _place(intended, int(floor))
        if place != meant:
            found.append((int(floor), NONE, *place))
        for base in range(BASES):
            off = int(after.column_dx[floor, base]), int(after.column_dy[floor, base])
            exact = int(intended.column_dx[floor, base]), int(intended.column_dy[floor, base])
            if stands_on(after, int(floor), base) and off != exact:
                found.append((int(floor), base, *off, 0))
    return found


def _place(tower: Record, floor: int) -> tuple[int, int, int]:
    return int(tower.floor_x[floor]), int(tower.floor_y[floor]), int(tower.floor_rotation[floor])
