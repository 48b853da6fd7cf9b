"""Database migrations, run in order at every startup."""
