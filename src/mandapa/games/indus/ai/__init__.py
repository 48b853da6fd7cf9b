"""Indus for programs: evaluation, playouts, observations."""
