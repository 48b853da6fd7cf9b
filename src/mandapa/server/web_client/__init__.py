"""The browser client's files, and what links say of themselves."""
