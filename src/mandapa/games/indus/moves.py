"""Actions of Indus as text, as log lines, and the reason why something may not be done.

Decisions: ``add professor N6`` (also in set-up), ``team blue``, ``move N2``, ``reroll``, ``take``, ``score``.
Chance: ``centre M1``, ``corner NW K1``, ``start 2``, ``roll 4``.
"""

from __future__ import annotations

import re
from typing import Any

from mandapa.games.indus.actions import MOVE_0, REROLL, SCORE, TAKE, TEAM_0
from mandapa.games.indus.board import next_place
from mandapa.games.indus.components import RANKS, TEAMS
from mandapa.games.indus.rules import captor_of_pending, first_of_size, land, rank_of, standing, team_of
from mandapa.games.indus.state import (
    ADD,
    BOARD,
    CAPTURE_POINTS,
    DEFAULT,
    DIE,
    FIELD_NAMES,
    GO,
    LANDING,
    LAST_ROLL,
    NOBODY,
    NONE,
    NUM_RANKS,
    OVER,
    OWN,
    PLACE,
    PLACE_TEAM,
    PREPLACED,
    SIZE,
    SPACES,
    START_SEAT,
    STARTS,
    TEAM,
)
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.types import Record, copy_of

CODES = DEFAULT.codes
"""Names of the board pieces; a replacement file may not change them."""
PLACE_NAMES = ("centre", "NW", "NE", "SE", "SW")
PHASES = ("setup", "setup", "place_team", "place", "team", "add", "die", "go", "own", "over")

REASONS = {
    "over": ("IND-END-1", "the game is over"),
    "chance": ("IND-INFO-3", "chance moves now, not a player"),
    "not_possible": ("IND-BOARD-6", "this outcome is not possible now"),
    "phase": ("IND-TURN-1", "this is not the step of the turn that is due"),
    "none_of_rank": ("IND-ADD-1", "none of this rank is left in the reserve"),
    "space_taken": ("IND-ADD-3", "somebody stands on this start space"),
    "nobody_there": ("IND-ROLL-2", "none of your team's researchers stands there"),
    "rank_too_low": ("IND-ROLL-2", "this rank may not use a roll this late"),
    "no_more_rolls": ("IND-ROLL-3", "nobody who stands there may use a further roll"),
    "not_your_team": ("IND-TWO-1", "you do not lead this team"),
    "team_empty": ("IND-TWO-1", "this team has nobody left"),
    "team_placed": ("IND-SETUP-8", "this team has all its first researchers"),
}
"""Why something may not be done: the clause and a sentence; the client's catalogue has ``indus.refusal.<name>``."""

SPACE = "(?P<space>[NESW][1-6])"
FORMS = {
    "add": re.compile(f"add (?P<rank>{'|'.join(RANKS)}) {SPACE}"),
    "team": re.compile(f"team (?P<team>{'|'.join(TEAMS)})"),
    "move": re.compile(f"move {SPACE}"),
    "reroll": re.compile("reroll"),
    "take": re.compile("take"),
    "score": re.compile("score"),
    "centre": re.compile(r"centre \S+"),
    "corner": re.compile(r"corner (?:NW|NE|SE|SW) \S+"),
    "start": re.compile("start [0-3]"),
    "roll": re.compile("roll [1-6]"),
}
PHASES_OF = {
    "add": (ADD, PLACE),
    "team": (TEAM, PLACE_TEAM),
    "move": (GO,),
    "reroll": (GO,),
    "take": (OWN,),
    "score": (OWN,),
    "centre": (BOARD,),
    "corner": (BOARD,),
    "start": (START_SEAT,),
    "roll": (DIE,),
}


def piece_text(piece: int) -> str:
    """``Ya`` for a yellow assistant."""
    return TEAMS[team_of(piece)][0].upper() + RANKS[rank_of(piece)][0]


def stack_text(state: Record, field: int) -> list[str]:
    """The researchers on a field, bottom to top."""
    return [piece_text(piece) for piece in state.stack[field, : state.height[field]].tolist()]


def format_action(state: Record, action: int) -> str:
    """Text of a legal action (or possible outcome) of ``state``."""
    phase = state.phase
    if phase == DIE:
        return f"roll {action}"
    if phase == START_SEAT:
        return f"start {action}"
    if phase == BOARD:
        place = next_place(state)
        code = CODES[action + first_of_size(state)]
        return f"corner {PLACE_NAMES[place]} {code}" if place else f"centre {code}"
    if action < MOVE_0:
        return f"add {RANKS[action // STARTS]} {SPACES[action % STARTS]}"
    if action < REROLL:
        return f"move {SPACES[action - MOVE_0]}"
    if action in (TEAM_0, TEAM_0 + 1):
        return f"team {TEAMS[state.team_of[state.seat, action - TEAM_0]]}"
    return {REROLL: "reroll", TAKE: "take", SCORE: "score"}[action]


# ---------------------------------------------------------------- what a landing does


def effect(state: Record, field: int, piece: int) -> dict[str, Any]:
    """What the arrival of a researcher on a field would do."""
    after = copy_of(state)
    after.pending = NOBODY
    land(after, field, piece)
    return arrival(state, field, piece, after)


def arrival(before: Record, field: int, piece: int, after: Record) -> dict[str, Any]:
    """What the arrival of a researcher on a field did: its kind, whom it met, who was captured and what was paid."""
    there, now = stack_text(before, field), stack_text(after, field)
    owner = int(before.secured[field])
    text = piece_text(piece)
    captured = [other for other in there if other not in now]
    if now == there:
        kind, captured = "lost", [text]
    elif owner != NONE:
        kind = "adds"
    elif after.secured[field] != NONE:
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
    """Where the roll takes a researcher from a start space."""
    return int(LANDING[space, state.die - 1])


def usable_ranks(state: Record, roll: int) -> list[str]:
    """Ranks of the acting team's standing researchers that may use roll number ``roll`` (IND-ROLL-2)."""
    team = int(state.team)
    ranks = {rank_of(piece) for piece in state.start.tolist() if piece != NOBODY and team_of(piece) == team}
    return [RANKS[rank] for rank in sorted(ranks) if roll <= LAST_ROLL[rank]]


# ---------------------------------------------------------------- log lines


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Log line of an action, a decision or an outcome."""
    moves = before.phase == GO and action != REROLL
    kind, params = ("move", _move(before, action - MOVE_0, after)) if moves else action_params(before, action)
    return {"key": f"indus.log.{kind}", "params": params}


def action_params(state: Record, action: int) -> tuple[str, dict[str, Any]]:
    """Kind of an action that moves nobody into the dig, and what it is about."""
    phase = state.phase
    if phase == BOARD:
        place = next_place(state)
        code = CODES[action + first_of_size(state)]
        return ("corner", {"place": PLACE_NAMES[place], "piece": code}) if place else ("centre", {"piece": code})
    if phase == START_SEAT:
        return "start", {"seat": action}
    if phase in (TEAM, PLACE_TEAM):
        return "team", {"team": TEAMS[state.team_of[state.seat, action - TEAM_0]]}
    team = TEAMS[state.team]
    if phase == DIE:
        number = int(state.rolls) + 1
        return "roll", {"team": team, "die": action, "number": number, "ranks": usable_ranks(state, number)}
    if phase in (ADD, PLACE):
        rank, space = divmod(action, STARTS)
        return ("add" if phase == ADD else "place"), {"team": team, "rank": RANKS[rank], "space": SPACES[space]}
    if phase == OWN:
        rank = rank_of(int(state.pending))
        params = {"team": TEAMS[team_of(int(state.pending))], "rank": RANKS[rank]}
        if action == TAKE:
            return "take", params
        return "score", {**params, "points": int(CAPTURE_POINTS[rank]), "to": TEAMS[captor_of_pending(state)]}
    return "reroll", {"team": team}


def _move(state: Record, space: int, after: Record) -> dict[str, Any]:
    piece = int(state.start[space])
    field = landing_of(state, space)
    result = arrival(state, field, piece, after)
    total = int(state.points[TEAMS.index(result["to"])]) + result["points"] if result["to"] else None
    return {
        "team": TEAMS[team_of(piece)],
        "rank": RANKS[rank_of(piece)],
        "space": SPACES[space],
        "field": FIELD_NAMES[field],
        "cell": [1 + field % SIZE, 1 + field // SIZE],
        "effect": result,
        "total": total,
    }


# ---------------------------------------------------------------- refusals


def refusal(state: Record, text: str) -> IllegalAction:
    """Why ``text``, which is not among the legal actions of ``state``, may not be done."""
    found = [(kind, match) for kind, form in FORMS.items() if (match := form.fullmatch(text))]
    if not found:
        expected = "an action such as 'add worker N6', 'move N2', 'reroll', 'team blue', 'take', 'score'"
        return IllegalAction(text, "unknown_action", "", "refusal.unknown", {}, f"not an action; expected {expected}")
    kind, match = found[0]
    name = _reason(state, kind, match.groupdict())
    clause, sentence = REASONS[name]
    params = {"phase": PHASES[state.phase], "kind": kind, "roll": int(state.rolls), **match.groupdict()}
    return IllegalAction(text, "illegal_action", clause, f"indus.refusal.{name}", params, sentence)


def _reason(state: Record, kind: str, given: dict[str, str]) -> str:
    phase = state.phase
    chance = phase in (BOARD, START_SEAT, DIE)
    if phase == OVER:
        return "over"
    if phase not in PHASES_OF[kind]:
        return "chance" if chance else "phase"
    if chance:
        return "not_possible"
    if kind == "add":
        rank = RANKS.index(given["rank"])
        return "none_of_rank" if state.reserve[state.team, rank] == 0 else "space_taken"
    if kind == "move":
        return move_obstacle(state, SPACES.index(given["space"])) or "phase"
    if kind == "reroll":
        return "no_more_rolls"
    return _team_obstacle(state, TEAMS.index(given["team"]))


def move_obstacle(state: Record, space: int) -> str | None:
    """Why the researcher on a start space may not be sent in with this roll, None if it may."""
    rank = int(state.start[space]) - 1 - NUM_RANKS * int(state.team)
    if not 0 <= rank < NUM_RANKS:
        return "nobody_there"
    return "rank_too_low" if state.rolls > LAST_ROLL[rank] else None


def _team_obstacle(state: Record, team: int) -> str:
    if state.seat_of[team] != state.seat:
        return "not_your_team"
    full = state.phase == PLACE_TEAM and standing(state, team) >= PREPLACED[state.players]
    return "team_placed" if full else "team_empty"
