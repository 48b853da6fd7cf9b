"""What Chola teaches: guides, tutorial, lessons, puzzles, and all its texts."""
