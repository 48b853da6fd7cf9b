"""Envoy, a game of sixteen cards: an example of hidden information, chance and an option."""
