"""Placing floors: the rules for any pose (``places.py``), and searches for poses for programs and people."""
