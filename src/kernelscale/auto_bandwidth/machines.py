"""Table of estimators: the parameter of the bandwidth, its convention, and the use of `y`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sklearn.cluster import SpectralClustering
from sklearn.decomposition import KernelPCA
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.kernel_ridge import KernelRidge
from sklearn.manifold import SpectralEmbedding
from sklearn.neighbors import KernelDensity
from sklearn.semi_supervised import LabelPropagation, LabelSpreading
from sklearn.svm import SVC, SVR, NuSVC, NuSVR, OneClassSVM

__all__ = ["MACHINES", "Machine", "machine_of"]

GAMMA, LENGTH_SCALE = "scikit-learn gamma", "scikit-learn length_scale"


@dataclass(frozen=True)
class Machine:
    """How the estimators of one class accept a bandwidth.

    Attributes
    ----------
    parameter, convention : str
        The name of the parameter, and its convention, a key of `CONVENTIONS`.
    setting : (str, str), optional
        The parameter that names the kernel, and its value for a Gaussian kernel.
    within_kernel : bool
        Whether the parameter is a kernel object that contains the bandwidth.
    uses_y : bool
        Whether the rule may use `y`. It may not for clusterers, for example, which ignore `y`.
    unlabelled : bool
        Whether -1 in `y` marks a row without a label.
    purpose : str
        The purpose of the scale, as in `Auto`.
    calls_kernel : bool
        Whether the kernel may be a function of two sets of rows; kernels of metrics other than
        "euclidean" are such functions.
    """

    parameter: str = "gamma"
    convention: str = GAMMA
    setting: tuple[str, str] | None = ("kernel", "rbf")
    within_kernel: bool = False
    uses_y: bool = True
    unlabelled: bool = False
    purpose: str = "kernel machine"
    calls_kernel: bool = False

    def fits(self, estimator: Any) -> bool:
        """Whether the kernel of the estimator is Gaussian, as far as `setting` shows."""
        return self.setting is None or getattr(estimator, self.setting[0]) == self.setting[1]


_PROCESS = Machine("kernel", LENGTH_SCALE, None, within_kernel=True)
MACHINES: dict[type, Machine] = {
    **dict.fromkeys([SVC, NuSVC, SVR, NuSVR], Machine(calls_kernel=True)),
    **dict.fromkeys([KernelRidge, KernelPCA, Nystroem], Machine()),
    RBFSampler: Machine(setting=None),
    **dict.fromkeys(
        [LabelPropagation, LabelSpreading],
        Machine(unlabelled=True, purpose="map", calls_kernel=True),
    ),
    # The default purpose, "kernel machine", was compared with two others. In each test a
    # OneClassSVM with nu = 0.1 was fitted to half of the rows of one class, and the rows of the
    # other classes were outliers. The tests used up to five classes of each of five data sets
    # (scikit-learn's digits, breast cancer, wine and iris, and `load_mfeat`). The mean area under
    # the ROC curve was 0.968 with the scale for a kernel machine, 0.966 with the scale for a map,
    # and 0.829 with the scale for a density.
    OneClassSVM: Machine(uses_y=False, calls_kernel=True),
    **dict.fromkeys(
        [SpectralClustering, SpectralEmbedding],
        Machine(setting=("affinity", "rbf"), uses_y=False, purpose="map"),
    ),
    **dict.fromkeys([GaussianProcessRegressor, GaussianProcessClassifier], _PROCESS),
    KernelDensity: Machine(
        "bandwidth", LENGTH_SCALE, ("kernel", "gaussian"), uses_y=False, purpose="density"
    ),
}
"""The estimators that need no `parameter=`."""


def machine_of(estimator: Any) -> Machine | None:
    """The entry of `MACHINES` for the class of an estimator, or for one of its base classes."""
    return next((MACHINES[kind] for kind in type(estimator).__mro__ if kind in MACHINES), None)
