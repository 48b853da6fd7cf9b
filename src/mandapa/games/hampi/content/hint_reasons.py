"""Reasons that hints give for a turn of Hampi."""

import numpy as np

from mandapa.games.hampi.rules import components, scoring, state as hampi
from mandapa.games.hampi.show.previews import concerned
from mandapa.games.hampi.show.view_types import Zone
from mandapa.games.hampi.show.zones import paid_zone, zones_now
from mandapa.kernel.hints import CandidateTurn, HintReason
from mandapa.kernel.record import Numbers

RIVALS = 0.6
"""Weight of a point of support that another player gains or loses."""
OPEN = 0.4
"""Weight of a point of support that an open zone would pay if it were completed."""
AHEAD = 3.0
"""Value of taking the lead in the support of an influencer whose condition has not been drawn."""
MARKER = 1.0
"""Value of a marker in the supply."""
HINDERED = 1.0
"""Value of adding a gap to an opponent's zone."""
REPLACED = 0.5
"""Value of replacing a useless tile."""
LEFT = 0.8
"""Value of leaving fewer unmarked zones that could be completed with one tile than the second-best turn."""
CLOSED = 0.3
"""Value of placing the tile where it touches more tiles than after the second-best turn."""
FEW = 6
"""Maximum number of gaps of an open zone that is mentioned in a reason."""


def hint_reasons(best: CandidateTurn, second: CandidateTurn | None) -> list[HintReason]:
    """Return the reasons for a turn: zones that it completes or prepares, and what it keeps from the opponents."""
    if not hampi.CELL <= best.before.phase <= hampi.SOURCE:
        return []
    found = [*_completed(best), *_ahead(best), *_open(best)]
    if second:
        found += _compared(best, second)
    if "replace" in best.actions:
        found.append(HintReason("hampi.idea.replace", REPLACED))
    if not found and best.after.laid > best.before.laid and _others(best).max() <= 0:
        found.append(HintReason("hampi.idea.quiet", 0, {"clean": not _nearly_complete(best)}))
    return found


def _gained(trial: CandidateTurn) -> Numbers:
    """Return the support that a turn brings, in one row for each seat and one column for each influencer."""
    players = int(trial.before.players)
    gained: Numbers = trial.after.score[:players].astype(int) - trial.before.score[:players].astype(int)
    return gained


def _others(trial: CandidateTurn) -> Numbers:
    """Return the total support that a turn brings each opponent; the entry of the acting seat is 0."""
    totals: Numbers = _gained(trial).sum(axis=1)
    totals[trial.seat] = 0
    return totals


def _marked(trial: CandidateTurn) -> int | None:
    """Return the zone in which the turn placed a marker.

    Return None if it placed none, or if the player has no marker on the landscape after the turn.
    """
    after, out = trial.after, int(trial.after.markers_out[trial.seat])
    if not _marks(trial) or out == 0:
        return None
    return int(scoring.zone_of(after, int(after.marker[trial.seat, out - 1])))


def _marks(trial: CandidateTurn) -> bool:
    return any(action.startswith(("mark ", "withdraw ")) for action in trial.actions)


def _completed(trial: CandidateTurn) -> list[HintReason]:
    """Return a reason for each zone that the turn completes and that pays the seat, or that brings opponents debts."""
    found = []
    for zone in np.flatnonzero(trial.after.scored != trial.before.scored).tolist():
        paid = paid_zone(trial.after, zone)
        points, leaders = paid["each_total"], paid["leaders"]
        params = {"kind": paid["kind"], "points": abs(points), "marks": _marked(trial) == zone}
        if trial.seat in leaders and points > 0:
            found.append(HintReason("hampi.idea.finish", points, {**params, "shared": len(leaders) > 1}))
        elif leaders and trial.seat not in leaders and points < 0:
            found.append(HintReason("hampi.idea.burden", -points * RIVALS, {**params, "seat": leaders[0]}))
    return found


def _ahead(trial: CandidateTurn) -> list[HintReason]:
    """Return a reason for each influencer in whose support the player takes the lead.

    Influencers whose condition has already been drawn are omitted.
    """
    before, after, seat = trial.before.score.astype(int), trial.after.score.astype(int), trial.seat
    rivals = [other for other in range(int(trial.before.players)) if other != seat]
    return [
        HintReason("hampi.idea.ahead", AHEAD, {"influencer": name})
        for number, name in enumerate(components.INFLUENCERS)
        if trial.before.undrawn[1 + number]
        and after[seat, number] > max(0, *after[rivals, number])
        and before[seat, number] <= max(0, *before[rivals, number])
    ]


def _open(trial: CandidateTurn) -> list[HintReason]:
    """Return reasons for open zones.

    The turn marks one, makes the player's own one more valuable, shares one of an opponent, or makes one harder for an
    opponent to complete.
    """
    if trial.after.laid == trial.before.laid:
        return _claimed(trial, zones_now(trial.after))
    concern = concerned(trial.after, int(trial.after.laid) - 1)
    zones = [one for one in zones_now(trial.after, only=concern) if one["status"] == "open" and one["gaps"] <= FEW]
    was = zones_now(trial.before)
    found = _claimed(trial, zones)
    for zone in zones:
        merged = [one for one in was if _holds(zone, one)]
        own = sum(one["each_total"] for one in merged if trial.seat in one["leaders"])
        rivals = [one for one in merged if one["leaders"] and trial.seat not in one["leaders"]]
        params = {"kind": zone["kind"], "points": zone["each_total"], "gaps": zone["gaps"]}
        if trial.seat in zone["leaders"] and rivals and zone["each_total"] > 0:
            seat = rivals[0]["leaders"][0]
            found.append(HintReason("hampi.idea.intrude", OPEN * (zone["total"] + own), {**params, "seat": seat}))
        elif (
            trial.seat in zone["leaders"]
            and merged
            and zone["each_total"] > max(0, own)
            and zone["id"] != _marked(trial)
        ):
            key = "hampi.idea.join" if len(merged) > 1 else "hampi.idea.grow"
            found.append(HintReason(key, zone["each_total"] - own, params))
        elif rivals and trial.seat not in zone["leaders"] and zone["gaps"] > sum(one["gaps"] for one in rivals):
            found.append(HintReason("hampi.idea.hinder", HINDERED, {**params, "seat": rivals[0]["leaders"][0]}))
    return found


def _claimed(trial: CandidateTurn, zones: list[Zone]) -> list[HintReason]:
    """Return a list with the reason for marking an open zone; it is empty if the turn marks none of ``zones``."""
    return [
        HintReason(
            "hampi.idea.claim",
            OPEN * max(1, zone["each_total"]) + MARKER,
            {"kind": zone["kind"], "points": max(0, zone["each_total"]), "gaps": zone["gaps"]},
        )
        for zone in zones
        if zone["id"] == _marked(trial) and zone["status"] == "open"
    ]


def _holds(zone: Zone, other: Zone) -> bool:
    """Return whether ``zone`` includes all of ``other``, a zone before the turn."""
    if zone["id"] >= hampi.NODES:
        return zone["id"] == other["id"]
    return other["id"] < hampi.NODES and set(map(tuple, other["parts"])) <= set(map(tuple, zone["parts"]))


def _compared(best: CandidateTurn, second: CandidateTurn) -> list[HintReason]:
    """Return reasons why the best turn is better than the second-best one, such as support for opponents."""
    found = []
    given = _others(second) - np.maximum(_others(best), 0)
    if given.max() > 0:
        params = {"seat": int(given.argmax()), "points": int(given.max())}
        found.append(HintReason("hampi.idea.gift", given.max() * RIVALS, params))
    if _marks(second) and not _marks(best):
        found.append(HintReason("hampi.idea.hold", MARKER))
    if best.after.laid > best.before.laid and second.after.laid > second.before.laid:
        found += _laid(best, second)
    loss = -int(_gained(second)[best.seat].sum())
    if loss > 0:
        found.append(HintReason("hampi.idea.avoid", loss, {"points": loss}))
    return found


def _laid(best: CandidateTurn, second: CandidateTurn) -> list[HintReason]:
    """Return reasons why the best turn places the tile better than the second-best one.

    It leaves fewer zones that are nearly complete, or the tile touches more tiles.
    """
    found = []
    left, other = (_nearly_complete(trial) for trial in (best, second))
    if len(other) > len(left):
        found.append(HintReason("hampi.idea.leave", LEFT, {"kind": other[-1]["kind"]}))
    touched, less = (int(trial.after.around[int(trial.after.laid) - 1]) for trial in (best, second))
    if touched > less:
        found.append(HintReason("hampi.idea.fit", CLOSED, {"count": touched}))
    return found


def _nearly_complete(trial: CandidateTurn) -> list[Zone]:
    """Return the zones without markers that have a single gap and would pay support if they were completed."""
    return [
        zone
        for zone in zones_now(trial.after)
        if zone["status"] == "open" and zone["gaps"] == 1 and not zone["leaders"] and zone["total"] > 0
    ]
