"""No command overwrites a file that it reads, whatever the option and the path to the file."""

import itertools
import os
import shlex
from pathlib import Path

import numpy as np
import pytest

from kernelscale.cli.application import load_command
from kernelscale.cli.registration import COMMANDS

INPUTS = {"files", "catalog", "response", "model", "data", "new"}
"""Parameters that name files to read; all other parameters for files name outputs."""


def flags(command):
    """Options of a command that name output files."""
    return [
        max(parameter.opts, key=len)
        for parameter in load_command(command).params
        if str(parameter.metavar).startswith("FILE") and parameter.name not in INPUTS
    ]


OUTPUTS = [(command, flag) for command in COMMANDS.registered for flag in flags(command)]
PAIRS = [
    (command, *pair)
    for command in COMMANDS.registered
    for pair in itertools.combinations(flags(command), 2)
]
PAIRS += [(command, "--output", "--output") for command in ("embed", "scale")]
READS = [  # each entry has a command and a command line that reads a file
    ("select", ["select", "{read}"]),
    ("compare", ["compare", "{read}"]),
    ("compare", ["compare", "other.csv", "--catalog", "{read}"]),
    ("compare", ["compare", "other.csv", "--response", "{read}"]),
    ("dimension", ["dimension", "{read}"]),
    ("scale", ["scale", "{read}"]),
    ("embed", ["embed", "{read}"]),
    ("embed", ["embed", "--model", "{read}", "--new", "other.csv"]),
    ("embed", ["embed", "--model", "other.npz", "--new", "{read}"]),
    ("sonogram", ["sonogram", "{read}"]),
    ("sonogram", ["sonogram", "other.mseed", "{read}"]),
    ("sonogram", ["sonogram", "other.mseed", "--catalog", "{read}"]),
    ("sonogram", ["sonogram", "other.mseed", "--response", "{read}"]),
]


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file in the current folder, which is also the home folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    path = tmp_path / "read.csv"
    path.write_text("precious\n")
    return path


def same(file):
    return "read.csv"


def dotted(file):
    return "./read.csv"


def roundabout(file):
    (file.parent / "folder").mkdir(exist_ok=True)
    return "folder/../read.csv"


def absolute(file):
    return str(file)


def tilde(file):
    return "~/read.csv"


def symbolic(file):
    (file.parent / "link.png").symlink_to(file)
    return "link.png"


def hard(file):
    os.link(file, file.parent / "hard.npz")
    return "hard.npz"


def of_folder(file):
    (file.parent / "way").symlink_to(file.parent)
    return "way/read.csv"


ALIASES = [same, dotted, roundabout, absolute, tilde, symbolic, hard, of_folder]


def test_all_commands_that_write_files_are_tested():
    assert {flag for _, flag in OUTPUTS} == {"--output", "--plot", "--report"}
    assert {command for command, _ in OUTPUTS} == {command for command, _ in READS}


@pytest.mark.parametrize("alias", ALIASES)
@pytest.mark.parametrize(("command", "line"), READS)
def test_input_files_are_not_overwritten(command, line, alias, file, refuse):
    written, content = alias(file), file.read_bytes()
    typed = [part.replace("{read}", "read.csv") for part in line]
    for flag in flags(command):
        sentence = refuse(*typed, flag, written, code=2)
        path = Path(written)
        other = shlex.quote(f"{path.stem}_new{path.suffix}")
        assert sentence == (
            f"{str(path)!r} is read by this command; write to another file, such as {flag} {other}."
        )
    assert file.read_bytes() == content


@pytest.mark.parametrize("typed", ["~/read.csv", "./read.csv", "way/read.csv"])
def test_input_files_are_recognised_by_any_path(typed, file, refuse):
    (file.parent / "way").symlink_to(file.parent)
    assert "is read by this command" in refuse("scale", typed, "-o", "read.csv", code=2)


def test_a_recording_in_a_folder_that_is_read_is_not_overwritten(file, refuse):
    (file.parent / "recordings").mkdir()
    (file.parent / "recordings" / "a.mseed").write_text("precious")
    (file.parent / "picture.png").symlink_to(file.parent / "recordings" / "a.mseed")
    sentence = refuse("sonogram", "recordings", "--plot", "picture.png", code=2)
    assert sentence == (
        "'picture.png' is read by this command; write to another file, such as --plot "
        "picture_new.png."
    )


@pytest.mark.parametrize(("command", "one", "other"), PAIRS)
@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize("second", ["same.png", "./same.png", "link.png", "way/same.png"])
def test_two_outputs_must_be_two_files(command, one, other, second, exists, file, refuse):
    (file.parent / "link.png").symlink_to(file.parent / "same.png")
    (file.parent / "way").symlink_to(file.parent)
    if exists:
        (file.parent / "same.png").write_text("old")
    sentence = refuse(command, "read.csv", one, "same.png", other, second, code=2)
    assert "are the same file; give two different names" in sentence
    assert repr("same.png") in sentence
    assert repr(str(Path(second))) in sentence


@pytest.mark.parametrize(("command", "flag"), OUTPUTS)
def test_an_output_needs_a_name(command, flag, file, refuse):
    assert refuse(command, "read.csv", flag, "", code=2).startswith("A file needs a name, but ''")


# A file that may be overwritten


def test_a_column_with_the_name_of_an_output_is_not_a_file(invoke, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("pandas")
    points = np.random.default_rng(0).normal(size=(40, 2)).tolist()
    rows = [f"{x},{y},{number % 2}" for number, (x, y) in enumerate(points)]
    (tmp_path / "points.csv").write_text("\n".join(["x,y,kind", *rows]))
    for _ in range(2):  # the second run overwrites the outputs of the first run
        invoke("scale", "points.csv", "--label", "kind", "--n-dims", 1, "-o", "kind.csv")
    assert (tmp_path / "kind.csv").read_text().startswith("x,y,kind\n")


@pytest.mark.parametrize("circle", [["a.png", "b.png"], ["a.png"]])
@pytest.mark.parametrize(("command", "flag"), OUTPUTS)
def test_circular_links_and_unknown_homes_are_reported(command, flag, circle, file, refuse):
    for name, target in zip(circle, [*circle[1:], circle[0]], strict=True):
        (file.parent / name).symlink_to(target)
    ending = {"--report": ".html", "--output": ".npz"}.get(flag, ".png")
    if (command, flag) == ("dimension", "--output"):
        ending = ".csv"
    (file.parent / f"circle{ending}").symlink_to("a.png")
    pytest.importorskip("matplotlib")
    said = refuse(command, "read.csv", flag, f"circle{ending}", code=2)
    assert said == f"'circle{ending}' is a link that leads in a circle, and to no file."
    said = refuse(command, "read.csv", flag, f"~nosuchuser/x{ending}", code=2)
    assert said.startswith(f"'~nosuchuser/x{ending}' begins in the home folder of an unknown user")


@pytest.mark.parametrize("data", ["~nosuchuser/x.csv", "circle.csv", "circle.npz"])
@pytest.mark.parametrize("command", ["select", "compare", "dimension", "scale", "embed"])
def test_a_missing_input_is_reported(command, data, file, refuse):
    for ending in ("csv", "npz"):
        (file.parent / f"circle.{ending}").symlink_to(f"circle.{ending}")
    assert repr(data) in refuse(command, data, code=2)


@pytest.mark.parametrize("flag", ["--output", "--data"])
def test_a_folder_in_an_unknown_home_is_reported(flag, refuse):
    said = refuse("reproduce", "schematic", flag, "~nosuchuser/x", code=2)
    assert said.startswith("'~nosuchuser/x' begins in the home folder of an unknown user")


def test_missing_recordings_are_reported(file, refuse):
    pytest.importorskip("obspy")
    for options in (
        ["~nosuchuser/x"],
        [file, "--catalog", "~nosuchuser/x.csv"],
        ["~nosuchuser/x.npz"],
    ):
        said = refuse("sonogram", *options, code=2)
        assert "begins in the home folder of an unknown user" in said
    # An unset shell variable gives an empty name, which must not mean the current folder.
    for name in ("", " "):
        assert refuse("sonogram", name, code=2).startswith("A file or folder needs a name, but")
