"""Leading eigenpairs of neighbour graphs: ours, general solvers, and what else was tried."""
