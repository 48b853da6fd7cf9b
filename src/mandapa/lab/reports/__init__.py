"""What studies found, for people: tables, pages, the page on strength."""
