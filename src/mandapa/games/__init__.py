"""The games: one folder each, all with the same rooms. No game imports another."""
