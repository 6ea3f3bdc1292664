"""Errors of estimates of the intrinsic dimension on manifolds of known dimension.

`manifolds` makes the 23 sets of the benchmark by Hein, Campadelli and Rozza: the sets of
scikit-dimension's `BenchmarkManifolds` without the 70-dimensional cube. `generators` has the
formulas. A run measures all methods of the package and, if scikit-dimension is installed, its
methods DANCo, DANCoFit, MLE and TwoNN.

    python -m benchmarks.dimension_manifolds [--rows 1000 2500] [--seeds 5] [-o table.csv] [--quick]
"""
