"""AI for Menara: evaluation, playouts and observations."""
