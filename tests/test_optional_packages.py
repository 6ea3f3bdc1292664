"""Errors tell a package that is not installed from one that is installed but cannot be imported."""

import json
import sys

import pytest
from typer.testing import CliRunner

from kernelscale import scale_curve
from kernelscale._optional_packages import imported, optional_module
from kernelscale.anndata import diffmap
from kernelscale.cli.application import app
from kernelscale.datasets import read_table
from kernelscale.datasets.table_output import check_table_path
from kernelscale.engine.arithmetic.gpu import cupy_devices
from kernelscale.paper.reproduction.pictures import why_no_pictures
from kernelscale.reports.figure_file import new_figure
from kernelscale.results.evidence import as_frame
from kernelscale.seismic.reading.streams import obspy_package
from kernelscale.stored_rows.files import opened_path

X = [[0.0], [1.0], [3.0]]
# What needs which package, and a function that needs it; the function gets a folder of files.
NEEDS = {
    "reading CSV files needs pandas": lambda folder: read_table(folder / "a.csv"),
    "reading JSON files needs pandas": lambda folder: read_table(folder / "a.jsonl"),
    "reading Parquet files needs pyarrow": lambda folder: read_table(folder / "a.parquet"),
    "reading Feather files needs pyarrow": lambda folder: read_table(folder / "a.feather"),
    "reading Excel files needs openpyxl": lambda folder: read_table(folder / "a.xlsx"),
    "reading AnnData files needs anndata": lambda folder: read_table(folder / "a.h5ad"),
    "Writing Parquet files needs pyarrow": lambda folder: check_table_path(folder / "b.parquet"),
    "Reading Parquet needs pyarrow": lambda folder: opened_path(folder / "a.parquet"),
    "Reading Zarr needs zarr": lambda folder: opened_path(folder / "a.zarr"),
    "to_frame needs pandas": lambda folder: as_frame([], "to_frame"),
    "Drawing needs matplotlib": lambda folder: new_figure(),
    "AnnData objects need the package anndata": lambda folder: diffmap(X),
    "executor='dask' needs the package distributed": lambda folder: scale_curve(X, executor="dask"),
    "arithmetic='gpu' needs CuPy": lambda folder: scale_curve(X, arithmetic="gpu"),
    "Reading seismic files needs ObsPy": lambda folder: obspy_package(),
}
REASON = "x requires NumPy 2.0 or newer"


@pytest.fixture
def folder(tmp_path):
    for name in ("a.csv", "a.jsonl", "a.parquet", "a.feather", "a.xlsx", "a.h5ad", "a.zarr"):
        (tmp_path / name).write_text("{}")
    cupy_devices.cache_clear()
    yield tmp_path
    cupy_devices.cache_clear()


@pytest.fixture
def broken(monkeypatch, tmp_path):
    """Function that puts a package whose import raises an error before the installed one."""

    def put(package, error=f"ImportError({REASON!r})"):
        folder = tmp_path / "broken" / package
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(f"raise {error}")
        monkeypatch.syspath_prepend(folder.parent)
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            monkeypatch.delitem(sys.modules, name)

    return put


def refusal(needs, folder):
    with pytest.raises(ImportError) as refused:
        NEEDS[needs](folder)
    return str(refused.value)


def package_of(needs):
    return needs.split()[-1].lower()


@pytest.mark.parametrize("needs", NEEDS)
def test_of_a_package_that_cannot_be_imported_the_error_gives_the_reason(needs, folder, broken):
    broken(package_of(needs))
    expected = f"{needs}, which is installed but cannot be imported: {REASON}"
    assert refusal(needs, folder) == expected


@pytest.mark.parametrize("needs", NEEDS)
def test_of_a_package_that_is_not_installed_the_error_says_what_to_install(
    needs, folder, monkeypatch
):
    monkeypatch.setitem(sys.modules, package_of(needs), None)
    assert refusal(needs, folder).startswith(f"{needs}; install it with: pip install ")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("ValueError('dtype size changed')", "dtype size changed"),
        ("ImportError('\\nfirst line\\n  and second\\n')", "first line and second"),
        ("OSError()", "OSError"),
        ("ModuleNotFoundError('no numpy', name='numpy')", "no numpy"),
    ],
)
def test_any_error_of_an_import_is_a_reason(error, reason, broken):
    broken("package_of_errors", error)
    with pytest.raises(ImportError, match=f"^It needs a, which is .* be imported: {reason}$"):
        optional_module("package_of_errors.part", "It needs a", "a")


def test_a_missing_part_of_an_installed_package_is_a_reason():
    with pytest.raises(ImportError, match=r"installed but .*: No module named 'json\.parquet'"):
        imported("json.parquet")


def test_info_gives_the_reason(broken, monkeypatch):
    broken("pyarrow")
    monkeypatch.setenv("COLUMNS", "1000")
    sentence = f"installed but cannot be imported: {REASON}"
    assert sentence in CliRunner().invoke(app, ["info"]).stdout
    found = json.loads(CliRunner().invoke(app, ["info", "--json"]).stdout)
    assert found["optional"]["pyarrow"] == sentence


def test_info_gives_the_reason_why_there_is_no_device(broken, monkeypatch, folder):
    broken("cupy")
    monkeypatch.setenv("COLUMNS", "1000")
    shown = CliRunner().invoke(app, ["info"]).stdout
    sentence = f"arithmetic='gpu' needs CuPy, which is installed but cannot be imported: {REASON}"
    assert f"none: {sentence}" in shown


def test_the_page_of_experiments_gives_the_reason(broken):
    broken("matplotlib")
    assert why_no_pictures() == (
        "There are no pictures, because they need matplotlib, which is installed but cannot be "
        f"imported: {REASON}"
    )
