"""Reading of recordings: traces are read from files, joined, cut into events, and checked."""
