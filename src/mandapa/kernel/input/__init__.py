"""Validation of user input: options, component files and positions. Errors give the location, value and expectation."""
