"""
Every rule on the same data
===========================

How far apart are the scales of all rules? A table and a picture show the scales for 400 handwritten
digits.
"""

from sklearn.preprocessing import StandardScaler

from kernelscale import compare, reports
from kernelscale.datasets import load_mfeat

X, y = load_mfeat(return_X_y=True)
X = StandardScaler().fit_transform(X)
X, y = X[::5], y[::5]  # forty of each digit

comparison = compare(X, y)
print(f"{'rule':20} {'epsilon':>9} {'effective neighbours':>20}")
for row in comparison.rows:
    # A rule without one scale for all rows has no epsilon; `row.reading` gives the reason.
    epsilon = "" if row.epsilon is None else f"{row.epsilon:.4g}"
    reached = "" if row.effective_neighbors is None else f"{row.effective_neighbors:.1f}"
    print(f"{row.rule:20} {epsilon:>9} {reached:>20}")
print(comparison.recommendation)

# %%
# The curve is the sum of the kernel over all pairs, at each scale. Each vertical line marks the
# scale of a rule. The lower panel shows the criteria that use labels, each as a share of its best
# value.

reports.plot(comparison)
