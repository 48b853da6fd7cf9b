"""Menara, by Oliver Richtberg (Zoch 2018): players build one temple of floors on columns, which must not collapse.

Read ``tower.py`` first, then ``state.py``, ``actions.py`` and ``rules.py``. Stability is calculated in ``statics/``,
the legal positions of floors in ``placing/``, and the simulated errors of hands in ``hands/``.
"""
