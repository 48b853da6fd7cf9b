"""Presentation of Hampi: views, texts and the log."""
