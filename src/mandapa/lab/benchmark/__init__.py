"""The benchmark: a versioned protocol, result files, leaderboards, and measurements of the environments."""
