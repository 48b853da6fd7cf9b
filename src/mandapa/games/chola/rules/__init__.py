"""The rules of Chola: ``state.py`` first, then ``actions.py`` and ``rules.py``; the parts of a turn are in ``turn``."""
