"""Which method finds the dimension of a manifold both with noise and without it?

``python -m benchmarks.noisy_dimension`` measures all methods on all data sets and prints one line
for each set. docs/dimension.md has the result. ``--quick`` runs one seed of few rows.
"""
