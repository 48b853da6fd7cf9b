"""Commands for players: play in the terminal, replay and analyse records, score positions, solve puzzles."""
