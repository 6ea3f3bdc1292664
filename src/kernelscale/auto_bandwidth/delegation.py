"""Methods and attributes that a meta-estimator passes on from its estimator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sklearn import get_config
from sklearn.pipeline import Pipeline
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from .._scikit_learn import get_tags
from .._validation import array_kind, on_host

__all__ = ["attribute_of_fitted", "called_on_host", "has", "method_of_fitted"]


def has(name: str) -> Callable[[Any], bool]:
    """A check, for `available_if`, that the estimator has an attribute of this name."""

    def check(meta: Any) -> bool:
        getattr(getattr(meta, "estimator_", meta.estimator), name)
        return True

    return check


def called_on_host(
    method: Callable[..., Any], estimator: Any, data: tuple[Any, ...], params: dict[str, Any]
) -> Any:
    """Call a method with NumPy arrays, and convert the result to the library of the first argument.

    Arrays of other libraries are passed on unchanged if scikit-learn's array API dispatch is
    enabled and the estimator supports it.
    """
    if get_config()["array_api_dispatch"] and _dispatches(estimator):
        return method(*data, **params)
    back = array_kind(data[0] if data else None).array
    found = method(*map(on_host, data), **{name: on_host(v, name) for name, v in params.items()})
    return tuple(map(back, found)) if isinstance(found, tuple) else back(found)


def _dispatches(estimator: Any) -> bool:
    """Whether an estimator, or each step of a pipeline, supports arrays of other libraries."""
    if isinstance(estimator, Pipeline):
        steps = (step for _, step in estimator.steps)
        return all(step in (None, "passthrough") or _dispatches(step) for step in steps)
    return bool(get_tags(estimator).array_api_support)


def method_of_fitted(name: str) -> Any:
    """A method that calls the method of the fitted estimator."""

    def method(self: Any, *data: Any, **params: Any) -> Any:
        check_is_fitted(self)
        method_of_estimator = getattr(self.estimator_, name)
        params = self._routed(name, params)
        return called_on_host(method_of_estimator, self.estimator_, data, params)

    method.__name__ = name
    method.__doc__ = f"`{name}` of the fitted estimator."
    return available_if(has(name))(method)


def attribute_of_fitted(name: str) -> property:
    """A property that returns an attribute of the fitted estimator."""

    def read(self: Any) -> Any:
        return getattr(self.estimator_, name)

    return property(read, doc=f"`{name}` of the fitted estimator.")
