"""The Envoy for people."""
