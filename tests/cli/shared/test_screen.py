"""Control characters in names, labels and cells are replaced before they reach the terminal."""

import errno
import io
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from rich.table import Table
from rich.text import Text
from tests.check_each import check_each

import kernelscale.cli
from kernelscale.cli.shared.printing import print_json
from kernelscale.cli.shared.screen import Screen, print_message, visible

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\r\u202e\u2028\x08"
STEERS = re.compile(
    "[^\n\t -~\xa0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\U0010ffff]"
)


def steering(text):
    return sorted(set(STEERS.findall(text)))


def test_control_characters_are_found():
    assert steering(EVIL + "\ud800") == sorted({*"\x1b\x07\x9b\x7f\r\u202e\u2028\x08\ud800"})
    assert steering("Plain, ü, 日本, –, tab\t and\n line") == []


def test_a_character_is_shown_or_replaced_by_one_character():
    def check(code):
        shown = visible(f"a{chr(code)}b")
        assert len(shown) == 3
        assert shown == f"a{chr(code)}b" or (steering(chr(code)) and shown == "a?b")
        assert steering(shown) == []

    check_each(check, [*range(0x300), *range(0x2000, 0x2070), 0x61C, 0xD800, 0xDFFF])


@pytest.mark.parametrize("terminal", [True, False])
def test_text_cannot_change_the_colours_of_the_screen(terminal):
    screen = Screen(file=io.StringIO(), force_terminal=terminal, width=200)
    table = Table(title=Text(EVIL))
    table.add_column(Text(EVIL))
    table.add_row(Text(EVIL, style="red"))
    for part in (EVIL, Text(EVIL), table):
        screen.print(part, markup=False, highlight=False)
    text = screen.file.getvalue()
    own = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert steering(own) == []
    assert "owned" in own
    assert ("\x1b[31m" in text) == terminal


class Full(io.StringIO):
    """A stream on a full disk."""

    name = "<stdout>"

    def write(self, text):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_reported(monkeypatch):
    sentence = "'stdout' cannot be written: No space left on device."
    with pytest.raises(OSError, match=sentence):
        Screen(file=Full()).print("text")
    monkeypatch.setattr(sys, "stdout", Full())
    with pytest.raises(OSError, match=sentence):
        print_json({"a": 1})


def test_text_on_stderr_cannot_control_the_terminal(capsys):
    print_message(EVIL, kind="Error", color="red")
    print_message(EVIL)
    assert steering(capsys.readouterr().err) == []


def test_no_other_module_prints():
    """Only the module that replaces control characters prints text that is not constant."""
    prints = re.compile(
        r"typer\.(?:echo|secho)\(|Console\(|sys\.std"
        r"|print_plain\((?!f\"kernelscale |context|json)"
    )
    package = Path(kernelscale.__file__).parent
    files = [f for part in ("cli", "paper", "seismic") for f in (package / part).rglob("*.py")]
    found = {f.name: prints.findall(f.read_text(encoding="utf-8")) for f in files}
    assert {name for name, matches in found.items() if matches} == {"screen.py"}


# On the command line


@pytest.fixture
def evil(tmp_path, monkeypatch):
    """Files with control characters in names, columns, labels and cells."""
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    X = np.r_[random.normal(size=(30, 3)), 9 + random.normal(size=(30, 3))]
    X[:, 2] = 1.0  # a note names the constant feature
    name = EVIL.replace("\x00", "")
    np.savez(
        tmp_path / f"{name}.npz",
        X=X,
        y=np.repeat([f"{EVIL}a", f"{EVIL}b"], 30),
        feature_names=[f"{EVIL}{number}" for number in range(3)],
    )
    (tmp_path / f"{name}.csv").write_text(f'"{EVIL}","b"\n"{EVIL}",1\n2,3\n', encoding="utf-8")
    return name


SHORT = ["compare", "select", "scale", "embed", "dimension", "dimension --profile"]


@pytest.mark.parametrize("as_json", [[], ["--json"]])
@pytest.mark.parametrize("command", SHORT)
def test_output_shows_names_and_labels(command, as_json, evil, invoke):
    result = invoke(*command.split(), f"{evil}.npz", *as_json)
    assert steering(result.stdout + result.stderr) == []
    assert "owned" in result.stdout


@pytest.mark.parametrize("line", [
    ["select", "{}.csv"],
    ["select", "{}"],
    ["select", "{}.npz", "--label", "{}"],
    ["select", "{}.npz", "--drop", "{}"],
    ["select", "{}.npz", "--rule", "{}"],
    ["select", "{}.npz", "--option", "{}"],
    ["select", "{}.npz", "--option", "a{}=1"],
    ["select", "{}.npz", "--threads", "{}"],
    ["select", "{}.npz", "--memory-limit", "{}"],
    ["select", "{}.npz", "--plot", "{}"],
    ["select", "{}.npz", "--plot", "no/{}.png"],
    ["select", "{}.npz", "--plot", "{}.npz"],
    ["select", "{}.npz", "--{}"],
    ["compare", "{}.npz", "--report", "{}"],
    ["compare", "{}.npz", "--catalog", "{}"],
    ["embed", "{}.npz", "-o", "{}.xls"],
    ["embed", "{}.npz", "-o", "{}.csv", "-o", "{}.csv"],
    ["embed", "--model", "{}.npz", "--new", "{}.npz"],
    ["dimension", "{}.npz", "--method", "{}"],
    ["sonogram", "{}"],
    ["sonogram", "{}.npz"],
    ["sonogram", "{}.csv"],
    ["reproduce", "{}"],
    ["reproduce", "all", "--data", "{}"],
    ["reproduce", "all", "-o", "{}.npz"],
    ["{}"],
])  # fmt: skip
def test_errors_show_names_and_the_command_line(line, evil, invoke):
    pytest.importorskip("pandas")
    if line == ["sonogram", "{}.csv"]:
        pytest.importorskip("obspy")
    typed = [part.replace("{}", evil) for part in line]
    code = (
        1
        if line[:2]
        in (
            ["select", "{}.csv"],
            ["embed", "--model"],
            ["sonogram", "{}.npz"],
            ["sonogram", "{}.csv"],
        )
        else 2
    )
    result = invoke(*typed, code=code)
    assert steering(result.stdout + result.stderr) == []
    assert "owned" in result.stderr


@pytest.mark.filterwarnings("default:Glyph")  # Matplotlib warns of characters without a glyph
def test_files_that_are_written_are_named(evil, invoke):
    pytest.importorskip("matplotlib")
    result = invoke("embed", f"{evil}.npz", "-o", f"{evil}m.npz", "--plot", f"{evil}m.png")
    assert steering(result.stdout + result.stderr) == []
    assert result.stderr.count("owned") >= 2
    assert "Warning: Glyph 27 (?) missing from" in result.stderr


def test_a_name_that_is_not_unicode_is_shown(tmp_path, invoke, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = b"\xff\xfe.npy".decode("utf-8", "surrogateescape")
    try:
        np.save(tmp_path / name, np.random.default_rng(0).normal(size=(20, 2)))
    except (OSError, UnicodeError):
        pytest.skip("the file system accepts only Unicode names")
    assert "??.npy" in invoke("select", name).stdout
