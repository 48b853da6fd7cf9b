"""Envoy: sixteen cards, one in each hand. An example of secrets, chance and an option."""
