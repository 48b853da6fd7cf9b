"""What stands and what falls, of a tower alone: loads, balance, the standing test (MEN-PHY-1).

Read ``standing.py`` first. Nothing here knows the game: any record with the fields of ``tower.TOWER`` will do.
"""
