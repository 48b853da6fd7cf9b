"""Compact observation of Hampi for learning: one row of small integers for each tile, marker and zone.

Seats are numbered relative to the observer.
"""

from collections.abc import Sequence

import numpy as np

from mandapa.games.hampi.rules import components, state as hampi
from mandapa.games.hampi.rules.actions import CHOOSE_CELL, HAMPI, MARK_BESIDE, TURN_TILE
from mandapa.games.hampi.rules.landscape import BITS
from mandapa.games.hampi.rules.scoring import count_markers, gaps_of, has_building, value_of, zone_of, zone_vector
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.compact import THERE, Feature, Part, Symmetry, byte
from mandapa.kernel.record import Bytes, Record, copy_of

NUM_TERRAINS = len(components.TERRAIN)
MOMENT = (
    Feature("phase", 1, hampi.OVER + 1, f"one-hot: {', '.join(hampi.PHASES)}"),
    Feature("own turn"),
    Feature("advanced"),
    Feature("round", 3),
    Feature("last round", 3),
    Feature("stacks", 26, components.STACKS, "items"),
    Feature("conditions", 1, components.CONDITIONS, "may still come"),
    Feature("behind", 250, components.CONDITIONS, "what the own value is behind the best in each condition"),
    Feature("chosen cell"),
    Feature("q", hampi.SIDE, about=f"of the chosen cell, the centre is at {hampi.CENTRE}"),
    Feature("r", hampi.SIDE, about=f"of the chosen cell, the centre is at {hampi.CENTRE}"),
    Feature("unseen", 4, components.MAX_TILES, "tiles of each type that nobody has seen"),
)
FACE = (
    Feature(
        "edges",
        1,
        NUM_TERRAINS * components.EDGES,
        f"clockwise from east, each one-hot: {', '.join(components.TERRAIN)}",
    ),
    Feature("building", 1, 4, "one-hot: none, temple, market, mine"),
    Feature("support", 9, hampi.NUM_INFLUENCERS, ", ".join(components.INFLUENCERS)),
    Feature("villages", 6, about="at ends of roads"),
    Feature("roads", 3, about="pieces"),
)
PLAYER = (
    Feature("support", 100, hampi.NUM_INFLUENCERS, "below 0 as 0"),
    Feature("acts"),
    Feature("Jewel", about="holds it"),
    Feature("markers left", hampi.MARKERS),
    Feature("placed in round 2", 3),
)
PLACE = (
    Feature(THERE),
    Feature("q", hampi.SIDE, about=f"the centre is at {hampi.CENTRE}"),
    Feature("r", hampi.SIDE, about=f"the centre is at {hampi.CENTRE}"),
)
ZONE = (
    Feature("gaps", 250, about="open edges, halves of land, or cells round a building"),
    Feature("support", 250, about="in all"),
    Feature("own", hampi.MARKERS, about="markers"),
    Feature("others", hampi.MARKERS, about="most markers of another player"),
)
MARKER = (*PLACE, *ZONE)
ZONE_HERE = (Feature(THERE), *ZONE)
MOMENT_SIZE, FACE_SIZE, PLAYER_SIZE, MARKER_SIZE, ZONE_SIZE = (
    sum(f.numbers for f in part) for part in (MOMENT, FACE, PLAYER, MARKER, ZONE_HERE)
)
TILE_SIZE = len(PLACE) + FACE_SIZE
CONDITIONS_AT = hampi.OVER + 5 + components.STACKS
CHOSEN_AT = CONDITIONS_AT + 2 * components.CONDITIONS
FACE_AT = len(PLACE)
BUILDING_AT = NUM_TERRAINS * components.EDGES


def layout(start: Record) -> Sequence[Part]:
    """Return the parts of the observation tensor; their sizes depend on the number of players."""
    players = int(start.players)
    return (
        Part("moment", "facts", MOMENT),
        Part("drawn", "facts", FACE),
        Part("players", "facts", PLAYER, (players,)),
        Part("zones", "entities", ZONE_HERE, (components.MAX_PARTS + 1,)),
        Part("markers", "entities", MARKER, (players, hampi.MARKERS)),
        Part("tiles", "entities", (*PLACE, *FACE), (components.MAX_TILES,)),
    )


@compilable
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write the observation of ``seat``; a spectator (-1) gets seat 0's."""
    first = max(seat, 0)
    write_moment(state, first, out)
    at = MOMENT_SIZE
    if state.drawn != hampi.NONE:
        write_face(state, int(state.drawn), 0, out[at:])
    at += FACE_SIZE
    for k in range(state.players):
        other = (first + k) % int(state.players)
        write_player(state, other, out[at + k * PLAYER_SIZE :])
        markers_at = at + int(state.players) * PLAYER_SIZE + (components.MAX_PARTS + 1) * ZONE_SIZE
        for number in range(state.markers_out[other]):
            row = markers_at + (k * hampi.MARKERS + number) * MARKER_SIZE
            marker = int(state.marker[other, number])
            tile = marker - hampi.NODES if marker >= hampi.NODES else marker // components.MAX_PARTS
            write_place(int(state.cell[tile]), out[row:])
            write_zone(state, zone_of(state, marker), first, out[row + FACE_AT :])
    at += int(state.players) * PLAYER_SIZE
    if hampi.MARK <= state.phase <= hampi.SOURCE:
        write_marks(state, first, out[at:])
    at += (components.MAX_PARTS + 1) * ZONE_SIZE + int(state.players) * hampi.MARKERS * MARKER_SIZE
    for tile in range(state.laid):
        write_place(int(state.cell[tile]), out[at + tile * TILE_SIZE :])
        write_face(state, int(state.type[tile]), int(state.rotation[tile]), out[at + tile * TILE_SIZE + FACE_AT :])


@compilable
def write_moment(state: Record, first: int, out: Bytes) -> None:
    """Write the phase, round, stacks, conditions and unseen tiles; ``first`` is the observer's seat."""
    out[state.phase] = 1
    out[hampi.OVER + 1] = 1 if hampi.CELL <= state.phase < hampi.OVER and state.seat == first else 0
    out[hampi.OVER + 2] = state.advanced
    out[hampi.OVER + 3] = state.round_number
    out[hampi.OVER + 4] = state.last_round
    for stack in range(components.STACKS):
        out[hampi.OVER + 5 + stack] = state.stack[stack]
    for measure in range(components.CONDITIONS):
        best = value_of(state, 0, measure)
        for seat in range(1, state.players):
            best = max(best, value_of(state, seat, measure))
        out[CONDITIONS_AT + measure] = 1 if state.undrawn[measure] else 0
        out[CONDITIONS_AT + components.CONDITIONS + measure] = byte(best - value_of(state, first, measure))
    if state.chosen_cell != hampi.NONE:
        write_place(int(state.chosen_cell), out[CHOSEN_AT:])
    for kind in range(state.types):
        out[CHOSEN_AT + FACE_AT + kind] = byte(state.unseen[kind])


@compilable
def write_place(cell: int, out: Bytes) -> None:
    """Write 1 for "present" and the coordinates of a cell to the columns ``PLACE``."""
    out[0] = 1
    out[1] = cell // hampi.SIDE
    out[2] = cell % hampi.SIDE


@compilable
def write_face(state: Record, kind: int, rotation: int, out: Bytes) -> None:
    """Write the visible features of a tile type in the given rotation, such as its terrain and building."""
    for direction in range(components.EDGES):
        terrain = int(state.shown[kind, rotation]) >> BITS * direction & 3
        out[NUM_TERRAINS * direction + terrain] = 1
    out[BUILDING_AT + int(state.building[kind])] = 1
    for i in range(hampi.NUM_INFLUENCERS):
        out[BUILDING_AT + 4 + i] = byte(state.support[kind, i])
    villages = 0
    roads = 0
    for part in range(components.MAX_PARTS):
        villages += int(state.village[kind, part])
        if state.kind[kind, part] == components.ROAD:
            roads += 1
    out[BUILDING_AT + 4 + hampi.NUM_INFLUENCERS] = byte(villages)
    out[BUILDING_AT + 5 + hampi.NUM_INFLUENCERS] = roads


@compilable
def write_player(state: Record, seat: int, out: Bytes) -> None:
    """Write the support, the markers and other public facts about one player."""
    for i in range(hampi.NUM_INFLUENCERS):
        out[i] = byte(state.score[seat, i])
    out[hampi.NUM_INFLUENCERS] = 1 if hampi.DRAW <= state.phase < hampi.OVER and state.seat == seat else 0
    out[hampi.NUM_INFLUENCERS + 1] = state.holders >> seat & 1
    out[hampi.NUM_INFLUENCERS + 2] = hampi.MARKERS - state.markers_out[seat]
    out[hampi.NUM_INFLUENCERS + 3] = state.in_round_2[seat]


@compilable
def write_marks(state: Record, first: int, out: Bytes) -> None:
    """Write the zone of each part of the tile laid last, in the order of the parts, and the zone of its building."""
    tile = int(state.laid) - 1
    for part in range(components.MAX_PARTS):
        if state.kind[state.type[tile], part] != hampi.NONE:
            out[part * ZONE_SIZE] = 1
            write_zone(state, zone_of(state, components.MAX_PARTS * tile + part), first, out[part * ZONE_SIZE + 1 :])
    if has_building(state, tile):
        out[components.MAX_PARTS * ZONE_SIZE] = 1
        write_zone(state, hampi.NODES + tile, first, out[components.MAX_PARTS * ZONE_SIZE + 1 :])


@compilable
def write_zone(state: Record, zone: int, first: int, out: Bytes) -> None:
    """Write a zone's gaps, support and markers; ``first`` is the observer's seat."""
    counts = np.zeros(hampi.MAX_PLAYERS, np.int32)
    vector = np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    count_markers(state, zone, counts)
    zone_vector(state, zone, vector)
    out[0] = byte(gaps_of(state, zone))
    out[1] = byte(vector.sum())
    out[2] = counts[first]
    counts[first] = 0
    out[3] = counts.max()


# ---------------------------------------------------------------- symmetries of the landscape

_TURN = np.linalg.solve(hampi.VECTORS[:2].astype(float), hampi.VECTORS[1:3].astype(float)).round().astype(int)
"""Matrix that rotates a cell by 60 degrees clockwise about the centre: ``(q, r) @ _TURN``."""


def _image_of_cells(turns: int) -> np.ndarray:
    """Return the number of the cell to which each cell moves when the landscape is rotated by ``turns`` x 60 degrees.

    The array has the shape (CELLS,). Cells that would leave the map stay in place.
    """
    points = np.stack(np.divmod(np.arange(hampi.CELLS), hampi.SIDE), axis=1) - hampi.CENTRE
    image = points @ np.linalg.matrix_power(_TURN, turns)
    near = np.abs([*points.T, points.sum(axis=1)]).max(axis=0) < hampi.CENTRE
    image[~near] = points[~near]
    return (image[:, 0] + hampi.CENTRE) * hampi.SIDE + image[:, 1] + hampi.CENTRE  # type: ignore[no-any-return]


def symmetries() -> tuple[Symmetry, ...]:
    """Return the symmetries of the game other than the identity: five rotations, by multiples of 60 degrees."""
    return tuple(_symmetry(turns) for turns in range(1, components.EDGES))


def _symmetry(turns: int) -> Symmetry:
    cells = _image_of_cells(turns)

    def turned(bits: np.ndarray) -> np.ndarray:
        """Rotate integers that hold two bits for each direction in the same way as the landscape."""
        wide = bits.astype(np.int64)
        low, all_bits = BITS * (components.EDGES - turns), (1 << BITS * components.EDGES) - 1
        return (wide << BITS * turns | (wide & all_bits) >> low) & all_bits

    def state(before: Record) -> Record:
        after = copy_of(before)
        after.grid[cells] = before.grid
        laid, rim = int(before.laid), int(before.rim)
        after.cell[:laid] = cells[before.cell[:laid]]
        after.rotation[:laid] = (before.rotation[:laid] + turns) % components.EDGES
        after.rim_cell[:rim] = cells[before.rim_cell[:rim]]
        after.rim_faced[:rim] = turned(before.rim_faced[:rim])
        after.rim_edges[:rim] = turned(before.rim_edges[:rim])
        if before.chosen_cell != hampi.NONE:
            after.chosen_cell = cells[before.chosen_cell]
        return after

    def move(rows: Bytes) -> None:
        """Rotate, in place, the cells of rows that start with the columns of ``PLACE``."""
        moved = cells[rows[..., 1].astype(int) * hampi.SIDE + rows[..., 2]]
        there = rows[..., 0] > 0
        rows[..., 1] = np.where(there, moved // hampi.SIDE, 0)
        rows[..., 2] = np.where(there, moved % hampi.SIDE, 0)

    def observation(seen: Bytes) -> Bytes:
        found = np.ascontiguousarray(seen).copy()
        rest = (
            seen.shape[-1]
            - MOMENT_SIZE
            - FACE_SIZE
            - (components.MAX_PARTS + 1) * ZONE_SIZE
            - components.MAX_TILES * TILE_SIZE
        )
        players = rest // (PLAYER_SIZE + hampi.MARKERS * MARKER_SIZE)
        tiles_at = seen.shape[-1] - components.MAX_TILES * TILE_SIZE
        markers_at = tiles_at - players * hampi.MARKERS * MARKER_SIZE
        move(found[..., CHOSEN_AT : CHOSEN_AT + FACE_AT])
        for begin, end, width in ((markers_at, tiles_at, MARKER_SIZE), (tiles_at, seen.shape[-1], TILE_SIZE)):
            rows = found[..., begin:end].reshape(*seen.shape[:-1], -1, width).copy()
            move(rows)
            if width == TILE_SIZE:
                edges = rows[..., FACE_AT : FACE_AT + BUILDING_AT].reshape(
                    *rows.shape[:-1], components.EDGES, NUM_TERRAINS
                )
                edges = np.roll(edges, turns, axis=-2)
                rows[..., FACE_AT : FACE_AT + BUILDING_AT] = edges.reshape(*rows.shape[:-1], -1)
            found[..., begin:end] = rows.reshape(*seen.shape[:-1], -1)
        return found

    actions = np.arange(HAMPI.num_actions, dtype=np.int32)
    for cell in range(hampi.CELLS):
        actions[CHOOSE_CELL.encode(cell)] = CHOOSE_CELL.encode(int(cells[cell]))
    for direction in range(components.EDGES):
        actions[TURN_TILE.encode(direction)] = TURN_TILE.encode((direction + turns) % components.EDGES)
        actions[MARK_BESIDE.encode(direction)] = MARK_BESIDE.encode((direction + turns) % components.EDGES)
    return Symmetry(f"{turns} sixths" if turns > 1 else "a sixth", actions, observation, state)
