"""What several commands share: their options, how data are read, and all that is printed."""
