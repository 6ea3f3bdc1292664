"""How far off is each estimate of the intrinsic dimension, on manifolds whose dimension is known?

`manifolds` makes the 23 sets of Hein, Campadelli and Rozza's benchmark, as scikit-dimension's
`BenchmarkManifolds` does (all but its 70-dimensional cube); `generators` has their formulas.
Every method of ours answers on each, and beside them, where it is installed, scikit-dimension's
DANCo, DANCoFit, MLE and TwoNN, in the same run.

    python -m benchmarks.dimension_manifolds [--rows 1000 2500] [--seeds 5] [-o table.csv] [--quick]
"""
