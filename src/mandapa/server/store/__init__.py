"""Persistent storage of guests, matches and their entries, in SQLite or PostgreSQL."""
