"""Reasons that hints give for a turn of Chola."""

from mandapa.games.chola.content.lesson_ideas import paid
from mandapa.games.chola.rules import state as chola
from mandapa.kernel.turn_ideas import CandidateTurn, HintReason

RIVALS = 0.6
"""Weight of a point that an opponent gets."""
PREPARED = 1.0
"""Value of stones and cards that prepare a build."""
FEW = 3
"""Points below which it is better to wait than to build."""
SOURCES = {
    "own": (chola.OWN_PATTERNS_ROW,),
    "sculpture": (chola.SCULPTURE_ROW, chola.DOUBLED_SCULPTURE_ROW),
    "treasure": (chola.TREASURE_ROW, chola.DOUBLING_ROW),
    "foreign": (chola.FOREIGN_ROW, chola.OWN_STONES_ROW),
}
"""Sources of points by the message that names them; of equal sources, the first is shown."""


def hint_reasons(best: CandidateTurn, second: CandidateTurn | None) -> list[HintReason]:
    """Return the reasons for a turn: what it scores immediately, prepares, and does not give to opponents."""
    found = [*_scored(best), *_prepared(best)]
    if second:
        found += _compared(best, second)
    return found


def _scored(trial: CandidateTurn) -> list[HintReason]:
    """Return reasons for the points of a build or a sculpture, by source."""
    gained = (trial.after.points[trial.seat] - trial.before.points[trial.seat]).tolist()
    points = {name: sum(gained[row] for row in rows) for name, rows in SOURCES.items()}
    total = sum(points.values())
    return [
        HintReason(f"chola.idea.{name}", count, {"points": int(count), "total": int(total)})
        for name, count in points.items()
        if count > 0
    ]


def _prepared(trial: CandidateTurn) -> list[HintReason]:
    """Return the reason for stones or a card, taken or exchanged."""
    before, seat = trial.before, trial.seat
    if before.phase != chola.ACTION:
        return []
    verb, _, what = trial.actions[0].partition(" ")
    stones, cards = int(before.hand[seat].sum()), int(before.held[seat])
    params = {"stones": stones, "cards": cards}
    if verb == "pick":
        return [HintReason("chola.idea.pick", PREPARED, params)]
    if verb == "replace":
        return [HintReason("chola.idea.replace", PREPARED, params)]
    if verb == "draw" and what == "stack":
        return [HintReason("chola.idea.draw", PREPARED, params)]
    if verb == "draw":
        return [HintReason("chola.idea.take", PREPARED, {**params, "card": what})]
    return []


def _compared(best: CandidateTurn, second: CandidateTurn) -> list[HintReason]:
    """Return reasons against the next best turn: points for opponents, or a card spent for little."""
    given = _given(second)
    most = max(given, key=lambda seat: given[seat])
    more = given[most] - _given(best)[most]
    if more > 0:
        return [HintReason("chola.idea.gift", RIVALS * more, {"seat": most, "points": more})]
    builds = second.actions[0].startswith("build ")
    if builds and not best.actions[0].startswith(("build ", "sculpt ")) and 0 < paid(second)[0] <= FEW:
        return [HintReason("chola.idea.wait", PREPARED + 1, {"points": paid(second)[0]})]
    return []


def _given(trial: CandidateTurn) -> dict[int, int]:
    """Return the points that the turn brings each opponent; 0 for the acting seat."""
    gained = (trial.after.points - trial.before.points).sum(axis=1).tolist()
    return {seat: 0 if seat == trial.seat else int(gained[seat]) for seat in range(int(trial.before.players))}
