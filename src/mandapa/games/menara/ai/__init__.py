"""AI for Menara: evaluation of positions, playouts, search settings, and observations for learning."""
