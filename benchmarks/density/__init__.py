"""Which rule for the scale of a kernel density estimate says most of rows it has not seen?

A set is drawn, or split, several times into rows to choose and estimate from, z-scored, and rows to
test on. A way's loss is the mean log density of the test rows at the best of 25 scales minus that
at the one chosen, in nats a row.
"""
