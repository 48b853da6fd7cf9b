"""Rules of Pebbles: read ``state.py`` first, then ``actions.py``, then ``rules.py``."""
