"""Numbers of neighbours and scales for diffusion maps without labels.

A map is computed from the rows alone. It is scored by how well its coordinates predict targets that
it did not use: the d parameters of a manifold, the angle of an object, or classes. The predictions
for held-out rows come from five neighbours in the first 2, d + 1 (for classes 4) and 10
coordinates, and in as many independent coordinates. The oracle of a set is the best map of a grid
of numbers of neighbours and scales, chosen on draws with odd numbers. The loss of a method is the
oracle's score on draws with even numbers minus the score of the method.
"""
