"""Rules of Kerala. Read ``state.py`` first, then ``actions.py``, then ``rules.py``."""
