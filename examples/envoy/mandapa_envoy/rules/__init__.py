"""Rules of Envoy: read ``state.py`` first, then ``actions.py``, then ``rules.py``."""
