"""
A factor for each feature
=========================

Which of ten features matter? Two separate the classes and eight are noise. ``SupervisedScaler``
finds a factor for each feature, and the SVM becomes more accurate.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelscale import AutoBandwidth, SupervisedScaler

moons, y = make_moons(200, noise=0.2, random_state=0)
X = np.c_[moons, np.random.default_rng(0).normal(size=(200, 8))]

scaler = SupervisedScaler().fit(X, y)
machines = {
    "equal factors": AutoBandwidth(make_pipeline(StandardScaler(), SVC(C=10))),
    "factors from labels": make_pipeline(SupervisedScaler(), SVC(C=10, gamma=0.5)),
}
for name, machine in machines.items():
    print(f"{name}: accuracy {cross_val_score(machine, X, y).mean():.2f}")

# %%

_, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
axes.bar(range(10), scaler.scale_, color=["#0072B2"] * 2 + ["#BBBBBB"] * 8)
axes.set(xlabel="feature", ylabel="factor", xticks=range(10))
axes.set_title("features 0 and 1 are the moons, the others are noise", loc="left")
