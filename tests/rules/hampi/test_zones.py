"""Hampi's incremental zones against a new search on the whole landscape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hampi_play import at, place

from mandapa.games.hampi.rules import chance, rules
from mandapa.games.hampi.rules.components import EDGES, LAND, MAX_PARTS, ROAD, load
from mandapa.games.hampi.rules.landscape import head_of, is_complete, is_zone
from mandapa.games.hampi.rules.setup import new_state
from mandapa.games.hampi.rules.state import NONE, STEP
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Record

OPTIONS = {
    "length": "full",
    "final_tie": "shared",
    "terrain_marks": "any",
    "conditions_in_stack_2": "random",
    "first_player": 0,
    "own_tile_only": False,
    "replace_tile": False,
    "tie_shares": "influencers",
}
Node = tuple[int, int]
Faces = load().faces


def sides(kind: int, edge: int) -> list[tuple[int, int]]:
    """Return the parts at an edge of a face and their counterparts across it: 0 meets 0, the first half the second."""
    face = Faces[kind]
    found = [(0, face.edge_part[edge]), (1, face.half_part[2 * edge]), (2, face.half_part[2 * edge + 1])]
    return [(side, part) for side, part in found if part >= 0]


def found_anew(state: Record) -> list[dict[str, Any]]:
    """Find all zones by walking from part to part over the tiles on the cells."""
    tile_at = {int(state.cell[tile]): tile for tile in range(int(state.laid))}
    kinds = {tile: int(state.type[tile]) for tile in tile_at.values()}
    touching: dict[Node, set[Node]] = {
        (tile, part): set() for tile, kind in kinds.items() for part in range(len(Faces[kind].kinds))
    }
    gaps = dict.fromkeys(touching, 0)
    for cell, tile in tile_at.items():
        for edge in range(EDGES):
            direction = (edge + int(state.rotation[tile])) % EDGES
            other = tile_at.get(cell + int(STEP[direction]))
            for side, part in sides(kinds[tile], edge):
                if other is None:
                    gaps[tile, part] += 1
                    continue
                facing = (direction + 3 - int(state.rotation[other])) % EDGES
                theirs = dict(sides(kinds[other], facing))
                touching[tile, part].add((other, theirs[(3 - side) % 3]))
    zones = []
    left = set(touching)
    while left:
        waiting = [left.pop()]
        members = set(waiting)
        while waiting:
            new = touching[waiting.pop()] - members
            members |= new
            waiting += new
        left -= members
        faces = [(Faces[kinds[tile]], part) for tile, part in members]
        zones.append(
            {
                "members": members,
                "gaps": sum(gaps[node] for node in members),
                "tiles": {tile for tile, _ in members},
                "villages": sum(face.villages[part] for face, part in faces),
                "by_road": any(face.by_road[part] for face, part in faces),
                "kind": faces[0][0].kinds[faces[0][1]],
            }
        )
    return zones


def check(state: Record) -> None:
    heads = set()
    for zone in found_anew(state):
        (head,) = {head_of(state, MAX_PARTS * tile + part) for tile, part in zone["members"]}
        assert head not in heads
        heads.add(head)
        assert state.gaps[head] == zone["gaps"]
        assert int(state.zone_tiles[head]) == sum(1 << tile for tile in zone["tiles"])
        if zone["kind"] == ROAD:
            assert is_zone(state, head) == (zone["villages"] > 0)
            assert is_complete(state, head) == (zone["villages"] == 2)
        elif zone["kind"] == LAND:
            assert is_complete(state, head) == (zone["gaps"] == 0 and zone["by_road"])
        else:
            assert is_complete(state, head) == (zone["gaps"] == 0)


def check_rim(state: Record) -> None:
    """The rim holds every empty cell next to the landscape with the edges that it faces."""
    tiles = {int(state.cell[tile]): tile for tile in range(int(state.laid))}
    rim: dict[int, dict[int, int]] = {}
    for cell, tile in tiles.items():
        for direction in range(EDGES):
            beside = cell + int(STEP[direction])
            if beside not in tiles:
                edge = (direction - int(state.rotation[tile])) % EDGES
                rim.setdefault(beside, {})[(direction + 3) % EDGES] = Faces[state.type[tile]].edges[edge]
    kept = {
        int(state.rim_cell[number]): {
            direction: int(state.rim_edges[number]) >> (2 * direction) & 3
            for direction in range(EDGES)
            if int(state.rim_faced[number]) >> (2 * direction) & 3
        }
        for number in range(int(state.rim))
    }
    assert kept == rim
    assert [int(touch) for touch in state.rim_touch[: state.rim]] == [
        len(kept[int(c)]) for c in state.rim_cell[: state.rim]
    ]


@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("seed", range(3))
def test_zones_and_rim_in_random_games(mode: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    state = new_state(3, {**OPTIONS, "mode": mode}, load())
    actions = np.empty(200, np.int32)
    laid = 0
    while rules.current_player(state) != TERMINAL:
        if rules.current_player(state) == CHANCE:
            action = chance.sample_chance(state, rng)
        else:
            action = int(actions[rng.integers(rules.legal_actions(state, actions))])
        rules.apply_action(state, action)
        if state.laid > laid:
            laid = int(state.laid)
            check(state)
            check_rim(state)
    assert laid > 40
    assert state.drawn == NONE


@pytest.mark.clause("HAM-ZONE-2", "HAM-ZONE-6")
@pytest.mark.parametrize("road_first", [False, True])
def test_land_that_grows_together_lies_on_a_road_if_a_part_of_it_does(road_first):
    """Three tiles' land without a road joins the land along H07's road, whichever head has the lower number."""
    board, drawn, where = ("H07@0,0/2 H56@1,0/0 H57@0,1/0", "H58", "1,1/0") if road_first else ("TRI", "H07", "1,1/5")
    state = at(board, drawn=drawn)
    place(state, where)
    record = state.record
    heads = {head_of(record, tile * MAX_PARTS) for tile in range(4) if tile != (0 if road_first else 3)}
    assert len(heads) == 1  # all in one zone
    assert record.zone_by_road[heads.pop()] == 1
