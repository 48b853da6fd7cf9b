"""Statics of a tower: its loads, its balance, and the standing test, which decides whether it stands (MEN-PHY-1).

Read ``standing_test.py`` first. This package is independent of the game: it accepts any record with the fields of
``tower.TOWER``.
"""
