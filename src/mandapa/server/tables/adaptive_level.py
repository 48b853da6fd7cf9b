"""*Adjust to me*: which level suits a person, by a rule that everybody can check.

What counts are the person's last finished games of this kind: alone against computer players of one level, which stayed
the same to the end. It begins with the level of the last of them. If the last two were at that level, two games won
lead one level up and two lost one level down; else it stays. Who has none begins with the first level. Where all win or
lose together there is none: whoever lost there would be given weaker partners.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mandapa import bots, library
from mandapa.server.store.store import Store
from mandapa.server.tables.schemas import SeatPlan

ADJUST = "adjust"
"""What a plan of seats names in place of a level."""
IN_A_ROW = 2
LOOKED_AT = 50
"""Games that are read; those against players who are no levels do not count."""

FIRST, UP, DOWN, STAY, TOP, BOTTOM = "first", "up", "down", "stay", "top", "bottom"


class Played(NamedTuple):
    """A finished game against computer players of one level."""

    level: str
    won: bool


class Adjusted(NamedTuple):
    """The level that suits a person, and why.

    Attributes:
        level: name of the level.
        why: ``first`` (no game yet), ``up``, ``down``, ``stay``, ``top`` or ``bottom`` (won or lost, and there is none
            beyond).
        last: the level of the last game; None without any.
    """

    level: str
    why: str
    last: str | None


def adjusted(played: Sequence[Played]) -> Adjusted:
    """The level for somebody who has ``played`` these games, the newest first; who is no level is left out."""
    levels = [level.name for level in bots.levels()]
    games = [one for one in played if one.level in levels][:IN_A_ROW]
    if not games:
        return Adjusted(levels[0], FIRST, None)
    last = games[0].level
    at = levels.index(last)
    alike = len(games) == IN_A_ROW and len(set(games)) == 1
    if not alike:
        return Adjusted(last, STAY, last)
    step = 1 if games[0].won else -1
    if not 0 <= at + step < len(levels):
        return Adjusted(last, TOP if step > 0 else BOTTOM, last)
    return Adjusted(levels[at + step], UP if step > 0 else DOWN, last)


def adjusts(game: str) -> bool:
    """Whether there is a level that suits somebody in this game: where computer players are opponents."""
    return game in library.games() and library.game_type(game).learning.utility != "identical"


async def suiting(store: Store, guest_id: str | None, game: str) -> Adjusted:
    """The level for a guest, by what is stored."""
    stored = await store.results_against_bots(guest_id, game, LOOKED_AT) if guest_id else []
    return adjusted([Played(bot, won) for bot, won in stored])


async def settled(store: Store, guest_id: str, game: str, plans: Sequence[SeatPlan]) -> Sequence[SeatPlan]:
    """The plans with a level in place of every ``adjust``, in a game that has it."""
    if all(plan.bot != ADJUST for plan in plans) or not adjusts(game):
        return plans
    level = (await suiting(store, guest_id, game)).level
    return [plan.model_copy(update={"bot": level}) if plan.bot == ADJUST else plan for plan in plans]
