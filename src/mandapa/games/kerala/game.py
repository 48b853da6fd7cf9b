"""Definition of Kerala: its metadata and options.

Everything else is found by name in the folders next to this file (``mandapa.kernel.contract.FILES``).
"""

from collections.abc import Mapping
from typing import Any

from mandapa.games.kerala.ai.evaluation import platform_features
from mandapa.games.kerala.rules import actions, components, scoring, state as kerala
from mandapa.kernel.compile.engine import STUDY, TABLE
from mandapa.kernel.game_type import Credits, GameType, Option
from mandapa.kernel.input import options

FEWEST, MOST = components.load().players


def _rounds(value: Any, players: int) -> Any:
    """Validate the option ``rounds``: ``full`` or a number. ``new_state`` checks the maximum, set by the components."""
    if value == "full" or (options.is_whole(value) and int(value) > 0):
        return value if value == "full" else int(value)
    most = components.load().rounds[players]
    expected = f"full or 1 to {most} with {players} players"
    raise options.option_error("rounds", value, expected, options.RANGE, low=1, high=most)


def _relative_length(players: int, chosen: Mapping[str, Any]) -> float:
    """Return the share of the rounds of a full game."""
    rounds = chosen["rounds"]
    return 1 if rounds == "full" else int(rounds) / components.load().rounds[players]


OPTIONS = (
    options.colours("colours", components.COLOURS, "Colour of each seat; it is also the player's own tile colour."),
    options.seat("first_leader", "Seat that leads the first round."),
    options.choice(
        "shift_target",
        ("anywhere", "beside_figure"),
        "Where a shifted stack may go: anywhere on the platform, or only next to an elephant.",
    ),
    options.flag("shift_turn", "Allow turning the edge tile on a shifted stack.", default=True),
    options.flag(
        "shift_bridge",
        "Allow a shifted stack to hold the platform together at its new place, though not at its old one.",
    ),
    options.flag("shift_no_gaps", "Forbid a shift to leave any enclosed free cell, even an old one."),
    options.flag("first_turn_tile", "Forbid passing in the first round."),
    Option(
        "rounds",
        "full",
        "number",
        "A short game (unofficial): end after this many rounds, the rest of the bag stays unseen.",
        _rounds,
        ("full",),
    ),
    options.component_file("tile_set"),
)

GAME = GameType.from_package(
    __name__,
    actions.KERALA,
    title="Kerala: The Way of the Elephant",
    summary="Build the most splendid platform for the elephant festival, tile by tile, with two elephants to walk it.",
    credits=Credits("Kirsten Hiese", "Kosmos", 2016, "https://www.kosmos.de"),
    minutes=30,
    relative_length=_relative_length,
    complexity=1,
    rules_version=1,
    min_players=FEWEST,
    max_players=MOST,
    default_players=4,
    state_type=kerala.STATE,
    max_legal=82,  # a platform in one line has the most adjacent free cells, 82 (KER section 6)
    max_chance=components.GAME_TILES,
    options=OPTIONS,
    entry_points={TABLE: (scoring.tally,), STUDY: (platform_features,)},
)
