"""The tower of Menara: piece positions, stability, and the effects of hands. Read ``tower.py`` first."""
