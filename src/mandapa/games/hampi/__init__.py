"""Hampi: The Sun Jewel, by Kiran Kulkarni (Tacit Games 2021).

Read ``state.py`` first, then ``actions.py``, then ``rules.py``.
"""

from mandapa.games.hampi.game import GAME

__all__ = ["GAME"]
