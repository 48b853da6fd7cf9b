"""Statistics of a guest's finished games, with one row per game. Rows include the results of the coach's analyses."""

from collections.abc import Mapping
from typing import Any

from mandapa.coach.analysis import BLUNDER, FORCED, INACCURACY, MISTAKE
from mandapa.server.store.rows import FinishedMatch
from mandapa.server.store.store import Store

GAMES = 1000
"""Maximum number of games to include. The most recent games come first."""
JUDGED = 100
"""Maximum number of analyses to read, starting with the latest games. Reading a long one takes about a millisecond."""
PHASES = 3
"""Number of phases into which a game is divided. Each phase has the same number of actions."""


async def statistics(store: Store, guest_id: str) -> dict[str, Any]:
    """Return a row for each of a guest's latest finished games, newest first, and the number of all finished games."""
    total, played = await store.finished_matches(guest_id, GAMES)
    seats = {match.id: match.mine for match in played}
    judged = {
        match_id: judged_seat(found, seats[match_id]) async for match_id, found in store.analyses(list(seats), JUDGED)
    }
    return {"games": [_line(match) | {"judged": judged.get(match.id)} for match in played], "total": total}


def _line(match: FinishedMatch) -> dict[str, Any]:
    resigned = any(seat.resigned for seat in match.seats if seat.seat == match.mine)
    others = [seat for seat in match.seats if seat.seat != match.mine]
    bots = sorted(seat.bot for seat in others if seat.kind == "bot" and seat.bot)
    return {
        "id": match.id,
        "game": match.game,
        "updated": match.updated,
        "players": len(match.seats),
        "bots": bots,
        "people": len(others) - len(bots),
        "points": match.result["totals"][match.mine],
        "rank": match.result["ranks"][match.mine],
        "won": not resigned and match.mine in match.result["winners"],
        "whole": not resigned and not match.early,
    }


def judged_seat(found: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """Summarize the coach's verdicts on one seat, overall and for each phase of the game.

    ``found`` is the stored analysis of a match. Forced decisions do not count.
    """
    verdicts = found["verdicts"]
    phases: list[dict[str, int]] = [{"decisions": 0, INACCURACY: 0, MISTAKE: 0, BLUNDER: 0} for _ in range(PHASES)]
    lost = 0.0
    first = verdicts[0]["ply"] if verdicts else 0
    length = verdicts[-1]["ply"] + verdicts[-1]["count"] - first if verdicts else 0
    for verdict in verdicts:
        if verdict["seat"] != seat or verdict["mark"] == FORCED:
            continue
        phase = phases[(verdict["ply"] - first) * PHASES // length]
        phase["decisions"] += 1
        if verdict["mark"] in phase:
            phase[verdict["mark"]] += 1
        lost += verdict["lost_chance"]
    return {"decisions": sum(phase["decisions"] for phase in phases), "lost_chance": lost, "phases": phases}
