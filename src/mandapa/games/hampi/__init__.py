"""Hampi: The Sun Jewel, by Kiran Kulkarni (Tacit Games 2021).

Read ``rules/state.py`` first, then ``rules/actions.py``, then ``rules/rules.py``.
"""

from mandapa.games.hampi.game import GAME

__all__ = ["GAME"]
