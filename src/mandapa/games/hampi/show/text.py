"""Text output of Hampi for terminals and logs: the table, and the score sheet in words."""

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.components import INFLUENCERS, MEASURES, Influencer
from mandapa.games.hampi.rules.landscape import point, tile_name
from mandapa.games.hampi.show.view import markers
from mandapa.games.hampi.show.view_types import Sheet
from mandapa.games.hampi.show.zones import zones_now
from mandapa.kernel.presentation import ScoreLine
from mandapa.kernel.record import Record


def text(state: Record) -> str:
    """Return the state of the game as text: phase, players, tiles, and the zones that can still score."""
    moment = hampi.PHASES[state.phase]
    if state.drawn != hampi.NONE:
        moment += f" {tile_name(state, int(state.drawn))}"
    left = " ".join(f"{items}" for items in state.stack[: state.last_round].tolist())
    lines = [f"Hampi, round {state.round_number} of {state.last_round}, {moment}; stacks {left}"]
    for seat in range(int(state.players)):
        mark = ">" if hampi.DRAW <= state.phase < hampi.OVER and seat == state.seat else " "
        support = state.score[seat].tolist()
        named = " ".join(f"{name[:2].title()} {value}" for name, value in zip(INFLUENCERS, support, strict=True))
        jewel = ", holds the Jewel" if state.holders >> seat & 1 else ""
        free = hampi.MARKERS - int(state.markers_out[seat])
        lines.append(f"{mark}seat {seat}: {named} = {sum(support)}, {free} markers{jewel}")
    to_come = [name for name, left in zip(MEASURES, state.undrawn.tolist(), strict=True) for _ in range(left)]
    lines += [f"conditions to come: {', '.join(to_come) or 'none'}", "", *_tile_lines(state), ""]
    return "\n".join([*lines, *_zone_lines(state)])


def _tile_lines(state: Record) -> list[str]:
    """Return one line for each row of the landscape, with its tiles as ``H01@q,r/rotation``."""
    rows: dict[int, list[tuple[int, str]]] = {}
    for tile in range(int(state.laid)):
        q, r = point(int(state.cell[tile]))
        name = tile_name(state, int(state.type[tile]))
        rows.setdefault(r, []).append((q, f"{name}@{q},{r}/{state.rotation[tile]}"))
    return ["  ".join(name for _, name in sorted(rows[r])) for r in sorted(rows)]


def _zone_lines(state: Record) -> list[str]:
    """Return a line for each open zone with markers or more than one tile.

    It has the zone's kind, cells, number of gaps, support and markers.
    """
    standing = {marker["zone"] for marker in markers(state)}
    lines = []
    for zone in zones_now(state):
        if zone["status"] != "open" or (len(zone["cells"]) == 1 and zone["id"] not in standing):
            continue
        where = " ".join(f"{q},{r}" for q, r in zone["cells"])
        owners = " ".join(f"{count} of seat {seat}" for seat, count in enumerate(zone["markers"]) if count)
        support = " ".join(f"{name} {value:+}" for name, value in zone["support"].items())
        lines.append(f"{zone['kind']} ({where}), {zone['gaps']} gaps: {support or '0'}; {owners or 'no markers'}")
    return lines


# ---------------------------------------------------------------- the score sheet as text


def explain(sheet: Sheet) -> list[ScoreLine]:
    """Return the lines of a score sheet: the support of each influencer with the zones that paid it, and the Jewel.

    See HAM-SCORE and HAM-BANK.
    """
    lines = [ScoreLine(sheet["support"][who], who, tuple(_sources(sheet, who))) for who in INFLUENCERS]
    return [*lines, ScoreLine(None, "holds the Sun Jewel")] if sheet["holds_jewel"] else lines


def _sources(sheet: Sheet, who: Influencer) -> list[str]:
    """Return a text for each zone that paid support of an influencer.

    For shared zones, it has the total and the seat's share. Support from a custom start position comes last.
    """
    found = []
    for zone in sheet["zones"]:
        whole_zone, own, leader_count = zone["support"].get(who, 0), zone["each"].get(who, 0), len(zone["leaders"])
        if whole_zone:
            cells = " ".join(f"({q},{r})" for q, r in zone["cells"])
            shared = f"{whole_zone:+d} among {leader_count}: " if leader_count > 1 else ""
            found.append(f"{zone['kind']} {cells}: {shared}{own:+d}")
    other = sheet["other"].get(who, 0)
    return [*found, f"before: {other:+d}"] if other else found
