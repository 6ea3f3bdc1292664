"""Choose the scale of a Gaussian kernel for the task in hand, and see the evidence.

The kernel is ``K_ij = exp(-r_ij / (2 epsilon))``, where r_ij is the squared Euclidean distance;
docs/conventions.md describes the conventions of other packages.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__

# Modules are imported when a name is first used, so that `import kernelscale` is quick:
# scikit-learn, which also imports pandas if it is installed, is imported only when it is needed.
if TYPE_CHECKING:
    from . import anndata as anndata
    from . import bandwidth as bandwidth
    from . import data_checks as data_checks
    from . import datasets as datasets
    from . import diffusion as diffusion
    from . import engine as engine
    from . import intrinsic_dimension as intrinsic_dimension
    from . import metrics as metrics
    from . import reports as reports
    from . import seismic as seismic
    from .auto_bandwidth.meta_estimator import AutoBandwidth
    from .bandwidth.compare_rules import compare
    from .bandwidth.selection import scale_curve, select_bandwidth
    from .diffusion.diffusion_map import DiffusionMap
    from .diffusion.generator import generator_eigenvalues
    from .diffusion.model.model_file import load_model, save_model
    from .intrinsic_dimension.methods import estimate_dimension
    from .intrinsic_dimension.profile import dimension_profile
    from .kernels.conventions import from_convention, to_convention
    from .kernels.gaussian import Gaussian
    from .kernels.kernel import Kernel
    from .kernels.scaled import Scaled
    from .kernels.self_tuned import SelfTuned
    from .kernels.variable_gaussian import VariableGaussian
    from .results import Bandwidth, Comparison, Dimension, ScaleCurve
    from .scaling.feature_order import feature_order
    from .scaling.manifold_scaler import ManifoldScaler
    from .scaling.supervised_scaler import SupervisedScaler
    from .theory.theorem import perturbation_bound

__all__ = [
    "AutoBandwidth",
    "Bandwidth",
    "Comparison",
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
    "compare",
    "dimension_profile",
    "estimate_dimension",
    "feature_order",
    "from_convention",
    "generator_eigenvalues",
    "load_model",
    "perturbation_bound",
    "save_model",
    "scale_curve",
    "select_bandwidth",
    "to_convention",
]

_HOMES = {
    "auto_bandwidth.meta_estimator": ("AutoBandwidth",),
    "bandwidth.compare_rules": ("compare",),
    "bandwidth.selection": ("scale_curve", "select_bandwidth"),
    "diffusion.diffusion_map": ("DiffusionMap",),
    "diffusion.generator": ("generator_eigenvalues",),
    "diffusion.model.model_file": ("load_model", "save_model"),
    "intrinsic_dimension.methods": ("estimate_dimension",),
    "intrinsic_dimension.profile": ("dimension_profile",),
    "kernels.conventions": ("from_convention", "to_convention"),
    "kernels.gaussian": ("Gaussian",),
    "kernels.kernel": ("Kernel",),
    "kernels.scaled": ("Scaled",),
    "kernels.self_tuned": ("SelfTuned",),
    "kernels.variable_gaussian": ("VariableGaussian",),
    "results": ("Bandwidth", "Comparison", "Dimension", "ScaleCurve"),
    "scaling.feature_order": ("feature_order",),
    "scaling.manifold_scaler": ("ManifoldScaler",),
    "scaling.supervised_scaler": ("SupervisedScaler",),
    "theory.theorem": ("perturbation_bound",),
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
    globals()[name] = value  # so that Python does not call this function for the name again
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_FOLDERS, *(name for name in globals() if name.startswith("__"))})
