"""For whoever runs the server: starting, backups, upkeep."""
