"""AI for Kerala: evaluation, playouts and observations."""
