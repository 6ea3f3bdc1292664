"""Do rules or a grid search choose better scales for models with labels?

Data sets are split several times into training rows, which are standardised, and test rows, which
are not used for the choice of a scale. Classes are predicted by an SVC with several values of C,
by 1-NN in diffusion coordinates, and by linear discriminants in components of kernel PCA. Numbers
are predicted by kernel ridge regression with the ridge 1 / C and by a Gaussian process. The score
is the accuracy or R^2 on the test rows. The regret of a choice is the score of the best of 21
scales minus the score of the chosen scale.
"""
