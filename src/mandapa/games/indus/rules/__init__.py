"""Rules of Indus. Read ``state.py`` first, then ``actions.py``, then ``rules.py``."""
