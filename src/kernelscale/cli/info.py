"""`kernelscale info`: versions, processors, optional packages and bundled data."""

from __future__ import annotations

import inspect
import platform
from importlib.metadata import version
from typing import Any

from .._optional_packages import imported
from .shared import options

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Describe the installation: versions, processors, optional packages and bundled data."
HELP = "Put this output at the top of a bug report."
EPILOG = ""

OPTIONAL = {"matplotlib": "plot", "pandas": "io", "pyarrow": "io", "distributed": "dask"}
"""Optional packages, each with the extra that installs it."""


def run(as_json: options.AsJson = False) -> None:
    """Describe the installation."""
    from .shared.printing import print_json

    found = _installation()
    if as_json:
        print_json(found)
    else:
        _print(found)


def _installation() -> dict[str, Any]:
    from .._version import __version__
    from ..engine.arithmetic.registry import ARITHMETICS
    from ..engine.executors import EXECUTORS
    from ..engine.resources import available_devices, available_threads

    return {
        "version": __version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "scipy": version("scipy"),
        "scikit-learn": version("scikit-learn"),
        "arithmetic": _arithmetic(),
        "arithmetics": list(ARITHMETICS),
        "devices": available_devices(),
        "executors": list(EXECUTORS),
        "threads": available_threads(),
        "optional": {package: _state(package) for package in OPTIONAL},
        "datasets": _bundled_data(),
    }


def _arithmetic() -> str:
    from ..engine.resources import arithmetic_in_use

    try:
        return arithmetic_in_use()
    # KERNELSCALE_ARITHMETIC=gpu raises an error on a machine without a device.
    except (ImportError, RuntimeError) as error:
        return f"none: {error}"


def _state(package: str) -> str | None:
    """The version of a package, or why it cannot be imported; None if it is not installed."""
    try:
        imported(package)
        return version(package)
    except ModuleNotFoundError:
        return None
    except ImportError as error:
        return str(error)


def _bundled_data() -> dict[str, str]:
    """Names of the bundled data sets, each with the first line of its loader's docstring."""
    from .. import datasets

    loaders = {name: getattr(datasets, name) for name in datasets.__all__ if "load_" in name}
    return {
        name.removeprefix("load_"): (inspect.getdoc(load) or "").partition("\n")[0]
        for name, load in loaders.items()
    }


def _print(found: dict[str, Any]) -> None:
    from .shared.printing import print_list, print_text
    from .shared.screen import standard_output

    console = standard_output()
    print_text(console, f"kernelscale {found['version']}", "bold")
    print_list(
        console,
        [(name, found[name.lower()]) for name in ("Python", "NumPy", "SciPy", "scikit-learn")]
        + [
            ("arithmetic", _arithmetic_in_words(found)),
            ("devices", _devices_in_words(found["devices"])),
            ("executors", ", ".join(found["executors"])),
            ("threads", str(found["threads"])),
        ],
    )
    print_text(console, "Optional packages", "bold")
    print_list(console, [(name, _availability(name, found)) for name in OPTIONAL])
    print_text(console, "Bundled data", "bold")
    print_list(console, found["datasets"].items())


def _arithmetic_in_words(found: dict[str, Any]) -> str:
    name = found["arithmetic"]
    if "compiled" in found["arithmetics"] or name.startswith("none"):
        return name
    return f"{name} (NumPy; an installation with a C++ compiler is several times faster)"


def _devices_in_words(names: list[str]) -> str:
    from ..engine.arithmetic.gpu import cupy_devices

    try:
        cupy_devices()
    except (ImportError, RuntimeError) as error:
        return f"none: {error}"
    return f"{', '.join(names)} (with arithmetic='gpu', or KERNELSCALE_ARITHMETIC=gpu)"


def _availability(package: str, found: dict[str, Any]) -> str:
    return found["optional"][package] or (
        f'not installed; install it with: pip install "kernelscale[{OPTIONAL[package]}]"'
    )
