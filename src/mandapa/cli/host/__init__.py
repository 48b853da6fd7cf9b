"""Commands for server administrators: run the server and administer its database."""
