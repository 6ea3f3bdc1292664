"""Choose the scale of an SVM's kernel for a table in a CSV file, and test its accuracy.

python examples/svm_from_csv.py [FILE.csv LABEL]    (needs pandas: pip install ".[io]")
"""

import sys
from pathlib import Path

from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelscale import select_bandwidth
from kernelscale.datasets import read_table

path, label = sys.argv[1:] or (Path(__file__).with_name("wine.csv"), "cultivar")
table = read_table(path, label=label)
X, X_test, y, y_test = train_test_split(
    table.data, table.target, test_size=0.5, stratify=table.target, random_state=0
)
scaler = StandardScaler().fit(X)  # otherwise the feature with the largest numbers dominates
X, X_test = scaler.transform(X), scaler.transform(X_test)

bandwidth = select_bandwidth(X, rule="scikit_learn_scale")
print(f"{bandwidth.reason} epsilon = {bandwidth.epsilon:.3g}, gamma = {bandwidth.gamma:.3g}")
for factor in (1 / 1000, 1, 1000):
    gamma = factor * bandwidth.gamma
    share = SVC(gamma=gamma).fit(X, y).score(X_test, y_test)
    print(f"accuracy {share:.0%} on {len(y_test)} new rows with gamma = {gamma:.2g}")

# At which scale do the data fall most clearly into as many groups as there are classes?
print(select_bandwidth(X, y, rule="spectral").reason)
