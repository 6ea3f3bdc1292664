"""Leading eigenpairs of neighbour graphs by our iteration, general solvers and other methods."""
