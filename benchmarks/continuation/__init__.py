"""Comparison of methods for the leading eigenpairs at 50 scales.

Continuation starts the iteration at a scale from the vectors of the previous scale. Branch and
bound finds the scale of the largest eigengap without solving at every scale. Both are compared with
solvers that treat one scale at a time.
"""
