"""Rules of Chola. Read ``state.py`` first, then ``actions.py`` and ``rules.py``; ``turn`` has the parts of a turn."""
