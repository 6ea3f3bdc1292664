"""Methods and attributes that a meta-estimator has where its estimator has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sklearn import get_config
from sklearn.pipeline import Pipeline
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from .._scikit_learn import get_tags
from .._validation import array_kind, on_host

__all__ = ["answered", "attribute_of_fitted", "has", "method_of_fitted"]


def has(name: str) -> Callable[[Any], bool]:
    """Whether the estimator, fitted or not, has something of that name; an error if not."""

    def check(meta: Any) -> bool:
        getattr(getattr(meta, "estimator_", meta.estimator), name)
        return True

    return check


def answered(
    method: Callable[..., Any], estimator: Any, data: tuple[Any, ...], params: dict[str, Any]
) -> Any:
    """What a method makes of data, as arrays of the kind that the first of them is.

    Those of other libraries are brought to the host, unless scikit-learn is set to dispatch by
    them and the estimator says that it does.
    """
    if get_config()["array_api_dispatch"] and _dispatches(estimator):
        return method(*data, **params)
    back = array_kind(data[0] if data else None).array
    found = method(*map(on_host, data), **{name: on_host(v, name) for name, v in params.items()})
    return tuple(map(back, found)) if isinstance(found, tuple) else back(found)


def _dispatches(estimator: Any) -> bool:
    """Whether an estimator, or each step of a pipeline, takes arrays of other libraries."""
    if isinstance(estimator, Pipeline):
        steps = (step for _, step in estimator.steps)
        return all(step in (None, "passthrough") or _dispatches(step) for step in steps)
    return bool(get_tags(estimator).array_api_support)


def method_of_fitted(name: str) -> Any:
    """A method that calls that of the fitted estimator."""

    def method(self: Any, *data: Any, **params: Any) -> Any:
        check_is_fitted(self)
        asked = getattr(self.estimator_, name)
        return answered(asked, self.estimator_, data, self._routed(name, params))

    method.__name__ = name
    method.__doc__ = f"`{name}` of the fitted estimator."
    return available_if(has(name))(method)


def attribute_of_fitted(name: str) -> property:
    """An attribute of the fitted estimator."""

    def read(self: Any) -> Any:
        return getattr(self.estimator_, name)

    return property(read, doc=f"`{name}` of the fitted estimator.")
