"""Maps of a kernel cut to the largest values of each row."""
