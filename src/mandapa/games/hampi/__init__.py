"""Hampi: The Sun Jewel, by Kiran Kulkarni (Tacit Games 2021).

Read ``state.py`` first, then ``decisions.py``, then ``rules.py``.
"""

from mandapa.games.hampi.game import GAME

__all__ = ["GAME"]
