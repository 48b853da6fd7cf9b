"""Menara, by Oliver Richtberg (Zoch 2018): a temple that really has to stand.

Read ``tower.py`` first, then ``state.py``, ``actions.py`` and ``rules.py``. What stands is in ``statics/``,
where a floor may lie in ``placing/``, what hands do and what falls by it in ``hands/``.
"""
