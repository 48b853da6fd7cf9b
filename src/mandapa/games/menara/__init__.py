"""Menara, by Oliver Richtberg (Zoch 2018): the pieces and the physics of its tower.

Read ``tower.py`` first, then ``statics.py`` and ``physics.py``.
"""
