"""Methods and attributes that a meta-estimator has where its estimator has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

__all__ = ["attribute_of_fitted", "has", "method_of_fitted"]


def has(name: str) -> Callable[[Any], bool]:
    """Whether the estimator, fitted or not, has something of that name; an error if not."""

    def check(meta: Any) -> bool:
        getattr(getattr(meta, "estimator_", meta.estimator), name)
        return True

    return check


def method_of_fitted(name: str) -> Any:
    """A method that calls that of the fitted estimator."""

    def method(self: Any, *data: Any, **params: Any) -> Any:
        check_is_fitted(self)
        return getattr(self.estimator_, name)(*data, **self._routed(name, params))

    method.__name__ = name
    method.__doc__ = f"`{name}` of the fitted estimator."
    return available_if(has(name))(method)


def attribute_of_fitted(name: str) -> property:
    """An attribute of the fitted estimator."""

    def read(self: Any) -> Any:
        return getattr(self.estimator_, name)

    return property(read, doc=f"`{name}` of the fitted estimator.")
