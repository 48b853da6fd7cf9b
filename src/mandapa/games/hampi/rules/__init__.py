"""Rules of Hampi. Read ``state.py`` first, then ``actions.py``, then ``rules.py``."""
