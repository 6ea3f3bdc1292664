"""Which rule for the scale of a kernel density estimate predicts new rows best?

Several times, training rows and test rows are drawn from a density, or a table is split into them.
They are standardised by the training rows. The loss of a method is the mean log density of the
test rows at the best of 25 scales minus the value at the chosen scale, in nats.
"""
