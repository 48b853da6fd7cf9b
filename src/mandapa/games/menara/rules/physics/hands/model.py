"""The tower as a MuJoCo model: bodies, contacts, and the start of a simulation (MEN-PHY-2).

Base floors are fixed; every other floor and every column is a free body. Floors are convex prisms. A column has the
mass and inertia of a solid cylinder, six small spheres at either end that touch floors and the table, and a shaft that
touches only other shafts and the table. Every contact starts with an overlap of 0.005 mm: the engine misses exactly
touching bodies in the first steps, and tall towers then fall.

The engine calculates in metres and kilograms; all inputs and outputs of this module are in mm and g.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.rules.components import BASES, CONTACT_POINTS, FLOORS, PER_MM, Corners
from mandapa.games.menara.rules.physics.geometry import FRAME, survey
from mandapa.games.menara.rules.physics.polygon import area_and_centroid
from mandapa.games.menara.rules.physics.statics.convex import convex_parts
from mandapa.games.menara.rules.physics.tower import DARK
from mandapa.kernel.record import Record

Physics = Mapping[str, Mapping[str, Any]]
"""Type of ``Components.physics``: tables of settings."""
METRE = 1000.0
MASS_UNIT = 1000.0
PLATES, TIPS, SHAFTS = 1, 2, 4
"""Kinds of shapes as bits; the bits of several kinds together say with which of them a shape collides."""
SHAFT_SHORTER = 1.2
"""Difference in length between a column and its shaft, which ends short of the contact spheres, mm."""
TABLE = 5.0
"""Half the width of the square table, m."""
ROOM = "64M"


def column_body(floor: int, base: int) -> int:
    """Return the number of a column's body; the body of a floor has the floor's number, 0 to 17."""
    return FLOORS + floor * BASES + base


@dataclass
class Start:
    """Initial state of a body: the position of its middle in mm, its rotation in radians, and its speed in mm/s."""

    x: float
    y: float
    z: float
    angle: float = 0.0
    speed: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass
class Model:
    """MuJoCo model that is ready to run; ``bodies`` are the numbers of its free bodies, in the engine's order."""

    engine: Any
    data: Any
    bodies: list[int]
    starts: dict[int, Start] = field(repr=False)

    def positions(self) -> NDArray[np.float64]:
        """Return the position (mm) and quaternion (w, x, y, z) of every free body, shape (bodies, 7)."""
        found: NDArray[np.float64] = self.data.qpos.reshape(-1, 7).copy()
        found[:, :3] *= METRE
        return found

    def speeds(self) -> NDArray[np.float64]:
        """Return the speed of the middle of every free body, mm/s."""
        found: NDArray[np.float64] = np.linalg.norm(self.data.qvel.reshape(-1, 6)[:, :3], axis=1) * METRE
        return found


def starts_of(tower: Record, physics: Physics) -> dict[int, Start]:
    """Return the initial state of every standing piece, by body number; pieces in contact overlap slightly."""
    frames = np.zeros(1, FRAME)
    frame = frames[0]
    survey(tower, frame)
    overlap = physics["mujoco"]["precompression_mm"]
    thickness, height = float(tower.floor_thickness), float(tower.column_height)
    starts = {}
    for floor in frame.order[: frame.floors]:
        level = int(tower.floor_level[floor])
        z = level * (height + thickness) + thickness / 2 - 2 * level * overlap
        angle = math.radians(int(tower.floor_rotation[floor]) / PER_MM)
        starts[int(floor)] = Start(tower.floor_x[floor] / PER_MM, tower.floor_y[floor] / PER_MM, z, angle)
    for column in range(frame.columns):
        floor, base = int(frame.column_floor[column]), int(frame.column_base[column])
        x, y = frame.column_at[column]
        foot = starts[floor].z + thickness / 2 - overlap
        starts[column_body(floor, base)] = Start(float(x), float(y), foot + height / 2)
    return starts


def build(tower: Record, starts: Mapping[int, Start], physics: Physics) -> Model:
    """Build a model of the standing pieces of a tower, with the given initial states."""
    fixed = [body for body in starts if body < FLOORS and tower.floor_level[body] == 0]
    bodies = [body for body in starts if body not in fixed]
    meshes, parts = [], []
    for body in starts:
        if body < FLOORS:
            shapes, inertia, geoms = _plate(tower, body)
            meshes += shapes
            own = geoms if body in fixed else f"<freejoint/>{inertia}{geoms}"
            parts.append(f"<body {_pose(starts[body])}>{own}</body>")
    floors = [body for body in bodies if body < FLOORS]
    columns = [body for body in bodies if body >= FLOORS]
    own = f"<freejoint/>{_column(tower, physics)}"
    parts += [f"<body {_pose(starts[body])}>{own}</body>" for body in columns]
    engine = mujoco.MjModel.from_xml_string(_xml(physics, meshes, parts))
    data = mujoco.MjData(engine)
    bodies = floors + columns
    for number, body in enumerate(bodies):
        data.qvel[6 * number : 6 * number + 3] = np.array(starts[body].speed) / METRE
    mujoco.mj_forward(engine, data)
    return Model(engine, data, bodies, dict(starts))


def _xml(physics: Physics, meshes: list[str], parts: list[str]) -> str:
    settings = physics["mujoco"]
    flag = "enable" if settings["multiccd"] else "disable"
    geom = " ".join(f'{name}="{" ".join(map(str, settings[name]))}"' for name in ("solref", "solimp", "friction"))
    option = " ".join(
        f'{name}="{settings[name]}"'
        for name in ("timestep", "integrator", "solver", "iterations", "tolerance", "cone", "impratio")
    )
    return f"""<mujoco>
<compiler angle="radian" autolimits="true"/>
<option gravity="0 0 -{physics["dimensions"]["gravity"]}" {option}><flag multiccd="{flag}"/></option>
<size memory="{ROOM}"/>
<default><geom condim="{settings["condim"]}" {geom}/></default>
<asset>{"".join(meshes)}</asset>
<worldbody>
<geom type="plane" size="{TABLE} {TABLE} 0.1" contype="0" conaffinity="{PLATES | TIPS | SHAFTS}"/>
{"".join(parts)}
</worldbody></mujoco>"""


def _pose(start: Start) -> str:
    place = " ".join(repr(float(value) / METRE) for value in (start.x, start.y, start.z))
    return f'pos="{place}" euler="0 0 {start.angle!r}"'


def _plate(tower: Record, floor: int) -> tuple[list[str], str, str]:
    """Return the XML of a floor: the meshes of its convex parts, its inertia, and its shapes."""
    flip = -1 if tower.floor_side[floor] == DARK else 1
    corners = tower.outline[floor, : tower.corners[floor]].astype(float) / PER_MM
    outline = [(flip * float(x), float(y)) for x, y in (corners if flip == 1 else corners[::-1])]
    half = float(tower.floor_thickness) / 2
    inertia = _plate_inertia(outline, float(tower.floor_mass[floor]), 2 * half)
    meshes, geoms = [], []
    for number, part in enumerate(convex_parts(tuple(outline))):
        name = f"floor{floor}part{number}"
        vertices = " ".join(f"{x / METRE!r} {y / METRE!r} {z / METRE!r}" for z in (-half, half) for x, y in part)
        meshes.append(f'<mesh name="{name}" vertex="{vertices}"/>')
        kinds = f'contype="{PLATES}" conaffinity="{PLATES | TIPS}"'
        geoms.append(f'<geom type="mesh" mesh="{name}" {kinds} mass="0"/>')
    return meshes, inertia, "".join(geoms)


def _plate_inertia(outline: Corners, mass: float, thickness: float) -> str:
    """Return the XML of a prism's mass, centre of mass and inertia."""
    area, (x, y) = area_and_centroid(outline)
    xx, yy, xy = 0.0, 0.0, 0.0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
        cross = ax * by - bx * ay
        xx += cross * (ax * ax + ax * bx + bx * bx) / 12
        yy += cross * (ay * ay + ay * by + by * by) / 12
        xy += cross * (ax * by + 2 * ax * ay + 2 * bx * by + bx * ay) / 24
    flat = thickness * thickness / 12
    first, second, product = yy / area + flat, xx / area + flat, -xy / area
    inertia = [first, second, xx / area + yy / area, product, 0.0, 0.0]
    return _inertial(x, y, mass, inertia)


def _inertial(x: float, y: float, mass: float, squares: list[float]) -> str:
    """Return the XML element of a body's inertia; ``squares`` are the moments of inertia divided by the mass, mm2."""
    kilograms = mass / MASS_UNIT
    full = " ".join(repr(kilograms * value / METRE**2) for value in squares)
    return f'<inertial pos="{x / METRE!r} {y / METRE!r} 0" mass="{kilograms!r}" fullinertia="{full}"/>'


def _column(tower: Record, physics: Physics) -> str:
    """Return the XML of a column's inertia and shapes."""
    settings = physics["mujoco"]
    height, radius = float(tower.column_height), float(physics["dimensions"]["column_diameter"]) / 2
    tip, reach = float(settings["tip_radius_mm"]), float(tower.contact_radius)
    across, along = (3 * radius**2 + height**2) / 12, radius**2 / 2
    content = [_inertial(0.0, 0.0, float(tower.column_mass), [across, across, along, 0.0, 0.0, 0.0])]
    kinds = f'contype="{SHAFTS}" conaffinity="{SHAFTS}"'
    size = f"{radius / METRE!r} {(height - SHAFT_SHORTER) / 2 / METRE!r}"
    content.append(f'<geom type="cylinder" size="{size}" {kinds} mass="0"/>')
    for end in (-1, 1):
        z = end * (height / 2 - tip) / METRE
        for point in range(CONTACT_POINTS):
            turn = 2 * math.pi * point / CONTACT_POINTS
            place = f"{reach * math.cos(turn) / METRE!r} {reach * math.sin(turn) / METRE!r} {z!r}"
            kinds = f'contype="{TIPS}" conaffinity="0"'
            content.append(f'<geom type="sphere" size="{tip / METRE!r}" pos="{place}" {kinds} mass="0"/>')
    return "".join(content)
