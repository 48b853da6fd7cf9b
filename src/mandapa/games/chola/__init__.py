"""Chola: a temple tower for Thanjavur, by Madhu Sundar (Mad4Fun Games 2022).

Read ``rules/state.py`` first, then ``rules/actions.py``, then ``rules/rules.py``.
"""

from mandapa.games.chola.game import GAME

__all__ = ["GAME"]
