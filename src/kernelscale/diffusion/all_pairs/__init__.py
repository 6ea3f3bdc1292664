"""Maps of the kernel of all pairs, in memory or streamed."""
