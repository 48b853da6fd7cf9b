"""Presentation of Pebbles: views, texts and the log."""
