"""
Every rule on the same data
===========================

What every rule says about 400 handwritten digits, as a table and on one picture.
"""

from sklearn.preprocessing import StandardScaler

from kernelscale import compare, reports
from kernelscale.datasets import load_mfeat

X, y = load_mfeat(return_X_y=True)
X = StandardScaler().fit_transform(X)
X, y = X[::5], y[::5]  # forty of each digit

comparison = compare(X, y)
print(f"{'rule':20} {'epsilon':>9} {'rows seen by a row':>19}")
for row in comparison.rows:
    # A rule without one scale for all rows, or without an answer, says so in its reading.
    epsilon = "" if row.epsilon is None else f"{row.epsilon:.4g}"
    seen = "" if row.effective_neighbors is None else f"{row.effective_neighbors:.1f}"
    print(f"{row.rule:20} {epsilon:>9} {seen:>19}")
print(comparison.recommendation)

# %%
# Lines are the rules, over the curve of the kernel's sum. The lower panel has what depends on the
# labels, each criterion as a share of its best value.

reports.plot(comparison)
