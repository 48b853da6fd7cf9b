"""Changes of the database schema, in order; run at every start."""
