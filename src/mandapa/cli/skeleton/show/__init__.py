"""Presentation of Pebbles: views, text and log lines."""
