"""Maps of graphs of nearest neighbours, which are searched for or given."""
