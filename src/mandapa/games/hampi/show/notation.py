"""Set-up positions of Hampi, read from their notation."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from mandapa.games.hampi.rules import components as material, state as hampi
from mandapa.games.hampi.rules.invariant import invariant
from mandapa.games.hampi.rules.landscape import cell_at, fits, has_place, lay, point, rim_of, tile_name
from mandapa.games.hampi.rules.scoring import COMPLETE, has_building, is_head, status_of
from mandapa.kernel.errors import PositionError
from mandapa.kernel.input.positions import expect, whole
from mandapa.kernel.record import Record

KEYS = (
    "players",
    "board",
    "markers",
    "support",
    "in_round_2",
    "conditions",
    "holders",
    "found_by",
    "round",
    "seat",
    "drawn",
    "returned",
    "gone",
    "stacks",
    "phase",
)
PLACED = re.compile(r"(?P<tile>\S+)@(?P<q>-?\d+),(?P<r>-?\d+)/(?P<rotation>[0-5])")
DEFAULT_SPLIT = 4
"""Number of conditions in stack 2 if the description of a position does not state it."""


def position(state: Record, description: Mapping[str, Any], components: material.Components) -> None:
    """Change a new state into the described position.

    These are the keys of ``description``:

    * ``players``: must agree with the game.
    * ``board``: tiles as ``"H56@0,0/0 H57@1,0/0 ..."`` in the order of placement, the first three on the cells of the
      set-up. Complete zones on it have scored.
    * ``markers``: list of ``{"seat", "tile", "at"}``; ``at`` is a part number, a kind of zone or ``"building"``.
    * ``support``: list with ``{"lady": 5, ...}`` for each seat.
    * ``in_round_2``: number of markers placed in round 2, by seat.
    * ``conditions``: measures of the drawn conditions, in order.
    * ``holders``, ``found_by``: seats that hold the Jewel, and seat that found it.
    * ``round``, ``seat``: round, and seat to act.
    * ``drawn``: tile to be placed, for which the seat to act chooses a cell.
    * ``returned``, ``gone``: tiles known to be in the current stack, and tiles out of the game.
    * ``stacks``: ``[[items, special items], ...]``; by default, later stacks are full.
    * ``phase``: only ``"over"``.
    """
    unknown = sorted(set(description) - set(KEYS))
    expect(not unknown, "position", unknown, f"only {', '.join(KEYS)}")
    players = int(state.players)
    whole("players", description.get("players", players), players, players)
    written = _set_board(state, description.get("board", ""), components)
    _set_markers(state, description.get("markers", []), written, components)
    _set_seats(state, description)
    _set_jewel(state, description)
    _set_tiles(state, description, components)
    _set_stacks(state, description)
    wrong = invariant(state, state)
    if wrong is not None:
        raise PositionError(f"position: {wrong}")


def _tile(components: material.Components, name: Any, where: str) -> int:
    expect(isinstance(name, str) and name in components.type_of, where, name, "a tile such as H01")
    return components.type_of[name]


def _set_board(state: Record, board: Any, components: material.Components) -> list[str]:
    """Lay the tiles listed in ``board`` and return their names as written there."""
    expect(isinstance(board, str), "board", board, "text such as 'H56@0,0/0 H57@1,0/0 H58@0,1/0'")
    words, written = board.split(), []
    expect(len(words) >= hampi.SETUP_TILES, "board", f"{len(words)} tiles", f"at least {hampi.SETUP_TILES}")
    for number, word in enumerate(words):
        match = PLACED.fullmatch(word)
        expect(match, "board", word, "a tile as H01@q,r/rotation")
        assert match is not None
        kind = _tile(components, match["tile"], "board")
        cell = cell_at(int(match["q"]), int(match["r"]))
        expect(state.unseen[kind] > 0, "board", word, "no more of a tile than there are")
        expect(cell != hampi.NONE and state.grid[cell] == hampi.NONE, "board", word, "an empty cell")
        _check_place(state, number, word, cell, kind, int(match["rotation"]))
        state.unseen[kind] -= 1
        if number < hampi.SETUP_TILES:
            state.setup_type[number] = kind
        lay(state, cell, kind, int(match["rotation"]))
        written.append(match["tile"])
    for zone in range(len(state.scored)):
        state.scored[zone] = hampi.SCORED if is_head(state, zone) and status_of(state, zone) == COMPLETE else 0
    return written


def _check_place(state: Record, number: int, word: str, cell: int, kind: int, rotation: int) -> None:
    if number < hampi.SETUP_TILES:
        q, r = point(int(hampi.SETUP_CELLS[number]))
        expect(cell == hampi.SETUP_CELLS[number], "board", word, f"set-up tile {number + 1} on {q},{r}")
    rim = rim_of(state, cell)
    touches = 0 if rim == hampi.NONE else int(state.rim_touch[rim])
    least = min(number, 1 if number < hampi.SETUP_TILES - 1 else 2)
    expect(touches >= least, "board", word, f"a cell that touches {least} tiles (HAM-PLACE-1)")
    matches = rim == hampi.NONE or fits(state, rim, kind, rotation)
    expect(matches, "board", word, "edges that match (HAM-PLACE-2)")


def _set_markers(state: Record, rows: Any, written: list[str], components: material.Components) -> None:
    expect(isinstance(rows, list), "markers", rows, 'a list of {"seat", "tile", "at"}')
    for row in rows:
        expect(isinstance(row, dict) and set(row) == {"seat", "tile", "at"}, "markers", row, '{"seat", "tile", "at"}')
        seat = whole("markers: seat", row["seat"], 0, int(state.players) - 1)
        node = _target(state, _marked_tile(state, row["tile"], written, components), row["at"])
        expect(
            state.markers_out[seat] < hampi.MARKERS,
            "markers",
            f"another one of seat {seat}",
            f"at most {hampi.MARKERS}",
        )
        state.marker[seat, state.markers_out[seat]] = node
        state.markers_out[seat] += 1


def _marked_tile(state: Record, name: Any, written: list[str], components: material.Components) -> int:
    """Return the number of the tile with this name on the board.

    If the name is not written there, return the first tile with the same face.
    """
    if name in written:
        return written.index(name)
    found = state.type[: state.laid].tolist()
    twins = isinstance(name, str) and components.type_of.get(name) in found
    expect(twins, "markers: tile", name, f"a tile of the board: {' '.join(written)}")
    return int(found.index(components.type_of[name]))


def _target(state: Record, tile: int, at: Any) -> int:
    """Return where ``at`` places a marker on a tile: the number of a part in the landscape, or NODES + tile."""
    if at == "building":
        expect(has_building(state, tile), "markers: at", at, "a tile with a temple or market, in the advanced game")
        return hampi.NODES + tile
    kinds = state.kind[state.type[tile]].tolist()
    parts = [part for part in range(material.MAX_PARTS) if kinds[part] != hampi.NONE]
    if at in material.ZONES_OF_TERRAIN:
        parts = [part for part in parts if kinds[part] == material.ZONES_OF_TERRAIN.index(at)]
        expect(parts, "markers: at", at, f"a kind of zone on {tile_name(state, int(state.type[tile]))}")
        return material.MAX_PARTS * tile + parts[0]
    expect(at in parts, "markers: at", at, f"a part of the tile {parts}, a kind of zone or 'building'")
    return material.MAX_PARTS * tile + int(at)


def _set_seats(state: Record, description: Mapping[str, Any]) -> None:
    players = int(state.players)
    support = description.get("support", [{}] * players)
    expect(isinstance(support, list) and len(support) == players, "support", support, f"{players} entries")
    for seat, row in enumerate(support):
        right = isinstance(row, dict) and set(row) <= set(material.INFLUENCERS)
        expect(right, f"support[{seat}]", row, f"values of {', '.join(material.INFLUENCERS)}")
        for i, name in enumerate(material.INFLUENCERS):
            state.score[seat, i] = whole(f"support[{seat}].{name}", row.get(name, 0), -500, 500)
    placed = description.get("in_round_2", [0] * players)
    expect(isinstance(placed, list) and len(placed) == players, "in_round_2", placed, f"{players} numbers")
    for seat, count in enumerate(placed):
        state.in_round_2[seat] = whole("in_round_2", count, 0, hampi.ROUND_2_LIMIT)
    state.round_number = whole("round", description.get("round", 1), 1, int(state.last_round))
    state.seat = whole("seat", description.get("seat", 0), 0, players - 1)
    if state.first_player == hampi.NONE:
        state.first_player = 0


def _set_jewel(state: Record, description: Mapping[str, Any]) -> None:
    players = int(state.players)
    drawn = description.get("conditions", [])
    there = [name for name, count in zip(material.MEASURES, state.undrawn.tolist(), strict=True) for _ in range(count)]
    right = isinstance(drawn, list) and Counter(map(str, drawn)) <= Counter(there)
    expect(right, "conditions", drawn, f"some of {', '.join(there)}, each once")
    found = state.round_number > 1 or bool(drawn)
    holders = description.get("holders", [0] if found else [])
    expect(isinstance(holders, list), "holders", holders, "a list of seats")
    for seat in holders:
        state.holders |= 1 << whole("holders", seat, 0, players - 1)
    expect(bool(holders) or not found, "holders", holders, "somebody after round 1 (HAM-JEWEL-1)")
    if holders:
        state.found_by = whole("found_by", description.get("found_by", holders[0]), 0, players - 1)
    for number, measure in enumerate(drawn):
        state.condition[number] = material.MEASURES.index(measure)
        state.undrawn[material.MEASURES.index(measure)] -= 1
        state.holders_after[number] = state.holders
    state.drawn_conditions = len(drawn)


def _set_tiles(state: Record, description: Mapping[str, Any], components: material.Components) -> None:
    for key in ("returned", "gone"):
        names = description.get(key, [])
        expect(isinstance(names, list), key, names, "a list of tiles")
        for name in names:
            _take_unseen(state, _tile(components, name, key), key, name)
            state[key][_tile(components, name, key)] += 1
    state.phase = hampi.DRAW
    drawn = description.get("drawn")
    if drawn is not None:
        state.drawn = _tile(components, drawn, "drawn")
        _take_unseen(state, int(state.drawn), "drawn", drawn)
        expect(has_place(state, int(state.drawn)), "drawn", drawn, "a tile that fits somewhere (HAM-TURN-5)")
        state.phase = hampi.CELL
    phase = description.get("phase", hampi.PHASES[state.phase])
    expect(phase in (hampi.PHASES[state.phase], "over"), "phase", phase, f"{hampi.PHASES[state.phase]} or over")
    if phase == "over":
        expect(drawn is None, "drawn", drawn, "nothing once the game is over")
        state.phase = hampi.OVER


def _take_unseen(state: Record, kind: int, where: str, name: Any) -> None:
    expect(state.unseen[kind] > 0, where, name, "a tile that is nowhere else")
    state.unseen[kind] -= 1


def _set_stacks(state: Record, description: Mapping[str, Any]) -> None:
    """Set the sizes of the stacks.

    By default, later stacks are full and the current one holds all other items.
    """
    given = description.get("stacks")
    if given is None:
        given = _usual_stacks(state)
    right = isinstance(given, list) and len(given) == len(state.stack)
    expect(right, "stacks", given, f"{len(state.stack)} pairs [items, special items]")
    for stack, pair in enumerate(given):
        expect(isinstance(pair, list) and len(pair) == 2, "stacks", pair, "[items, special items]")
        state.stack[stack] = whole("stacks: items", pair[0], 0, 127)
        state.specials[stack] = whole("stacks: special items", pair[1], 0, material.CONDITIONS)


def _usual_stacks(state: Record) -> list[list[int]]:
    current = int(state.round_number) - 1
    full = int(state.unseen.sum() + state.returned.sum() + state.gone.sum() + state.laid + (state.drawn != hampi.NONE))
    full = full // len(state.stack) - 1
    left = int(state.unseen.sum()) + int(state.returned.sum())
    split = DEFAULT_SPLIT if state.specials[1] == hampi.NONE else int(state.specials[1])
    drawn = int(state.drawn_conditions)
    second = max(0, split - drawn) if current < 2 else 0
    specials = [0 if state.holders else 1, second, material.CONDITIONS - drawn - second]
    land = [0, 0, 0]
    for stack in range(len(land) - 1, current - 1, -1):
        land[stack] = left if stack == current else min(full, left)
        left -= land[stack]
    return [[count + special, special] for count, special in zip(land, specials, strict=True)]
