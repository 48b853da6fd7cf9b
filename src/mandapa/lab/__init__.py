"""Studies: simulations, arena and ratings, benchmarks, training and reports."""
