"""Registered modules: commands, and readers of data that are not tables.

An entry point in the `pyproject.toml` of this or another package registers a module. The command
line finds the module by the name of the entry point, so no code imports the module directly.

A command is an entry point of the group "kernelscale.commands"; its name is the word that users
type. Its module has

- ``SUMMARY``, a line that describes the command; ``HELP``, the text of ``--help`` below that line;
  and ``EPILOG``, its examples;
- ``run``, a function whose parameters are annotated for Typer.

A reader is an entry point of the group "kernelscale.readers"; `shared.readers` calls it for a
command that reads more than tables. Its module has

- ``options``, a function whose parameters are annotated for Typer; it returns the options of the
  reader as one object, called `typed` below;
- ``takes(data, typed)``, whether the reader reads DATA;
- ``refuse(data, typed)``, which raises `UsageError` if DATA is a table and options of the reader
  were typed;
- ``table(data, typed, label, reading, standardize, metric)``, DATA as a `Table` of features;
- ``files_in(folder)``, the paths of the files that the reader would read in a folder.

These modules are imported for a help text, so at import they may load only the standard library,
Typer and Rich; `run` imports everything else.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import NamedTuple

__all__ = ["COMMANDS", "READERS", "Group", "RegistrationError"]


class RegistrationError(ImportError):
    """A command or reader that cannot be loaded; the message is one sentence."""


class Group(NamedTuple):
    """A group of entry points.

    Attributes
    ----------
    name : str
        Name of the group, without the name of the package.
    member : str
        The word for an entry point of the group, in messages.
    names : tuple of str
        Names that each module of the group must have.
    """

    name: str
    member: str
    names: tuple[str, ...]

    @property
    def registered(self) -> dict[str, EntryPoint]:
        """The entry points by their names, in the order in which they are registered.

        Raises
        ------
        RegistrationError
            If no entry point of the group is installed.
        """
        found = registered_in(f"kernelscale.{self.name}")
        if not found:
            raise RegistrationError(
                f"No {self.name} of kernelscale are registered, because its installation is older "
                f"than its code; install it again with pip."
            )
        return found

    def load(self, name: str) -> ModuleType:
        """The module that is registered under a name.

        Raises
        ------
        RegistrationError
            If the module cannot be imported, or lacks a name that it must have.
        """
        entry = self.registered[name]
        try:
            module: ModuleType = entry.load()
        except RegistrationError:
            raise
        except (ImportError, AttributeError, SyntaxError) as error:
            raise RegistrationError(
                f"The {self.member} {name!r} cannot be loaded from {entry.value} ({error}); "
                f"reinstall the package that contains it."
            ) from error
        lacking = [each for each in self.names if not hasattr(module, each)]
        if lacking:
            raise RegistrationError(
                f"The {self.member} {name!r} cannot be loaded: {entry.value} has no "
                f"{', '.join(lacking)}."
            )
        return module


@cache
def registered_in(group: str) -> dict[str, EntryPoint]:
    """Entry points of a group by name; the search of the installation is cached."""
    return {entry.name: entry for entry in entry_points(group=group)}


COMMANDS = Group("commands", "command", ("SUMMARY", "HELP", "EPILOG", "run"))
READERS = Group("readers", "reader", ("options", "takes", "refuse", "table", "files_in"))
