"""Leading eigenpairs at 50 scales, by continuation, branch and bound, and solvers for one scale."""
