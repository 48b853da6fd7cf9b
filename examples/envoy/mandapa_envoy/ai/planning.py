"""Search settings of Envoy."""

from mandapa.kernel.game_type import Planning
from mandapa_envoy.rules.state import DECK

PLANNING = Planning(rounds=DECK)
