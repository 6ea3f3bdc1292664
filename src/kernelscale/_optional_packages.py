"""Import of optional packages; the errors say what to install, or why a package does not work."""

from importlib import import_module
from typing import Any

__all__ = ["imported", "optional_module"]


def optional_module(name: str, needs: str, install: str) -> Any:
    """A module of an optional package.

    Parameters
    ----------
    name : str
        The module, such as ``"pyarrow.parquet"``.
    needs : str
        What needs which package; the error begins with these words.
    install : str
        What pip has to install.

    Raises
    ------
    ImportError
        If the package is not installed, or is installed but cannot be imported.

    Examples
    --------
    >>> optional_module("artist.figure", "Drawing needs artist", '"kernelscale[plot]"')
    Traceback (most recent call last):
        ...
    ImportError: Drawing needs artist; install it with: pip install "kernelscale[plot]"
    """
    try:
        return imported(name)
    except ModuleNotFoundError:
        raise ImportError(f"{needs}; install it with: pip install {install}") from None
    except ImportError as error:
        raise ImportError(f"{needs}, which is {error}") from error.__cause__


def imported(name: str) -> Any:
    """A module of an optional package.

    Raises
    ------
    ModuleNotFoundError
        If the package is not installed.
    ImportError
        If it is installed but cannot be imported, whatever error its import raises.
    """
    package = name.partition(".")[0]
    try:
        import_module(package)
        return import_module(name)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == package:
            raise
        reason = " ".join(str(error).split()) or type(error).__name__
        raise ImportError(f"installed but cannot be imported: {reason}") from error
