"""AI for Hampi: evaluation, playouts and observations."""
