"""Validation of user input: options, component files, positions; errors say where, what was found and expected."""
