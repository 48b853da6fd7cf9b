"""Compilation of rule functions to machine code. ``engine.py`` is the interface for the rest of the project."""
