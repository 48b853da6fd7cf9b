"""Presentation of Indus: views, texts and the log."""
