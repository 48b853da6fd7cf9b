"""Presentation of Envoy: views, text and log lines."""
