"""What Hampi teaches: guides, tutorial, lessons, puzzles, and all its texts."""
