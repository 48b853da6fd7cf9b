"""The parts of a turn of Menara; ``rules.py`` says how they follow each other."""
