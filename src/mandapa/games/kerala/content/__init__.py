"""What Kerala teaches: guides, tutorial, lessons, puzzles, and all its texts."""
