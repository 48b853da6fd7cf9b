"""Looking back: judged matches, hints, puzzles."""
