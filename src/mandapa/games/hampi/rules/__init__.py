"""The rules of Hampi: read ``state.py`` first, then ``actions.py``, then ``rules.py``."""
