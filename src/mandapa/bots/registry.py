"""Creates bots by name: five levels for people, and the underlying methods for studies."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from mandapa.bots import external_policies
from mandapa.bots.base import Bot
from mandapa.bots.flat import FlatBot, PlannerBot
from mandapa.bots.search import SearchBot
from mandapa.bots.simple import GreedyBot, RandomBot
from mandapa.bots.simulation_base import has_evaluation
from mandapa.bots.weights import weights_label
from mandapa.i18n import format_message
from mandapa.installed import did_you_mean
from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import GameType
from mandapa.library import Game


class Level(NamedTuple):
    """A bot level that people can choose."""

    name: str
    title: str
    description: str
    about: dict[str, Any]
    """Parameters of the description, and its ``key`` in the message catalogues."""


NAMES = ("beginner", "novice", "adept", "master", "grandmaster")
OVERLOOKED = ((0.25, "most"), (0.7, "much"), (1.0, "little"))
"""Words for how much a bot overlooks: each applies to levels with an ``attention`` up to this limit."""
SELDOM = 0.2
"""Value of ``foresight`` below which a level is described as seldom looking ahead."""
WEIGHTS = "{file} (Mandapa {version}, {digest})"
"""Format in which a level's description names a weights file, the same in all languages."""
MAX_SECONDS = {"master": 1, "grandmaster": 3}
"""Time limit per decision in seconds, by level, even if not all simulations are done."""
ERROR = 0.05
"""Maximum probability that a grandmaster stops thinking about a turn too early (``FlatBot.error``)."""


def _level(name: str, game: Game, seed: Any, simulations: int | None, seconds: float | None) -> Bot:
    """Create the bot for a level; without ``simulations`` and ``seconds``, it uses the level's own budget."""
    skill = game.type.planning.skills[name]
    if not skill.simulations:
        return GreedyBot(
            game,
            seed,
            simulations,
            seconds,
            attention=skill.attention,
            foresight=skill.foresight,
            slip=skill.slip,
            oversight=skill.oversight,
        )
    if simulations is None and seconds is None:
        simulations, seconds = skill.simulations, MAX_SECONDS[name]
    if not has_evaluation(game):
        return SearchBot(game, seed, simulations, seconds)
    error = ERROR if name == "grandmaster" else 0.0
    return PlannerBot(game, seed, simulations, seconds, attention=skill.attention, error=error)


def _shown(game: Game, seed: Any, simulations: int | None, seconds: float | None) -> Bot:
    return GreedyBot(game, seed, simulations, seconds, foresight=0.0)


def _planner(game: Game, seed: Any, simulations: int | None, seconds: float | None) -> Bot:
    """Create the strongest bot for this game: the planner if the game has an evaluation, otherwise tree search."""
    kind = PlannerBot if has_evaluation(game) else SearchBot
    return kind(game, seed, simulations, seconds)


MAKERS: dict[str, Callable[..., Bot]] = {
    **{name: partial(_level, name) for name in NAMES},
    "random": RandomBot,
    "shown": _shown,
    "greedy": GreedyBot,
    "flat": FlatBot,
    "search": SearchBot,
    "planner": _planner,
}


def levels(game: GameType | None = None) -> tuple[Level, ...]:
    """Return the levels for people, from weak to strong; with a ``game``, described for that game."""
    return tuple(_level_of(name, game) for name in NAMES)


def _level_of(name: str, game: GameType | None) -> Level:
    about = _about(name, game) if game else {}
    return Level(name, format_message(f"level.{name}", {}), format_message(about["key"], about) if about else "", about)


def _about(name: str, game: GameType) -> dict[str, Any]:
    """Return the parameters of a level's description in a game, including the weights that the level uses."""
    skill = game.planning.skills[name]
    overlooks = next(much for share, much in OVERLOOKED if skill.attention <= share)
    weights = "none"
    if skill.simulations:
        kind = name
        weights = (weights_label(game, WEIGHTS) if "evaluate" in game.methods else "") or "none"
    elif not skill.foresight:
        kind = "points"
    elif skill.foresight == 1:
        kind = "later"
    else:
        kind = "seldom" if skill.foresight < SELDOM else "some"
    turns = min(9, round(10 * skill.foresight))
    # A level with an attention above 0.9 overlooks hardly any turns.
    shown_misses = overlooks if kind == "points" or skill.attention <= 0.9 else "none"
    seconds = MAX_SECONDS.get(name, 0)
    return {
        "key": f"level.about.{kind}",
        "overlooks": shown_misses,
        "turns": turns,
        "seconds": seconds,
        "weights": weights,
    }


def built_in_names() -> tuple[str, ...]:
    """Return the names of the built-in bots."""
    return tuple(MAKERS)


def names() -> tuple[str, ...]:
    """Return all names that ``make`` accepts: the built-in bots, then the bots from installed packages."""
    return (*MAKERS, *(name for name in external_policies.installed_names() if name not in MAKERS))


def make(
    name: str,
    game: Game,
    seed: int | np.random.Generator | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
) -> Bot:
    """Create a bot by name.

    ``simulations`` or ``seconds`` limit the thinking per decision; the default is a fraction of a second. Decisions are
    reproducible with a ``seed`` and a limit in ``simulations``. Raises ``OptionError`` if there is no such bot.
    """
    if name in MAKERS:
        return MAKERS[name](game, seed, simulations, seconds)
    if name not in names():
        raise OptionError(f"bot: found {name!r}, expected one of {', '.join(names())}{did_you_mean(name, names())}")
    return external_policies.PolicyBot(external_policies.load_installed(name), game, seed, simulations, seconds)


def make_named(
    name: str,
    game: Game,
    seed: int | np.random.Generator | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
) -> Bot:
    """Create a bot by name like ``make``, or import ``package.module:policy``; only for trusted local users."""
    if ":" not in name:
        return make(name, game, seed, simulations, seconds)
    return external_policies.PolicyBot(external_policies.import_policy(name), game, seed, simulations, seconds)
