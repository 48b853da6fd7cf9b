"""Envoy: sixteen cards, one in each hand. How secrets, chance and an option are written."""
