"""Reading of recordings: traces are read from files, joined, cut by a catalogue, and checked."""
