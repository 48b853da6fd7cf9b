"""Stacking by hand: hand errors, the simulation that decides what falls (MEN-PHY-2), and estimates of both.

Read ``hand_acts.py`` first, then ``physics.py``. This package is independent of the game.
"""
