"""Stacking by hand: errors of hands, the simulation that decides what falls (MEN-PHY-2), and estimates of both.

Read ``acts.py`` first, then ``physics.py``. Nothing here knows the game.
"""
