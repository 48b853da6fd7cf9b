"""Rules for the parts of a turn of Menara; ``rules.py`` combines them."""
