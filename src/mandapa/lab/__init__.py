"""Studies of games and bots: simulations, arena and ratings, benchmarks, training, and reports."""
