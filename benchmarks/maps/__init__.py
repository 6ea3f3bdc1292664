"""Which numbers of neighbours and scales give the best diffusion maps, if there are no labels?

A map is computed from the rows alone. It is scored by how well its coordinates predict targets that
it did not use: the d parameters of a manifold, the angle of an object, or classes. Held-out rows
are predicted from their five nearest neighbours. These are found in the first 2 coordinates, in the
first d + 1 (for classes 4), and in the first 10; and again in the same numbers of independent
coordinates.

Rows of each set are drawn at random several times; the draws have the seeds 0, 1, 2, ... Maps are
fitted for a grid of numbers of neighbours and scales. The oracle of a set and a number of rows is
the map of this grid that scores best on the draws with odd seeds; `tables.oracles` excludes some
maps. The loss of a method is the score of the oracle minus the score of the method, both on the
draws with even seeds.
"""
