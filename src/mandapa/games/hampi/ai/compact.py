"""Hampi in few small numbers: tiles, markers and zones as entities. Players are counted from the observer."""

from collections.abc import Sequence

import numpy as np

from mandapa.games.hampi.rules.actions import CHOOSE_CELL, HAMPI, MARK_BESIDE, TURN_TILE
from mandapa.games.hampi.rules.components import (
    CONDITIONS,
    EDGES,
    INFLUENCERS,
    MAX_PARTS,
    MAX_TILES,
    ROAD,
    STACKS,
    TERRAIN,
)
from mandapa.games.hampi.rules.landscape import BITS
from mandapa.games.hampi.rules.scoring import count_markers, gaps_of, has_building, value_of, zone_of, zone_vector
from mandapa.games.hampi.rules.state import (
    CELL,
    CELLS,
    CENTRE,
    DRAW,
    MARK,
    MARKERS,
    MAX_PLAYERS,
    NODES,
    NONE,
    NUM_INFLUENCERS,
    OVER,
    PHASES,
    SIDE,
    SOURCE,
    VECTORS,
)
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.compact import THERE, Feature, Part, Symmetry, byte
from mandapa.kernel.record import Bytes, Record, copy_of

NUM_TERRAINS = len(TERRAIN)
MOMENT = (
    Feature("phase", 1, OVER + 1, f"one-hot: {', '.join(PHASES)}"),
    Feature("own turn"),
    Feature("advanced"),
    Feature("round", 3),
    Feature("last round", 3),
    Feature("stacks", 26, STACKS, "items"),
    Feature("conditions", 1, CONDITIONS, "may still come"),
    Feature("behind", 250, CONDITIONS, "what the own value is behind the best in each condition"),
    Feature("chosen cell"),
    Feature("q", SIDE, about=f"of the chosen cell, the centre is at {CENTRE}"),
    Feature("r", SIDE, about=f"of the chosen cell, the centre is at {CENTRE}"),
    Feature("unseen", 4, MAX_TILES, "tiles of each type that nobody has seen"),
)
FACE = (
    Feature("edges", 1, NUM_TERRAINS * EDGES, f"clockwise from east, each one-hot: {', '.join(TERRAIN)}"),
    Feature("building", 1, 4, "one-hot: none, temple, market, mine"),
    Feature("support", 9, NUM_INFLUENCERS, ", ".join(INFLUENCERS)),
    Feature("villages", 6, about="at ends of roads"),
    Feature("roads", 3, about="pieces"),
)
PLAYER = (
    Feature("support", 100, NUM_INFLUENCERS, "below 0 as 0"),
    Feature("acts"),
    Feature("Jewel", about="holds it"),
    Feature("markers left", MARKERS),
    Feature("placed in round 2", 3),
)
PLACE = (
    Feature(THERE),
    Feature("q", SIDE, about=f"the centre is at {CENTRE}"),
    Feature("r", SIDE, about=f"the centre is at {CENTRE}"),
)
ZONE = (
    Feature("gaps", 250, about="open edges, halves of land, or cells round a building"),
    Feature("support", 250, about="in all"),
    Feature("own", MARKERS, about="markers"),
    Feature("others", MARKERS, about="most markers of another player"),
)
MARKER = (*PLACE, *ZONE)
ZONE_HERE = (Feature(THERE), *ZONE)
MOMENT_SIZE, FACE_SIZE, PLAYER_SIZE, MARKER_SIZE, ZONE_SIZE = (
    sum(f.numbers for f in part) for part in (MOMENT, FACE, PLAYER, MARKER, ZONE_HERE)
)
TILE_SIZE = len(PLACE) + FACE_SIZE
CONDITIONS_AT = OVER + 5 + STACKS
CHOSEN_AT = CONDITIONS_AT + 2 * CONDITIONS
FACE_AT = len(PLACE)
BUILDING_AT = NUM_TERRAINS * EDGES


def layout(start: Record) -> Sequence[Part]:
    """The parts for as many players as there are."""
    players = int(start.players)
    return (
        Part("moment", "facts", MOMENT),
        Part("drawn", "facts", FACE),
        Part("players", "facts", PLAYER, (players,)),
        Part("zones", "entities", ZONE_HERE, (MAX_PARTS + 1,)),
        Part("markers", "entities", MARKER, (players, MARKERS)),
        Part("tiles", "entities", (*PLACE, *FACE), (MAX_TILES,)),
    )


@compilable
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write the observation of ``seat``; a spectator (-1) sees with seat 0's eyes."""
    first = max(seat, 0)
    write_moment(state, first, out)
    at = MOMENT_SIZE
    if state.drawn != NONE:
        write_face(state, int(state.drawn), 0, out[at:])
    at += FACE_SIZE
    for k in range(state.players):
        other = (first + k) % int(state.players)
        write_player(state, other, out[at + k * PLAYER_SIZE :])
        markers_at = at + int(state.players) * PLAYER_SIZE + (MAX_PARTS + 1) * ZONE_SIZE
        for number in range(state.markers_out[other]):
            row = markers_at + (k * MARKERS + number) * MARKER_SIZE
            marker = int(state.marker[other, number])
            tile = marker - NODES if marker >= NODES else marker // MAX_PARTS
            write_place(int(state.cell[tile]), out[row:])
            write_zone(state, zone_of(state, marker), first, out[row + FACE_AT :])
    at += int(state.players) * PLAYER_SIZE
    if MARK <= state.phase <= SOURCE:
        write_marks(state, first, out[at:])
    at += (MAX_PARTS + 1) * ZONE_SIZE + int(state.players) * MARKERS * MARKER_SIZE
    for tile in range(state.laid):
        write_place(int(state.cell[tile]), out[at + tile * TILE_SIZE :])
        write_face(state, int(state.type[tile]), int(state.rotation[tile]), out[at + tile * TILE_SIZE + FACE_AT :])


@compilable
def write_moment(state: Record, first: int, out: Bytes) -> None:
    """Phase, round, stacks, conditions, and what nobody has seen."""
    out[state.phase] = 1
    out[OVER + 1] = 1 if CELL <= state.phase < OVER and state.seat == first else 0
    out[OVER + 2] = state.advanced
    out[OVER + 3] = state.round_number
    out[OVER + 4] = state.last_round
    for stack in range(STACKS):
        out[OVER + 5 + stack] = state.stack[stack]
    for measure in range(CONDITIONS):
        best = value_of(state, 0, measure)
        for seat in range(1, state.players):
            best = max(best, value_of(state, seat, measure))
        out[CONDITIONS_AT + measure] = 1 if state.undrawn[measure] else 0
        out[CONDITIONS_AT + CONDITIONS + measure] = byte(best - value_of(state, first, measure))
    if state.chosen_cell != NONE:
        write_place(int(state.chosen_cell), out[CHOSEN_AT:])
    for kind in range(state.types):
        out[CHOSEN_AT + FACE_AT + kind] = byte(state.unseen[kind])


@compilable
def write_place(cell: int, out: Bytes) -> None:
    """That there is something, and where."""
    out[0] = 1
    out[1] = cell // SIDE
    out[2] = cell % SIDE


@compilable
def write_face(state: Record, kind: int, rotation: int, out: Bytes) -> None:
    """A tile face as it lies."""
    for direction in range(EDGES):
        terrain = int(state.shown[kind, rotation]) >> BITS * direction & 3
        out[NUM_TERRAINS * direction + terrain] = 1
    out[BUILDING_AT + int(state.building[kind])] = 1
    for i in range(NUM_INFLUENCERS):
        out[BUILDING_AT + 4 + i] = byte(state.support[kind, i])
    villages = 0
    roads = 0
    for part in range(MAX_PARTS):
        villages += int(state.village[kind, part])
        if state.kind[kind, part] == ROAD:
            roads += 1
    out[BUILDING_AT + 4 + NUM_INFLUENCERS] = byte(villages)
    out[BUILDING_AT + 5 + NUM_INFLUENCERS] = roads


@compilable
def write_player(state: Record, seat: int, out: Bytes) -> None:
    """One player."""
    for i in range(NUM_INFLUENCERS):
        out[i] = byte(state.score[seat, i])
    out[NUM_INFLUENCERS] = 1 if DRAW <= state.phase < OVER and state.seat == seat else 0
    out[NUM_INFLUENCERS + 1] = state.holders >> seat & 1
    out[NUM_INFLUENCERS + 2] = MARKERS - state.markers_out[seat]
    out[NUM_INFLUENCERS + 3] = state.in_round_2[seat]


@compilable
def write_marks(state: Record, first: int, out: Bytes) -> None:
    """The zones of the parts of the tile laid last, in the order of their ids, and its building."""
    tile = int(state.laid) - 1
    for part in range(MAX_PARTS):
        if state.kind[state.type[tile], part] != NONE:
            out[part * ZONE_SIZE] = 1
            write_zone(state, zone_of(state, MAX_PARTS * tile + part), first, out[part * ZONE_SIZE + 1 :])
    if has_building(state, tile):
        out[MAX_PARTS * ZONE_SIZE] = 1
        write_zone(state, NODES + tile, first, out[MAX_PARTS * ZONE_SIZE + 1 :])


@compilable
def write_zone(state: Record, zone: int, first: int, out: Bytes) -> None:
    """What is open of a zone, what it is worth, and whose it is."""
    counts = np.zeros(MAX_PLAYERS, np.int32)
    vector = np.zeros(NUM_INFLUENCERS, np.int32)
    count_markers(state, zone, counts)
    zone_vector(state, zone, vector)
    out[0] = byte(gaps_of(state, zone))
    out[1] = byte(vector.sum())
    out[2] = counts[first]
    counts[first] = 0
    out[3] = counts.max()


# ---------------------------------------------------------------- the landscape turned

_TURN = np.linalg.solve(VECTORS[:2].astype(float), VECTORS[1:3].astype(float)).round().astype(int)
"""``(q, r) @ _TURN`` is (q, r) turned clockwise by a sixth about the centre."""


def _image_of_cells(turns: int) -> np.ndarray:
    """The image of each cell, shape (CELLS,). Cells so far out that their image has no number stay where they are."""
    points = np.stack(np.divmod(np.arange(CELLS), SIDE), axis=1) - CENTRE
    image = points @ np.linalg.matrix_power(_TURN, turns)
    near = np.abs([*points.T, points.sum(axis=1)]).max(axis=0) < CENTRE
    image[~near] = points[~near]
    return (image[:, 0] + CENTRE) * SIDE + image[:, 1] + CENTRE  # type: ignore[no-any-return]


def symmetries() -> tuple[Symmetry, ...]:
    """The landscape turned by sixths."""
    return tuple(_symmetry(turns) for turns in range(1, EDGES))


def _symmetry(turns: int) -> Symmetry:
    cells = _image_of_cells(turns)

    def turned(bits: np.ndarray) -> np.ndarray:
        """Two bits of each direction."""
        wide = bits.astype(np.int64)
        low, all_bits = BITS * (EDGES - turns), (1 << BITS * EDGES) - 1
        return (wide << BITS * turns | (wide & all_bits) >> low) & all_bits

    def state(before: Record) -> Record:
        after = copy_of(before)
        after.grid[cells] = before.grid
        laid, rim = int(before.laid), int(before.rim)
        after.cell[:laid] = cells[before.cell[:laid]]
        after.rotation[:laid] = (before.rotation[:laid] + turns) % EDGES
        after.rim_cell[:rim] = cells[before.rim_cell[:rim]]
        after.rim_faced[:rim] = turned(before.rim_faced[:rim])
        after.rim_edges[:rim] = turned(before.rim_edges[:rim])
        if before.chosen_cell != NONE:
            after.chosen_cell = cells[before.chosen_cell]
        return after

    def move(rows: Bytes) -> None:
        """Turn rows that begin as ``PLACE`` does, in place."""
        moved = cells[rows[..., 1].astype(int) * SIDE + rows[..., 2]]
        there = rows[..., 0] > 0
        rows[..., 1] = np.where(there, moved // SIDE, 0)
        rows[..., 2] = np.where(there, moved % SIDE, 0)

    def observation(seen: Bytes) -> Bytes:
        found = np.ascontiguousarray(seen).copy()
        rest = seen.shape[-1] - MOMENT_SIZE - FACE_SIZE - (MAX_PARTS + 1) * ZONE_SIZE - MAX_TILES * TILE_SIZE
        players = rest // (PLAYER_SIZE + MARKERS * MARKER_SIZE)
        tiles_at = seen.shape[-1] - MAX_TILES * TILE_SIZE
        markers_at = tiles_at - players * MARKERS * MARKER_SIZE
        move(found[..., CHOSEN_AT : CHOSEN_AT + FACE_AT])
        for begin, end, width in ((markers_at, tiles_at, MARKER_SIZE), (tiles_at, seen.shape[-1], TILE_SIZE)):
            rows = found[..., begin:end].reshape(*seen.shape[:-1], -1, width).copy()
            move(rows)
            if width == TILE_SIZE:
                edges = rows[..., FACE_AT : FACE_AT + BUILDING_AT].reshape(*rows.shape[:-1], EDGES, NUM_TERRAINS)
                edges = np.roll(edges, turns, axis=-2)
                rows[..., FACE_AT : FACE_AT + BUILDING_AT] = edges.reshape(*rows.shape[:-1], -1)
            found[..., begin:end] = rows.reshape(*seen.shape[:-1], -1)
        return found

    actions = np.arange(HAMPI.num_actions, dtype=np.int32)
    for cell in range(CELLS):
        actions[CHOOSE_CELL.encode(cell)] = CHOOSE_CELL.encode(int(cells[cell]))
    for direction in range(EDGES):
        actions[TURN_TILE.encode(direction)] = TURN_TILE.encode((direction + turns) % EDGES)
        actions[MARK_BESIDE.encode(direction)] = MARK_BESIDE.encode((direction + turns) % EDGES)
    return Symmetry(f"{turns} sixths" if turns > 1 else "a sixth", actions, observation, state)
