"""View, gallery and score sheets of Hampi, for players and programs. No function here changes the state."""

from collections import deque
from typing import get_args

import numpy as np

from mandapa.games.hampi.rules import actions, components as pieces, state as hampi
from mandapa.games.hampi.rules.chance import total_of, write_draw_weights
from mandapa.games.hampi.rules.landscape import has_place, point, tile_name
from mandapa.games.hampi.rules.rules import marking_of
from mandapa.games.hampi.rules.scoring import is_surrounded, leaders_in, value_of, winners, zone_of
from mandapa.games.hampi.show import view_types
from mandapa.games.hampi.show.zones import paid_zone, seats_in, support_of, zones_now
from mandapa.kernel.record import Record, copy_of

MARKING: tuple[view_types.Marking, ...] = get_args(view_types.Marking)
"""Names of the rules for marking terrain, in the order ONLY_COMPLETED, LIMITED, FREE."""
PART_KINDS: tuple[pieces.PartKind, ...] = get_args(pieces.PartKind)
"""Names of a tile's parts, indexed by their terrain."""


def view(state: Record) -> view_types.View:
    """Return the view of the game, including what a careful player can deduce."""
    phase = int(state.phase)
    zones = zones_now(state)
    return {
        "game": "hampi",
        "players": int(state.players),
        "mode": "advanced" if state.advanced else "basic",
        "length": "quick" if state.last_round == 2 else "full",
        "final_tie": "total" if state.total_decides else "shared",
        "phase": hampi.PHASES[phase],
        "seat": int(state.seat) if hampi.CELL <= phase < hampi.OVER else None,
        "turn": int(state.seat) if hampi.DRAW <= phase < hampi.OVER else None,
        "first_player": None if state.first_player == hampi.NONE else int(state.first_player),
        "round": int(state.round_number),
        "last_round": int(state.last_round),
        "drawn": None if state.drawn == hampi.NONE else tile_name(state, int(state.drawn)),
        "cell": None if state.chosen_cell == hampi.NONE else point(int(state.chosen_cell)),
        "marking": MARKING[marking_of(state)],
        "tiles": tiles(state),
        "rim": [
            {"cell": point(cell), "touches": touches}
            for cell, touches in zip(
                state.rim_cell[: state.rim].tolist(), state.rim_touch[: state.rim].tolist(), strict=True
            )
        ],
        "zones": zones,
        "markers": markers(state),
        "seats": [seat_row(state, seat) for seat in range(int(state.players))],
        "jewel": jewel(state),
        "conditions": conditions(state),
        "stacks": stacks(state),
        "deduced": deduced(state),
        "faces": {tile_name(state, kind): face(state, kind) for kind in range(int(state.types))},
        "sheets": score_sheets(state),
    }


def face(state: Record, kind: int) -> view_types.Face:
    """Return the unrotated face of a tile type. The view includes faces because tables may use custom tiles."""
    owners, halves = state.edge_part[kind].tolist(), state.half_part[kind].tolist()
    building = int(state.building[kind])
    return {
        "edges": "".join(pieces.TERRAIN[terrain] for terrain in state.edges[kind].tolist()),
        "parts": [
            {
                "kind": PART_KINDS[terrain],
                "edges": [edge for edge, owner in enumerate(owners) if owner == part],
                "halves": [half for half, owner in enumerate(halves) if owner == part],
                "village": bool(state.village[kind, part]),
            }
            for part, terrain in enumerate(state.kind[kind].tolist())
            if terrain != hampi.NONE
        ],
        "building": pieces.BUILDINGS[building - 1] if building else None,
        "support": support_of(state.support[kind]),
    }


def tiles(state: Record) -> list[view_types.LaidTile]:
    """Return the tiles of the landscape in the order of placement."""
    return [
        {
            "cell": point(int(state.cell[tile])),
            "tile": tile_name(state, int(state.type[tile])),
            "rotation": int(state.rotation[tile]),
        }
        for tile in range(int(state.laid))
    ]


def seat_row(state: Record, seat: int) -> view_types.SeatRow:
    """Return one player's support and markers, and the number of zones that have paid the player (HAM-SCORE-6)."""
    support = state.score[seat].tolist()
    return {
        "seat": seat,
        "support": dict(zip(pieces.INFLUENCERS, support, strict=True)),
        "total": sum(support),
        "markers_left": hampi.MARKERS - int(state.markers_out[seat]),
        "round_2_left": hampi.ROUND_2_LIMIT - int(state.in_round_2[seat])
        if marking_of(state) == hampi.LIMITED
        else None,
        "zones_scored": sum(bits >> seat & 1 for bits in state.scored.tolist()),
    }


# ---------------------------------------------------------------- markers


def markers(state: Record) -> list[view_types.Marker]:
    """Return the markers on the landscape.

    Each has the place where it is shown (HAM-MARK-10), and is locked if its zone is complete (HAM-SCORE-7).
    """
    return [
        _marker(state, seat, number, int(state.marker[seat, number]))
        for seat in range(int(state.players))
        for number in range(int(state.markers_out[seat]))
    ]


def _marker(state: Record, seat: int, number: int, marker: int) -> view_types.Marker:
    zone = zone_of(state, marker)
    if marker >= hampi.NODES:
        tile, part, locked = marker - hampi.NODES, None, is_surrounded(state, marker - hampi.NODES)
    else:
        tile, part = shown_at(state, marker)
        locked = bool(state.gaps[zone] == 0)
    cell = point(int(state.cell[tile]))
    return {"seat": seat, "number": number, "zone": zone, "cell": cell, "part": part, "locked": locked}


def shown_at(state: Record, node: int) -> tuple[int, int]:
    """Return the tile and the part on which a marker is shown.

    In a village zone, this is the end village that is nearest to the marker, if possible on the same tile.
    """
    home, piece = divmod(node, pieces.MAX_PARTS)
    kind = int(state.type[home])
    if state.kind[kind, piece] != pieces.ROAD:
        return home, piece
    zone = zone_of(state, node)
    for part in np.flatnonzero((state.kind[kind] == pieces.ROAD) & (state.village[kind] != 0)).tolist():
        if zone_of(state, home * pieces.MAX_PARTS + part) == zone:
            return home, part
    waiting = deque([(0, int(state.cell[home]), home, piece)])
    seen = {waiting[0][2:]}
    ends: list[tuple[int, int, int, int]] = []
    while waiting:
        distance, cell, tile, part = waiting.popleft()
        if state.village[state.type[tile], part]:
            ends.append((distance, cell, tile, part))
        for following in road_neighbours(state, tile, part):
            if following not in seen:
                seen.add(following)
                waiting.append((distance + 1, int(state.cell[following[0]]), *following))
    return min(ends)[2:]


def road_neighbours(state: Record, tile: int, part: int) -> list[tuple[int, int]]:
    """Return the road pieces on adjacent tiles that continue a road piece, as pairs of tile and part."""
    kind, rotation = int(state.type[tile]), int(state.rotation[tile])
    found = []
    for edge, owner in enumerate(state.edge_part[kind].tolist()):
        direction = (edge + rotation) % pieces.EDGES
        other = int(state.grid[int(state.cell[tile]) + int(hampi.STEP[direction])])
        if owner == part and other != hampi.NONE:
            facing = (direction + 3 - int(state.rotation[other])) % pieces.EDGES
            found.append((other, int(state.edge_part[state.type[other], facing])))
    return found


# ---------------------------------------------------------------- the Jewel, conditions and stacks


def jewel(state: Record) -> view_types.Jewel:
    """Return who holds the Jewel, who found it, and its history (HAM-JEWEL)."""
    return {
        "found_by": None if state.found_by == hampi.NONE else int(state.found_by),
        "holders": seats_in(int(state.holders)),
        "history": [
            {"measure": pieces.MEASURES[measure], "holders": seats_in(holders)}
            for measure, holders in zip(
                state.condition[: state.drawn_conditions].tolist(),
                state.holders_after[: state.drawn_conditions].tolist(),
                strict=True,
            )
        ],
    }


def conditions(state: Record) -> list[view_types.Condition]:
    """Return the condition of each measure, with all seats' values and the leaders (HAM-JEWEL-5).

    It also has the seats that would hold the Jewel if the condition were drawn now.
    """
    everybody = (1 << int(state.players)) - 1
    rows: list[view_types.Condition] = []
    for measure, name in enumerate(pieces.MEASURES):
        leaders = seats_in(leaders_in(state, measure, everybody))
        rows.append(
            {
                "measure": name,
                "to_come": bool(state.undrawn[measure]),
                "values": [value_of(state, seat, measure) for seat in range(int(state.players))],
                "leaders": leaders,
                "would_hold": leaders or seats_in(int(state.holders)),
            }
        )
    return rows


def stacks(state: Record) -> list[view_types.Stack]:
    """Return the number of items in each stack of this game (HAM-INFO-1).

    Also return how many of them are the Jewel or conditions.
    """
    known = state.phase >= hampi.DRAW
    return [
        {"items": int(state.stack[stack]), "specials": int(state.specials[stack]) if known else 0}
        for stack in range(int(state.last_round))
    ]


def deduced(state: Record) -> view_types.Deduced:
    """Return what follows from public information for the next draw of the current stack (HAM-INFO, section 6).

    ``next`` lists the items that can be drawn (the Jewel, conditions and tiles) with their probabilities. ``fits`` is
    true for tiles that fit somewhere now. ``returned``, ``aside`` and ``gone`` are lists of tile names.
    """
    return {
        "next": next_items(state),
        "returned": _names(state, state.returned),
        "aside": _names(state, state.aside),
        "gone": _names(state, state.gone),
    }


def next_items(state: Record) -> list[view_types.Coming]:
    """Return the items that can be drawn next. During a turn, this is the first draw of the next turn in the round."""
    stack = int(state.round_number) - 1
    coming = copy_of(state)
    if state.phase > hampi.DRAW:
        coming.returned += coming.aside
        coming.stack[stack] += total_of(coming.aside)
    items = int(coming.stack[stack])
    if not hampi.DRAW <= state.phase < hampi.OVER or items == 0:
        return []
    weights = np.zeros(actions.MAX_CHANCE)
    write_draw_weights(coming, weights)
    return [
        {"item": item_name(state, item), "chance": round(weight / items, 4), "fits": item_fits(state, item)}
        for item, weight in enumerate(weights.tolist())
        if weight > 0
    ]


def item_name(state: Record, item: int) -> str:
    """Return the name of an item: ``jewel``, the measure of a condition, or the name of a tile."""
    if item == actions.JEWEL_ID:
        return "jewel"
    return tile_name(state, item) if actions.is_tile(item) else pieces.MEASURES[actions.measure_of(item)]


def item_fits(state: Record, item: int) -> bool | None:
    """Return whether a tile would fit somewhere now, or None for the Jewel and conditions."""
    return has_place(state, item) if actions.is_tile(item) else None


def _names(state: Record, counts: np.ndarray) -> list[str]:
    return [tile_name(state, kind) for kind, count in enumerate(counts.tolist()) for _ in range(count)]


# ---------------------------------------------------------------- score sheets


def score_sheets(state: Record) -> list[view_types.Sheet]:
    """Return every seat's score sheet: its support, and the zones that paid it (HAM-SCORE, HAM-BANK)."""
    zones = [paid_zone(state, zone) for zone in np.flatnonzero(state.scored & ~hampi.SCORED).tolist()]
    sheets = [_sheet(state, seat, zones) for seat in range(int(state.players))]
    ahead = seats_in(winners(state))
    for sheet in sheets:
        place = (sheet["seat"] in ahead, sheet["total"])
        sheet["rank"] = 1 + sum((other["seat"] in ahead, other["total"]) > place for other in sheets)
        if sheet["seat"] in ahead:
            sheet["rank"] = 1
    return sheets


def _sheet(state: Record, seat: int, zones: list[view_types.PaidZone]) -> view_types.Sheet:
    own = [zone for zone in zones if seat in zone["leaders"]]
    support = state.score[seat].tolist()
    earned = [sum(zone["each"].get(name, 0) for zone in own) for name in pieces.INFLUENCERS]
    kinds = sorted({zone["kind"] for zone in own})
    return {
        "seat": seat,
        "total": sum(support),
        "rank": 1,
        "support": dict(zip(pieces.INFLUENCERS, support, strict=True)),
        "markers_left": hampi.MARKERS - int(state.markers_out[seat]),
        "zones": own,
        "kinds": {
            kind: {
                "zones": sum(zone["kind"] == kind for zone in own),
                "points": sum(zone["each_total"] for zone in own if zone["kind"] == kind),
            }
            for kind in kinds
        },
        "other": support_of([now - then for now, then in zip(support, earned, strict=True)]),
        "holds_jewel": bool(state.holders >> seat & 1),
    }


def gallery(components: pieces.Components) -> view_types.Gallery:
    """Return all tile types with their parts and counts, the influencers and the conditions."""
    return {
        "tiles": [
            {
                "tile": f"H{components.first_tile[kind]:02}",
                "count": components.counts[kind],
                "edges": "".join(pieces.TERRAIN[terrain] for terrain in face.edges),
                "parts": [
                    {
                        "kind": PART_KINDS[terrain],
                        "edges": [edge for edge, owner in enumerate(face.edge_part) if owner == part],
                        "halves": [half for half, owner in enumerate(face.half_part) if owner == part],
                        "village": bool(face.villages[part]),
                    }
                    for part, terrain in enumerate(face.kinds)
                ],
                "building": pieces.BUILDINGS[face.building - 1] if face.building else None,
                "support": support_of(face.support),
            }
            for kind, face in enumerate(components.faces)
        ],
        "influencers": list(pieces.INFLUENCERS),
        "conditions": [name for name, n in zip(pieces.MEASURES, components.conditions, strict=True) for _ in range(n)],
        "markers": hampi.MARKERS,
        "support_cards": components.data.get("support_card", []),
        "provenance": {
            group: components.data.get(f"{group}_provenance", {}) for group in ("land_tile", "condition_tile")
        },
    }


def rows(sheet: view_types.Sheet) -> dict[pieces.Influencer, int]:
    """Return the points in each row of the score sheet for the client: the support by influencer."""
    return sheet["support"]
