"""Statics of a tower: loads, balance, the standing test (MEN-PHY-1).

Read ``standing_test.py`` first. This package is independent of the game: it accepts any record with the fields of
``tower.TOWER``.
"""
