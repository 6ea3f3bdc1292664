"""Which rule for the scale of a kernel density estimate predicts new rows best?

Each split has training rows and test rows, which are drawn from a density or from a table and
standardised by the training rows. The loss of a method is the mean log density of the test rows at
the best of 25 scales minus the value at the chosen scale, in nats.
"""
