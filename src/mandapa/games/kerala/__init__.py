"""Kerala: The Way of the Elephant, by Kirsten Hiese (Kosmos 2016).

Read ``state.py`` first, then ``actions.py``, then ``rules.py``.
"""

from mandapa.games.kerala.game import GAME

__all__ = ["GAME"]
