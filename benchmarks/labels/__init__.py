"""Scales for models with labels: from rules and from a grid search.

Sets are split several times into training rows, which are standardised, and test rows, which are
not used for the choice of a scale. Classes are predicted by an SVC with several values of C and by
1-NN in diffusion coordinates, numbers by kernel ridge regression with the ridge 1 / C and by a
Gaussian process. The regret of a choice is the score (accuracy, R^2) of the best of 21 scales on
the test rows minus that of the chosen scale.
"""
