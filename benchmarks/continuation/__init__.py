"""Leading eigenpairs at 50 scales: continuation, branch and bound, and a solver at each scale."""
