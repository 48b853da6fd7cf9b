"""Chola: a temple tower for Thanjavur, by Madhu Sundar (Mad4Fun Games 2022).

Read ``state.py`` first, then ``actions.py``, then ``rules/actions.py``.
"""

from mandapa.games.chola.game import GAME

__all__ = ["GAME"]
