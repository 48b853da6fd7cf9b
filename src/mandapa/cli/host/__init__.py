"""Commands for server administrators."""
