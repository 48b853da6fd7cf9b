"""Observation of Hampi for learning: the public state. Players are numbered from the observer, who is player 0.

| part    | shape            | values                                                                                  |
| ------- | ---------------- | --------------------------------------------------------------------------------------- |
| moment  | 12 + 8 + 7 + 7   | phase one-hot; own turn, advanced, round / 3, last round / 3, items in each stack / 26, |
|         |                  | tiles laid / 60; conditions to come; own deficit to the best value in each / 60~        |
| players | 5 x (6 + 6)      | support / 60~; present, to act, holds Jewel, markers left / 8, placed in round 2 / 3,   |
|         |                  | total / 120~                                                                            |
| drawn   | 36 + 2           | face of the tile to be placed (below); chosen cell q / 32, r / 32                       |
| unseen  | 60               | unseen tiles of each type~                                                              |
| tiles   | 60 x (3 + 36     | laid, q / 32, r / 32; face; for each half of an edge, clockwise from east: gaps / 12~,  |
|         | + 12 x 4 + 3)    | own markers / 8, most of another player / 8, total support / 20~ of its zone; the same, |
|         |                  | without gaps, for the building                                                          |

A face: terrain of the six edges after rotation, one-hot (24), building one-hot (none, temple, market, mine), support /
2 (6), end villages / 2, pieces of road / 3. Values marked ~ have no natural bound: they are scaled as given up to a
magnitude of 2, and logarithmically beyond it (``compressed``).
"""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.components import CONDITIONS, EDGES, HALVES, MAX_PARTS, MAX_TILES, ROAD, STACKS, TERRAIN
from mandapa.games.hampi.rules.landscape import BITS
from mandapa.games.hampi.rules.scoring import gaps_of, has_building, index_of, tiles_of, value_of, zone_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.features import compressed
from mandapa.kernel.record import Record, Values

NUM_TERRAINS = len(TERRAIN)
FACE = NUM_TERRAINS * EDGES + 4 + hampi.NUM_INFLUENCERS + 2
CONDITIONS_AT = hampi.OVER + 1 + 4 + STACKS + 1
PLAYERS_AT = CONDITIONS_AT + 2 * CONDITIONS
PLAYER = hampi.NUM_INFLUENCERS + 6
DRAWN_AT = PLAYERS_AT + hampi.MAX_PLAYERS * PLAYER
UNSEEN_AT = DRAWN_AT + FACE + 2
TILES_AT = UNSEEN_AT + MAX_TILES
HALF = 4
BUILDING_AT = 3 + FACE + HALVES * HALF
TILE = BUILDING_AT + 3
SIZE = TILES_AT + MAX_TILES * TILE
PARTS = {
    "moment": (PLAYERS_AT,),
    "players": (hampi.MAX_PLAYERS, PLAYER),
    "drawn": (FACE + 2,),
    "unseen": (MAX_TILES,),
    "tiles": (MAX_TILES, TILE),
}

Counts = NDArray[np.int8]
"""Array of small numbers."""


@compilable
def observation_tensor(state: Record, seat: int, out: Values) -> None:
    """Write the observation of ``seat``, shape (SIZE,); a spectator (-1) gets seat 0's."""
    first = max(seat, 0)
    out[:] = 0
    observe_moment(state, first, out)
    for k in range(state.players):
        observe_player(state, (first + k) % state.players, out[PLAYERS_AT + k * PLAYER :])
    if state.drawn != hampi.NONE:
        observe_face(state, int(state.drawn), 0, out, DRAWN_AT)
    if state.chosen_cell != hampi.NONE:
        observe_cell(int(state.chosen_cell), out, DRAWN_AT + FACE)
    for kind in range(state.types):
        out[UNSEEN_AT + kind] = compressed(float(state.unseen[kind]))
    observe_tiles(state, first, out)


@compilable
def observe_moment(state: Record, first: int, out: Values) -> None:
    """Write the phase, round, stacks and conditions; ``first`` is the observer's seat."""
    out[state.phase] = 1
    out[hampi.OVER + 1] = 1 if hampi.CELL <= state.phase < hampi.OVER and state.seat == first else 0
    out[hampi.OVER + 2] = state.advanced
    out[hampi.OVER + 3] = state.round_number / 3
    out[hampi.OVER + 4] = state.last_round / 3
    for stack in range(STACKS):
        out[hampi.OVER + 5 + stack] = state.stack[stack] / 26
    out[hampi.OVER + 5 + STACKS] = state.laid / MAX_TILES
    for measure in range(CONDITIONS):
        out[CONDITIONS_AT + measure] = 1 if state.undrawn[measure] else 0
        best = value_of(state, 0, measure)
        for seat in range(1, state.players):
            best = max(best, value_of(state, seat, measure))
        out[CONDITIONS_AT + CONDITIONS + measure] = compressed((best - value_of(state, first, measure)) / 60)


@compilable
def observe_player(state: Record, seat: int, out: Values) -> None:
    """Write the facts about one player to the first PLAYER entries of ``out``."""
    for i in range(hampi.NUM_INFLUENCERS):
        out[i] = compressed(state.score[seat, i] / 60)
    at = hampi.NUM_INFLUENCERS
    out[at] = 1
    out[at + 1] = 1 if hampi.DRAW <= state.phase < hampi.OVER and state.seat == seat else 0
    out[at + 2] = state.holders >> seat & 1
    out[at + 3] = (hampi.MARKERS - state.markers_out[seat]) / hampi.MARKERS
    out[at + 4] = state.in_round_2[seat] / 3
    out[at + 5] = compressed(value_of(state, seat, 0) / 120)


@compilable
def observe_cell(cell: int, out: Values, at: int) -> None:
    """Write the scaled coordinates of a cell to the two entries of ``out`` from ``at`` on."""
    out[at] = (cell // hampi.SIDE - hampi.CENTRE) / hampi.CENTRE
    out[at + 1] = (cell % hampi.SIDE - hampi.CENTRE) / hampi.CENTRE


@compilable
def observe_face(state: Record, kind: int, rotation: int, out: Values, at: int) -> None:
    """Write what a tile type in the given rotation shows to the FACE entries of ``out`` from ``at`` on."""
    shown = int(state.shown[kind, rotation])
    for direction in range(EDGES):
        out[at + NUM_TERRAINS * direction + (shown >> BITS * direction & 3)] = 1
    at += NUM_TERRAINS * EDGES
    out[at + int(state.building[kind])] = 1
    for i in range(hampi.NUM_INFLUENCERS):
        out[at + 4 + i] = state.support[kind, i] / 2
    at += 4 + hampi.NUM_INFLUENCERS
    for part in range(MAX_PARTS):
        out[at] += state.village[kind, part] / 2
        if state.kind[kind, part] == ROAD:
            out[at + 1] += 1 / 3


@compilable
def observe_tiles(state: Record, first: int, out: Values) -> None:
    """Write all tiles of the landscape to ``out`` from TILES_AT on; ``first`` is the observer's seat."""
    row_of = np.zeros(hampi.NODES + MAX_TILES, np.int8)
    counts = np.zeros((1 + hampi.MAX_PLAYERS * hampi.MARKERS, hampi.MAX_PLAYERS), np.int8)
    list_markers(state, row_of, counts)
    known = np.full(hampi.NODES, hampi.NONE, np.int32)  # index of each zone's values in ``out``
    for tile in range(state.laid):
        kind, rotation = int(state.type[tile]), int(state.rotation[tile])
        at = TILES_AT + tile * TILE
        out[at] = 1
        observe_cell(int(state.cell[tile]), out, at + 1)
        observe_face(state, kind, rotation, out, at + 3)
        face_half = HALVES - 2 * rotation if rotation > 0 else 0
        for half_at in range(at + 3 + FACE, at + BUILDING_AT, HALF):
            part = int(state.half_part[kind, face_half])
            part = int(state.edge_part[kind, face_half // 2]) if part == hampi.NONE else part
            face_half = face_half + 1 if face_half + 1 < HALVES else 0
            zone = zone_of(state, MAX_PARTS * tile + part)
            if known[zone] == hampi.NONE:
                known[zone] = half_at
                out[half_at] = compressed(gaps_of(state, zone) / 12)
                own, most = markers_of(counts, int(row_of[zone]), first)
                observe_zone(state, zone, own, most, out, half_at + 1)
            else:
                for i in range(HALF):
                    out[half_at + i] = out[known[zone] + i]
        if has_building(state, tile):
            zone = hampi.NODES + tile
            own, most = markers_of(counts, int(row_of[zone]), first)
            observe_zone(state, zone, own, most, out, at + BUILDING_AT)


@compilable
def list_markers(state: Record, row_of: Counts, counts: Counts) -> None:
    """Write to ``row_of`` the row of each zone with markers in ``counts``, which has each player's number there.

    Both must be 0. Zones without markers have row 0.
    """
    rows = 0
    for seat in range(state.players):
        for number in range(state.markers_out[seat]):
            zone = zone_of(state, int(state.marker[seat, number]))
            if row_of[zone] == 0:
                rows += 1
                row_of[zone] = rows
            counts[row_of[zone], seat] += 1


@compilable
def markers_of(counts: Counts, at: int, first: int) -> tuple[int, int]:
    """Return the observer's number of markers in row ``at`` of ``counts``, and the largest number of another player."""
    most = 0
    for seat in range(hampi.MAX_PLAYERS):
        if seat != first:
            most = max(most, int(counts[at, seat]))
    return int(counts[at, first]), most


@compilable
def observe_zone(state: Record, zone: int, own: int, most: int, out: Values, at: int) -> None:
    """Write the markers and support of a zone to the 3 entries of ``out`` from ``at`` on.

    ``own`` is the observer's number of markers there, ``most`` the largest number of another player.
    """
    support = 0
    tiles = tiles_of(state, zone)
    while tiles != 0:
        kind = int(state.type[index_of(tiles & -tiles)])
        tiles &= tiles - 1
        for i in range(hampi.NUM_INFLUENCERS):
            support += int(state.support[kind, i])
    out[at] = own / hampi.MARKERS
    out[at + 1] = most / hampi.MARKERS
    out[at + 2] = compressed(support / 20)
