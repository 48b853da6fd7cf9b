"""*Adjust to me*: choose the bot level that suits a player, by a simple rule.

The rule uses the player's latest finished matches of the game in which the player was the only person, and all bots had
the same level from beginning to end. It starts from the level of the last such match. If the last two were both at that
level, two wins move one level up, and two losses move one level down. Otherwise, the level stays. Players without such
matches start at the first level. Cooperative games have no adaptive level, because after a loss the bots, which are
partners, would be weaker.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mandapa import bots, library
from mandapa.server.store.store import Store
from mandapa.server.tables.schemas import SeatPlan

ADJUST = "adjust"
"""Bot name in a seat plan that stands for the level that suits the player."""
IN_A_ROW = 2
LOOKED_AT = 50
"""Maximum number of latest games to read. Games against bots that are not one of the levels are then ignored."""

FIRST, UP, DOWN, STAY, TOP, BOTTOM = "first", "up", "down", "stay", "top", "bottom"


class GameAtLevel(NamedTuple):
    """A finished game in which all bots had the same level."""

    level: str
    won: bool


class LevelSuggestion(NamedTuple):
    """The level that suits a player, and the reason for choosing this level.

    Attributes:
        level: name of the level.
        why: ``first`` (no game yet), ``up``, ``down`` or ``stay`` (compared with the last game), ``top`` or ``bottom``
            (the player keeps winning at the highest level or losing at the lowest).
        last: level of the last game; None if there is no game.
    """

    level: str
    why: str
    last: str | None


def suggest_level(played: Sequence[GameAtLevel]) -> LevelSuggestion:
    """Return the level that suits a player. ``played`` lists the player's finished games, newest first.

    Games against bots that are not one of the levels are ignored.
    """
    levels = [level.name for level in bots.levels()]
    games = [one for one in played if one.level in levels][:IN_A_ROW]
    if not games:
        return LevelSuggestion(levels[0], FIRST, None)
    last = games[0].level
    at = levels.index(last)
    alike = len(games) == IN_A_ROW and len(set(games)) == 1
    if not alike:
        return LevelSuggestion(last, STAY, last)
    step = 1 if games[0].won else -1
    if not 0 <= at + step < len(levels):
        return LevelSuggestion(last, TOP if step > 0 else BOTTOM, last)
    return LevelSuggestion(levels[at + step], UP if step > 0 else DOWN, last)


def supports_adaptive_level(game: str) -> bool:
    """Return whether a game supports adaptive levels. Cooperative games, in which bots are partners, do not."""
    return game in library.games() and library.game_type(game).learning.utility != "identical"


async def suggested_level_for(store: Store, guest_id: str | None, game: str) -> LevelSuggestion:
    """Return the level that suits a guest, based on stored games."""
    stored = await store.results_against_bots(guest_id, game, LOOKED_AT) if guest_id else []
    return suggest_level([GameAtLevel(bot, won) for bot, won in stored])


async def resolve_adaptive_levels(
    store: Store, guest_id: str, game: str, plans: Sequence[SeatPlan]
) -> Sequence[SeatPlan]:
    """Return the seat plans with every ``adjust`` replaced by a level, if the game supports adaptive levels."""
    if all(plan.bot != ADJUST for plan in plans) or not supports_adaptive_level(game):
        return plans
    level = (await suggested_level_for(store, guest_id, game)).level
    return [plan.model_copy(update={"bot": level}) if plan.bot == ADJUST else plan for plan in plans]
