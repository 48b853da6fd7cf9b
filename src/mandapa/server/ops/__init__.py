"""Server operations: administration, backups and data retention."""
