"""Menara, by Oliver Richtberg (Zoch 2018): a temple that really has to stand.

Read ``tower.py`` first, then ``state.py`` and ``rules.py``; ``statics.py`` and ``physics.py`` say what stands.
"""
