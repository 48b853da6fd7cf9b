"""Presentation of Chola: views, texts and the log."""
