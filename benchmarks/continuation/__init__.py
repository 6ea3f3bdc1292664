"""Methods for the leading eigenpairs at 50 scales, compared.

Continuation and branch and bound are compared with solvers that treat one scale at a time.
"""
