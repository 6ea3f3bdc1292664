"""Three pictures of one table: the kernel at three scales, all rules, and an SVM's accuracy."""

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import load_wine
from sklearn.model_selection import cross_val_score
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelscale import compare, reports, select_bandwidth

COLORS = np.array(["#0072B2", "#D55E00", "#009E73"])


def wine():
    """178 wines of three cultivars, 13 measurements, standardised."""
    X, y = load_wine(return_X_y=True)
    return StandardScaler().fit_transform(X), y


def kernels():
    """The kernel matrix at three scales, with the wines ordered by cultivar."""
    X, y = wine()
    chosen = select_bandwidth(X, y, C=10).epsilon
    figure = Figure((9, 3.4), layout="constrained")
    panels = figure.subplots(1, 3)
    names = ("too small: rows isolated", "chosen: cultivars appear", "too large: all similar")
    for axes, factor, name in zip(panels, (1 / 30, 1, 30), names, strict=True):
        bandwidth = select_bandwidth(X, rule=factor * chosen)
        shown = axes.imshow(bandwidth.kernel(X, X), cmap="Blues", vmin=0, vmax=1)
        axes.set_title(f"epsilon = {bandwidth.epsilon:.3g}\n{name}", loc="left", fontsize="medium")
        axes.set(xlabel="row", xticks=[0, 59, 130])
        axes.set(yticks=[0, 59, 130])
    panels[0].set_ylabel("row")
    figure.colorbar(shown, ax=panels, label="kernel value", shrink=0.8)
    return figure


def rules():
    """The scale of every rule, on the curve of the kernel's sum."""
    return reports.plot(compare(*wine()))


def accuracy():
    """Accuracy of an SVM over the scale, and the chosen scale."""
    X, y = wine()
    bandwidth = select_bandwidth(X, y, C=10)
    scales = np.geomspace(0.001, 10_000, 25)
    scores = [cross_val_score(SVC(C=10, gamma=1 / (2 * e)), X, y, cv=5).mean() for e in scales]
    figure = Figure((8, 3.6), layout="constrained")
    axes = figure.subplots()
    axes.axvspan(*bandwidth.as_good, color="#56B4E9", alpha=0.25, lw=0, label="as good")
    axes.plot(scales, scores, "o-", color="#0072B2", label="SVC with C = 10, five folds")
    axes.axvline(bandwidth.epsilon, color="black", lw=3, label="chosen, no SVC fitted")
    axes.set(xscale="log", xlabel="epsilon (squared distance)", ylabel="accuracy on rows left out")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="upper left")
    return figure
