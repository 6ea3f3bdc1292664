"""Which way of looking sees the dimension of a manifold under noise, and harms none without.

``python -m benchmarks.noisy_dimension`` measures all ways on all sets and prints one line a set;
its answer stands in docs/dimension.md. ``--quick`` runs one seed of few rows.
"""
