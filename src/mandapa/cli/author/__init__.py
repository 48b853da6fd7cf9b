"""Commands for authors of games: create a game, and validate component files."""
