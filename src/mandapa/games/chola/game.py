"""Definition of Chola: its metadata and options.

Everything else is found by name in the folders next to this file (``mandapa.kernel.contract.FILES``).
"""

from dataclasses import replace
from typing import Any

from mandapa.games.chola.rules import actions, components, state
from mandapa.games.chola.rules.turn.build_enumeration import list_builds
from mandapa.kernel.compile.engine import TABLE
from mandapa.kernel.game_type import Credits, GameType, Learning
from mandapa.kernel.input import options

BIG_VALUES = (4, 5, 6, 7, 8)
"""Values of the big sculpture tiles in the built-in set; a component file may have other values."""

MAX_LEGAL = actions.SCULPT_0 + components.MAX_CELLS
"""Upper bound on the number of legal actions at the start of a turn, or when choosing a place for a card."""


def _variant(value: Any, players: int) -> Any:
    """Validate a variant; with one player, ``basic`` becomes ``solo``, which uses the basic rules."""
    return VARIANT.parse("solo" if value == "basic" and players == 1 else value, players)


VARIANT = options.choice(
    "variant",
    state.VARIANTS,
    "Basic; Expert with wagons, sculptures and bonus cards; Solo for one against a virtual opponent.",
)

OPTIONS = (
    replace(VARIANT, parse=_variant),
    options.choice(
        "treasures",
        state.TREASURE_RULES,
        "Treasure tiles on the stars; or none, but starred squares double a Build; or none at all.",
    ),
    options.choice(
        "pattern_scoring",
        ("increment", "full"),
        "What an enlarged pattern pays: only the growth, or the whole group again (wilder).",
    ),
    options.choice(
        "stuck_rule",
        ("literal", "replace_counts"),
        "What happens when a player can only replace stones: the game ends, or continues.",
    ),
    options.colours("colours", components.COLOURS, "Stone colour that each seat owns."),
    options.seat("first_player", "The seat that starts."),
    options.word_or_number(
        "removed_value",
        "random",
        (0, components.MAX_VALUE),
        "Expert: which value of the big sculptures leaves the game.",
        BIG_VALUES,
    ),
    options.number(
        "head_start",
        100,
        (0, 500),
        "Solo: points that the virtual opponent starts with.",
        state.HEAD_STARTS["increment"],
    ),
    options.number("turn_cap", 1000, (0, 10000), "A safety limit for endless games, in turns; 0 means none."),
    options.component_file(),
)

GAME = GameType.from_package(
    __name__,
    actions.CHOLA,
    learning=Learning(tables=(actions.FIRST_IDS,)),
    title="Chola",
    summary="Build a temple tower stone by stone; patterns pay the owner of their colour.",
    credits=Credits("Madhu Sundar", "Mad4Fun Games", 2022, "https://www.mad4fungames.com"),
    minutes=75,
    complexity=3,
    rules_version=1,
    min_players=1,
    max_players=state.MAX_PLAYERS,
    default_players=4,
    state_type=state.STATE,
    num_actions=actions.NUM_ACTIONS,
    max_legal=MAX_LEGAL,
    max_chance=actions.MAX_CHANCE,
    options=OPTIONS,
    entry_points={TABLE: (list_builds,)},
)
