"""Menara, by Oliver Richtberg (Zoch 2018): a temple that really has to stand.

Read ``tower.py`` first, then ``state.py``, ``actions.py`` and ``rules.py``. Stability is in ``statics/``, legal
positions of floors in ``placing/``, and simulated hands in ``hands/``.
"""
