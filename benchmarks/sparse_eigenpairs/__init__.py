"""Leading eigenpairs of neighbour graphs, by our iteration and by other solvers."""
