"""Maps of a graph of nearest neighbours, searched or given."""
