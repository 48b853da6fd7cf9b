"""Reasons that hints give for suggesting a turn of Indus."""

from functools import cached_property
from typing import Any

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.components import RANKS, TEAMS
from mandapa.games.indus.rules.researchers import rank_of, team_of
from mandapa.games.indus.show.log import landing_of
from mandapa.games.indus.show.previews import Outlook, previews
from mandapa.games.indus.show.view import board_facts, ruins_now
from mandapa.games.indus.show.view_types import RuinView
from mandapa.kernel.hints import CandidateTurn, HintReason
from mandapa.kernel.record import Record, copy_of

SAFE = 2.0
"""Additional importance of a reason, in points, if no opponent can take the field or ruin any more."""
RANK = 10.0
"""Importance of the reason about the rank of an added researcher.

It is given only if the second-best turn adds another rank on the same start space.
"""
RIVALS = 0.6
"""Weight of a point that an opponent loses, relative to a point that the seat gains."""


def hint_reasons(best: CandidateTurn, second: CandidateTurn | None) -> list[HintReason]:
    """Return the reasons for the turn ``best``. ``second`` is the second-best turn, if there is one."""
    phase, first = best.before.phase, best.actions[0]
    if phase == indus.OWN:
        return [_captive_reason(best, first)]
    if phase == indus.GO and first == "reroll":
        return [_reroll_reason(best)]
    if phase == indus.GO:
        return _Move(best).hint_reasons(second)
    return _addition_reasons(best, second)


def _captive_reason(turn: CandidateTurn, action: str) -> HintReason:
    """Return the reason for the decision on the pending researcher: take it back, score it or spare it."""
    points = int(indus.CAPTURE_POINTS[rank_of(int(turn.before.pending))])
    if action == "spare":
        gain = int(_by_action(turn.before)[action]["gain"])
        return HintReason("indus.idea.spare", gain, {"points": max(0, gain)})
    return HintReason("indus.idea.take" if action == "take" else "indus.idea.cash", points, {"points": points})


# ---------------------------------------------------------------- a roll


def _by_action(state: Record) -> dict[str, Any]:
    """Return the preview of each legal action. The keys are the texts of the actions."""
    return {one["action"]: one for one in previews(state)}


def _reroll_reason(turn: CandidateTurn) -> HintReason:
    """Return the reason for rolling again.

    Its message states the best gain with the current roll, the expected gain and the number of faces that gain points.
    """
    options = _by_action(turn.before)
    roll = options.pop("reroll")
    gain = max(int(one["gain"]) for one in options.values())
    faces, expected = indus.FACES - round(roll["useless"] * indus.FACES), round(roll["expected"])
    if gain > 0 and gain >= expected:
        return HintReason("indus.idea.settle", 1, {"points": gain})
    return HintReason("indus.idea.again", 1, {"points": max(0, gain), "expected": expected, "faces": faces})


class _Move:
    """Reasons for a move: the points that it gains, and the points that opponents lose."""

    def __init__(self, turn: CandidateTurn) -> None:
        self.turn = turn
        self.before, self.after = turn.before, turn.after
        space = indus.SPACES.index(turn.actions[0].removeprefix("move "))
        self.field = landing_of(self.before, space)
        self.team = team_of(int(self.before.start[space]))

    def hint_reasons(self, second: CandidateTurn | None) -> list[HintReason]:
        """Return the reasons for the move. If there is no other reason, it is that no move gains anything."""
        found = [*self._ruins, *self._captures]
        gain = sum(one.worth for one in found)
        if second and second.actions[0] == "reroll" and gain > 0:
            found.append(self._enough)
        return found or [HintReason("indus.idea.nothing", 0)]

    @cached_property
    def _captures(self) -> list[HintReason]:
        if self.before.secured[self.field] != indus.NONE or self.after.secured[self.field] != self.team:
            return []
        points = int(self.after.points[self.team] - self.before.points[self.team])
        count = int(self.before.height[self.field]) + 1 - int(self.after.height[self.field])
        if count > 0:
            return [HintReason("indus.idea.capture", SAFE + points, {"count": count, "points": points})]
        return [HintReason("indus.idea.secure", SAFE)]

    @cached_property
    def _ruins(self) -> list[HintReason]:
        pairs = zip(ruins_now(self.before), ruins_now(self.after), strict=True)
        return [reason for was, now in pairs if (reason := self._ruin(was, now))]

    def _ruin(self, was: RuinView, now: RuinView) -> HintReason | None:
        """Return the reason for the move that concerns a ruin, given the ruin before and after the move.

        The player gains a place in it, or opponents lose points. Return None if neither is the case.
        """
        gains = {seat: self._prize(now, seat) - self._prize(was, seat) for seat in range(int(self.before.players))}
        own = gains.pop(self.turn.seat)
        loser = min(gains, key=lambda seat: gains[seat])
        lost = max(0, -gains[loser])
        if max(own, lost) <= 0:
            return None
        params = {**_ruin_params(now, self.before), "points": own, "lost": lost, "seat": loser}
        worth = own + RIVALS * lost
        if own <= 0:
            return HintReason("indus.idea.deny", worth, params)
        name = TEAMS[self.team]
        if now["leaders"] == [name]:
            safe = self._is_safe(now)
            return HintReason("indus.idea.lead", worth + SAFE * safe, {**params, "safe": safe})
        return HintReason("indus.idea.share" if name in now["leaders"] else "indus.idea.second", worth, params)

    def _prize(self, ruin: RuinView, seat: int) -> int:
        return sum(points for name, points in ruin["prizes"].items() if self.before.seat_of[TEAMS.index(name)] == seat)

    def _is_safe(self, ruin: RuinView) -> bool:
        """Return whether no opponent can overtake the team in a ruin.

        The team must have secured all fields of a building, or more than half of the fields of another ruin.
        """
        own = sum(int(self.after.secured[indus.FIELD_NAMES.index(field)]) == self.team for field in ruin["fields"])
        return own == len(ruin["fields"]) if ruin["kind"] == "building" else 2 * own > len(ruin["fields"])

    @property
    def _enough(self) -> HintReason:
        """Return the reason for taking a certain gain instead of rolling again."""
        options = _by_action(self.before)
        gain, expected = int(options[self.turn.actions[0]]["gain"]), float(options["reroll"]["expected"])
        params = {"points": gain, "expected": round(expected), "less": round(expected) < gain}
        return HintReason("indus.idea.enough", gain + SAFE if gain > expected else 0, params)


def _ruin_params(ruin: RuinView, state: Record) -> dict[str, Any]:
    """Return the parameters with which a message names a ruin: its name, and all ruins of its kind.

    The other ruins are needed to distinguish it from them.
    """
    return {"ruin": ruin["name"], "ruins": [other for other in board_facts(state) if other["kind"] == ruin["kind"]]}


# ---------------------------------------------------------------- an addition


def _addition_reasons(best: CandidateTurn, second: CandidateTurn | None) -> list[HintReason]:
    """Return the reasons for adding a researcher.

    They concern the number of faces of the die that gain points and the best field that the new researcher can reach.
    If the second-best turn differs only in the rank of the researcher, there is also a reason for the rank.
    """
    added = _added_researcher(best)
    after = copy_of(best.after)
    if added:  # during set-up, another seat is already to act in this state
        after.seat, after.team = best.seat, added[0]
    elif after.phase != indus.DIE:
        return []
    team = int(after.team)
    outlook = Outlook(after)
    gains = [outlook.best(face, outlook.standing) for face in range(1, indus.FACES + 1)]
    faces = sum(gain > 0 for gain in gains)
    found = (
        [HintReason("indus.idea.ready", sum(gains) / indus.FACES, {"faces": faces, "team": TEAMS[team]})]
        if faces
        else []
    )
    if added is None:
        return found
    _, space, rank = added
    own = [outlook.gains[rank][int(indus.LANDING[space, face - 1])] for face in range(1, indus.FACES + 1)]
    if max(own) > 0:
        params = {"die": 1 + own.index(max(own)), "points": int(max(own)), "rank": RANKS[rank]}
        found.append(HintReason("indus.idea.reach", max(own) / 2, params))
    other = _added_researcher(second) if second else None
    if other and other[:2] == added[:2] and rank != other[2]:
        if rank > other[2]:
            params = {"rank": RANKS[rank], "rolls": int(indus.LAST_ROLL[rank])}
            found.append(HintReason("indus.idea.strong", RANK, params))
        else:
            found.append(HintReason("indus.idea.save", RANK, {"worker": bool(rank == indus.WORKER)}))
    return found


def _added_researcher(turn: CandidateTurn) -> tuple[int, int, int] | None:
    """Return the team, start space and rank of the added researcher, or None if the turn adds none."""
    verb, *words = turn.actions[-1].split()
    if verb != "add":
        return None
    space = indus.SPACES.index(words[1])
    return team_of(int(turn.after.start[space])), space, RANKS.index(words[0])
