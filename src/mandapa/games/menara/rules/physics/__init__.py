"""The tower of Menara: the positions of its pieces, its stability, and the errors of hands. Read ``tower.py`` first."""
