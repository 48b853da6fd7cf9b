"""Kerala: The Way of the Elephant, by Kirsten Hiese (Kosmos 2016).

Read ``rules/state.py`` first, then ``rules/actions.py``, then ``rules/rules.py``.
"""

from mandapa.games.kerala.game import GAME

__all__ = ["GAME"]
