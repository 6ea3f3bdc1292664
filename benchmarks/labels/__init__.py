"""The scale for a machine with labels: from a rule, or by a grid search?

Sets are split several times into rows to choose and fit on, z-scored, and rows to test on, which no
choice ever sees. Classes are told by an SVC of some C and by 1-NN in diffusion coordinates, numbers
by kernel ridge regression of the ridge 1 / C and by a Gaussian process. The regret of a choice is
the score (accuracy, R^2) of the best of 21 scales on the test rows minus that of the one chosen.
"""
