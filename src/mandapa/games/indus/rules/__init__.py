"""The rules of Indus: read ``state.py`` first, then ``actions.py``, then ``rules.py``."""
