"""Indus, a board game by Wolfgang Panning (Queen Games 2004).

In the folder ``rules``, read ``state.py`` first, then ``actions.py``, ``rules.py``, ``board.py`` and ``scoring.py``.
"""

from mandapa.games.indus.game import GAME

__all__ = ["GAME"]
