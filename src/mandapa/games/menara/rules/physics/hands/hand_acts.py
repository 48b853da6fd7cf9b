"""Physical acts: what a hand does to the tower (MEN-PHY-5), and the errors it makes in dexterity play.

An ``Act`` names pieces and their intended positions; ``carry_out`` writes exactly these positions into a record. A
``Hand`` holds the errors as plain numbers. They are sampled when a piece is released, and stored, so that a simulation
can be repeated without a random seed. Nothing else shakes a tower (MEN-PHY-7).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mandapa.games.menara.rules.components import PER_MM
from mandapa.games.menara.rules.physics import geometry, tower as towers
from mandapa.games.menara.rules.physics.hands import risks
from mandapa.kernel.record import Record, Rng

if TYPE_CHECKING:
    from mandapa.games.menara.rules.physics.hands.model import Physics

SET, LIFT, LAY, SHIFT, RESET = "SET", "LIFT", "LAY", "SHIFT", "RESET"
MAX_HALVINGS = 20

Column = tuple[int, int]
Pose = tuple[int, int, int, int, int]
"""Position of a floor: side, level, x, y and rotation, in the units of the record."""


@dataclass(frozen=True)
class Act:
    """Act of a hand: its kind, and the pieces that it moves.

    SET, RESET and LIFT have ``columns`` (floor, base): one, or for SET two that are set down together (MEN-COL-5). LAY
    and SHIFT have a ``floor`` and its ``pose``.
    """

    kind: str
    columns: tuple[Column, ...] = ()
    floor: int = towers.NONE
    pose: Pose = (0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Push:
    """Horizontal impulse on a floor (``base`` is NONE) or on the column on a base, mN s."""

    floor: int
    base: int
    x: float
    y: float


@dataclass(frozen=True)
class Hand:
    """Errors that the hand adds to an act.

    Attributes:
        errors: offset from the intended position (x mm, y mm, degrees), for every piece that is set down.
        height: height above the support at which a piece is released, mm.
        speeds: downward speed of every piece that is set down, mm/s.
        pushes: pushes that occur when a piece is set down or lifted.
        taking: pushes that occur while a floor to be shifted is taken away from its old place.
    """

    errors: tuple[tuple[float, float, float], ...] = ()
    height: float = 0.0
    speeds: tuple[float, ...] = ()
    pushes: tuple[Push, ...] = ()
    taking: tuple[Push, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the errors as JSON-compatible data."""
        pushes = {name: [list(vars(push).values()) for push in getattr(self, name)] for name in ("pushes", "taking")}
        return {"errors": list(map(list, self.errors)), "height": self.height, "speeds": list(self.speeds), **pushes}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Hand:
        """Create a ``Hand`` from data returned by ``to_json``."""
        pushes = {name: tuple(Push(*push) for push in data[name]) for name in ("pushes", "taking")}
        errors = tuple((float(x), float(y), float(yaw)) for x, y, yaw in data["errors"])
        return cls(errors, data["height"], tuple(data["speeds"]), **pushes)


EXACT = Hand(errors=((0.0, 0.0, 0.0),) * 2, speeds=(0.0, 0.0))
"""Hand that makes no errors."""


def carry_out(tower: Record, act: Act) -> None:
    """Write the result of an act into a record as intended, without errors."""
    for floor, base in act.columns:
        tower.column_state[floor, base] = towers.NO_COLUMN if act.kind == LIFT else towers.STANDING
        tower.column_dx[floor, base] = 0
        tower.column_dy[floor, base] = 0
    if act.kind == LAY:
        tower.floor_order[act.floor] = int(np.max(tower.floor_order)) + 1
    if act.floor != towers.NONE:
        towers.put_floor(tower, act.floor, *act.pose)


def taken_away(tower: Record, floor: int) -> Record:
    """Return a copy of the tower in which a floor, with the columns on it, is held in the hand."""
    without = towers.tower_of(tower)
    without.floor_place[floor] = towers.HELD
    return without


# ---------------------------------------------------------------- the hand


def draw_hand(
    tower: Record,
    act: Act,
    steadiness: float,
    rng: Rng,
    physics: Physics,
    *,
    hasty: bool = False,
    pointer: tuple[tuple[float, float, float], ...] = (),
) -> Hand:
    """Sample the errors of a hand for an act; ``tower`` is the tower before the act.

    ``steadiness``: from 0 (shaky) to 100; ``hasty``: true if the piece is released early; ``pointer``: errors that
    a person made with a mouse or finger, used instead of sampled ones.
    """
    sigma = physics["hand"]
    shaking = risks.shaking(steadiness)
    impulse_factor = sigma["hasty_impulse_factor"] if hasty else 1.0

    def push(floor: int, base: int, size: str, carried: tuple[float, float] = (0.0, 0.0)) -> Push:
        x, y = rng.normal(0.0, sigma[size] * shaking * impulse_factor, 2)
        return Push(floor, base, carried[0] + float(x), carried[1] + float(y))

    pieces = len(act.columns) if act.kind in (SET, RESET) else int(act.floor != towers.NONE)
    drawn = tuple(_error(sigma, shaking, act.floor != towers.NONE, rng) for _ in range(pieces))
    speed = sigma["hasty_down_speed_mm_s"] if hasty else sigma["sigma_down_speed_mm_s"]
    return Hand(
        errors=pointer if pointer and pieces else drawn,
        height=sigma["hasty_release_height_mm"] if hasty else sigma["release_height_mm"],
        speeds=tuple(float(abs(rng.normal(0.0, speed * shaking))) for _ in range(pieces)),
        pushes=tuple(_pushes(tower, act, push)),
        taking=tuple(_taking(tower, act, push)),
    )


def _error(sigma: Mapping[str, Any], shaking: float, turns: bool, rng: Rng) -> tuple[float, float, float]:
    x, y = rng.normal(0.0, sigma["sigma_xy_mm"] * shaking, 2)
    yaw = rng.normal(0.0, sigma["sigma_yaw_deg"] * shaking) if turns else 0.0
    return float(x), float(y), float(yaw)


def _pushes(tower: Record, act: Act, push: Any) -> list[Push]:
    """Return the pushes that pieces get when one is set down or lifted; ``push`` samples a push."""
    found = []
    for floor, base in act.columns:
        above = floors_over(tower, floor, base)
        if act.kind == LIFT:
            own = [push(floor, towers.NONE, "impulse_extract_free_mNs")]
            found += [push(other, towers.NONE, "impulse_extract_overbuilt_mNs") for other in above] or own
        else:
            own = [push(floor, base, "impulse_free_mNs")]
            found += [push(other, towers.NONE, "impulse_overbuilt_mNs") for other in above] or own
    if act.kind == LAY:
        found.append(push(act.floor, towers.NONE, "impulse_floor_mNs"))
        found += [push(other, towers.NONE, "impulse_overbuilt_mNs") for other in overhanging(tower, act)]
    if act.kind == SHIFT:
        common = push(act.floor, towers.NONE, "impulse_shift_mNs")
        share = float(tower.column_mass / tower.floor_mass[act.floor])
        carried = (share * common.x, share * common.y)
        found.append(common)
        found += [
            push(act.floor, int(base), "impulse_passenger_mNs", carried)
            for base in np.flatnonzero(_standing(tower)[act.floor])
        ]
        found += [push(other, towers.NONE, "impulse_overbuilt_mNs") for other in overhanging(tower, act)]
    return found


def _taking(tower: Record, act: Act, push: Any) -> list[Push]:
    """Return the pushes on the floors under a floor to be shifted while it is taken away; ``push`` samples a push."""
    if act.kind != SHIFT:
        return []
    frames = np.zeros(1, geometry.FRAME)
    frame = frames[0]
    geometry.survey(tower, frame)
    first = frame.first_link[act.floor]
    columns = frame.link_column[first : first + frame.links_of[act.floor]]
    return [
        push(int(floor), towers.NONE, "impulse_extract_free_mNs") for floor in np.unique(frame.column_floor[columns])
    ]


def _standing(tower: Record) -> Any:
    return np.isin(tower.column_state, (towers.STANDING, towers.MOVED))


def floors_over(tower: Record, floor: int, base: int, off_x: float = 0.0, off_y: float = 0.0) -> list[int]:
    """Return the floors of the next level that cover contact points of a column on a base.

    The column's axis is (``off_x``, ``off_y``) mm from the centre of the base.
    """
    frames = np.zeros(1, geometry.FRAME)
    frame = frames[0]
    geometry.survey(tower, frame)
    x, y = geometry.base_x(tower, frame, floor, base) + off_x, geometry.base_y(tower, frame, floor, base) + off_y
    return [
        int(other)
        for other in frame.order[: frame.floors]
        if tower.floor_level[other] == tower.floor_level[floor] + 1
        and geometry.points_under(tower, frame, int(other), x, y)
    ]


def overhanging(tower: Record, act: Act) -> list[int]:
    """Return the floors of the level above that overlap the new place of a floor, which must be slid in under them."""
    frames = np.zeros(1, geometry.FRAME)
    frame = frames[0]
    geometry.survey(tower, frame)
    outline, box = np.zeros_like(frame.outline[0]), np.zeros(4)
    side, level, x, y, rotation = act.pose
    angle = math.radians(rotation / towers.PER_DEGREE)
    geometry.put_outline(tower, act.floor, side, x / PER_MM, y / PER_MM, angle, outline, box)
    return [
        int(other)
        for other in frame.order[: frame.floors]
        if tower.floor_level[other] == level + 1
        and other != act.floor
        and geometry.clearance(outline, int(tower.corners[act.floor]), frame.outline[other], int(tower.corners[other]))
        < 0
    ]


def fitting_error(tower: Record, act: Act, error: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return the error of a floor, halved as often as needed for the floor to overlap no other floor of its level.

    In ``tower``, the floor is already in place.
    """
    frames = np.zeros(1, geometry.FRAME)
    frame = frames[0]
    geometry.survey(tower, frame)
    geometry.place_floor(tower, frame, act.floor)
    outline, box = np.zeros_like(frame.outline[0]), np.zeros(4)
    side, level, x, y, rotation = act.pose
    others = [
        int(other) for other in frame.order[: frame.floors] if tower.floor_level[other] == level and other != act.floor
    ]
    for halving in range(MAX_HALVINGS):
        part = 0.5**halving
        found = (error[0] * part, error[1] * part, error[2] * part)
        angle = math.radians(rotation / towers.PER_DEGREE + found[2])
        geometry.put_outline(tower, act.floor, side, x / PER_MM + found[0], y / PER_MM + found[1], angle, outline, box)
        corners = int(tower.corners[act.floor])
        if all(geometry.clearance(outline, corners, frame.outline[o], int(tower.corners[o])) >= 0 for o in others):
            return found
    return 0.0, 0.0, 0.0
