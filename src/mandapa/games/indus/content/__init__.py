"""Texts of Indus: rules guides, tutorial, lessons, puzzles and messages."""
