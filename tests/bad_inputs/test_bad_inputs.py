"""Every bad input of the catalogue raises the error that the catalogue states."""

import traceback
from pathlib import Path

import pytest
from tests.bad_inputs.bad_call import AnnotatedTable
from tests.bad_inputs.catalogue import PYTHON
from tests.bad_inputs.commands import COMMANDS, write_files
from tests.check_each import check_each

import kernelscale

OURS = str(Path(kernelscale.__file__).parent)


def test_catalogue_is_large():
    assert len(PYTHON) + len(COMMANDS) >= 300


def place(name):
    """The function that gets a bad input: the part of the input's name before the parenthesis."""
    return name.partition("(")[0]


@pytest.mark.parametrize("at", dict.fromkeys(map(place, PYTHON)))
def test_bad_argument_raises_the_documented_error(at):
    check_each(check_error, {name: PYTHON[name] for name in PYTHON if place(name) == at})


def check_error(bad):
    with pytest.raises(bad.error, match=bad.sentence) as caught:
        bad.call()
    assert caught.type is bad.error
    [*_, last] = traceback.extract_tb(caught.tb)
    assert last.filename.startswith(OURS), f"{last.filename} raised the error"
    assert "raise" in last.line, f"no check refused it; {last.line} failed"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    write_files(folder)
    return folder


@pytest.mark.parametrize(("typed", "code", "sentence"), COMMANDS)
def test_bad_command_raises_an_error_and_writes_nothing(
    typed, code, sentence, folder, monkeypatch, check_refused
):
    if "as waveforms" in sentence:
        pytest.importorskip("obspy")
    monkeypatch.chdir(folder)
    check_refused(typed, code, sentence, folder)


def test_annotated_table_is_not_indexed():
    for call in (kernelscale.select_bandwidth, kernelscale.DiffusionMap().fit):
        table = AnnotatedTable()
        with pytest.raises(TypeError, match=r"pass one of its tables, X.X or an entry of X.obsm"):
            call(table)
        assert table.asked == 0
    assert kernelscale.select_bandwidth(table.X, rule="median").epsilon > 0
