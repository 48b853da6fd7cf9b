"""Text output of Chola for terminals and logs: the temple, and the score sheet in words."""

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import ALPHABET, LETTERS
from mandapa.games.chola.rules.scoring import total
from mandapa.games.chola.rules.supplies import Cards, Stones, kinds_of, letters_of
from mandapa.games.chola.show.view import seat_row
from mandapa.games.chola.show.view_types import Sheet
from mandapa.kernel.presentation import ScoreLine
from mandapa.kernel.record import Record


def text(state: Record) -> str:
    """Return the table as text: the phase, every player, the row, and the temple from the top down."""
    variant, phase = chola.VARIANTS[state.variant], chola.PHASES[state.phase]
    lines = [f"Chola ({variant}), turn {state.turn}, {phase}, {state.spaces} spaces"]
    lines.append(f"row: {_words(kinds_of(state.row.tolist()))}    stack: {state.stack_size} cards")
    lines.append(f"bag: {_words(letters_of(state.bag.tolist()))}")
    for seat in range(int(state.players)):
        mark = ">" if chola.DEAL_BONUS < state.phase < chola.OVER and seat == state.seat else " "
        row = seat_row(state, seat)
        extra = "".join(f", {card}" for card in (row["red"], row["blue"]) if card)
        wagon = f", wagon {_words(row['wagon'])}" if row["wagon"] is not None else ""
        lines.append(
            f"{mark}seat {seat} ({row['colour'] or '?'}): {row['total']} points, stones {_words(row['stones'])}, "
            f"{row['held']} cards ({_words(row['cards'])} known){wagon}{extra}"
        )
    if state.variant == chola.SOLO:
        lines.append(f" opponent: {total(state, chola.OPPONENT)} points")
    return "\n".join([*lines, "", *temple_lines(state)])


def _words(counts: Stones | Cards) -> str:
    return " ".join(f"{count}{name}" for name, count in counts.items()) or "-"


def temple_lines(state: Record) -> list[str]:
    """Return rows from the top: stones as letters (lower case if covered), ``*`` star, ``+`` treasure, ``.`` space."""
    cells = int(state.cells)
    columns, levels = state.column.tolist()[:cells], state.level.tolist()[:cells]
    stars = dict(zip(state.star.tolist()[: state.stars], state.treasure.tolist()[: state.stars], strict=True))
    signs: dict[tuple[int, int], str] = {}
    for square in range(cells):
        empty = ("+" if stars[square] else "*") if square in stars else "."
        letter = LETTERS[state.stone[square] - 1] if state.stone[square] else empty
        signs[columns[square], levels[square]] = letter.lower() if state.covered[square] else letter
    width = max(columns) + 1
    lines = [
        f"{level:3}  " + " ".join(signs.get((column, level), " ") for column in range(width)).rstrip()
        for level in range(max(levels), 0, -1)
    ]
    return [*lines, "     " + " ".join(ALPHABET[:width])]


# ---------------------------------------------------------------- the score sheet as text

SOURCES = {
    "foreign": "stones of other colours built, 1 each",
    "own_patterns": "patterns of the player's colour, made or enlarged by the player",
    "given_patterns": "patterns of the player's colour, made or enlarged by others",
    "treasures": "treasure tiles on starred squares",
    "doubling": "Builds on stars once more",
    "own_stones": "stones of the player's colour built, with card R1",
    "sculptures": "sculptures that were carved",
    "doubled_sculptures": "a sculpture once more, with card R2",
    "other": "points at the start of the position",
}
"""Descriptions of the sources of points, by their names in ``ROW_NAMES`` (CHO-SCORE)."""


def explain(sheet: Sheet) -> list[ScoreLine]:
    """Return the points by source, the tie-breaks, and in Solo the opponent's points."""
    lines = [ScoreLine(points, SOURCES[row]) for row, points in sheet["rows"].items() if points]
    opponent = sheet.get("opponent")
    if opponent is None:
        return [
            *lines,
            ScoreLine(None, f"{sheet['tie_break']} stones at a tie (on the temple, in Expert on the wagon)"),
        ]
    rows = (f"{points} {SOURCES[row]}" for row, points in opponent["rows"].items() if points)
    return [*lines, ScoreLine(None, f"the opponent has {opponent['total']} points", tuple(rows))]
