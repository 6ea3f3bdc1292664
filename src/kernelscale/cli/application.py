"""The application: its commands, and what becomes of errors."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from .._version import __version__
from .problems import INTERRUPTED, UsageError, say_error, tell_warning
from .screen import print_plain

__all__ = ["COMMANDS", "app", "load_command"]

# Typer exports only this subclass of click's base error, and newer releases bring a click of
# their own, so there is no other name for it that works with all of them.
_CommandLineError: Any = typer.BadParameter.__mro__[2]

HELP = """Choose the scale of a Gaussian kernel, and see the evidence for the choice.

A Gaussian kernel K = exp(-d^2 / (2 epsilon)) says how alike two points at distance d are. Its \
scale epsilon, a squared distance, decides what the kernel sees: too small, and every point is \
alone; too large, and all points are alike. What is right depends on the data and on the task.

Start with "compare": it asks every rule for a scale, measures each answer the same way, and \
recommends one. "select" gives one rule's scale with the line of Python that uses it. "embed" uses \
it: it places the rows in diffusion coordinates, draws them, and places new rows later. \
"dimension" says how many coordinates the rows really have; "scale" finds a factor for each \
feature, so that noise fades. "sonogram" makes features of \
seismic recordings. "reproduce" runs the experiments of \
the paper behind all this."""

EPILOG = """Try it on the bundled digits, then on a table of your own:

kernelscale compare mfeat --standardize

kernelscale compare flowers.csv --label species --plot flowers.png

kernelscale select flowers.csv --label species"""


COMMANDS = {
    "compare": "Ask every rule for a scale, measure each answer the same way, and recommend one.",
    "select": "Take the scale of one rule, and print the line of Python that uses it.",
    "embed": "Place the rows of a table in diffusion coordinates, or new rows by an earlier model.",
    "dimension": "Estimate how many coordinates the rows of a table really have.",
    "scale": "Find a scale for each feature: those of noise fade, those that matter stay.",
    "sonogram": "Turn recordings of earthquakes and blasts into features: their sonograms.",
    "reproduce": "Run experiments of the paper, and see whether what it claims holds.",
    "info": "Say what is installed: versions, processors, optional parts and bundled data.",
}
"""What each command does; it lies in the module of its name, which is imported when it is run."""
HOMES = {"reproduce": "kernelscale.paper.command"}
"""Commands whose module lies elsewhere."""


class _Application(TyperGroup):
    """Commands whose errors are one sentence on stderr."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command; unless told otherwise, exit with its code."""
        run = partial(
            super().main, args, prog_name, complete_var, False, windows_expand_args, **extra
        )
        typed = sys.argv[1:] if args is None else list(args)
        return self._exit_with_code(run, typed) if standalone_mode else run()

    def _exit_with_code(self, run: Callable[[], Any], typed: Sequence[str]) -> NoReturn:
        try:
            with warnings.catch_warnings():
                warnings.showwarning = tell_warning
                code = run()
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        except _CommandLineError as error:
            code = say_error(UsageError(error.format_message()))
        except Exception as error:  # noqa: BLE001  # what is a fault is told as one
            code = say_error(error, typed=typed)
        sys.exit(code or 0)


_CONTEXT = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="kernelscale",
    cls=_Application,
    help=HELP,
    epilog=EPILOG,
    context_settings=_CONTEXT,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print_plain(f"kernelscale {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Without a command, print the help."""
    if context.invoked_subcommand is None:
        print_plain(context.get_help())


def load_command(name: str) -> TyperCommand:
    """The command of this name with its options; its module is imported."""
    from .output_files import Command

    module = import_module(HOMES.get(name, f"{__package__}.{name}"))
    alone = typer.Typer(
        add_completion=False, context_settings=_CONTEXT, pretty_exceptions_enable=False
    )
    text = f"{COMMANDS[name]}\n\n{module.HELP}"
    alone.command(name, cls=Command, help=text, epilog=module.EPILOG)(module.run)
    return typer.main.get_command(alone)  # type: ignore[return-value]


class _Listed(TyperCommand):
    """A command by its name and what it does, so that `--help` imports none of them."""

    def make_context(self, info_name: str | None, *args: Any, **extra: Any) -> Any:
        """The context of the command itself."""
        return load_command(str(self.name)).make_context(info_name, *args, **extra)


for _name, _summary in COMMANDS.items():
    app.command(_name, cls=_Listed, help=_summary)(lambda: None)
