"""Errors of estimates of the intrinsic dimension on manifolds of known dimension.

`manifolds` makes the 23 sets of the benchmark by Hein, Campadelli and Rozza, which are those of
scikit-dimension's `BenchmarkManifolds` without the 70-dimensional cube; `generators` has the
formulas. All methods of the package are measured, and if scikit-dimension is installed, its
DANCo, DANCoFit, MLE and TwoNN in the same run.

    python -m benchmarks.dimension_manifolds [--rows 1000 2500] [--seeds 5] [-o table.csv] [--quick]
"""
