"""What Menara teaches: guides, tutorial, lessons, puzzles, and all its texts."""
