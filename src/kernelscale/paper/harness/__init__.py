"""What every experiment is made with: its parts, repeats on all processors, rows of verdicts."""
