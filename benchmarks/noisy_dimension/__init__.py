"""Which method finds the dimension of a manifold with noise, and is no worse without noise?

``python -m benchmarks.noisy_dimension`` measures all methods on all sets and prints one line for
each set. docs/dimension.md has the result. ``--quick`` runs one seed of few rows.
"""
