"""Presentation of Kerala: views, texts and the log."""
