"""HTTP API of tables and games: create, list and end tables, manage seats, export records, describe games."""
