"""Everything that is kept: guests, matches and their entries, in SQLite or PostgreSQL."""
