"""Estimators pass the checks of scikit-learn."""

import warnings

from sklearn.decomposition import KernelPCA
from sklearn.kernel_ridge import KernelRidge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelscale import AutoBandwidth


def failing_checks(meta):
    """Checks of scikit-learn that an estimator is expected to fail, each with the reason."""
    if not isinstance(meta.estimator, SVC):
        return {}
    name = "check_classifiers_one_label_sample_weights"
    return {name: "the check expects an error on sample_weight; SVC raises one on the classes"}


@parametrize_with_checks(
    [
        AutoBandwidth(SVC()),
        AutoBandwidth(KernelPCA(kernel="rbf")),
        AutoBandwidth(KernelRidge(kernel="rbf")),
        AutoBandwidth(make_pipeline(StandardScaler(), SVC())),
    ],
    expected_failed_checks=failing_checks,
)
def test_scikit_learn_estimator_checks(estimator, check):
    with warnings.catch_warnings():
        # the checks use tiny data sets of separate blobs, which cause warnings
        warnings.simplefilter("ignore")
        check(estimator)
