"""Artificial intelligence for Indus: evaluation, playout policy and observations."""
