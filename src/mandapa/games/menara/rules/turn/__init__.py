"""Parts of a turn of Menara; ``rules.py`` connects them."""
