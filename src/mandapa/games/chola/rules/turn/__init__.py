"""The parts of a turn of Chola; ``turns.py`` is its course."""
