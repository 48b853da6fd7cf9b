"""Hampi for programs: evaluation, playouts, observations."""
