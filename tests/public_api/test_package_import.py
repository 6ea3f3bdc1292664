"""Importing the package is quiet and needs no optional package."""

import subprocess
import sys
import textwrap


def output_of(lines):
    """The output of lines of Python that run in a new interpreter."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(lines)], check=True, capture_output=True, text=True
    ).stdout.split()


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
    assert output_of(lines) == ["8.0"]


def test_import_and_use_load_no_command_line_or_drawing():
    lines = """
        import sys
        import kernelscale
        print(*(name.partition(".")[0] for name in sys.modules), "|")
        kernelscale.compare([[0.0], [1.0], [3.0]])
        print(*{name.partition(".")[0] for name in sys.modules})
        print(*(name for name in sys.modules if name.startswith("kernelscale.")))
    """
    loaded = output_of(lines)
    at_import = loaded[: loaded.index("|")]
    assert {"numpy", "scipy", "sklearn", "pandas", "matplotlib"}.isdisjoint(at_import)
    assert "kernelscale.bandwidth" in loaded
    optional = {"dask", "distributed", "matplotlib"}
    assert {"typer", "rich", "kernelscale.cli", *optional}.isdisjoint(loaded)


def test_packages_are_attributes_of_the_package():
    lines = """
        import kernelscale
        print(kernelscale.engine.available_devices.__name__, kernelscale.markov.__name__)
        print(*set(kernelscale.__all__) - set(dir(kernelscale)))
        try:
            kernelscale.bandwith
        except AttributeError as error:
            print(error)
    """
    assert " ".join(output_of(lines)) == (
        "available_devices kernelscale.markov module 'kernelscale' has no attribute 'bandwith'"
    )


def test_import_prints_and_warns_nothing():
    lines = "import warnings; warnings.simplefilter('error'); import kernelscale"
    ran = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
