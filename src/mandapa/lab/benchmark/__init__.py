"""The benchmark for policies: a versioned protocol, result files, leaderboards, and properties of the environments."""
