"""Networks of trained policies: forward passes in NumPy, and tree search with a network."""
