"""Maps of the kernel of all pairs, with the kernel matrix in memory or without it."""
