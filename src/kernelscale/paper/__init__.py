"""The experiments of the paper, and `kernelscale reproduce`, which runs them and writes a page.

A wing: it imports the library, and nothing of the library imports it. An experiment is a folder of
its own: its `measure.run` returns plain tables, `verdicts.judge` judges claims by them, `figures`
draws them, and its `__init__` puts them together as an `Experiment`, which `registry` lists.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Names are looked up when they are first used: the help of the command loads no experiment.
if TYPE_CHECKING:
    from .harness.experiment import Experiment
    from .registry import EXPERIMENTS

__all__ = ["EXPERIMENTS", "Experiment"]

_HOME_OF = {"EXPERIMENTS": "registry", "Experiment": "harness.experiment"}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
