"""Menara for programs: evaluation, playouts, observations."""
