"""Which rule for the scale of a kernel density estimate predicts new rows best?

A density is drawn, or a table split, several times into training rows, which are standardised,
and test rows. The loss of a method is the mean log density of the test rows at the best of 25
scales minus the value at the chosen scale, in nats.
"""
