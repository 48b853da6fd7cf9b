"""Chola for programs: evaluation, playouts, observations."""
