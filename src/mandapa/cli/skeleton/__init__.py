"""Pebbles, a board game."""
