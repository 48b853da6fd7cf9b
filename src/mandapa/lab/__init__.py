"""Studies: simulations, arena and ratings, benchmarks."""
