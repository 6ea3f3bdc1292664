"""Leading eigenpairs of a dense operator, or of one that is known by products, by iteration."""
