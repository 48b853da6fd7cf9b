"""Actions of Indus for the client: the fields of choices, the lines of the log, and errors."""

from typing import Any

from mandapa.games.indus.rules import actions, state as indus
from mandapa.games.indus.rules.components import RANKS, TEAMS
from mandapa.games.indus.rules.researchers import piece_text, rank_of, stack_text, team_of, usable_ranks, waits_on
from mandapa.games.indus.rules.rules import captor_of_pending, land
from mandapa.games.indus.show.view_types import Arrival, Captive, Effect, FurtherRoll, Happening, Line, Spared
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.record import Record, copy_of

# ---------------------------------------------------------------- effects of a landing


def effect(state: Record, field: int, piece: int) -> Effect:
    """Return the effect that a researcher would have if it landed on a field now."""
    after = copy_of(state)
    after.pending = indus.NOBODY
    land(after, field, piece)
    return arrival(state, field, piece, after)


def arrival(before: Record, field: int, piece: int, after: Record) -> Effect:
    """Return the effect of a landing, given the states before and after it."""
    there, now = stack_text(before, field), stack_text(after, field)
    owner = int(before.secured[field])
    text = piece_text(piece)
    captured = [other for other in there if other not in now]
    kind: Happening
    if now == there:
        kind, captured = "lost", [text]
    elif owner != indus.NONE:
        kind = "adds"
    elif after.secured[field] != indus.NONE:
        kind = "secures"
    else:
        kind = "covers" if there else "free"
    gains = (after.points - before.points).tolist()
    paid = [team for team, gain in enumerate(gains) if gain]
    return {
        "kind": kind,
        "on": TEAMS[team_of(int(before.stack[field, before.height[field] - 1]))] if there else None,
        "captured": captured,
        "points": sum(gains),
        "to": TEAMS[paid[0]] if paid else None,
    }


def landing_of(state: Record, space: int) -> int:
    """Return the field that a researcher on a start space reaches with the current roll."""
    return int(indus.LANDING[space, state.die - 1])


# ---------------------------------------------------------------- choices


def _line(state: Record, rank: int, space: int) -> Line:
    return {"fields": [*indus.LANDING_NAMES[space]]}


def _landing(state: Record, space: int) -> Arrival:
    piece, field = int(state.start[space]), landing_of(state, space)
    return {"piece": piece_text(piece), "field": indus.FIELD_NAMES[field], "effect": effect(state, field, piece)}


def _further(state: Record) -> FurtherRoll:
    roll = int(state.rolls) + 1
    return {"roll": roll, "ranks": usable_ranks(state, roll)}


def _taken_back(state: Record) -> Captive:
    return {"piece": piece_text(int(state.pending)), "points": 0, "to": TEAMS[captor_of_pending(state)]}


def _given_up(state: Record) -> Captive:
    return {**_taken_back(state), "points": _worth(state)}


def _spared(state: Record) -> Spared:
    return {**_taken_back(state), "field": indus.FIELD_NAMES[waits_on(state)]}


def _worth(state: Record) -> int:
    return int(indus.CAPTURE_POINTS[rank_of(int(state.pending))])


choices = actions.INDUS.choices(
    {
        actions.ADD_AT: _line,
        actions.MOVE_IN: _landing,
        actions.REROLL: _further,
        actions.TAKE_BACK: _taken_back,
        actions.SCORE_IT: _given_up,
        actions.SPARE_IT: _spared,
    }
)

# ---------------------------------------------------------------- log lines


def _team(before: Record, *_: Any) -> dict[str, Any]:
    return {"team": TEAMS[before.team]}


def _rolled(before: Record, after: Record, face: int) -> dict[str, Any]:
    number = int(before.rolls) + 1
    return {**_team(before), "number": number, "ranks": usable_ranks(before, number)}


def _moved(before: Record, after: Record, space: int) -> dict[str, Any]:
    piece = int(before.start[space])
    field = landing_of(before, space)
    result = arrival(before, field, piece, after)
    total = int(before.points[TEAMS.index(result["to"])]) + result["points"] if result["to"] else None
    return {
        "team": TEAMS[team_of(piece)],
        "rank": RANKS[rank_of(piece)],
        **_place(field),
        "effect": result,
        "total": total,
    }


def _place(field: int) -> dict[str, Any]:
    return {"field": indus.FIELD_NAMES[field], "cell": [1 + field % indus.SIZE, 1 + field // indus.SIZE]}


def _captured(before: Record, after: Record) -> dict[str, Any]:
    piece = int(before.pending)
    return {"team": TEAMS[team_of(piece)], "rank": RANKS[rank_of(piece)]}


def _scored(before: Record, after: Record) -> dict[str, Any]:
    return {**_captured(before, after), "points": _worth(before), "to": TEAMS[captor_of_pending(before)]}


def _left(before: Record, after: Record) -> dict[str, Any]:
    return {**_captured(before, after), **_place(waits_on(before))}


_describe = actions.INDUS.log(
    {
        actions.ADD_AT: _team,
        actions.MOVE_IN: _moved,
        actions.REROLL: _team,
        actions.TAKE_BACK: _captured,
        actions.SCORE_IT: _scored,
        actions.SPARE_IT: _left,
        actions.ROLL: _rolled,
    }
)


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Return the log line of an action. Placing a researcher in set-up has a separate message key."""
    line = _describe(before, action, after)
    return {**line, "key": "indus.log.place"} if before.phase == indus.PLACE else line


# ---------------------------------------------------------------- errors


def refusal(state: Record, text: str) -> IllegalAction:
    """Return the error for an illegal action, with the number of the roll as a parameter of the message."""
    error = actions.INDUS.refusal(state, text)
    if error.code == "illegal_action":
        error.params["roll"] = int(state.rolls)
    return error
