"""Parts of a turn of Chola; ``turns.py`` has their sequence."""
