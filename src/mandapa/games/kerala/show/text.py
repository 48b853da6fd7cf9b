"""Text output of Kerala for terminals and logs: the table, and the score sheet in words."""

from collections.abc import Sequence

import numpy as np

from mandapa.games.kerala.rules import components, geometry, rules, scoring, state as kerala
from mandapa.games.kerala.show.view import turn_order
from mandapa.games.kerala.show.view_types import EdgeMark, Sheet
from mandapa.kernel.presentation import ScoreLine
from mandapa.kernel.record import Record


def text(state: Record) -> str:
    """Return the state of the game as text: round, offer, and every platform as a grid with its running score."""
    totals = np.zeros(int(state.players))
    scoring.scores(state, totals)
    held = f", {kerala.CODES[state.taken]} in hand" if state.taken != kerala.NONE and state.phase == kerala.STEP else ""
    offer = " ".join(kerala.CODES[tile] for tile in state.offer.tolist() if tile != kerala.NONE)
    lines = [
        f"Kerala, round {state.round_number} of {state.rounds}, {kerala.PHASES[state.phase]}{held}",
        f"offer: {offer or '-'}    bag: {int(state.bag.sum())} tiles",
    ]
    for seat in turn_order(state) or range(state.players):
        platform = state.platforms[seat]
        colour = components.COLOURS[platform.colour] if platform.colour != kerala.NONE else "no colour yet"
        mark = ">" if kerala.TAKE <= state.phase < kerala.OVER and seat == state.seat else " "
        lines += [
            "",
            f"{mark}seat {seat} ({colour}): {int(totals[seat])} points, {rules.passes_left(platform)} passes left",
        ]
        lines += grid_lines(platform)
    return "\n".join(lines)


def grid_lines(platform: Record) -> list[str]:
    """Return the platform as lines of text, one for each row of cells, with coordinates on the top and left.

    A cell shows its top tile, the side of a coloured edge, the height if above 1, and figures as ``'0`` and ``'1``.
    """
    cells = int(platform.cells)
    if cells == 0:
        return []
    xs = platform.x[:cells].tolist()
    ys = platform.y[:cells].tolist()
    width = 2 + max(len(_cell_label(platform, slot)) for slot in range(cells))
    lines = ["     " + "".join(f"{x:^{width}}" for x in range(min(xs), max(xs) + 1)).rstrip()]
    for y in range(min(ys), max(ys) + 1):
        slots = [geometry.slot_at(platform, x, y) for x in range(min(xs), max(xs) + 1)]
        row = "".join(f"{_cell_label(platform, slot) if slot != kerala.NONE else '.':^{width}}" for slot in slots)
        lines.append(f"{y:4} {row}".rstrip())
    return lines


def _cell_label(platform: Record, slot: int) -> str:
    side = f"@{components.SIDES[platform.side[slot]]}" if platform.side[slot] != kerala.NONE else ""
    height = f"x{platform.height[slot]}" if platform.height[slot] > 1 else ""
    figures = "".join(f"'{figure}" for figure, at in enumerate(platform.figure.tolist()) if at == slot)
    return f"{kerala.CODES[platform.top[slot]]}{side}{height}{figures}"


# ---------------------------------------------------------------- the score sheet as text


def explain(sheet: Sheet) -> list[ScoreLine]:
    """Return every item of a score sheet with the cells that earn or lose its points (KER-SCORE)."""
    removed, edges = sheet["removed"], sheet["edges"]
    areas = [f"{area['colour']} area, tiles {area['tiles']}: {_cells(area['cells'])}" for area in removed["areas"]]
    missing = sheet["missing"]["colours"]
    touching = [f"{_edge(edge)}: counts" for edge in edges["matched"]]
    others = [f"{_edge(edge)}: does not" for edge in edges["unmatched"]]
    symbols = [
        f"{colour} {row['points']}: {_cells(row['cells'])}"
        for colour, row in sheet["symbols"]["by_colour"].items()
        if row["points"]
    ]
    return [
        ScoreLine(removed["points"], "removed tiles, 2 each", tuple(areas)),
        ScoreLine(sheet["missing"]["points"], "missing colours, 5 each", (", ".join(missing),) if missing else ()),
        ScoreLine(sheet["standing"]["points"], "standing elephants, 1 each"),
        ScoreLine(edges["points"], "edges that touch their colour, 5 each", (*touching, *others)),
        ScoreLine(sheet["symbols"]["points"], "symbols, 1 each", tuple(symbols)),
    ]


def _edge(edge: EdgeMark) -> str:
    return f"{edge['colour']} edge {edge['side']} of {_cells([edge['cell']])}"


def _cells(cells: Sequence[geometry.Cell]) -> str:
    return " ".join(f"({x},{y})" for x, y in cells)
