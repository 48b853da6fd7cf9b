"""The rules of Kerala: read ``state.py`` first, then ``actions.py``, then ``rules.py``."""
