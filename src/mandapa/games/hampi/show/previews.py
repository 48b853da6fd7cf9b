"""Previews of the choices of the seat to act: their effects on zones and on all players' support."""

from mandapa.games.hampi.rules import actions, state as hampi
from mandapa.games.hampi.rules.components import DIRECTIONS, EDGES, MAX_PARTS, TERRAIN
from mandapa.games.hampi.rules.landscape import BITS, head_of, point
from mandapa.games.hampi.rules.rules import cell_fault, target_of
from mandapa.games.hampi.rules.scoring import has_building, zone_of
from mandapa.games.hampi.show.view_types import BlockedCell, FutureZone, Gain, Placement, Preview, Zone
from mandapa.games.hampi.show.zones import support_of, zones_now
from mandapa.kernel.compile.engine import run
from mandapa.kernel.generic import apply_action
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, copy_of


def previews(state: Record) -> list[Preview]:
    """Return the effects of each legal action.

    Where a cell is chosen, also return the reasons why other cells cannot be chosen.
    """
    listed = [_preview(state, action) for action in listed_actions(state)]
    return [*listed, {"action": None, "blocked": _blocked(state)}] if state.phase == hampi.CELL else listed


def _preview(state: Record, action: int) -> Preview:
    text = actions.HAMPI.format(state, action)
    after = _after(state, action)
    if action == actions.REPLACE_ID:
        return {"action": text, "gains": gains(state, after)}
    if state.phase == hampi.ROTATE or (state.phase == hampi.CELL and after.phase != hampi.ROTATE):
        return {"action": text, "placements": [_placement(state, after)]}
    if state.phase == hampi.CELL:
        turned = [_after(after, rotation) for rotation in listed_actions(after)]
        return {"action": text, "placements": [_placement(state, laid) for laid in turned]}
    if after.phase == hampi.SOURCE:
        after = _after(after, listed_actions(after)[0])
    return {"action": text, "gains": gains(state, after)}


def _after(state: Record, action: int) -> Record:
    after = copy_of(state)
    run(apply_action, after, action)
    return after


def gains(before: Record, after: Record) -> list[Gain]:
    """Return the change in every seat's support, by influencer and in total."""
    changes = (after.score.astype(int) - before.score.astype(int)).tolist()
    return [{"support": support_of(change), "total": sum(change)} for change in changes[: int(before.players)]]


def _placement(before: Record, laid: Record) -> Placement:
    """Return the effects of a placement. ``laid`` is the state after it, before a marker is placed."""
    tile = int(laid.laid) - 1
    options = listed_actions(laid) if laid.phase == hampi.MARK else []
    ends = [gains(before, _ended(laid, action)) for action in options] or [gains(before, laid)]
    seat = int(before.seat)
    zones: list[FutureZone] = [
        {**zone, "completed": bool(zone["status"] == "complete"), "joins": _joins(before, zone, tile)}
        for zone in zones_now(laid, only=concerned(laid, tile))
    ]
    return {
        "rotation": int(laid.rotation[tile]),
        "cell": point(int(laid.cell[tile])),
        "zones": zones,
        "gains": ends[0],
        "marks": [
            {"zone": zone_of(laid, target_of(laid, action)), "gains": end}
            for action, end in zip(options[1:], ends[1:], strict=True)
        ],
        "best": max(end[seat]["total"] for end in ends),
    }


def _ended(state: Record, mark: int) -> Record:
    after = _after(state, mark)
    return _after(after, listed_actions(after)[0]) if after.phase == hampi.SOURCE else after


def concerned(state: Record, tile: int) -> set[int]:
    """Return the zones that a tile affects: those of its parts, its building and adjacent buildings."""
    kinds = state.kind[state.type[tile]].tolist()
    heads = {head_of(state, MAX_PARTS * tile + part) for part in range(MAX_PARTS) if kinds[part] != hampi.NONE}
    near = [tile, *(int(state.grid[int(state.cell[tile]) + int(hampi.STEP[d])]) for d in range(EDGES))]
    return heads | {hampi.NODES + other for other in near if other != hampi.NONE and has_building(state, other)}


def _joins(before: Record, zone: Zone, tile: int) -> int:
    """Return the number of zones that existed before the tile was placed and are now part of ``zone``."""
    return len({head_of(before, MAX_PARTS * other + part) for other, part in zone["parts"] if other != tile})


def _blocked(state: Record) -> list[BlockedCell]:
    """Return the empty cells next to the landscape that cannot be chosen.

    Each has the reason, and the terrain that its neighbours require.
    """
    rows: list[BlockedCell] = []
    for rim in range(int(state.rim)):
        cell = int(state.rim_cell[rim])
        number = cell_fault(state, cell)
        if number:
            fault = actions.HAMPI.faults[number]
            faced, edges = int(state.rim_faced[rim]), int(state.rim_edges[rim])
            rows.append(
                {
                    "cell": point(cell),
                    "key": fault.key,
                    "clause": fault.clause,
                    "wanted": {
                        DIRECTIONS[d]: TERRAIN[edges >> BITS * d & 3] for d in range(EDGES) if faced >> BITS * d & 3
                    },
                }
            )
    return rows
