"""Presentation of Menara: views, texts and the log."""
