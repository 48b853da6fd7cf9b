"""Database access for guests: browsers, codes, names, and mergers of two guests."""
