"""Text output of Menara for terminals and logs: the table, and the score sheet in words."""

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.physics import tower
from mandapa.games.menara.rules.physics.names import columns_in_a_line, face_name, floor_name
from mandapa.games.menara.show.view import floors
from mandapa.games.menara.show.view_types import Sheet
from mandapa.kernel.presentation import ScoreLine
from mandapa.kernel.record import Record


def text(state: Record) -> str:
    """Return the table as text: phase, hands, camp, bag and quarry, and the floors in the order of building."""
    wanted = "" if state.free_build else f" of {state.target}"
    lines = [
        f"Menara, turn {state.turn_number}, {menara.PHASES[state.phase]}; levels {tower.highest_level(state)}{wanted}"
    ]
    if state.card not in (tower.NONE, menara.FREE_CARD):
        lines.append(f"card: {face_name(state, int(state.card))}, {state.built} of {state.wanted} done")
    for seat in range(int(state.players)):
        mark = ">" if state.phase != menara.OVER and seat == state.seat else " "
        lines.append(f"{mark}seat {seat}: {columns_in_a_line(state.hand[seat].tolist())}")
    lines.append(f" camp: {columns_in_a_line(state.camp.tolist())}; bag: {columns_in_a_line(state.bag.tolist())}")
    top = "none" if state.quarry_top == tower.NONE else floor_name(int(state.quarry_top))
    lines.append(f" quarry: {top} on top, {int((state.floor_place == tower.QUARRY).sum())} floors in all")
    return "\n".join([*lines, "", *floor_lines(state)])


def floor_lines(state: Record) -> list[str]:
    """Return a line for each floor of the temple in position notation, with the colours of its bases.

    Such a line begins with ``F01 light @0.00,0.00 r0 L0 [0,2]``.
    """
    lines = []
    for row in floors(state):
        taken = ",".join(str(n) for n, base in enumerate(row["bases"]) if base["column"] != "none")
        colours = " ".join(f"{n}:{base['colour']}" for n, base in enumerate(row["bases"]))
        place = f"{row['floor']} {row['side']} @{row['x']:.2f},{row['y']:.2f} r{row['rotation']:g} L{row['level']}"
        lines.append(f"{place} [{taken}] {colours}")
    return lines


# ---------------------------------------------------------------- the score sheet as text


def explain(sheet: Sheet) -> list[ScoreLine]:
    """Return the score sheet as lines: the levels that stand and, except in free building, those needed (MEN-END-7)."""
    needed = sheet["target"]
    standing = f"{sheet['floors']} floors in the temple, {sheet['tallest']} levels at its tallest"
    failed = tuple(f"{count} {pile}" for pile, count in sheet["failed_cards"].items() if count)
    lines = [
        ScoreLine(sheet["levels"], "levels standing", (standing,)),
        ScoreLine(-needed["start"], "levels needed at the start"),
        ScoreLine(-needed["failed"], "cards not completed, one level more each", failed),
        ScoreLine(-needed["extended"], "turns with a new floor at the base, one level more each"),
    ]
    return lines if needed["start"] else lines[:1]
