"""A metric by its name."""

from __future__ import annotations

from .._validation import check_name, shown
from .euclidean import Euclidean
from .metric import METRICS, Metric, RowMetric

__all__ = ["metric_named"]


def metric_named(name: str | Metric) -> Metric:
    """The metric with this name, or the object itself.

    Parameters
    ----------
    name : str or Metric
        A name from `METRICS`, or an object.

    Returns
    -------
    Metric
        The metric.

    Raises
    ------
    ValueError
        If the name is not known.
    TypeError
        If the argument is a class, or an object that overrides `squared_distances` of `RowMetric`
        or `between` of `Euclidean`.

    Examples
    --------
    The metric of given distances, by its name.

    >>> metric_named("precomputed").takes
    'distances'
    """
    if isinstance(name, type):
        raise TypeError(f"metric must be a name or an object, but a class was given: {shown(name)}")
    if not isinstance(name, Metric):
        return METRICS[check_name(name, METRICS, "metric")]
    for base, method in ((RowMetric, "squared_distances"), (Euclidean, "between")):
        if isinstance(name, base) and getattr(type(name), method) is not getattr(base, method):
            raise TypeError(
                f"The metric {name!r} overrides `{method}`; pass its distances with "
                f"metric='precomputed', or derive it from `RowMetric` and compute them in "
                f"`between`."
            )
    return name
