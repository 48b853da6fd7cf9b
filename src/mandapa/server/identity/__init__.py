"""Guest accounts, identified by a cookie."""
