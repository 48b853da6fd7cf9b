"""Database access for guests: their browsers, sign-in codes and names, and mergers of two guests."""
