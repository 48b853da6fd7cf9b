"""View, gallery and score sheets of Kerala, for players and programs. No function here changes the state."""

import marshal
from functools import lru_cache
from typing import Any

import numpy as np

from mandapa.games.kerala.rules import actions, scoring, state as kerala
from mandapa.games.kerala.rules.components import COLOURS, GAME_TILES, KINDS, SIDES, Components
from mandapa.games.kerala.rules.geometry import Cell, cell_of
from mandapa.games.kerala.rules.rules import passes_left
from mandapa.games.kerala.show.view_types import EdgeMark, Gallery, Pile, PlatformView, Sheet, View
from mandapa.kernel.compile.engine import run
from mandapa.kernel.presentation import plain
from mandapa.kernel.record import Record, new_records

COLOUR_NAMES = [COLOURS[colour] for colour in kerala.COLOUR_OF]
"""Primary colour of each tile type."""


def view(state: Record) -> View:
    """Return the view of the game, which is the same for all viewers (KER-INFO-1, KER-INFO-2, KER-INFO-3)."""
    table = plain(state)
    players = table.players
    order = turn_order(table)
    symbols = state.symbols.tobytes()
    platforms: list[PlatformView] = [
        marshal.loads(_packed_platform(seat, table.platforms[seat].tobytes(), symbols)) for seat in range(players)
    ]
    _rank([platform["sheet"] for platform in platforms])
    return {
        "game": "kerala",
        "players": players,
        "round": table.round_number,
        "rounds": table.rounds,
        "first_leader": _or_none(table.first_leader),
        "leader": order[0] if order else None,
        "seat": table.seat if kerala.DRAW < table.phase < kerala.OVER else None,
        "phase": kerala.PHASES[table.phase],
        "turn_order": order,
        "done": order[: players - table.turns_left] if order else [],
        "offer": [kerala.CODES[tile] for tile in table.offer if tile != kerala.NONE],
        "held": kerala.CODES[table.taken] if table.taken != kerala.NONE and table.mover == kerala.NONE else None,
        "figure": _or_none(table.mover),
        "lifted": cell_of(actions.own_platform(table), table.lifted) if table.lifted != kerala.NONE else None,
        "bag": _pile(table.bag),
        "box": _pile(table.box),
        "removed": _pile(table.removed),
        "platforms": platforms,
    }


def turn_order(state: Any) -> list[int]:
    """Return the seats in turn order, starting with the round's leader; empty during set-up.

    ``state`` is a record, or the plain object made from it by ``plain``.
    """
    if state.round_number == 0:
        return []
    players = int(state.players)
    leader = (int(state.first_leader) + int(state.round_number) - 1) % players
    return [(leader + k) % players for k in range(players)]


def _or_none(value: int) -> int | None:
    return None if value == kerala.NONE else value


def _pile(counts: list[int]) -> Pile:
    return {"total": sum(counts), "counts": {kerala.CODES[tile]: count for tile, count in enumerate(counts) if count}}


@lru_cache(maxsize=4096)  # platforms of 800 tables, about 16 MB
def _packed_platform(seat: int, platform: bytes, symbols: bytes) -> bytes:
    """Return one player's platform and unranked score sheet as bytes, given the bytes of the platform's record.

    The result is cached, since most platforms do not change from one view to the next. It is packed because each caller
    needs its own copy, and unpacking takes an eighth of the time of building it.
    """
    state = new_records(kerala.STATE, 1)[0]
    state.symbols[:] = np.frombuffer(symbols, np.int8)
    state.platforms[seat] = np.frombuffer(platform, kerala.PLATFORM)[0]
    read = plain(state.platforms[seat])
    shown: Any = _platform_view(seat, read, _sheet(state, seat, read))
    return marshal.dumps(shown)


def _platform_view(seat: int, platform: Any, sheet: Sheet) -> PlatformView:
    """Return the view of one player's platform with its running score."""
    slots = range(platform.cells)
    cells = _cells(platform)
    stacks: list[list[str]] = [[] for _ in slots]
    pieces: list[list[str]] = [[] for _ in slots]
    for number in range(platform.tiles):
        slot = platform.tile_slot[number]
        stacks[slot].append(kerala.CODES[platform.tile[number]])
        pieces[slot].append(f"{seat}-{number}")
    return {
        "seat": seat,
        "colour": COLOURS[platform.colour] if platform.colour != kerala.NONE else None,
        "passes": platform.passes,
        "passes_left": passes_left(platform),
        "figures": [
            {"cell": cells[slot], "lying": number < platform.passes}  # KER-PASS-3
            for number, slot in enumerate(platform.figure if cells else [])
        ],
        "cells": [
            {
                "id": slot,
                "cell": cells[slot],
                "stack": stacks[slot],
                "side": SIDES[platform.side[slot]] if platform.side[slot] != kerala.NONE else None,
                "tiles": pieces[slot],
            }
            for slot in slots
        ],
        "sheet": sheet,
    }


def _cells(platform: Any) -> list[Cell]:
    return list(zip(platform.x[: platform.cells], platform.y[: platform.cells], strict=True))


# ---------------------------------------------------------------- the score sheet


def score_sheets(state: Record) -> list[Sheet]:
    """Return every seat's score sheet as if the game ended now, with the cells that earn the points (KER-SCORE)."""
    platforms = plain(state).platforms
    sheets = [_sheet(state, seat, plain(platforms[seat])) for seat in range(state.players)]
    _rank(sheets)
    return sheets


def _rank(sheets: list[Sheet]) -> None:
    for sheet in sheets:
        sheet["rank"] = 1 + sum(other["total"] > sheet["total"] for other in sheets)  # KER-SCORE-15


def _sheet(state: Record, seat: int, platform: Any) -> Sheet:
    """Return one seat's score sheet, without the rank; ``platform`` is the plain object of its platform."""
    area_of = np.zeros(kerala.MAX_CELLS, np.int32)
    rows = np.zeros(scoring.ROWS)
    kept = int(run(scoring.tally, state, seat, area_of, rows))
    points = [int(value) for value in rows.tolist()]
    symbols = state.symbols.tolist()
    area = area_of.tolist()
    cells = _cells(platform)
    colours = [COLOUR_NAMES[tile] for tile in platform.top[: platform.cells]]
    gone = [slot for slot in range(platform.cells) if not scoring.stays(area_of, kept, slot)]
    with_symbols = [slot for slot in range(platform.cells) if symbols[platform.top[slot]] and slot not in gone]
    edges = [
        _edge(platform, area_of, kept, slot) for slot in range(platform.cells) if platform.side[slot] != kerala.NONE
    ]
    return {
        "seat": seat,
        "total": sum(points),
        "rank": 1,
        "removed": {
            "tiles": sum(platform.height[slot] for slot in gone),
            "points": points[scoring.REMOVED_ROW],
            "areas": [
                {
                    "colour": colours[members[0]],
                    "cells": [cells[slot] for slot in members],
                    "tiles": sum(platform.height[slot] for slot in members),
                }
                for number in sorted({area[slot] for slot in gone})
                for members in [[slot for slot in gone if area[slot] == number]]
            ],
        },
        "missing": {
            "colours": [colour for colour in COLOURS if colour not in colours],
            "points": points[scoring.MISSING_ROW],
        },
        "standing": {"figures": kerala.FIGURES - platform.passes, "points": points[scoring.STANDING_ROW]},
        "edges": {
            "points": points[scoring.EDGES_ROW],
            "each": scoring.EDGE_POINTS,
            "matched": [edge for edge, matched in edges if matched],
            "unmatched": [edge for edge, matched in edges if not matched],
        },
        "symbols": {
            "points": sum(points[scoring.SYMBOLS_ROW :]),
            "by_colour": {
                colour: {
                    "points": points[scoring.SYMBOLS_ROW + number],
                    "cells": [cells[slot] for slot in with_symbols if colours[slot] == colour],
                }
                for number, colour in enumerate(COLOURS)
            },
        },
    }


def _edge(platform: Any, area: np.ndarray, kept: int, slot: int) -> tuple[EdgeMark, bool]:
    facing = scoring.matching_neighbour(platform, slot)
    matched = facing != kerala.NONE and scoring.stays(area, kept, slot) and scoring.stays(area, kept, facing)
    colour = COLOURS[kerala.EDGE_OF[platform.top[slot]]]
    return {"cell": cell_of(platform, slot), "side": SIDES[platform.side[slot]], "colour": colour}, matched


def rows(sheet: Sheet) -> dict[str, int]:
    """Return the points of each score sheet row for the client; elephants have one row per colour."""
    elephants = {f"symbols-{colour}": part["points"] for colour, part in sheet["symbols"]["by_colour"].items()}
    others = {name: sheet[name]["points"] for name in ("removed", "missing", "standing", "edges")}
    return {**others, **elephants}


def gallery(data: Components) -> Gallery:
    """Return all tile types with the number of tiles of each, and the colours."""
    return {
        "tiles": [
            {
                "code": code,
                "colour": COLOURS[data.colour[tile]],
                "kind": KINDS[data.kind[tile]],
                "symbols": data.symbols[tile],
                "edge": COLOURS[data.edge[tile]] if data.edge[tile] >= 0 else None,
                "count": data.counts[tile] if tile < GAME_TILES else 1,
            }
            for tile, code in enumerate(data.codes)
        ],
        "colours": [
            {"name": colour, "letter": letter, "screen": screen, "pattern": pattern}
            for colour, letter, screen, pattern in zip(COLOURS, data.letters, data.screen, data.patterns, strict=True)
        ],
        "figures_per_player": data.figures,
        "provenance": data.data.get("provenance", {}),
    }
