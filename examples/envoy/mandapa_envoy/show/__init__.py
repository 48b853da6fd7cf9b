"""Presentation of Envoy."""
