"""Pebbles."""
