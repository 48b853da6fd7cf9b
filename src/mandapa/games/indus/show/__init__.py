"""Indus for people: what they see, read and are told."""
