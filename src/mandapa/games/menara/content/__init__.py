"""Menara's teaching material and texts: guides, tutorial, lessons, puzzles and messages."""
