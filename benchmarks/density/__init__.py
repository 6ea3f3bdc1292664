"""Which rule for the scale of a kernel density estimate predicts new rows best?

Each split has training rows and test rows, drawn from a density or from a table. Both are
standardised with the means and standard deviations of the training rows. The loss of a method is
the mean log density of the test rows at the best of 25 scales minus the value at the chosen scale,
in nats.
"""
