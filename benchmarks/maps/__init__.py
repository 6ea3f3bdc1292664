"""Numbers of neighbours and scales for diffusion maps without labels.

A map is computed from the rows alone. It is scored by how well its coordinates predict targets that
it did not use: the d parameters of a manifold, the angle of an object, or classes. Held-out rows
are predicted from their five nearest neighbours in the first 2, d + 1 (4 for classes) and 10
coordinates, and again in the same numbers of independent coordinates.

Rows of each set are drawn at random several times; the draws have the seeds 0, 1, 2, ... The oracle
of a set is the map that scores best on the draws with odd seeds, among the maps of a grid of
numbers of neighbours and scales. The loss of a method is the score of the oracle minus the score of
the method, both on the draws with even seeds.
"""
