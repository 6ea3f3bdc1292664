"""Recordings of events out of files: traces read, joined, cut by a catalogue, and checked."""
