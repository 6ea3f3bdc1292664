"""Leading eigenpairs of an operator on a sparse graph."""
