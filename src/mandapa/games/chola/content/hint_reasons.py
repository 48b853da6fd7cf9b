"""Reasons that a hint gives for recommending a turn of Chola."""

from mandapa.games.chola.content.lesson_ideas import paid
from mandapa.games.chola.rules import state as chola
from mandapa.kernel.hints import CandidateTurn, HintReason

RIVALS = 0.6
"""Weight of each point that an opponent would get, when reasons are compared."""
PREPARED = 1.0
"""Weight of the reason that a turn takes stones or cards for a later build."""
FEW = 3
"""Number of points up to which a hint may advise waiting instead of making the build."""
SOURCES = {
    "own": (chola.OWN_PATTERNS_ROW,),
    "sculpture": (chola.SCULPTURE_ROW, chola.DOUBLED_SCULPTURE_ROW),
    "treasure": (chola.TREASURE_ROW, chola.DOUBLING_ROW),
    "foreign": (chola.FOREIGN_ROW, chola.OWN_STONES_ROW),
}
"""Columns of ``state.points`` by the message that names them; of sources with equal points, the first is shown."""


def hint_reasons(best: CandidateTurn, second: CandidateTurn | None) -> list[HintReason]:
    """Return the reasons for the turn ``best``: what it scores and prepares, and what is worse about ``second``."""
    found = [*_scored(best), *_prepared(best)]
    if second:
        found += _compared(best, second)
    return found


def _scored(trial: CandidateTurn) -> list[HintReason]:
    """Return reasons for the points that a build or a sculpture scores, one for each source of points."""
    gained = (trial.after.points[trial.seat] - trial.before.points[trial.seat]).tolist()
    points = {name: sum(gained[row] for row in rows) for name, rows in SOURCES.items()}
    total = sum(points.values())
    return [
        HintReason(f"chola.idea.{name}", count, {"points": int(count), "total": int(total)})
        for name, count in points.items()
        if count > 0
    ]


def _prepared(trial: CandidateTurn) -> list[HintReason]:
    """Return the reason for a turn that takes or replaces stones or takes a card; empty for other turns."""
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
    """Return reasons against the second-best turn: it gives points to an opponent, or spends a card for few points."""
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
    """Return the points that the turn brings to each seat, with 0 for the acting seat."""
    gained = (trial.after.points - trial.before.points).sum(axis=1).tolist()
    return {seat: 0 if seat == trial.seat else int(gained[seat]) for seat in range(int(trial.before.players))}
