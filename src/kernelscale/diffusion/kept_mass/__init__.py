"""Maps of a kernel truncated to the largest values of each row."""
