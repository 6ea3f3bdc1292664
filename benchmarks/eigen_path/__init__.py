"""Leading eigenpairs at 50 scales: along a path, in a race, and by general solvers per scale."""
