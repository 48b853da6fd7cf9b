"""The Envoy for programs."""
