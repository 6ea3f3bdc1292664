"""The meta-estimator that chooses a bandwidth before each fit."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import Any, ClassVar

from sklearn import get_config
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.pipeline import Pipeline
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from .._estimators import HasBandwidth
from .._scikit_learn import Tags, get_tags
from .._validation import check_name, check_sample_size, check_switch, on_host
from ..bandwidth.auto import Auto
from ..bandwidth.registry import resolve_rule
from ..bandwidth.rule import Rule
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT, Resources
from ..engine.tile import Arithmetic
from ..metrics.metric import Metric
from ..metrics.registry import metric_named
from .bandwidth_parameter import parameter_of, step_of
from .delegation import attribute_of_fitted, called_on_host, has, method_of_fitted
from .regularization import for_machine, regularization_of
from .rule_input import RuleInput, check_chooses_one_scale, kind_of_y

__all__ = ["AutoBandwidth"]

KINDS = ("auto", "classes", "numbers")
FITS = ("fit", "fit_transform", "fit_predict")
METHODS_OF_FITTED = (
    *["predict", "predict_proba", "predict_log_proba", "decision_function", "score"],
    *["transform", "inverse_transform"],
)


class AutoBandwidth(HasBandwidth, MetaEstimatorMixin, BaseEstimator):
    """An estimator whose bandwidth is chosen by a rule in each fit, from the rows of that fit.

    In a cross-validation the scale of each fold depends on its training rows alone. If the rule has
    an option for the regularization of the estimator (`C` or `ridge`), the option gets the
    estimator's value: `C` of support vector machines, `alpha` of kernel ridge regression, or the
    variance of a Gaussian process's noise divided by that of its signal. In a search over
    `estimator__C` a scale is chosen for each C. If the loss is linear, as in SVR, the rule's
    `ridge` is the standard deviation of `y` divided by C.

    The rule `Auto` also gets the purpose of the scale. It is "density" for KernelDensity, "map" for
    estimators that use neighbours (SpectralClustering, SpectralEmbedding, LabelPropagation and
    LabelSpreading), and "kernel machine" for the others listed under `estimator`. If labels are
    used, the purpose has no effect. With ``rule="auto"`` the bandwidth has no `interval`, because
    computing it would double the time.

    In a pipeline the rule gets the input of the step with the kernel: the last step that has a
    bandwidth. The regularization is taken from the last step of the pipeline, such as the linear
    machine after `Nystroem`.

    Parameters
    ----------
    estimator : estimator
        SVC, NuSVC, SVR, NuSVR, OneClassSVM, KernelRidge, KernelPCA, SpectralClustering,
        SpectralEmbedding, LabelPropagation, LabelSpreading, Nystroem, RBFSampler,
        GaussianProcessRegressor, GaussianProcessClassifier or KernelDensity, with a Gaussian
        kernel; a pipeline with one of them; or any other estimator together with `parameter`.
    rule : str, Rule or float
        A rule that chooses one scale, as in `select_bandwidth`.
    parameter : str, optional
        The parameter of the bandwidth, as in `set_params`, such as "estimator__gamma" for a machine
        within another meta-estimator.
    convention : str, optional
        The convention of the parameter, a name that `to_convention` accepts. It is not needed for
        the estimators above.
    targets : "auto", "classes" or "numbers"
        Kind of `y`. By default `y` holds numbers for a regressor and classes for a classifier; for
        other estimators, such as KernelPCA, it holds numbers if it has fractions. For OneClassSVM,
        SpectralClustering, SpectralEmbedding and KernelDensity the rule does not use `y`.
    fixed : bool
        Whether the length scale of a Gaussian process is fixed at the chosen value. By default the
        chosen value is the initial one, and the process optimises it unless its bounds are fixed.
        The kernel of the process must contain exactly one RBF.
    n_sample : "auto", int or None
        As in `select_bandwidth`.
    metric : str or Metric
        The distance. For a metric other than "euclidean" the kernel is passed as a function, which
        SVC, NuSVC, SVR, NuSVR, OneClassSVM, LabelPropagation and LabelSpreading accept.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Attributes
    ----------
    bandwidth_ : Bandwidth
        The chosen scale, with the evidence for it.
    epsilon_, gamma_ : float
        `epsilon` and `gamma` of `bandwidth_`.
    estimator_ : estimator
        The estimator, fitted with the chosen scale.
    n_features_in_, feature_names_in_, classes_, labels_
        Attributes of `estimator_`, if it has them.

    Notes
    -----
    LabelPropagation and LabelSpreading spread labels from neighbour to neighbour. For these two
    estimators the rule gets all rows without their labels, or, if it needs labels, only the rows
    whose label is not -1. Of the rules that were tried, `log_sum` was best for these estimators.

    `sample_weight` is passed to the estimator; rules give all rows the same weight.

    `groups` of `fit` are passed to the rule. `cross_val_score` passes them to `fit` if they are in
    its `params`; `GridSearchCV` passes them if metadata routing is enabled, and otherwise uses them
    for the folds only.

    KernelRidge and Gaussian processes have no intercept, so they also have to predict the mean of
    `y`, and the rule takes this into account. If the mean is larger than the standard deviation,
    wrap AutoBandwidth in TransformedTargetRegressor, or set ``normalize_y=True`` of the process.

    Examples
    --------
    Two half moons, multiplied by 1000: with gamma = 1 every kernel value is nearly 0.

    >>> from sklearn.datasets import make_moons
    >>> from sklearn.svm import SVC
    >>> X, y = make_moons(400, noise=0.1, random_state=0)
    >>> X = 1000 * X
    >>> machine = AutoBandwidth(SVC()).fit(X[:200], y[:200])
    >>> machine.score(X[200:], y[200:]) > 0.95
    True
    >>> SVC(gamma=1.0).fit(X[:200], y[:200]).score(X[200:], y[200:]) > 0.6
    False
    >>> bool(100 < machine.bandwidth_.length_scale < 1000)
    True
    """

    # The rule uses groups, even if the estimator does not.
    __metadata_request__fit: ClassVar[dict[str, bool]] = {"groups": True}

    def __init__(
        self,
        estimator: Any,
        rule: Any = "auto",
        *,
        parameter: str | None = None,
        convention: str | None = None,
        targets: str = "auto",
        fixed: bool = False,
        n_sample: int | str | None = None,
        metric: str | Metric = "euclidean",
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.estimator = estimator
        self.rule = rule
        self.parameter = parameter
        self.convention = convention
        self.targets = targets
        self.fixed = fixed
        self.n_sample = n_sample
        self.metric = metric
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    n_features_in_ = attribute_of_fitted("n_features_in_")
    feature_names_in_ = attribute_of_fitted("feature_names_in_")
    classes_ = attribute_of_fitted("classes_")
    labels_ = attribute_of_fitted("labels_")
    predict = method_of_fitted("predict")
    predict_proba = method_of_fitted("predict_proba")
    predict_log_proba = method_of_fitted("predict_log_proba")
    decision_function = method_of_fitted("decision_function")
    score_samples = method_of_fitted("score_samples")
    transform = method_of_fitted("transform")
    inverse_transform = method_of_fitted("inverse_transform")
    get_feature_names_out = method_of_fitted("get_feature_names_out")

    def fit(self, X: Any, y: Any = None, *, groups: Any = None, **fit_params: Any) -> AutoBandwidth:
        """Choose the bandwidth and fit the estimator with it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows; for a pipeline the input of its first step.
        y : array-like of shape (n_samples,) or (n_samples, n_targets), optional
            Classes, or numbers to predict.
        groups : array-like of shape (n_samples,), optional
            Rows of one group are left out together by rules that leave rows out.
        **fit_params
            Parameters for `fit` of the estimator, such as `sample_weight`. If scikit-learn's
            metadata routing is enabled, they must be requested by the estimator.

        Returns
        -------
        AutoBandwidth
            Itself.

        Raises
        ------
        ValueError, TypeError
            If a parameter or the data are not valid, the rule finds no scale, or the estimator has
            no bandwidth of a Gaussian kernel.
        """
        self._fit("fit", X, y, groups, fit_params)
        return self

    @available_if(has("fit_transform"))
    def fit_transform(self, X: Any, y: Any = None, *, groups: Any = None, **fit_params: Any) -> Any:
        """Choose the bandwidth as in `fit`, then call the estimator's `fit_transform`."""
        return self._fit("fit_transform", X, y, groups, fit_params)

    @available_if(has("fit_predict"))
    def fit_predict(self, X: Any, y: Any = None, *, groups: Any = None, **fit_params: Any) -> Any:
        """Choose the bandwidth as in `fit`, then call the estimator's `fit_predict`."""
        return self._fit("fit_predict", X, y, groups, fit_params)

    @available_if(has("score"))
    def score(self, X: Any, y: Any = None, **params: Any) -> Any:
        """`score` of the fitted estimator."""
        check_is_fitted(self)
        params = self._routed("score", params)
        return called_on_host(self.estimator_.score, self.estimator_, (X, y), params)

    @available_if(has("set_output"))
    def set_output(self, *, transform: str | None = None) -> AutoBandwidth:
        """Set the container that `transform` returns, as in scikit-learn."""
        for estimator in (self.estimator, getattr(self, "estimator_", self.estimator)):
            estimator.set_output(transform=transform)
        return self

    def get_metadata_routing(self) -> MetadataRouter:
        """The routing that passes groups to the rule and all other metadata to the estimator."""
        mapping = MethodMapping()
        for method in (*FITS, *METHODS_OF_FITTED):
            mapping.add(caller=method, callee=method)
        router = MetadataRouter(owner=type(self).__name__).add_self_request(self)
        return router.add(estimator=self.estimator, method_mapping=mapping)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "estimator_")

    def __sklearn_tags__(self) -> Tags:
        tags = deepcopy(get_tags(self.estimator))
        # A rule needs dense points; in a pipeline an earlier step may produce them.
        if not isinstance(self.estimator, Pipeline):
            tags.input_tags.sparse = tags.input_tags.allow_nan = False
        return tags

    def _fit(self, method: str, X: Any, y: Any, groups: Any, params: dict[str, Any]) -> Any:
        rule = self._checked_rule()
        self._check_y(y)
        estimator = clone(self.estimator)
        params = self._routed(method, params, groups)
        fit = self._fit_pipeline if isinstance(estimator, Pipeline) else self._fit_machine
        fitting = partial(fit, estimator, rule, method, on_host(groups, "groups"))
        return called_on_host(fitting, estimator, (X, y), params)

    def _fit_machine(
        self,
        estimator: Any,
        rule: Rule,
        method: str,
        groups: Any,
        X: Any,
        y: Any,
        **params: Any,
    ) -> Any:
        parameter = parameter_of(estimator, self.parameter, self.convention)
        machine = parameter.machine
        regularization = regularization_of(parameter.owner, on_host(y, "y"))
        rule = for_machine(rule, regularization, machine.purpose)
        used_y = on_host(y, "y") if machine.uses_y else None
        parameter.check_metric(metric_named(self.metric))
        options = {"n_sample": self.n_sample, "metric": self.metric, **vars(Resources.of(self))}
        data = RuleInput(X, used_y, groups, self._kind, machine.unlabelled, options)
        bandwidth = data.choice(rule)
        estimator.set_params(**parameter.settings(bandwidth, fixed=self.fixed))
        result = getattr(estimator, method)(X, y, **params)
        self.bandwidth_, self.estimator_ = bandwidth, estimator
        return result

    def _fit_pipeline(
        self,
        pipeline: Pipeline,
        rule: Rule,
        method: str,
        groups: Any,
        X: Any,
        y: Any,
        **params: Any,
    ) -> Any:
        """Fit a pipeline whose step with the kernel is replaced by an `AutoBandwidth`."""
        name, parameter = step_of(pipeline, self.parameter)
        last = pipeline.named_steps[name]
        if not isinstance(last, Pipeline):  # errors are raised before the first step is fitted
            parameter_of(last, parameter, self.convention)
        step = {
            "estimator": last,
            "rule": for_machine(rule, regularization_of(_last_step(pipeline), on_host(y, "y"))),
            "parameter": parameter,
            "targets": self._kind,
        }
        pipeline.set_params(**{name: type(self)(**{**self.get_params(deep=False), **step})})
        if groups is not None:
            params = {**params, "groups" if _routing() else f"{name}__groups": groups}
        result = getattr(pipeline, method)(X, y, **params)
        fitted = pipeline.named_steps[name]
        pipeline.set_params(**{name: fitted.estimator_})
        self.bandwidth_, self.estimator_ = fitted.bandwidth_, pipeline
        return result

    @property
    def _kind(self) -> str:
        return kind_of_y(self.estimator) if self.targets == "auto" else self.targets

    def _checked_rule(self) -> Rule:
        check_name(self.targets, KINDS, "targets")
        check_switch(self.fixed, "fixed")
        check_sample_size(self.n_sample)
        Resources.of(self)
        rule = Auto(n_subsamples=0) if _is_auto(self.rule) else resolve_rule(self.rule)
        check_chooses_one_scale(rule)
        return rule

    def _check_y(self, y: Any) -> None:
        if y is None and get_tags(self.estimator).target_tags.required:
            raise ValueError(
                f"{type(self.estimator).__name__} requires y to be passed, but the target y is "
                f"None."
            )

    def _routed(self, method: str, params: dict[str, Any], groups: Any = None) -> dict[str, Any]:
        """The parameters for a method of the estimator; all, unless metadata routing is enabled."""
        if not _routing():
            return params
        if groups is not None:
            params = {**params, "groups": groups}
        routed: dict[str, Any] = process_routing(self, method, **params).estimator[method]
        return routed


def _routing() -> bool:
    return bool(get_config()["enable_metadata_routing"])


def _last_step(estimator: Any) -> Any:
    return _last_step(estimator.steps[-1][1]) if isinstance(estimator, Pipeline) else estimator


def _is_auto(rule: Any) -> bool:
    return isinstance(rule, str) and rule == Auto.name
