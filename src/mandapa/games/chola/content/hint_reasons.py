"""Reasons for a turn of Chola, as hints give them."""

from __future__ import annotations

from mandapa.games.chola.content.lesson_ideas import paid
from mandapa.games.chola.rules import state as chola
from mandapa.kernel.ideas import Motive, Trial

RIVALS = 0.6
"""What a point is worth that somebody else gets."""
PREPARED = 1.0
"""What stones and cards are worth that prepare a build."""
FEW = 3
"""Points of a build for which it is worth to wait."""
SOURCES = {
    "own": (chola.OWN_PATTERNS_ROW,),
    "sculpture": (chola.SCULPTURE_ROW, chola.DOUBLED_SCULPTURE_ROW),
    "treasure": (chola.TREASURE_ROW, chola.DOUBLING_ROW),
    "foreign": (chola.FOREIGN_ROW, chola.OWN_STONES_ROW),
}
"""Where points come from, by the sentence that says so; of equal ones the first is told."""


def motives(best: Trial, second: Trial | None) -> list[Motive]:
    """What speaks for a turn: what it scores at once, what it prepares, and what it does not give to others."""
    found = [*_scored(best), *_prepared(best)]
    if second:
        found += _compared(best, second)
    return found


def _scored(trial: Trial) -> list[Motive]:
    """Points of a build or a sculpture, by where they come from."""
    gained = (trial.after.points[trial.seat] - trial.before.points[trial.seat]).tolist()
    points = {name: sum(gained[row] for row in rows) for name, rows in SOURCES.items()}
    total = sum(points.values())
    return [
        Motive(f"chola.idea.{name}", count, {"points": int(count), "total": int(total)})
        for name, count in points.items()
        if count > 0
    ]


def _prepared(trial: Trial) -> list[Motive]:
    """Stones or a card, taken or exchanged."""
    before, seat = trial.before, trial.seat
    if before.phase != chola.ACTION:
        return []
    verb, _, what = trial.actions[0].partition(" ")
    stones, cards = int(before.hand[seat].sum()), int(before.held[seat])
    params = {"stones": stones, "cards": cards}
    if verb == "pick":
        return [Motive("chola.idea.pick", PREPARED, params)]
    if verb == "replace":
        return [Motive("chola.idea.replace", PREPARED, params)]
    if verb == "draw" and what == "stack":
        return [Motive("chola.idea.draw", PREPARED, params)]
    if verb == "draw":
        return [Motive("chola.idea.take", PREPARED, {**params, "card": what})]
    return []


def _compared(best: Trial, second: Trial) -> list[Motive]:
    """What the next best turn would give away: points to others, or a card for little."""
    given = _given(second)
    most = max(given, key=lambda seat: given[seat])
    more = given[most] - _given(best)[most]
    if more > 0:
        return [Motive("chola.idea.gift", RIVALS * more, {"seat": most, "points": more})]
    builds = second.actions[0].startswith("build ")
    if builds and not best.actions[0].startswith(("build ", "sculpt ")) and 0 < paid(second)[0] <= FEW:
        return [Motive("chola.idea.wait", PREPARED + 1, {"points": paid(second)[0]})]
    return []


def _given(trial: Trial) -> dict[int, int]:
    """Points that the turn brings each of the others; 0 to the own seat."""
    gained = (trial.after.points - trial.before.points).sum(axis=1).tolist()
    return {seat: 0 if seat == trial.seat else int(gained[seat]) for seat in range(int(trial.before.players))}
