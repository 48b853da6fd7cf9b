"""Definition of Envoy: its metadata and option.

The rest of the game is imported from files with fixed names in this package.
"""

from mandapa.kernel.game_type import Credits, GameType, Learning
from mandapa.kernel.input import options
from mandapa_envoy.rules.actions import ENVOY
from mandapa_envoy.rules.state import DECK, MAX_OPEN, MAX_PLAYERS, SEAL, STATE

GAME = GameType.from_package(
    __name__,
    ENVOY,
    learning=Learning(highest=DECK),
    title="Envoy",
    summary="Sixteen cards, one in each hand: be the last at court, or hold the highest.",
    credits=Credits("after Seiji Kanai", "Kanai Factory", 2012, "https://boardgamegeek.com/boardgame/129622"),
    minutes=5,
    rules_version=1,
    min_players=2,
    max_players=MAX_PLAYERS,
    default_players=3,
    state_type=STATE,
    max_legal=32,
    max_chance=1 + SEAL,
    options=(options.number("open_cards", 0, (0, MAX_OPEN), "Cards laid open in preparation, 0 to 3.", (0, 1, 2, 3)),),
)
