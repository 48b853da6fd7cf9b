"""AI for Envoy."""
