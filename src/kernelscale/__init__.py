"""Choose the scale of a Gaussian kernel for the task in hand, and see the evidence.

Kernel: ``K_ij = exp(-r_ij / (2 epsilon))``, r the squared Euclidean distance; see
docs/conventions.md for every other convention.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__

# Names are looked up when they are first used: `import kernelscale` takes no time, and scikit-learn
# (which brings pandas along where it is installed) comes with the first thing that needs it.
if TYPE_CHECKING:
    from . import anndata, bandwidth, data_checks, datasets, reports, seismic
    from .auto_bandwidth import AutoBandwidth
    from .bandwidth import compare, scale_curve, select_bandwidth
    from .diffusion import DiffusionMap, generator_eigenvalues, load_model, save_model
    from .intrinsic_dimension import dimension_profile, estimate_dimension
    from .kernels import (
        Gaussian,
        Kernel,
        Scaled,
        SelfTuned,
        VariableGaussian,
        from_convention,
        to_convention,
    )
    from .results import Bandwidth, Comparison, ComparisonRow, Dimension, ScaleCurve
    from .scaling import ManifoldScaler, SupervisedScaler, feature_order
    from .theory import perturbation_bound

__all__ = [
    "AutoBandwidth",
    "Bandwidth",
    "Comparison",
    "ComparisonRow",
    "DiffusionMap",
    "Dimension",
    "Gaussian",
    "Kernel",
    "ManifoldScaler",
    "ScaleCurve",
    "Scaled",
    "SelfTuned",
    "SupervisedScaler",
    "VariableGaussian",
    "__version__",
    "anndata",
    "bandwidth",
    "compare",
    "data_checks",
    "datasets",
    "dimension_profile",
    "estimate_dimension",
    "feature_order",
    "from_convention",
    "generator_eigenvalues",
    "load_model",
    "perturbation_bound",
    "reports",
    "save_model",
    "scale_curve",
    "seismic",
    "select_bandwidth",
    "to_convention",
]

_HOMES = {
    "auto_bandwidth": ("AutoBandwidth",),
    "bandwidth": ("compare", "scale_curve", "select_bandwidth"),
    "diffusion": ("DiffusionMap", "generator_eigenvalues", "load_model", "save_model"),
    "intrinsic_dimension": ("dimension_profile", "estimate_dimension"),
    "kernels": (
        "Gaussian",
        "Kernel",
        "Scaled",
        "SelfTuned",
        "VariableGaussian",
        "from_convention",
        "to_convention",
    ),
    "results": ("Bandwidth", "Comparison", "ComparisonRow", "Dimension", "ScaleCurve"),
    "scaling": ("ManifoldScaler", "SupervisedScaler", "feature_order"),
    "theory": ("perturbation_bound",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_FOLDERS = (
    "anndata",
    "auto_bandwidth",
    "bandwidth",
    "data_checks",
    "datasets",
    "diffusion",
    "engine",
    "intrinsic_dimension",
    "kernels",
    "markov",
    "metrics",
    "paper",
    "reports",
    "results",
    "scaling",
    "seismic",
    "theory",
)


def __getattr__(name: str) -> Any:
    if name in _FOLDERS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value  # found at once the next time
    return value


def __dir__() -> list[str]:
    modules = {name for name in _FOLDERS if name in globals()}
    return sorted({*__all__, *modules, *(name for name in globals() if name.startswith("__"))})
