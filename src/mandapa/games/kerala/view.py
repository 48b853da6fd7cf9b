"""What people and programs see of a game of Kerala: view, choices, previews, score sheet, text board. Only reads.

Shapes (all JSON): cells are ``[x, y]``, tiles their codes, colours their names, seats start at 0.

* view: ``round``, ``rounds``, ``first_leader``, ``leader``, ``seat``, ``phase``, ``turn_order``, ``done``, ``offer``,
  ``held``, ``figure``, ``lifted``, ``bag``/``box``/``removed`` (``total``, ``counts``), ``platforms`` by seat.
* platform: ``seat``, ``colour``, ``passes``, ``passes_left``, ``figures`` (``cell``, ``lying``), ``cells`` (``id`` the
  slot, ``cell``, ``stack`` bottom to top, ``side`` of the top tile's edge, ``tiles`` ids of the pieces), ``sheet``.
* sheet: ``total``, ``rank``, ``removed``, ``missing``, ``standing``, ``edges``, ``symbols``, each with its points and
  the cells behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.games.kerala.components import COLOURS, SIDES
from mandapa.games.kerala.moves import CODES, PHASES, cell_of, describe
from mandapa.games.kerala.rules import passes_left
from mandapa.games.kerala.scoring import (
    EDGES_ROW,
    MISSING_ROW,
    REMOVED_ROW,
    ROWS,
    STANDING_ROW,
    SYMBOLS_ROW,
    matching_neighbour,
    stays,
    tally,
)
from mandapa.games.kerala.state import (
    COLOUR_OF,
    DRAW,
    EDGE_OF,
    FIGURES,
    MAX_CELLS,
    NONE,
    OVER,
)
from mandapa.kernel.compiling import Engine
from mandapa.kernel.types import Record


def view(state: Record, engine: Engine) -> dict[str, Any]:
    """Everything on the table."""
    players = int(state.players)
    to_act = DRAW < state.phase < OVER
    order = turn_order(state)
    return {
        "game": "kerala",
        "players": players,
        "round": int(state.round_number),
        "rounds": int(state.rounds),
        "first_leader": _or_none(state.first_leader),
        "leader": order[0] if order else None,
        "seat": int(state.seat) if to_act else None,
        "phase": PHASES[state.phase],
        "turn_order": order,
        "done": order[: players - int(state.turns_left)] if order else [],
        "offer": [CODES[tile] for tile in state.offer.tolist() if tile != NONE],
        "held": CODES[state.taken] if state.taken != NONE and state.mover == NONE else None,
        "figure": _or_none(state.mover),
        "lifted": cell_of(state.platforms[state.seat], state.lifted) if state.lifted != NONE else None,
        "bag": _pile(state.bag),
        "box": _pile(state.box),
        "removed": _pile(state.removed),
        "platforms": [
            platform_view(state.platforms[seat], seat, sheet) for seat, sheet in enumerate(score_sheets(state, engine))
        ],
    }


def turn_order(state: Record) -> list[int]:
    """The seats of this round, from the leader clockwise; empty during set-up."""
    if state.round_number == 0:
        return []
    players = int(state.players)
    leader = (int(state.first_leader) + int(state.round_number) - 1) % players
    return [(leader + k) % players for k in range(players)]


def _or_none(value: Any) -> int | None:
    return None if value == NONE else int(value)


def _counts(counts: Any) -> dict[str, int]:
    return {CODES[tile]: count for tile, count in enumerate(counts.tolist()) if count}


def _pile(counts: Any) -> dict[str, Any]:
    return {"total": int(counts.sum()), "counts": _counts(counts)}


def platform_view(platform: Record, seat: int, sheet: dict[str, Any]) -> dict[str, Any]:
    """One player's platform with its running score."""
    cells = int(platform.cells)
    x, y = platform.x.tolist(), platform.y.tolist()
    sides = platform.side.tolist()
    stacks: list[list[str]] = [[] for _ in range(cells)]
    pieces: list[list[str]] = [[] for _ in range(cells)]
    laid = int(platform.tiles)
    for number, (tile, slot) in enumerate(
        zip(platform.tile.tolist()[:laid], platform.tile_slot.tolist()[:laid], strict=True)
    ):
        stacks[slot].append(CODES[tile])
        pieces[slot].append(f"{seat}-{number}")
    passes = int(platform.passes)
    figures = platform.figure.tolist() if cells else []
    return {
        "seat": seat,
        "colour": COLOURS[platform.colour] if platform.colour != NONE else None,
        "passes": passes,
        "passes_left": passes_left(platform),
        "figures": [
            {"cell": [x[slot], y[slot]], "lying": number < passes}  # KER-PASS-3
            for number, slot in enumerate(figures)
        ],
        "cells": [
            {
                "id": slot,
                "cell": [x[slot], y[slot]],
                "stack": stacks[slot],
                "side": SIDES[sides[slot]] if sides[slot] != NONE else None,
                "tiles": pieces[slot],
            }
            for slot in range(cells)
        ],
        "sheet": sheet,
    }


# ---------------------------------------------------------------- the score sheet


def score_sheets(state: Record, engine: Engine) -> list[dict[str, Any]]:
    """Every seat's points as if the game ended now, each with the cells behind it (KER-SCORE)."""
    sheets = [score_sheet(state, seat, engine) for seat in range(state.players)]
    for sheet in sheets:
        sheet["rank"] = 1 + sum(other["total"] > sheet["total"] for other in sheets)  # KER-SCORE-15
    return sheets


def score_sheet(state: Record, seat: int, engine: Engine) -> dict[str, Any]:
    """One seat's points, without its rank."""
    platform = state.platforms[seat]
    area = np.zeros(MAX_CELLS, np.int32)
    rows = np.zeros(ROWS)
    kept = int(engine.run(tally, state, seat, area, rows))
    points = [int(value) for value in rows]
    slots = range(int(platform.cells))
    cells = [list(cell) for cell in zip(platform.x.tolist(), platform.y.tolist(), strict=True)]
    tops, sides, heights = platform.top.tolist(), platform.side.tolist(), platform.height.tolist()
    colours = [COLOURS[COLOUR_OF[tops[slot]]] for slot in slots]
    symbols = state.symbols.tolist()
    areas = area.tolist()
    gone = [slot for slot in slots if not stays(area, kept, slot)]
    edges = [_edge(platform, area, kept, slot) for slot in slots if sides[slot] != NONE]
    return {
        "seat": seat,
        "total": sum(points),
        "removed": {
            "tiles": sum(heights[slot] for slot in gone),
            "points": points[REMOVED_ROW],
            "areas": [
                {
                    "colour": colours[members[0]],
                    "cells": [cells[slot] for slot in members],
                    "tiles": sum(heights[slot] for slot in members),
                }
                for number in sorted({areas[slot] for slot in gone})
                for members in [[slot for slot in gone if areas[slot] == number]]
            ],
        },
        "missing": {
            "colours": [colour for colour in COLOURS if colour not in colours],
            "points": points[MISSING_ROW],
        },
        "standing": {"figures": FIGURES - int(platform.passes), "points": points[STANDING_ROW]},
        "edges": {
            "points": points[EDGES_ROW],
            "matched": [edge for edge, matched in edges if matched],
            "unmatched": [edge for edge, matched in edges if not matched],
        },
        "symbols": {
            "points": sum(points[SYMBOLS_ROW:]),
            "by_colour": {
                colour: {
                    "points": points[SYMBOLS_ROW + number],
                    "cells": [
                        cells[slot]
                        for slot in slots
                        if colours[slot] == colour and slot not in gone and symbols[tops[slot]] > 0
                    ],
                }
                for number, colour in enumerate(COLOURS)
            },
        },
    }


def _edge(platform: Record, area: Any, kept: int, slot: int) -> tuple[dict[str, Any], bool]:
    facing = matching_neighbour(platform, slot)
    matched = facing != NONE and stays(area, kept, slot) and stays(area, kept, facing)
    colour = COLOURS[EDGE_OF[platform.top[slot]]]
    return {"cell": cell_of(platform, slot), "side": SIDES[platform.side[slot]], "colour": colour}, matched


# ---------------------------------------------------------------- choices


def choices(state: Record, actions: Sequence[int]) -> list[dict[str, Any]]:
    """These legal actions, each with its kind and what it points at."""
    listed = []
    for action in actions:
        kind, params = _choice(state, action)
        listed.append({"kind": kind, **params})
    return listed


def _choice(state: Record, action: int) -> tuple[str, dict[str, Any]]:
    line = describe(state, action)
    kind = line["key"].rsplit(".", 1)[1]
    params = dict(line["params"])
    if kind == "pass":
        return kind, {"left": passes_left(state.platforms[state.seat])}
    if kind == "step":
        del params["tile"]
    return kind, params
