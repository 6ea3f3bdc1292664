"""Importing the package is quiet and needs no optional package."""

import subprocess
import sys
import textwrap

import pytest


def test_import_and_use_need_no_optional_package():
    # scikit-learn imports pandas if pandas is installed, so a check of sys.modules is not enough.
    lines = """
        import sys

        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in (
                    "dask", "distributed", "matplotlib", "pandas", "pyarrow", "pytest"
                ):
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)

        sys.meta_path.insert(0, Missing())
        import kernelscale

        for name in kernelscale.__all__:
            getattr(kernelscale, name)
        print(kernelscale.compare([[0.0], [1.0], [3.0]])["max_min"].epsilon)
    """
    program = [sys.executable, "-c", textwrap.dedent(lines)]
    assert subprocess.run(program, check=True, capture_output=True, text=True).stdout == "8.0\n"


@pytest.fixture(scope="module")
def ran():
    """A new interpreter that imports and uses the package, and prints five lines."""
    lines = """
        import sys
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            import kernelscale
        print(*(name.partition(".")[0] for name in sys.modules))
        print(kernelscale.engine.available_devices.__name__, kernelscale.markov.__name__)
        print(*set(kernelscale.__all__) - set(dir(kernelscale)))
        try:
            kernelscale.bandwith
        except AttributeError as error:
            print(error)
        warnings.simplefilter("ignore")  # three rows are few
        kernelscale.compare([[0.0], [1.0], [3.0]])
        print(*{name.partition(".")[0] for name in sys.modules}, *sys.modules)
    """
    program = [sys.executable, "-c", textwrap.dedent(lines)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_import_prints_and_warns_nothing(ran):
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.splitlines()) == 5


def test_import_and_use_load_no_command_line_or_drawing(ran):
    at_import, *_, after_use = (line.split() for line in ran.stdout.splitlines())
    assert {"numpy", "scipy", "sklearn", "pandas", "matplotlib"}.isdisjoint(at_import)
    assert "kernelscale.bandwidth" in after_use
    optional = {"dask", "distributed", "matplotlib"}
    assert {"typer", "rich", "kernelscale.cli", *optional}.isdisjoint(after_use)


def test_packages_are_attributes_of_the_package(ran):
    _, names, missing, error, _ = ran.stdout.splitlines()
    assert names == "available_devices kernelscale.markov"
    assert missing == ""
    assert error == "module 'kernelscale' has no attribute 'bandwith'"
