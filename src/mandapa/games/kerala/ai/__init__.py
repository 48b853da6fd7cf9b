"""Kerala for programs: evaluation, playouts, observations."""
