"""AI for Indus: evaluation, playouts and observations."""
