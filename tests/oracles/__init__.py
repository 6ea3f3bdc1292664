"""Naive reference computations: loops over pairs in long double, close to the formulas.

These modules do not import the package. Functions are loops over pairs if possible, and they use
matrices only if the definition is about a matrix. On a machine whose long double has only 64 bits,
comparisons have the accuracy of float64.
"""
