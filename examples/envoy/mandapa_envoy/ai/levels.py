"""Levels of bots that play Envoy, and the settings of their search."""

from mandapa.kernel.game_type import Planning
from mandapa_envoy.rules.state import DECK

PLANNING = Planning(rounds=DECK)
