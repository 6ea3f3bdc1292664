"""The application: it lists the commands, and turns errors into sentences and exit codes."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from .._version import __version__
from .registration import COMMANDS, RegistrationError
from .shared.problems import INTERRUPTED, UsageError, print_error, print_warning
from .shared.screen import print_plain

__all__ = ["app", "load_command"]

# The base class of command-line errors. Typer exports only a subclass of it, and newer releases
# of Typer contain their own copy of click, so no import works with all releases.
_CommandLineError: Any = typer.BadParameter.__mro__[2]

HELP = """Choose the scale of a Gaussian kernel, and see the evidence for the choice.

A Gaussian kernel K = exp(-d^2 / (2 epsilon)) measures the similarity of two points at distance d. \
The scale epsilon is a squared distance. If it is too small, no two points are similar; if it is \
too large, all are. Which scale is right depends on the data and on the task.

Start with "compare": it chooses a scale by every rule, describes each scale by the same numbers, \
and recommends one. "select" chooses the scale by one rule and prints the line of Python that \
uses it. "embed" computes diffusion coordinates of the rows, draws them, and embeds new rows \
later. "dimension" estimates how many coordinates the rows really have. "scale" finds a factor \
for each feature, so that features of noise count less. "sonogram" computes features of seismic \
recordings. "reproduce" runs the experiments of the paper that introduced the methods."""

EPILOG = """Try the bundled digits first, then your own table:

kernelscale compare mfeat --standardize

kernelscale compare flowers.csv --label species --plot flowers.png

kernelscale select flowers.csv --label species"""


class _Application(TyperGroup):
    """The registered commands; their errors are printed as one sentence on stderr."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Names of the commands; no command is loaded."""
        for name in COMMANDS.registered:
            self.commands.setdefault(name, _Listed(name=name))
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command with the given name, with its summary."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = self.commands[cmd_name]
        command.help = _summary(cmd_name)
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command; in standalone mode, exit with its code."""
        run = partial(
            super().main, args, prog_name, complete_var, False, windows_expand_args, **extra
        )
        typed = sys.argv[1:] if args is None else list(args)
        return self._exit_with_code(run, typed) if standalone_mode else run()

    def _exit_with_code(self, run: Callable[[], Any], typed: Sequence[str]) -> NoReturn:
        try:
            with warnings.catch_warnings():
                warnings.showwarning = print_warning
                code = run()
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        except _CommandLineError as error:
            code = print_error(UsageError(error.format_message()))
        except Exception as error:  # noqa: BLE001  # unforeseen errors are reported as faults
            code = print_error(error, typed=typed)
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
    """Print the help if no command was typed."""
    if context.invoked_subcommand is None:
        print_plain(context.get_help())


def load_command(name: str) -> TyperCommand:
    """Import the module of a command, and return the command with its options."""
    from .shared.output_files import Command

    module = COMMANDS.load(name)
    alone = typer.Typer(
        add_completion=False, context_settings=_CONTEXT, pretty_exceptions_enable=False
    )
    text = f"{module.SUMMARY}\n\n{module.HELP}"
    alone.command(name, cls=Command, help=text, epilog=module.EPILOG)(module.run)
    return typer.main.get_command(alone)  # type: ignore[return-value]


def _summary(name: str) -> str:
    """The summary of a command, or the reason why it cannot be loaded.

    A command that cannot be loaded must not hide the other commands.
    """
    try:
        return str(COMMANDS.load(name).SUMMARY)
    except RegistrationError as error:
        return str(error)


class _Listed(TyperCommand):
    """A command with name and summary only; its options are added when the command is run."""

    def make_context(self, info_name: str | None, *args: Any, **extra: Any) -> Any:
        """The context of the loaded command."""
        return load_command(str(self.name)).make_context(info_name, *args, **extra)
