"""What several experiments measure, judge and draw in the same way."""
