"""Studies of games and bots: simulations, arena matches and ratings, benchmarks, training, and reports."""
