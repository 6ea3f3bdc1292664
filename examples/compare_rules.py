"""Ask every rule for the scale of the same data, and draw what they say.

python examples/compare_rules.py [FIGURE]    (needs matplotlib: pip install ".[plot]")
"""

import sys

from sklearn.preprocessing import StandardScaler

from kernelscale import compare, reports
from kernelscale.datasets import load_mfeat

X, y = load_mfeat(return_X_y=True)
X = StandardScaler().fit_transform(X)
X, y = X[::5], y[::5]  # forty of each digit

comparison = compare(X, y)
print(f"{'rule':20} {'epsilon':>9} {'points seen by a point':>23}")
for row in comparison.rows:
    # A rule without one scale for all points, or without an answer, says so in its reading.
    epsilon = "" if row.epsilon is None else f"{row.epsilon:.4g}"
    seen = "" if row.effective_neighbors is None else f"{row.effective_neighbors:.1f}"
    print(f"{row.rule:20} {epsilon:>9} {seen:>23}")
print(comparison.recommendation)

path = sys.argv[1] if len(sys.argv) > 1 else "rules.png"
reports.plot(comparison, path)
print(f"The picture is {path}.")
