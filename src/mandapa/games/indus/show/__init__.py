"""Presentation of Indus: views, text, pictures and log lines."""
