"""Leading eigenpairs by iteration, of a dense operator or one that is given by products."""
