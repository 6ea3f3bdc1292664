"""
The scale of an SVM, and how much it matters
============================================

How accurate is an SVM at the chosen scale? The rule that chooses the scale minimises the error of
kernel ridge regression on rows left out. It takes a fraction of the time of a grid search. The blue
band in the picture marks the scales that are as good as the chosen one.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelscale import select_bandwidth

X, y = load_breast_cancer(return_X_y=True)
X, X_test, y, y_test = train_test_split(X, y, test_size=0.5, random_state=0)
scaler = StandardScaler().fit(X)
X, X_test = scaler.transform(X), scaler.transform(X_test)

bandwidth = select_bandwidth(X, y, C=10)
print(bandwidth.reason)

# %%

gammas = np.geomspace(1e-6, 10, 29)
accuracies = [SVC(C=10, gamma=gamma).fit(X, y).score(X_test, y_test) for gamma in gammas]
_, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
low, high = bandwidth.as_good
axes.axvspan(1 / (2 * high), 1 / (2 * low), color="#56B4E9", alpha=0.25, lw=0, label="as good")
axes.semilogx(gammas, accuracies, "o-", color="#0072B2", label="SVC, C = 10")
axes.axvline(bandwidth.gamma, color="black", lw=3, label="chosen")
axes.set(xlabel="gamma", ylabel="accuracy on new rows")
axes.legend(frameon=False, loc="lower center")
