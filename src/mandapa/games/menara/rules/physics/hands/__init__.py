"""Building by hand in dexterity play: the errors of hands, and the simulation that decides what falls (MEN-PHY-2).

For search, the risk of a collapse is estimated instead.

Read ``hand_acts.py`` first, then ``physics.py``. This package is independent of the game.
"""
