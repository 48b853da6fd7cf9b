"""Definition of Pebbles: its metadata and option.

The rest of the game is imported from files with fixed names in this package, listed in
``mandapa.kernel.contract.FILES``.
"""

from mandapa.cli.skeleton.rules.actions import PEBBLES
from mandapa.cli.skeleton.rules.state import FEWEST, LARGEST, MAX_PLAYERS, MOST, STATE
from mandapa.kernel.game_type import Credits, GameType
from mandapa.kernel.input import options

GAME = GameType.from_package(
    __name__,
    PEBBLES,
    title="Pebbles",
    summary="The player who takes the last stone wins.",
    credits=Credits("", "", 2026, ""),
    minutes=2,
    rules_version=1,
    min_players=2,
    max_players=MAX_PLAYERS,
    default_players=2,
    state_type=STATE,
    max_legal=LARGEST,
    max_chance=MOST - FEWEST + 1,
    options=(
        options.number("most", 3, (2, LARGEST), "Maximum number of stones per turn.", tuple(range(2, 1 + LARGEST))),
    ),
)
