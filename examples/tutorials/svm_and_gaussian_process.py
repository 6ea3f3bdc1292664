"""
SVM and Gaussian process
========================

Can the scale of an SVM or a Gaussian process be chosen without a grid search? ``AutoBandwidth``
chooses it inside cross-validation; this page compares it with a grid search.
"""

# %%
# An SVM
# ------
#
# The data are digits of 64 pixels. ``AutoBandwidth`` wraps the SVM. In each fit it chooses
# ``gamma`` from the training rows of that fit, so the test rows take no part.

from time import perf_counter

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits, make_friedman1
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, WhiteKernel
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelscale import AutoBandwidth, select_bandwidth

X, y = load_digits(return_X_y=True)
X, y = X[::3], y[::3]  # a third of the rows, to save time


def timed(machine):
    start = perf_counter()
    accuracy = cross_val_score(machine, X, y, cv=3).mean()
    return accuracy, perf_counter() - start


gammas = np.geomspace(1e-6, 1, 9)
machines = {
    "SVC's default": SVC(C=10),
    "AutoBandwidth": AutoBandwidth(SVC(C=10)),
    "grid search": GridSearchCV(SVC(C=10), {"gamma": gammas}),
}
for name, machine in machines.items():
    accuracy, seconds = timed(machine)
    print(f"{name:14} accuracy {accuracy:.3f}, {seconds:.1f} s")

# %%
# The bandwidth holds the reason for the choice, and the range of scales that are as good.

bandwidth = select_bandwidth(X, y, C=10)
bandwidth

# %%
# The picture shows the accuracy of SVCs that are fitted to half of the rows, on the other half.

half = np.arange(len(X)) % 2 == 0
seen = [SVC(C=10, gamma=gamma).fit(X[half], y[half]).score(X[~half], y[~half]) for gamma in gammas]
_, axes = plt.subplots(figsize=(8, 3.4), layout="constrained")
low, high = bandwidth.as_good
axes.axvspan(1 / (2 * high), 1 / (2 * low), color="#56B4E9", alpha=0.25, lw=0, label="as good")
axes.semilogx(gammas, seen, "o-", color="#0072B2", label="SVC, C = 10")
axes.axvline(bandwidth.gamma, color="black", lw=3, label="chosen")
axes.set(xlabel="gamma", ylabel="accuracy on the other half")
axes.legend(frameon=False, loc="lower center")

# %%
# Features of different units have to be standardised, in the pipeline:
# ``AutoBandwidth(make_pipeline(StandardScaler(), SVC(C=10)))``. ``AutoBandwidth`` then
# chooses the scale from the input of the last step. If several rows belong together, such as the
# rows of one patient, pass ``groups=`` to ``fit``.
#
# A Gaussian process
# ------------------
#
# The optimiser of a Gaussian process searches for the length scale, the amplitude and the noise at
# once. If the length scale is chosen and fixed, the optimiser searches only for the amplitude and
# the noise.

X, y = make_friedman1(300, n_features=6, noise=1.0, random_state=0)
X, X_test, y, y_test = train_test_split(StandardScaler().fit_transform(X), y, random_state=0)

bandwidth = select_bandwidth(X, y, intercept=True)
print(bandwidth.reason)

processes = {
    "chosen and fixed": RBF(bandwidth.length_scale, length_scale_bounds="fixed"),
    "searched by the optimiser": RBF(1.0),
}
for name, kernel in processes.items():
    process = GaussianProcessRegressor(1.0 * kernel + WhiteKernel(), normalize_y=True).fit(X, y)
    print(f"{name}: R^2 on new rows {process.score(X_test, y_test):.2f}")

# %%
# ``normalize_y=True`` subtracts the mean of the targets, so the rule gets ``intercept=True``. The
# error bars reach two standard deviations to either side.

mean, sd = process.predict(X_test, return_std=True)
_, axes = plt.subplots(figsize=(6, 4), layout="constrained")
axes.errorbar(y_test, mean, yerr=2 * sd, fmt="o", ms=4, color="#0072B2", ecolor="#BBBBBB")
axes.plot([0, 28], [0, 28], color="black", lw=1)
axes.set(xlabel="target", ylabel="predicted")
