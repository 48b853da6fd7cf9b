"""Commands for people who play: games in the terminal, records, puzzles, scores."""
