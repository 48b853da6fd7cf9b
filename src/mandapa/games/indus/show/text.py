"""Text output of Indus for terminals and logs: the table, and explanations of the score."""

from collections.abc import Sequence

import numpy as np

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.components import RANKS, TEAMS, Team
from mandapa.games.indus.rules.researchers import piece_text, stack_text
from mandapa.games.indus.rules.scoring import scores
from mandapa.games.indus.show.view import ruin_names
from mandapa.games.indus.show.view_types import Sheet, SheetRuin
from mandapa.kernel.presentation import ScoreLine
from mandapa.kernel.record import Record


def text(state: Record) -> str:
    """Return the table as text: the phase, each team, and the board with the start spaces around it."""
    moment = indus.PHASES[state.phase]
    if state.rolls:
        moment += f", roll {state.rolls}: {state.die}"
    lines = [f"Indus, {moment}"]
    totals = np.zeros(int(state.players))
    scores(state, totals)
    for team, name in enumerate(TEAMS):
        seat = int(state.seat_of[team])
        if seat != indus.NONE:
            mark = ">" if indus.START_SEAT < state.phase < indus.OVER and team == state.team else " "
            reserve = " ".join(f"{n}{rank[0]}" for n, rank in zip(state.reserve[team].tolist(), RANKS, strict=True))
            lines.append(
                f"{mark}seat {seat} {name}: reserve {reserve}, {state.points[team]} by captures, "
                f"seat's total {int(totals[seat])}"
            )
    return "\n".join([*lines, "", *grid_lines(state)])


def grid_lines(state: Record) -> list[str]:
    """Return the lines of text that show the board with its start spaces.

    A field shows its stack from bottom to top, followed by ``*`` if it is secured. An empty field shows the names of
    its ruins in lower case.
    """
    names = ruin_names(state)
    starts = {
        space: piece_text(piece) if piece else "."
        for space, piece in zip(indus.SPACES, state.start.tolist(), strict=True)
    }
    cells = []
    for field in range(indus.SIZE * indus.SIZE):
        stack = "/".join(stack_text(state, field))
        ruins = ",".join(names[ruin] for ruin in state.ruins_of[field].tolist() if ruin != indus.NONE).lower()
        cells.append(stack + ("*" if state.secured[field] != indus.NONE else "") or ruins or ".")
    width = max(8, *(len(cell) for cell in cells)) + 1
    lines = [
        "         " + "".join(f"{f'{column} ' + starts[f'N{column}']:<{width}}" for column in range(1, indus.SIZE + 1))
    ]
    for row in range(indus.SIZE):
        shown = "".join(f"{cell:<{width}}" for cell in cells[row * indus.SIZE : (row + 1) * indus.SIZE])
        lines.append(f"{row + 1} {starts[f'W{row + 1}']:>4} | {shown}| {starts[f'E{row + 1}']}")
    lines.append(
        "         " + "".join(f"{'  ' + starts[f'S{column}']:<{width}}" for column in range(1, indus.SIZE + 1))
    )
    return [line.rstrip() for line in lines]


# ---------------------------------------------------------------- the score sheet as text


def explain(sheet: Sheet) -> list[ScoreLine]:
    """Return the lines that explain a seat's score: captures by team, then each kind of ruin (IND-SCORE)."""
    own = [row["team"] for row in sheet["teams"]]
    captured = (f"{row['team']} {row['captured']}" for row in sheet["teams"] if row["captured"])
    lines = [ScoreLine(sheet["captured"], "captures", tuple(captured))]
    for kind, points in sheet["kinds"].items():
        paid = [ruin for ruin in sheet["ruins"] if ruin["kind"] == kind]
        lines.append(ScoreLine(points, f"{kind}s", tuple(_payment_text(ruin, own) for ruin in paid)))
    return lines


def _payment_text(ruin: SheetRuin, own: Sequence[Team]) -> str:
    """Return the payment of a ruin as text.

    An example is ``B2 on 46 56 66, 6: blue 1, green 1, red 1 there; 9 among 3, 3 each``.
    """
    there = ", ".join(f"{team} {count}" for team, count in ruin["counts"].items())
    shares = [share for share in ruin["shares"] if share["each"] and set(share["teams"]) & set(own)]
    paid = [
        f"{share['pool']} among {share['by']}, {share['each']} each" if share["by"] > 1 else f"{share['each']} alone"
        for share in shares
    ]
    return f"{ruin['name']} on {' '.join(ruin['fields'])}, {ruin['points']}: {there} there; {', '.join(paid)}"
