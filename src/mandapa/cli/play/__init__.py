"""Commands for players: games in the terminal, records, puzzles, scores."""
