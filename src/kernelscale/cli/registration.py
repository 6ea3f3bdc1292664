"""Commands, and readers of data that are no tables: modules that are registered, not imported.

`pyproject.toml`, or that of another package, registers them as entry points. The command line
loads a module by the name of its entry point, so it depends on none of them.

A command is an entry point of the group "kernelscale.commands", under the name that is typed. Its
module has

- ``SUMMARY``, a line on what the command does, ``HELP``, what ``--help`` says below it, and
  ``EPILOG``, its examples;
- ``run``, a function whose parameters are annotated for Typer.

A reader is an entry point of the group "kernelscale.readers"; `shared.readers` uses it where a
command takes more than tables. Its module has

- ``options``, a function whose parameters are annotated for Typer: it returns the options of the
  reader that were typed as one object, called `typed` below;
- ``takes(data, typed)``, whether the reader reads DATA;
- ``refuse(data, typed)``, which raises `UsageError` if any of its options came with a table;
- ``table(data, typed, label, reading, standardize, metric)``, DATA as a `Table` of features;
- ``files_in(folder)``, the paths of the files that it reads in a folder.

These modules are imported for a help text, so at import they need the standard library, Typer and
Rich alone; what a command needs is imported inside `run`.
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
    """A group of entry points, what one of them is called, and the names that its module has."""

    name: str
    member: str
    names: tuple[str, ...]

    @property
    def registered(self) -> dict[str, EntryPoint]:
        """The entry points by their names, in the order in which they are registered.

        Raises
        ------
        RegistrationError
            If there is none.
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
            If it cannot be imported, or lacks a name.
        """
        entry = self.registered[name]
        try:
            module: ModuleType = entry.load()
        except RegistrationError:
            raise
        except (ImportError, AttributeError, SyntaxError) as error:
            raise RegistrationError(
                f"The {self.member} {name!r} cannot be loaded from {entry.value} ({error}); "
                f"install the package that brings it again."
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
    """Entry points of a group by their names; the installation is searched once."""
    return {entry.name: entry for entry in entry_points(group=group)}


COMMANDS = Group("commands", "command", ("SUMMARY", "HELP", "EPILOG", "run"))
READERS = Group("readers", "reader", ("options", "takes", "refuse", "table", "files_in"))
