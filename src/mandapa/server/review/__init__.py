"""Game review: analyses, hints, puzzles."""
