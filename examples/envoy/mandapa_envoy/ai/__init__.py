"""Artificial intelligence for Envoy: observation and search settings."""
