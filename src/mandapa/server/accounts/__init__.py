"""Guests and their data: names, devices, export, statistics."""
