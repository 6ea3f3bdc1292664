"""How often wrong and correct estimates of the dimension are marked as unreliable.

``python -m benchmarks.dimension_trust --cases choosing`` draws data sets of known dimension, with
and without noise, runs the default method and counts unreliable estimates. The constants of the
method were chosen on these sets, and confirmed once on the sets of ``--cases confirming``.
docs/dimension.md has the counts.
"""
