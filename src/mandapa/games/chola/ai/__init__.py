"""AI for Chola: evaluation, playouts and observations."""
